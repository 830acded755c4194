#pragma once

#include "scene/view_settings.h"

namespace app {

/// Sets the uniforms of smoke_light.glsl, for the program in use: the lamp, what is ambient, the phase function.
void setSmokeLight(const ViewSettings& view);

}  // namespace app
