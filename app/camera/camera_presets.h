#pragma once

#include <string_view>
#include <vector>

#include "fmm/types.h"
#include "scene/scene.h"

namespace app {

/// Views that are a key away. Ahead and behind are meant along the rings' travel.
enum class CameraPreset {
  front,         ///< from ahead: the rings come towards the camera
  side,          ///< travel from left to right
  top,           ///< from above, travel from left to right
  threeQuarter,  ///< from the side, ahead and above
  axis,          ///< from behind, along the direction of travel
  closeUp        ///< the near side of the first ring
};

/// All of them, in the order of their keys 1 to 6.
const std::vector<CameraPreset>& cameraPresets();
/// As people call it: "Three-quarter".
std::string_view label(CameraPreset preset);
/// What is seen, in a few words.
std::string_view description(CameraPreset preset);

/// What the presets look at.
struct CameraSubject {
  fmm::Vec3 centre;              ///< of all rings [L]
  double radius = 1;             ///< of a ball about the centre that holds all rings and tracers [L]
  fmm::Vec3 travel = {0, 0, 1};  ///< where the rings go; any length but 0
  fmm::Vec3 up = {0, 1, 0};      ///< vertical of the pictures; any length but 0
  fmm::Vec3 ringCentre;          ///< of the first ring [L]
  double ringRadius = 1;         ///< of the first ring [L]
  double tubeRadius = 0.1;       ///< of the tracers about it [L]
};

/// The pose of a preset for pictures of width / height = `aspect`. All of the rings are in the picture, but for the
/// close-up.
CameraPose presetPose(CameraPreset preset, const CameraSubject& subject, double fieldOfView, double aspect);

/// Where the rings go: along the linear impulse; where that nearly vanishes, as for rings that collide, along the first
/// ring's own direction.
fmm::Vec3 directionOfTravel(fmm::Vec3 linearImpulse, const std::vector<fmm::Ring>& rings);

}  // namespace app
