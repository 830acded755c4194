#pragma once

#include "panel/panel_sections.h"

namespace app {

/// Least size of the picture beside panel, dock and time line [pixels]; a smaller picture lies below them.
constexpr int kSmallestPicture = 160;

/// Rectangle of the help or the docked diagnostics in this frame: at the window's right edge, over its whole height.
/// The picture keeps a least width. Empty while neither is shown.
WidgetRect dockPlace(const PanelState& state, const PanelReadout& readout);

/// The area that panel, dock and time line leave free. Includes the dock if too little would be left beside it.
WidgetRect freeArea(const PanelState& state);

/// Begins a window that fills PanelState::dock, with a title, a button that sets `open` to false, and a left side that
/// can be dragged. Each call needs one of endDock().
void beginDock(PanelContext& context, const char* title, bool& open);
/// Ends the window and keeps its place under `name`.
void endDock(PanelContext& context, const char* name);

}  // namespace app
