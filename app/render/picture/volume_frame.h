#pragma once

#include <cstddef>

#include "camera/camera_rays.h"
#include "scene/view_settings.h"

namespace app {

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
