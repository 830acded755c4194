// The diagnostics window's tab of the whole flow: what the exact flow conserves, and how well the flow is resolved.

#include "panel/windows/diagnostics_tabs.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <vector>

#include "panel/plots/line_plot.h"
#include "panel/plots/plot_frame.h"
#include "panel/widgets/panel_numbers.h"
#include "panel/widgets/panel_style.h"

namespace app {
namespace {

/// The quantities shown, in display order: those that the exact flow conserves come first.
const std::vector<FlowQuantity>& shownQuantities() {
  static const std::vector<FlowQuantity> quantities = [] {
    std::vector<FlowQuantity> all;
    std::copy_if(kFlowQuantities.begin(), kFlowQuantities.end(), std::back_inserter(all),
                 [](const FlowQuantity& quantity) { return quantity.label != nullptr; });
    std::stable_sort(all.begin(), all.end(),
                     [](const FlowQuantity& a, const FlowQuantity& b) { return a.place < b.place; });
    return all;
  }();
  return quantities;
}

/// "L^4/T" with the exponent raised.
std::string shownUnit(std::string unit) {
  constexpr std::array<const char*, 10> kRaised = {"\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074",
                                                   "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
  for (std::size_t at = unit.find('^'); at != std::string::npos; at = unit.find('^'))
    unit.replace(at, 2, kRaised.at(static_cast<std::size_t>(unit.at(at + 1) - '0')));
  return unit;
}

constexpr std::array<ImU32, 3> kAxisColours = {IM_COL32(240, 113, 103, 255), IM_COL32(120, 200, 120, 255),
                                               IM_COL32(96, 156, 245, 255)};

std::vector<PlotCurve> curvesOf(const DiagnosticsTable& table, std::size_t index) {
  const FlowQuantity& quantity = shownQuantities()[index];
  if (!quantity.isVector()) return {{quantity.label, "", &table.values(quantity.column), seriesColour(index)}};
  constexpr std::array<const char*, 3> kAxes = {"x", "y", "z"};
  std::vector<PlotCurve> curves;
  for (std::size_t k = 0; k < kAxes.size(); ++k) {
    const std::string column = fmt::format("{}_{}", quantity.column, kAxes[k]);
    curves.push_back({kAxes[k], kAxes[k], &table.values(column), kAxisColours[k]});
  }
  return curves;
}

/// Typical size of a quantity of unit "L^a/T^b" in a flow of impulse I [L^4/T] and energy E [L^5/T^2]: from the length
/// R = (I^2/E)^(1/3) and the circulation I/R^2 of one ring; in the plane, where I and E have one L less, from
/// (I^2/E)^(1/2) and I/R. 0 if I or E is not known.
double usualSize(const DiagnosticsTable& table, fmm::Space space, const std::string& unit) {
  double impulse = 0;
  for (const char* column : {"impulse_x", "impulse_y", "impulse_z"})
    impulse = std::hypot(impulse, newest(table.values(column)));
  const double square = impulse * impulse / std::abs(newest(table.values("energy")));
  const bool plane = space == fmm::Space::plane;
  const double length = plane ? std::sqrt(square) : std::cbrt(square);
  const double circulation = impulse / (plane ? length : length * length);
  const auto power = [&](const std::string& base) {
    const std::size_t at = unit.find(base);
    if (at == std::string::npos) return 0;
    return at + 2 < unit.size() && unit[at + 1] == '^' ? unit[at + 2] - '0' : 1;
  };
  const int times = power("T");
  const double size = std::pow(circulation, times) * std::pow(length, power("L") - 2 * times);
  return std::isfinite(size) ? size : 0;
}

/// "0.0010,  -0.0008,  0.5654": as many decimals as the largest needs, with a power of ten for small and large values.
std::string shownTogether(const std::vector<PlotCurve>& curves, double usual, bool wide) {
  double largest = 0;
  for (const PlotCurve& curve : curves) largest = std::max(largest, std::abs(newest(*curve.values)));
  if (curves.size() == 1) return shown(withoutRoundOff(newest(*curves.front().values), usual));
  const bool none = withoutRoundOff(largest, usual) == 0;
  int power = none ? 3 : static_cast<int>(std::floor(std::log10(largest)));
  const int exponent = power < -3 || power > 4 ? 3 * static_cast<int>(std::floor(power / 3.)) : 0;
  power -= exponent;
  std::string text;
  for (const PlotCurve& curve : curves) {
    const double value = none ? 0 : withoutRoundOff(newest(*curve.values), largest) / std::pow(10, exponent);
    if (!text.empty()) text += wide ? ",  " : ", ";
    text += withoutSignOfZero(fmt::format("{:.{}f}", value, std::max(0, (wide ? 3 : 2) - power)));
  }
  return exponent == 0 ? text : text + " \u00d7\u00a0" + powerOfTen(exponent);
}

void drawQuantityRow(const DiagnosticsTable& table, fmm::Space space, std::size_t index, bool wide) {
  const FlowQuantity& quantity = shownQuantities()[index];
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  swatch(seriesColour(index));
  ImGui::TextUnformatted(quantity.label);
  const std::string unit = quantity.unitIn(space);
  ImGui::TableNextColumn();  // nothing is cut off: what does not fit goes into a second line
  const std::string value = shownTogether(curvesOf(table, index), usualSize(table, space, unit), wide);
  ImGui::TextUnformatted(brokenAtSpaces(value, ImGui::GetContentRegionAvail().x).c_str());
  textCell(shownUnit(unit));
  textCell(quantity.drift ? shown(newest(table.values(fmt::format("{}_drift", quantity.column))), "{:.1e}") : "");
}

void drawQuantityTable(const DiagnosticsTable& table, fmm::Space space) {
  constexpr float kWideFrom = 38;  // heights of the font
  const bool wide = ImGui::GetContentRegionAvail().x > kWideFrom * ImGui::GetFontSize();
  if (!ImGui::BeginTable("conserved", 4, ImGuiTableFlags_SizingFixedFit)) return;
  ImGui::TableSetupColumn("name");
  ImGui::TableSetupColumn("value", ImGuiTableColumnFlags_WidthStretch);
  ImGui::TableSetupColumn("unit");
  ImGui::TableSetupColumn("drift");
  ImGui::TableNextRow();
  for (const char* name : {"Of the flow", "now", "unit", "drift"}) {
    ImGui::TableNextColumn();
    ImGui::TextDisabled("%s", name);
  }
  for (std::size_t i = 0; i < shownQuantities().size(); ++i) drawQuantityRow(table, space, i, wide);
  ImGui::EndTable();
}

/// Lets the user choose the quantity to draw; returns its index.
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
  for (std::size_t i = 0; i < shownQuantities().size(); ++i) {
    const char* const label = shownQuantities()[i].label;
    if (open && ImGui::Selectable(label, name == label)) name = label;
    if (open) widgets.place(std::string("Value of/") + label, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
    if (name == label) index = i;
  }
  if (open) ImGui::EndCombo();
  return index;
}

LinePlot valuePlot(DiagnosticsTab& tab, std::size_t index) {
  const FlowQuantity& quantity = shownQuantities()[index];
  LinePlot plot = plotOf(tab);
  plot.title = quantity.label;
  plot.title.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(plot.title.front())));
  plot.unit = shownUnit(quantity.unitIn(tab.context.scene().settings.space));
  plot.least = 1e-3;
  plot.curves = curvesOf(tab.table, index);
  plot.legend = quantity.isVector();
  return plot;
}

LinePlot driftPlot(DiagnosticsTab& tab) {
  LinePlot plot = plotOf(tab);
  plot.title = "Relative drift";
  plot.logarithmic = plot.timeAxis = true;
  plot.legend = false;  // the table above has the colours
  plot.empty = "Nothing has drifted yet";
  for (std::size_t i = 0; i < shownQuantities().size(); ++i) {
    const FlowQuantity& quantity = shownQuantities()[i];
    if (quantity.drift == nullptr) continue;
    const std::string column = fmt::format("{}_drift", quantity.column);
    plot.curves.push_back({quantity.label, "", &tab.table.values(column), seriesColour(i)});
  }
  return plot;
}

}  // namespace

void drawInvariantsTab(DiagnosticsTab& tab) {
  drawQuantityTable(tab.table, tab.context.scene().settings.space);
  const std::size_t index = chooseQuantity(tab);
  const ImVec2 size = {ImGui::GetContentRegionAvail().x, plotHeight(2)};
  drawLinePlot("value", valuePlot(tab, index), size, tab.window().cursor);
  drawLinePlot("drift", driftPlot(tab), size, tab.window().cursor);
}

}  // namespace app
