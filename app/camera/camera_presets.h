#pragma once

#include <string_view>
#include <vector>

#include "fmm/types.h"
#include "scene/scene.h"

namespace app {

/// Views that have a key of their own. Ahead and behind are relative to the rings' direction of travel.
enum class CameraPreset {
  front,         ///< from ahead: the rings come towards the camera
  side,          ///< travel from left to right
  top,           ///< from above, travel from left to right
  threeQuarter,  ///< from the side, ahead and above
  axis,          ///< from behind, along the direction of travel
  closeUp        ///< the near side of the first ring
};

/// All presets, in the order of their keys 1 to 6.
const std::vector<CameraPreset>& cameraPresets();
/// Name for people: "Three-quarter".
std::string_view label(CameraPreset preset);
/// What the view shows, in a few words.
std::string_view description(CameraPreset preset);

/// The geometry of the flow that the presets need.
struct CameraSubject {
  fmm::Vec3 centre;              ///< centre of all rings [L]
  double radius = 1;             ///< radius of a ball about the centre that holds all rings and tracers [L]
  fmm::Vec3 travel = {0, 0, 1};  ///< direction of the rings' motion; any length but 0
  fmm::Vec3 up = {0, 1, 0};      ///< vertical direction of the pictures; any length but 0
  fmm::Vec3 ringCentre;          ///< centre of the first ring [L]
  double ringRadius = 1;         ///< radius of the first ring [L]
  double tubeRadius = 0.1;       ///< radius of the tube of tracers about the first ring [L]
};

/// The pose of a preset for pictures of width / height = `aspect`. All rings are in the picture, except in the
/// close-up.
CameraPose presetPose(CameraPreset preset, const CameraSubject& subject, double fieldOfView, double aspect);

/// Direction of the rings' travel: the linear impulse or, where that nearly vanishes (colliding rings), the first
/// ring's own direction.
fmm::Vec3 directionOfTravel(fmm::Vec3 linearImpulse, const std::vector<fmm::Ring>& rings);

}  // namespace app
