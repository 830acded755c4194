#pragma once

#include "scene/ring_launch.h"
#include "scene/view_settings.h"
#include "window/picture_map.h"

namespace app {

/// What the picture says of a ring that is about to be launched.
struct RingGhost {
  const RingLaunch& launch;
  fmm::Vec3 tip;     ///< of the arrow, where the ring would be after `way` if it were alone
  double way = 0;    ///< [T]
  double speed = 0;  ///< [L/T]
  bool pulling = false;
};

/// Draws the ring's line, its core and the arrow over the picture, behind all windows of the current ImGui frame, and
/// below the picture's middle what the mouse does. `scale` is that of the user interface.
void drawGhost(const RingGhost& ghost, const PictureMap& map, Background background, float scale);

/// Only what the mouse does: the tool is armed, and the pointer elsewhere.
void drawAimHint(const PictureMap& map, Background background, float scale, bool pulling);

}  // namespace app
