// The diagnostics window's tab of the flow as a whole: what the exact flow conserves, and how well it is resolved.

#include "panel/windows/diagnostics_tabs.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "panel/plots/line_plot.h"
#include "panel/plots/plot_colours.h"

namespace app {
namespace {

/// A quantity of the whole flow, by its columns.
struct Quantity {
  const char* name;
  const char* column;  ///< of its drift COLUMN_drift; of the value COLUMN, or COLUMN_x and so on
  const char* unit;
  bool vector = false;
};
/// First those that the exact flow conserves.
constexpr std::size_t kConserved = 5;
constexpr std::array<Quantity, 9> kQuantities = {{{"impulse", "impulse", "L\u2074/T", true},
                                                  {"angular impulse", "angular_impulse", "L\u2075/T", true},
                                                  {"total strength", "strength", "L\u00b3/T", true},
                                                  {"energy", "energy", "L\u2075/T\u00b2"},
                                                  {"helicity", "helicity", "L\u2074/T\u00b2"},
                                                  {"enstrophy", "enstrophy", "L\u00b3/T\u00b2"},
                                                  {"least overlap", "overlap_min", "1"},
                                                  {"divergence", "divergence", "1"},
                                                  {"largest gradient", "gradient_max", "1/T"}}};

constexpr std::array<ImU32, 3> kAxisColours = {IM_COL32(240, 113, 103, 255), IM_COL32(120, 200, 120, 255),
                                               IM_COL32(96, 156, 245, 255)};

std::vector<PlotCurve> curvesOf(const DiagnosticsTable& table, std::size_t index) {
  const Quantity& quantity = kQuantities[index];
  if (!quantity.vector) return {{quantity.name, "", &table.values(quantity.column), seriesColour(index)}};
  constexpr std::array<const char*, 3> kAxes = {"x", "y", "z"};
  std::vector<PlotCurve> curves;
  for (std::size_t k = 0; k < kAxes.size(); ++k) {
    const std::string column = fmt::format("{}_{}", quantity.column, kAxes[k]);
    curves.push_back({kAxes[k], kAxes[k], &table.values(column), kAxisColours[k]});
  }
  return curves;
}

/// "0.0010,  -0.0008,  0.5654": as many decimals as the largest needs, small and large ones times a power of ten.
std::string shownTogether(const std::vector<PlotCurve>& curves) {
  double largest = 0;
  for (const PlotCurve& curve : curves) largest = std::max(largest, std::abs(newest(*curve.values)));
  if (curves.size() == 1 || !(largest > 0)) return shown(newest(*curves.front().values));
  int power = static_cast<int>(std::floor(std::log10(largest)));
  const int exponent = power < -3 || power > 4 ? 3 * static_cast<int>(std::floor(power / 3.)) : 0;
  power -= exponent;
  std::string text;
  for (const PlotCurve& curve : curves) {
    const double value = newest(*curve.values) / std::pow(10, exponent);
    text += fmt::format("{}{:.{}f}", text.empty() ? "" : ",  ", value, std::max(0, 3 - power));
  }
  return exponent == 0 ? text : text + "  \u00d7 " + powerOfTen(exponent);
}

void drawQuantityRow(const DiagnosticsTable& table, std::size_t index) {
  const Quantity& quantity = kQuantities[index];
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  swatch(seriesColour(index));
  ImGui::TextUnformatted(quantity.name);
  textCell(shownTogether(curvesOf(table, index)));
  textCell(quantity.unit);
  textCell(index < kConserved ? shown(newest(table.values(fmt::format("{}_drift", quantity.column))), "{:.1e}") : "");
}

void drawQuantityTable(const DiagnosticsTable& table) {
  if (!ImGui::BeginTable("conserved", 4, ImGuiTableFlags_SizingFixedFit)) return;
  ImGui::TableSetupColumn("name");
  ImGui::TableSetupColumn("value", ImGuiTableColumnFlags_WidthStretch);
  ImGui::TableSetupColumn("unit");
  ImGui::TableSetupColumn("drift");
  ImGui::TableNextRow();
  for (const char* name : {"Of the flow", "now", "unit", "relative drift"}) {
    ImGui::TableNextColumn();
    ImGui::TextDisabled("%s", name);
  }
  for (std::size_t i = 0; i < kQuantities.size(); ++i) drawQuantityRow(table, i);
  ImGui::EndTable();
}

/// Asks which of the quantities is drawn; its index.
std::size_t chooseQuantity(DiagnosticsTab& tab) {
  std::string& name = tab.window().quantity;
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted("Value of");
  ImGui::SameLine();
  ImGui::SetNextItemWidth(10.5f * ImGui::GetFontSize());
  const bool open = ImGui::BeginCombo("##quantity", name.c_str(), ImGuiComboFlags_HeightLarge);
  PanelWidgets& widgets = tab.context.widgets();
  widgets.note(
      "Value of",
      "Which quantity is drawn. Overlap: core radius over the length of vortex line of an element; divergence: "
      "how far strengths have turned from the vorticity that they make.");
  std::size_t index = 0;
  for (std::size_t i = 0; i < kQuantities.size(); ++i) {
    if (open && ImGui::Selectable(kQuantities[i].name, name == kQuantities[i].name)) name = kQuantities[i].name;
    if (open)
      widgets.place(std::string("Value of/") + kQuantities[i].name, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
    if (name == kQuantities[i].name) index = i;
  }
  if (open) ImGui::EndCombo();
  return index;
}

LinePlot valuePlot(DiagnosticsTab& tab, std::size_t index) {
  LinePlot plot = plotOf(tab);
  plot.title = kQuantities[index].name;
  plot.title.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(plot.title.front())));
  plot.unit = kQuantities[index].unit;
  plot.least = 1e-3;
  plot.curves = curvesOf(tab.table, index);
  plot.legend = kQuantities[index].vector;
  return plot;
}

LinePlot driftPlot(DiagnosticsTab& tab) {
  LinePlot plot = plotOf(tab);
  plot.title = "Relative drift";
  plot.logarithmic = plot.timeAxis = true;
  plot.legend = false;  // the table above has the colours
  plot.empty = "Nothing has drifted yet";
  for (std::size_t i = 0; i < kConserved; ++i) {
    const std::string column = fmt::format("{}_drift", kQuantities[i].column);
    plot.curves.push_back({kQuantities[i].name, "", &tab.table.values(column), seriesColour(i)});
  }
  return plot;
}

}  // namespace

void drawInvariantsTab(DiagnosticsTab& tab) {
  drawQuantityTable(tab.table);
  const std::size_t index = chooseQuantity(tab);
  const ImVec2 size = {ImGui::GetContentRegionAvail().x, plotHeight(2)};
  drawLinePlot("value", valuePlot(tab, index), size, tab.window().cursor);
  drawLinePlot("drift", driftPlot(tab), size, tab.window().cursor);
}

}  // namespace app
