#pragma once

#include "scene/view_settings.h"

namespace app {

/// Unit vector to the first lamp (0) or the second one (1).
fmm::Vec3 lampDirection(const ViewSettings& view, int lamp);

/// Sets the uniforms of smoke_light.glsl, for the program in use: the lamps, what is ambient, the phase function.
void setSmokeLight(const ViewSettings& view);

}  // namespace app
