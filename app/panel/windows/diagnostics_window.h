#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "panel/plots/plot_frame.h"
#include "panel/plots/plot_scale.h"
#include "panel/plots/ring_series.h"
#include "panel/widgets/panel_widgets.h"

namespace app {

struct PanelContext;

/// State of the diagnostics window.
struct DiagnosticsWindow {
  bool open = false;
  bool docked = true;               ///< beside the picture, else in a window over it
  std::optional<WidgetRect> place;  ///< place of the floating window at scale 1; empty until it is known
  std::size_t tab = 0;              ///< the one that is shown
  std::string span = "whole run";   ///< part of the history that is shown
  std::string quantity = "impulse";
  std::string csvName = "diagnostics.csv";
  bool confirmOverwrite = false;  ///< that file exists: ask before replacing it
  std::string message;            ///< result of saving; empty: nothing yet
  bool isError = false;
  PlotCursor cursor;
  PlotMemory memory;
  RingSeries series;
};

/// Draws the live diagnostics, if open, in the dock or in a movable window: tabs with rings against theory, invariants,
/// errors and times of the solver, each over time, and CSV export.
void drawDiagnosticsWindow(PanelContext& context);

/// Draws the shown tab alone, over the whole display, for a file; returns the height that it needs.
float drawDiagnosticsPage(PanelContext& context);

/// The panel's switches for whether and where the diagnostics are shown.
void drawDiagnosticsSwitch(PanelContext& context);

}  // namespace app
