#pragma once

#include <cstddef>

#include "camera/camera_rays.h"
#include "gl/gl_objects.h"
#include "render/picture/shot_mean.h"
#include "scene/view_settings.h"
#include "state/particle_stream.h"

namespace app {

/// Range of each coordinate of nearly all particles of a flow, without outliers. It is computed on the GPU and stays
/// there.
class ParticleBounds {
 public:
  /// Throws GlError, FileError (shaders).
  ParticleBounds();

  /// Finds the range of these particles, with `sum` over all ranks. Throws GlError.
  void find(const ParticleStream& particles, PictureSum* sum);
  /// Binds the buffer of volume_bounds.glsl.
  void bind() const { bounds_.bindStorage(1); }

 private:
  Program firstHistogram_, histogram_, firstSelect_, select_;
  Buffer bounds_;  ///< VolumeBounds and histograms of volume_bounds.glsl
};

// Common parts of volumes whose box the GPU chooses (volume_frame.glsl, volume_place.comp).

constexpr std::size_t kVolumeFrameBytes = 80 + 3 * 80;  ///< VolumeFrame of volume_frame.glsl
constexpr int kVolumeRayGroup = 8;                      ///< as in volume_transmittance.comp

/// Texels per side for this many cells, with room for elongated boxes.
int volumeTextureSide(std::size_t cells);
/// Texels per side of the transmittance volumes of light and eye.
int volumeRaySide(std::size_t cells);
/// Approximate GPU memory of a density volume of this many cells [bytes].
std::size_t volumeBytes(std::size_t cells);

/// Limits of a volume's box and cells.
struct VolumePlan {
  std::size_t cells;  ///< largest number of cells
  int textureSide;    ///< largest number of cells along an axis
  double smallest;    ///< smallest length of its longest side [L]
};

/// Sets the uniforms of volume_place.comp, for the program in use.
void setVolumePlan(const VolumePlan& plan, const ViewSettings& view, const CameraRays& rays);

}  // namespace app
