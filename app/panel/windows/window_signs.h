#pragma once

#include "panel/sections/panel_parts.h"

namespace app {

/// What a hidden panel would say and the user must not miss: that a film is being recorded, and for some seconds the
/// scene's note. In the window alone, never in films and pictures.
void drawSigns(PanelContext& context);

}  // namespace app
