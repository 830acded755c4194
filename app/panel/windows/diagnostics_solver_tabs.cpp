// Tabs of the diagnostics window about the solver: errors and times.

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "panel/plots/error_plot.h"
#include "panel/plots/plot_colours.h"
#include "panel/windows/diagnostics_tabs.h"

namespace app {
namespace {

constexpr std::size_t kMeanLength = 20;  // rows that mean times are of
constexpr double kWorthNaming = 0.005;   // share of the time

/// Mean of the last rows.
double meanOfLast(const std::vector<double>& values) {
  const std::size_t count = std::min(kMeanLength, values.size());
  double sum = 0;
  for (std::size_t i = values.size() - count; i < values.size(); ++i) sum += std::isfinite(values[i]) ? values[i] : 0;
  return count > 0 ? sum / static_cast<double>(count) : 0;
}

/// The stages that take time, each with its colour for good.
std::vector<PlotCurve> stageCurves(const DiagnosticsTable& table) {
  std::vector<PlotCurve> curves;
  const double all = meanOfLast(table.values("frame_ms"));
  std::size_t index = 0;
  const auto add = [&](const std::string& stage) {
    const std::vector<double>& values = table.values(stage + "_ms");
    const ImU32 colour = seriesColour(index++);
    const bool any = std::any_of(values.begin(), values.end(), [](double v) { return v > 0; });
    if (any && (stage != "other" || meanOfLast(values) > kWorthNaming * all))
      curves.push_back({stage, "", &values, colour});
  };
  for (const char* stage : kTimedStages) add(stage);
  add("other");
  return curves;
}

/// Stages side by side, so that no number is cut off.
int stageColumns() {
  constexpr float kColumn = 13;  // heights of the font
  return std::max(1, static_cast<int>(ImGui::GetContentRegionAvail().x / (kColumn * ImGui::GetFontSize())));
}

void drawStageTable(const DiagnosticsTable& table, const std::vector<PlotCurve>& curves) {
  const double all = meanOfLast(table.values("frame_ms"));
  if (!ImGui::BeginTable("stages", stageColumns())) return;
  for (const PlotCurve& curve : curves) {
    ImGui::TableNextColumn();
    swatch(curve.colour);
    const double mean = meanOfLast(*curve.values);
    ImGui::TextUnformatted(fmt::format("{}  {:.2f} ms", curve.name, mean).c_str());
    ImGui::SameLine();
    ImGui::TextDisabled("%.0f %%", all > 0 ? 100 * mean / all : 0);
  }
  ImGui::EndTable();
}

}  // namespace

void drawErrorTab(DiagnosticsTab& tab) {
  const PanelReadout& readout = tab.context.readout;
  const double tolerance = tab.context.scene().settings.tolerance;
  const fmm::MeasuredError& error = readout.error;
  if (error.samples > 0) {
    ImGui::TextUnformatted(fmt::format("L2 {:.2e}    99 % below {:.2e}    largest {:.2e}", error.relativeL2,
                                       error.percentile99, error.maximum)
                               .c_str());
  } else {
    ImGui::TextDisabled("The error is being measured");
  }
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyle().Colors[ImGuiCol_TextDisabled]);
  ImGui::TextWrapped("Against direct sums in double precision at %zu targets; tolerance %.1e", error.samples,
                     tolerance);
  ImGui::PopStyleColor();
  LinePlot plot = plotOf(tab);
  plot.title = "Relative error of the velocity";
  plot.logarithmic = plot.timeAxis = true;
  plot.level = tolerance;
  plot.levelName = "tolerance";
  for (auto quantity = kErrorQuantities.rbegin(); quantity != kErrorQuantities.rend(); ++quantity)
    plot.curves.push_back(
        {quantity->label, quantity->label, &tab.table.values(quantity->column), seriesColour(quantity->colour)});
  const float width = ImGui::GetContentRegionAvail().x;
  const float room =
      std::max(ImGui::GetContentRegionAvail().y - ImGui::GetStyle().ItemSpacing.y, 15 * ImGui::GetFontSize());
  drawErrorMap("error", plot, tab.table.errors(), {width, std::floor(0.58f * room)}, tab.window().cursor);
  drawErrorHistogram("histogram", error, tolerance, {width, std::floor(0.42f * room)});
}

void drawTimesTab(DiagnosticsTab& tab) {
  LinePlot plot = plotOf(tab);
  plot.title = "Wall time of a simulation frame";
  plot.unit = "ms";
  plot.timeAxis = true;
  plot.legend = false;
  plot.curves = stageCurves(tab.table);
  ImGui::TextUnformatted(fmt::format("{:.2f} ms a frame, mean of the last {}", meanOfLast(tab.table.values("frame_ms")),
                                     std::min(kMeanLength, tab.table.rows()))
                             .c_str());
  const float rows = std::ceil(static_cast<float>(plot.curves.size()) / static_cast<float>(stageColumns()));
  const float below =
      rows * (ImGui::GetTextLineHeight() + 2 * ImGui::GetStyle().CellPadding.y) + 2 * ImGui::GetStyle().ItemSpacing.y;
  const float height = std::max(8 * ImGui::GetFontSize(), ImGui::GetContentRegionAvail().y - below);
  drawStackPlot("times", plot, {ImGui::GetContentRegionAvail().x, height}, tab.window().cursor);
  drawStageTable(tab.table, plot.curves);
}

}  // namespace app
