#pragma once

#include "panel/panel_sections.h"
#include "panel/sections/panel_parts.h"

namespace app {

/// Draws the help on keys and mouse, from their tables, in the dock beside the picture.
void drawHelp(PanelContext& context);

/// Signs that stand in for a hidden panel: that a film is being recorded and, for some seconds, the keys of the panel
/// and the scene's note. Shown in the window only, never in films and pictures.
void drawSigns(PanelContext& context);

}  // namespace app
