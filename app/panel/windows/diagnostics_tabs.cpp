#include "panel/windows/diagnostics_tabs.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <imgui.h>

#include "panel/plots/line_plot.h"
#include "panel/plots/plot_frame.h"
#include "panel/plots/solver_plots.h"
#include "panel/widgets/panel_numbers.h"
#include "scene/scene_lines.h"

namespace app {

double newest(const std::vector<double>& values) {
  const auto found = std::find_if(values.rbegin(), values.rend(), [](double v) { return std::isfinite(v); });
  return found == values.rend() ? kNotMeasured : *found;
}

std::string shown(double value, const char* format) {
  return std::isfinite(value) ? withoutSignOfZero(fmt::format(fmt::runtime(format), value)) : "\u2013";
}

void textCell(const std::string& text) {
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(text.c_str());
}

void swatch(ImU32 colour) {
  const float font = ImGui::GetFontSize();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y + 0.25f * font}, {at.x + 0.6f * font, at.y + 0.85f * font},
                                            colour, 2);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 0.9f * font);
}

LinePlot plotOf(DiagnosticsTab& tab) {
  LinePlot plot;
  plot.times = &tab.table.values("time");
  plot.first = tab.first;
  plot.epoch = tab.table.epoch();
  plot.memory = &tab.window().memory;
  return plot;
}

float plotHeight(int count) {
  constexpr float kLeastHeight = 7;  // in heights of the font
  const float room = ImGui::GetContentRegionAvail().y - ImGui::GetStyle().ItemSpacing.y * static_cast<float>(count);
  return std::max(kLeastHeight * ImGui::GetFontSize(), std::floor(room / static_cast<float>(count)));
}

// Tabs of the diagnostics window about the solver: errors and times.

