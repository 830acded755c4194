#pragma once

#include "camera/camera.h"
#include "window/picture_desk.h"

namespace app {

/// Dims the parts of the picture that a film of width / height = `aspect`, seen by `filmed`, leaves out, behind all
/// windows of the current ImGui frame. The film's frame lies in the plane through its target.
void drawFilmFrame(const Camera& filmed, double aspect, const PictureMap& map, float scale);

}  // namespace app
