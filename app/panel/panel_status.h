#pragma once

#include "panel/panel_sections.h"

namespace app {

/// The head of the panel, which stays where it is while the groups below scroll: the scene's title, the buttons of the
/// simulation, and what it is doing.
void drawStatus(PanelContext& context);

/// The foot of the panel: the last message, there as long as there is one, so that nothing above moves. Messages that
/// are no errors go by themselves after some seconds.
void drawMessage(PanelContext& context);
/// The same over the picture's lower left corner, for when the panel is hidden.
void drawMessageAlone(PanelContext& context);
/// Height that it takes in the present window.
float messageHeight(const PanelState& state);

}  // namespace app
