#pragma once

#include <optional>
#include <string>

#include "camera/camera_presets.h"
#include "panel/key_bindings.h"
#include "scene/scene.h"

namespace app {

struct PanelContext;

/// What the panel shows of the camera.
struct CameraReadout {
  CameraPose pose;  ///< as a key frame would record it: where the view follows the rings, as at time 0
  bool flying = false;
  double flySpeed = 0;            ///< distances to the target a second
  double secondsSinceNotice = 0;  ///< since the flight began or its speed was changed
};

/// The action that asks for a view, and back.
Action viewAction(CameraPreset preset);
std::optional<CameraPreset> presetOf(Action action);

/// Views at a key, field of view, flight, follow and the switch of the time line.
void drawCameraControls(PanelContext& context);
std::string cameraSummary(PanelContext& context);

/// The keys of a flight, over the picture; fades when they have been read.
void drawFlyHint(PanelContext& context);

}  // namespace app
