#pragma once

#include "panel/panel_sections.h"

namespace app {

/// Draws what keys and mouse do, from their tables, in the dock beside the picture.
void drawHelp(PanelContext& context);

}  // namespace app
