#pragma once

#include <optional>
#include <string>

#include "panel/plots/plot_frame.h"
#include "panel/plots/plot_scale.h"
#include "panel/widgets/panel_widgets.h"

namespace app {

struct PanelContext;

/// What the diagnostics window remembers.
struct DiagnosticsWindow {
  bool open = false;
  bool docked = true;               ///< beside the picture, else in a window of its own over it
  std::optional<WidgetRect> place;  ///< at scale 1, once it was shown or from an earlier session
  std::string span = "whole run";   ///< of the history that is shown
  std::string quantity = "impulse";
  std::string csvName = "diagnostics.csv";
  bool confirmOverwrite = false;  ///< that file is there: ask before it is replaced
  std::string message;            ///< what became of saving; empty: nothing yet
  bool isError = false;
  PlotCursor cursor;
  PlotMemory memory;
};

/// The live diagnostics, if they are open, in the dock or in a window that can be moved: tabs with rings against
/// theory, invariants, errors and times of the solver, each over time, and CSV of them all.
void drawDiagnosticsWindow(PanelContext& context);

/// Whether and where they are shown, for the panel.
void drawDiagnosticsSwitch(PanelContext& context);

}  // namespace app
