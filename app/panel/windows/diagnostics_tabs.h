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

/// Data that a tab of the diagnostics window draws from.
struct DiagnosticsTab {
  PanelContext& context;
  const DiagnosticsTable& table;
  std::size_t first;  ///< first row of the history that is shown

  DiagnosticsWindow& window() { return context.state.diagnostics; }
};

// Each draws into the room left in the current ImGui window.
void drawRingsTab(DiagnosticsTab& tab);
void drawVorticesTab(DiagnosticsTab& tab);
void drawBodiesTab(DiagnosticsTab& tab);
void drawHeatTab(DiagnosticsTab& tab);
void drawInvariantsTab(DiagnosticsTab& tab);
void drawErrorTab(DiagnosticsTab& tab);
void drawTimesTab(DiagnosticsTab& tab);

// What the tabs share.

/// The newest finite value; NaN if there is none.
double newest(const std::vector<double>& values);
/// The value in this fmt format; a dash if it is not finite.
std::string shown(double value, const char* format = "{:.4g}");
/// Fills the next cell of the current table.
void textCell(const std::string& text);
/// A small square of this colour in front of the next item.
void swatch(ImU32 colour);
/// A plot over the rows that the tab shows, still without curves.
LinePlot plotOf(DiagnosticsTab& tab);
/// Height of each of `count` plots that share the room left [pixels].
float plotHeight(int count);

}  // namespace app
