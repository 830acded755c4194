#pragma once

#include "panel/panel_sections.h"

namespace app {

/// What the colours of the tracers say, the map or the dyes, the range, the legend.
void drawColourControls(PanelContext& context);

}  // namespace app
