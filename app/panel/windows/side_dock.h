#pragma once

#include "panel/panel_sections.h"

namespace app {

/// Pixels of the picture beside panel and dock; where there are fewer it lies below them.
constexpr int kSmallestPicture = 160;

/// Where the help or the docked diagnostics stand in this frame: at the window's right edge from top to bottom, beside
/// the picture, which keeps a least width; empty while neither is shown.
WidgetRect dockPlace(const PanelState& state, const PanelReadout& readout);

/// What panel, dock and time line leave free for the picture; all to the right of the panel where that is hardly
/// anything.
WidgetRect freeArea(const PanelState& state);

/// Begins a window that fills PanelState::dock, with a title and a button that sets `open` to false. Its left side can
/// be dragged. Each call is followed by one of endDock().
void beginDock(PanelContext& context, const char* title, bool& open);
/// Keeps the window's place under this name.
void endDock(PanelContext& context, const char* name);

}  // namespace app
