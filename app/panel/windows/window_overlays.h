#pragma once

#include "panel/panel_sections.h"
#include "panel/sections/panel_parts.h"

namespace app {

/// Draws what keys and mouse do, from their tables, in the dock beside the picture.
void drawHelp(PanelContext& context);

/// What a hidden panel would say and the user must not miss: that a film is being recorded, and for some seconds the
/// scene's note. In the window alone, never in films and pictures.
void drawSigns(PanelContext& context);

}  // namespace app