namespace {

constexpr std::size_t kMeanLength = 20;  // rows averaged for mean times
constexpr double kWorthNaming = 0.005;   // least share of the time for "other"

/// Mean over the last rows.
double meanOfLast(const std::vector<double>& values) {
  const std::size_t count = std::min(kMeanLength, values.size());
  double sum = 0;
  for (std::size_t i = values.size() - count; i < values.size(); ++i) sum += std::isfinite(values[i]) ? values[i] : 0;
  return count > 0 ? sum / static_cast<double>(count) : 0;
}

/// The curves of the stages that take time; each stage always has the same colour.
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

/// Number of columns of the stage table in which no number is cut off.
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
  const fmm::MeasuredError& error = readout.status->error;
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

// The diagnostics window's tab of rings against theory.

namespace {

constexpr std::size_t kMostDrawn = 8;   // rings with curves
constexpr std::size_t kMostListed = 4;  // rings in the table before it scrolls

std::string ringColumn(std::size_t ring, const char* what) {
  return fmt::format("ring{}_{}", ring + 1, what);
}

/// Calls `visit` with the quantities listed always, or with those listed only with much room (`wide`).
template <class Visit>
void forEachListed(bool wide, const Visit& visit) {
  for (const RingQuantity& quantity : kRingQuantities)
    if (quantity.title != nullptr && quantity.wide == wide) visit(quantity);
}

/// "ring 2": its number in all tables, and the kind of line that it is.
std::string nameOfRing(const Scene& scene, std::size_t ring) {
  std::size_t end = 0;
  std::string name;
  scene.lines.forEach([&](const auto& line) {
    end += static_cast<std::size_t>(line.components());
    if (ring < end && name.empty()) name = line.kName;
  });
  return fmt::format("{} {}", name.empty() ? "ring" : name, ring + 1);
}

/// Room that the table has for the quantities of a ring.
enum class Room { little, some, much };

void drawRingRow(DiagnosticsTab& tab, std::size_t ring, Room room) {
  const DiagnosticsTable& table = tab.table;
  const auto now = [&](const char* what) { return newest(table.values(ringColumn(ring, what))); };
  const double radius = now("radius");
  const auto cell = [&](const RingQuantity& quantity) {
    const double value = now(quantity.column);
    const bool length = std::string_view(quantity.unit) == "L";
    textCell(shown(length ? withoutRoundOff(value, radius) : value, room == Room::little ? "{:.3g}" : quantity.format));
  };
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  swatch(tab.window().series.colour(ring));
  ImGui::Text("%zu", ring + 1);
  forEachListed(false, cell);
  const double speed = now("speed"), theory = now("theory_speed");
  if (room != Room::little) textCell(shown(theory));
  const double off = 100 * (speed / theory - 1);
  textCell(shown(std::abs(off) < 0.05 ? 0 : off, "{:+.1f} %"));
  if (room == Room::much) forEachListed(true, cell);
}

void drawRingTable(DiagnosticsTab& tab) {
  const DiagnosticsTable& table = tab.table;
  constexpr float kMuchFrom = 34, kSomeFrom = 26;  // heights of the font
  const float width = ImGui::GetContentRegionAvail().x / ImGui::GetFontSize();
  const Room room = width > kMuchFrom ? Room::much : width > kSomeFrom ? Room::some : Room::little;
  std::vector<const char*> titles = {"Ring"};
  const auto add = [&](const RingQuantity& quantity) { titles.push_back(quantity.title); };
  forEachListed(false, add);
  if (room != Room::little) titles.push_back("U theory");
  titles.push_back("off by");
  if (room == Room::much) forEachListed(true, add);
  const auto listed = static_cast<float>(std::min(table.rings(), kMostListed) + 1);
  const float height = listed * (ImGui::GetTextLineHeight() + 2 * ImGui::GetStyle().CellPadding.y);
  const ImGuiTableFlags flags =
      ImGuiTableFlags_SizingStretchSame | (table.rings() > kMostListed ? ImGuiTableFlags_ScrollY : 0);
  if (!ImGui::BeginTable(std::to_string(titles.size()).c_str(), static_cast<int>(titles.size()), flags,
                         {0, table.rings() > kMostListed ? height : 0}))
    return;
  for (const char* title : titles)
    ImGui::TableSetupColumn(title, ImGuiTableColumnFlags_WidthStretch, title == titles.front() ? 0.6f : 1.f);
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableNextRow();
  for (const char* title : titles) {
    ImGui::TableNextColumn();
    ImGui::TextDisabled("%s", title);
  }
  for (std::size_t ring = 0; ring < table.rings(); ++ring) drawRingRow(tab, ring, room);
  ImGui::EndTable();
}

/// A quantity of all rings as curves, with its theory, if there is one, dashed over them.
LinePlot ringPlot(DiagnosticsTab& tab, const RingQuantity& quantity) {
  LinePlot plot = plotOf(tab);
  plot.title = quantity.plot;
  plot.unit = quantity.unit;
  const std::size_t rings = std::min(tab.table.rings(), kMostDrawn);
  const RingSeries& series = tab.window().series;
  for (std::size_t ring = 0; ring < rings; ++ring) {
    const std::string name = nameOfRing(tab.context.document.built, ring);
    plot.curves.push_back({name, name, &tab.table.values(ringColumn(ring, quantity.column)), series.colour(ring)});
  }
  if (quantity.theory == nullptr || tab.context.readout.flow->diagnostics.theory == RingTheory::none) return plot;
  for (std::size_t ring = 0; ring < rings; ++ring) {
    plot.curves.push_back({fmt::format("ring {}, theory", ring + 1), "theory",
                           &tab.table.values(ringColumn(ring, quantity.theory)), paler(series.colour(ring)), true});
  }
  return plot;
}

const char* theoryText(RingTheory theory, bool measured) {
  switch (theory) {
    case RingTheory::coaxial:
      return "Theory: equations of coaxial rings; U: ring of this size in the flow of the others";
    case RingTheory::selfInduced:
      return "Theory: U of each ring alone, as the rings have no common axis";
    case RingTheory::met:
      return "Rings have met others or a wall: single ones cannot be told apart any more";
    case RingTheory::none:
      break;
  }
  return measured ? "No theory: it is of circular rings alone" : "No ring was measured yet";
}

}  // namespace

void drawRingsTab(DiagnosticsTab& tab) {
  const std::size_t rings = tab.table.rings();
  const Scene& built = tab.context.document.built;
  tab.window().series.update(tab.context.scene().view, rings, ringColours(built));
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyle().Colors[ImGuiCol_TextDisabled]);
  ImGui::TextWrapped("%s", theoryText(tab.context.readout.flow->diagnostics.theory, rings > 0));
  ImGui::PopStyleColor();
  if (rings > kMostDrawn)
    ImGui::TextDisabled("Curves of the first %zu of %zu rings; CSV has the others", kMostDrawn, rings);
  if (tab.context.readout.flow->diagnostics.theory != RingTheory::met) drawRingTable(tab);
  std::vector<RingQuantity> plotted;
  std::copy_if(kRingQuantities.begin(), kRingQuantities.end(), std::back_inserter(plotted),
               [](const RingQuantity& quantity) { return quantity.plot != nullptr; });
  const ImVec2 size = {ImGui::GetContentRegionAvail().x, plotHeight(static_cast<int>(plotted.size()))};
  for (std::size_t i = 0; i < plotted.size(); ++i) {
    LinePlot plot = ringPlot(tab, plotted[i]);
    plot.legend = i == 0;
    plot.timeAxis = i + 1 == plotted.size();
    drawLinePlot(plotted[i].column, plot, size, tab.window().cursor);
  }
}

}  // namespace app
