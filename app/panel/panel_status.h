#pragma once

#include "panel/panel_sections.h"

namespace app {

/// The head of the panel, which stays where it is while the groups below scroll: the scene's title, the buttons of the
/// simulation, what it is doing, and the last message.
void drawStatus(PanelContext& context);

}  // namespace app
