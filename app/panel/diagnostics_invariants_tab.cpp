// The diagnostics window's tab of what the exact flow conserves.

#include "panel/diagnostics_tabs.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "panel/line_plot.h"
#include "panel/plot_colours.h"

namespace app {
namespace {

/// A conserved quantity, by its columns.
struct Conserved {
  const char* name;
  const char* column;  ///< of its drift COLUMN_drift; of the value COLUMN, or COLUMN_x and so on
  const char* unit;
  bool vector;
};
constexpr std::array<Conserved, 5> kConserved = {{{"impulse", "impulse", "L\u2074/T", true},
                                                  {"angular impulse", "angular_impulse", "L\u2075/T", true},
                                                  {"total strength", "strength", "L\u00b3/T", true},
                                                  {"energy", "energy", "L\u2075/T\u00b2", false},
                                                  {"helicity", "helicity", "L\u2074/T\u00b2", false}}};

constexpr std::array<ImU32, 3> kAxisColours = {IM_COL32(240, 113, 103, 255), IM_COL32(120, 200, 120, 255),
                                               IM_COL32(96, 156, 245, 255)};

std::vector<PlotCurve> curvesOf(const DiagnosticsTable& table, std::size_t index) {
  const Conserved& quantity = kConserved[index];
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

void drawConservedRow(const DiagnosticsTable& table, std::size_t index) {
  const Conserved& quantity = kConserved[index];
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  swatch(seriesColour(index));
  ImGui::TextUnformatted(quantity.name);
  textCell(shownTogether(curvesOf(table, index)));
  textCell(quantity.unit);
  textCell(shown(newest(table.values(fmt::format("{}_drift", quantity.column))), "{:.1e}"));
}

void drawConservedTable(const DiagnosticsTable& table) {
  if (!ImGui::BeginTable("conserved", 4, ImGuiTableFlags_SizingFixedFit)) return;
  ImGui::TableSetupColumn("name");
  ImGui::TableSetupColumn("value", ImGuiTableColumnFlags_WidthStretch);
  ImGui::TableSetupColumn("unit");
  ImGui::TableSetupColumn("drift");
  ImGui::TableNextRow();
  for (const char* name : {"Conserved", "now", "unit", "relative drift"}) {
    ImGui::TableNextColumn();
    ImGui::TextDisabled("%s", name);
  }
  for (std::size_t i = 0; i < kConserved.size(); ++i) drawConservedRow(table, i);
  ImGui::EndTable();
}

/// Asks which of the quantities is drawn; its index.
std::size_t chooseQuantity(DiagnosticsTab& tab) {
  std::string& name = tab.window().quantity;
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted("Value of");
  ImGui::SameLine();
  ImGui::SetNextItemWidth(10.5f * ImGui::GetFontSize());
  const bool open = ImGui::BeginCombo("##quantity", name.c_str());
  PanelWidgets& widgets = tab.context.widgets();
  widgets.note("Value of", "Which of the conserved quantities is drawn.");
  std::size_t index = 0;
  for (std::size_t i = 0; i < kConserved.size(); ++i) {
    if (open && ImGui::Selectable(kConserved[i].name, name == kConserved[i].name)) name = kConserved[i].name;
    if (open)
      widgets.place(std::string("Value of/") + kConserved[i].name, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
    if (name == kConserved[i].name) index = i;
  }
  if (open) ImGui::EndCombo();
  return index;
}

LinePlot valuePlot(DiagnosticsTab& tab, std::size_t index) {
  LinePlot plot = plotOf(tab);
  plot.title = kConserved[index].name;
  plot.title.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(plot.title.front())));
  plot.unit = kConserved[index].unit;
  plot.least = 1e-3;
  plot.curves = curvesOf(tab.table, index);
  plot.legend = kConserved[index].vector;
  return plot;
}

LinePlot driftPlot(DiagnosticsTab& tab) {
  LinePlot plot = plotOf(tab);
  plot.title = "Relative drift";
  plot.logarithmic = plot.timeAxis = true;
  plot.legend = false;  // the table above has the colours
  plot.empty = "Nothing has drifted yet";
  for (std::size_t i = 0; i < kConserved.size(); ++i) {
    const std::string column = fmt::format("{}_drift", kConserved[i].column);
    plot.curves.push_back({kConserved[i].name, "", &tab.table.values(column), seriesColour(i)});
  }
  return plot;
}

}  // namespace

void drawInvariantsTab(DiagnosticsTab& tab) {
  drawConservedTable(tab.table);
  const std::size_t index = chooseQuantity(tab);
  const ImVec2 size = {ImGui::GetContentRegionAvail().x, plotHeight(2)};
  drawLinePlot("value", valuePlot(tab, index), size, tab.window().cursor);
  drawLinePlot("drift", driftPlot(tab), size, tab.window().cursor);
}

}  // namespace app
