#pragma once

#include <cstddef>

#include "camera/camera_rays.h"
#include "gl/gl_objects.h"
#include "render/picture/shot_mean.h"
#include "scene/view_settings.h"
#include "state/particle_stream.h"

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

// What volumes have in common whose place the GPU chooses (volume_frame.glsl, volume_place.comp).

constexpr std::size_t kVolumeFrameBytes = 80 + 3 * 80;  ///< VolumeFrame of volume_frame.glsl
constexpr int kVolumeRayGroup = 8;                      ///< as in volume_transmittance.comp

/// Texels a side for this many cells: room for boxes that are longer than wide.
int volumeTextureSide(std::size_t cells);
/// Places along each side of the light's and the eye's volumes.
int volumeRaySide(std::size_t cells);
/// Memory that a density volume of so many cells takes on the GPU, about [bytes].
std::size_t volumeBytes(std::size_t cells);

/// How a volume is laid.
struct VolumePlan {
  std::size_t cells;  ///< at most
  int textureSide;    ///< cells along an axis, at most
  double smallest;    ///< length of its longest side, at least [L]
};

/// Sets the uniforms of volume_place.comp, for the program in use.
void setVolumePlan(const VolumePlan& plan, const ViewSettings& view, const CameraRays& rays);

}  // namespace app
