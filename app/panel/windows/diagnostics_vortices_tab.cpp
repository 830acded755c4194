// The diagnostics window's tab of the vortices of a plane flow.

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <imgui.h>

#include "panel/plots/line_plot.h"
#include "panel/plots/plot_frame.h"
#include "panel/widgets/panel_numbers.h"
#include "panel/windows/diagnostics_tabs.h"

namespace app {
namespace {

constexpr std::size_t kMostDrawn = 8;   // vortices with curves
constexpr std::size_t kMostListed = 4;  // vortices in the table before it scrolls

const std::vector<double>& valuesOf(const DiagnosticsTable& table, std::size_t vortex, const RingQuantity& quantity) {
  return table.values(columnOfRing(vortex, quantity.column, fmm::Space::plane));
}

void drawTable(const DiagnosticsTable& table) {
  const std::size_t vortices = table.rings();
  const bool scrolls = vortices > kMostListed;
  const float row = ImGui::GetTextLineHeight() + 2 * ImGui::GetStyle().CellPadding.y;
  if (!ImGui::BeginTable("vortices", static_cast<int>(kVortexQuantities.size()) + 1,
                         ImGuiTableFlags_SizingStretchSame | (scrolls ? ImGuiTableFlags_ScrollY : 0),
                         {0, scrolls ? static_cast<float>(kMostListed + 1) * row : 0}))
    return;
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::TextDisabled("Vortex");
  for (const RingQuantity& quantity : kVortexQuantities) {
    ImGui::TableNextColumn();
    ImGui::TextDisabled("%s", quantity.title);
  }
  for (std::size_t vortex = 0; vortex < vortices; ++vortex) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    swatch(seriesColour(vortex));
    ImGui::Text("%zu", vortex + 1);
    for (const RingQuantity& quantity : kVortexQuantities)
      textCell(shown(newest(valuesOf(table, vortex, quantity)), quantity.format));
  }
  ImGui::EndTable();
}

/// A quantity of all vortices as curves.
LinePlot plotOf(DiagnosticsTab& tab, const RingQuantity& quantity) {
  LinePlot plot = app::plotOf(tab);
  plot.title = quantity.plot;
  plot.unit = quantity.unit;
  for (std::size_t vortex = 0; vortex < std::min(tab.table.rings(), kMostDrawn); ++vortex) {
    const std::string name = fmt::format("vortex {}", vortex + 1);
    plot.curves.push_back({name, name, &valuesOf(tab.table, vortex, quantity), seriesColour(vortex)});
  }
  return plot;
}

const char* explanation(RingTheory theory, bool measured) {
  if (theory == RingTheory::met) return "Vortices have merged: single ones cannot be told apart any more";
  return measured ? "a: root mean square distance from the centre, which is the core radius of a Gaussian"
                  : "No single vortex to measure";
}

}  // namespace

void drawVorticesTab(DiagnosticsTab& tab) {
  const std::size_t vortices = tab.table.rings();
  const RingTheory theory = tab.context.readout.flow->diagnostics.theory;
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyle().Colors[ImGuiCol_TextDisabled]);
  ImGui::TextWrapped("%s", explanation(theory, vortices > 0));
  ImGui::PopStyleColor();
  if (vortices > kMostDrawn)
    ImGui::TextDisabled("Curves of the first %zu of %zu vortices; CSV has the others", kMostDrawn, vortices);
  if (vortices > 0 && theory != RingTheory::met) drawTable(tab.table);
  std::vector<RingQuantity> plotted;
  for (const RingQuantity& quantity : kVortexQuantities)
    if (quantity.plot != nullptr) plotted.push_back(quantity);
  const ImVec2 size = {ImGui::GetContentRegionAvail().x, plotHeight(static_cast<int>(plotted.size()))};
  for (const RingQuantity& quantity : plotted) {
    LinePlot plot = plotOf(tab, quantity);
    plot.legend = &quantity == &plotted.front();
    plot.timeAxis = &quantity == &plotted.back();
    drawLinePlot(quantity.column, plot, size, tab.window().cursor);
  }
}

}  // namespace app
