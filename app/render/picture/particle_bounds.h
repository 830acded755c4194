#pragma once

#include "gl/gl_objects.h"
#include "particles/particle_stream.h"
#include "render/picture/picture_sum.h"

namespace app {

/// Where nearly all of a flow's particles are: the range of each coordinate, without those that ran away. It is found
/// and stays on the GPU.
class ParticleBounds {
 public:
  /// Throws GlError, FileError (shaders).
  ParticleBounds();

  /// Finds the range of these particles, and with `sum` of those of other ranks. Throws GlError.
  void find(const ParticleStream& particles, PictureSum* sum);
  /// Binds what volume_bounds.glsl reads.
  void bind() const { bounds_.bindStorage(1); }

 private:
  Program firstHistogram_, histogram_, firstSelect_, select_;
  Buffer bounds_;  ///< VolumeBounds and histograms of volume_bounds.glsl
};

}  // namespace app
