#pragma once

#include "panel/control_panel.h"

namespace app {

/// Draws what keys and mouse do, from their tables, in the middle of the picture.
void drawHelp(PanelState& state);

}  // namespace app
