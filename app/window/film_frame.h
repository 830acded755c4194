#pragma once

#include "camera/camera.h"
#include "window/picture_desk.h"

namespace app {

/// Draws what a film of width / height = `aspect`, seen by `filmed`, will hold of the picture, behind all windows of
/// the current ImGui frame: what is left out is dimmed. The frame is that of the plane through the film's target.
void drawFilmFrame(const Camera& filmed, double aspect, const PictureMap& map, float scale);

}  // namespace app
