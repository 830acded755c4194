#pragma once

#include <imgui.h>

#include <cstddef>
#include <string>
#include <vector>

#include "panel/panel_sections.h"
#include "panel/plots/line_plot.h"
#include "panel/windows/diagnostics_window.h"
#include "simulation/diagnostics_table.h"

namespace app {

/// What a tab of the diagnostics window draws from.
struct DiagnosticsTab {
  PanelContext& context;
  const DiagnosticsTable& table;
  std::size_t first;  ///< row from which on the history is shown

  DiagnosticsWindow& window() { return context.state.diagnostics; }
};

// Each is drawn into the room that the current ImGui window has left.
void drawRingsTab(DiagnosticsTab& tab);
void drawInvariantsTab(DiagnosticsTab& tab);
void drawErrorTab(DiagnosticsTab& tab);
void drawTimesTab(DiagnosticsTab& tab);

// What the tabs share.

/// The newest value that there is; not a number if there is none.
double newest(const std::vector<double>& values);
/// The value in this format of fmt; a dash where there is none.
std::string shown(double value, const char* format = "{:.4g}");
/// The next cell of the current table.
void textCell(const std::string& text);
/// A small square of this colour before what follows.
void swatch(ImU32 colour);
/// A plot over the rows that the tab shows, without curves yet.
LinePlot plotOf(DiagnosticsTab& tab);
/// Height of each of `count` plots that share the room left [pixels].
float plotHeight(int count);

}  // namespace app
