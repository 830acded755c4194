#pragma once

#include <optional>
#include <string>

#include "camera/camera_presets.h"
#include "panel/key_bindings.h"
#include "scene/scene.h"

namespace app {

struct PanelContext;

/// Values of the camera that the panel shows.
struct CameraReadout {
  CameraPose pose;  ///< as a key frame records it; if the view follows the rings, without their shift since time 0
  bool flying = false;
  double flySpeed = 0;            ///< [distances to the target per second]
  double secondsSinceNotice = 0;  ///< seconds since the flight began or its speed changed
};

/// The action that shows a preset view, and the preset view of an action.
Action viewAction(CameraPreset preset);
std::optional<CameraPreset> presetOf(Action action);

/// Preset views, field of view, flight, follow and the switch of the time line.
void drawCameraControls(PanelContext& context);
std::string cameraSummary(PanelContext& context);

/// Draws the keys of a flight over the picture; they fade after some seconds.
void drawFlyHint(PanelContext& context);

}  // namespace app
