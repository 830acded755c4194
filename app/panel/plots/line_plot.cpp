#include "panel/plots/line_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "panel/plots/plot_frame.h"
#include "panel/widgets/panel_numbers.h"

namespace app {
namespace {

constexpr int kMostDecades = 8;
const ImU32 kLevel = IM_COL32(245, 107, 102, 255);

std::size_t mostPoints(ImVec2 size) {
  return static_cast<std::size_t>(std::max(32.f, 2 * size.x));
}

/// The reduced curve of a quantity, brought up to date.
const CurveReducer& reduced(const LinePlot& plot, const std::string& name, const std::vector<double>& values,
                            ImVec2 size) {
  CurveReducer& reducer = (*plot.memory)[plot.title + '/' + name];
  reducer.update({*plot.times, values, plot.first, plot.epoch}, mostPoints(size));
  return reducer;
}

PlotAxes axesOf(const LinePlot& plot, ImVec2 size, PlotScale y) {
  PlotRange times;
  for (const PlotPoint& point : reduced(plot, "", *plot.times, size).extremes()) times.add(point.x);
  PlotAxes axes{plot.title, plot.unit, times.tight(), y, plot.timeAxis ? "Time [T]" : "", {}};
  for (const PlotCurve& curve : plot.curves) {
    const bool named = std::any_of(axes.legend.begin(), axes.legend.end(),
                                   [&](const PlotAxes::Entry& entry) { return entry.name == curve.legend; });
    if (plot.legend && !named) axes.legend.push_back({curve.legend, curve.colour, curve.dashed});
  }
  return axes;
}

/// The values at the pointer, in a tooltip.
void tellValues(const LinePlot& plot, std::size_t index) {
  ImGui::BeginTooltip();
  ImGui::TextDisabled("t = %.6g T", (*plot.times)[index]);
  for (const PlotCurve& curve : plot.curves) {
    if (index >= curve.values->size() || !std::isfinite((*curve.values)[index])) continue;
    const float font = ImGui::GetFontSize();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y + 0.25f * font}, {at.x + 0.6f * font, at.y + 0.85f * font},
                                              curve.colour, 2);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + font);
    const std::string number = formatted("%.5g", (*curve.values)[index]);
    ImGui::TextUnformatted(fmt::format("{}  {} {}", curve.name, number, plot.unit).c_str());
  }
  ImGui::EndTooltip();
}

/// Draws a line at the pointer's time, and the values at that time if the pointer is on this plot.
void followPointer(const LinePlot& plot, const PlotFrame& frame, PlotCursor& cursor) {
  if (frame.pointed()) cursor.point(frame.pointedX());
  if (!cursor.shown()) return;
  const std::size_t index = nearestIndex(*plot.times, plot.first, cursor.x());
  if (index >= plot.times->size()) return;
  frame.upright((*plot.times)[index], ImGui::GetColorU32(ImGuiCol_Text, 0.35f));
  if (frame.pointed()) tellValues(plot, index);
}

using Points = std::vector<PlotPoint>;

/// From 0 to a little above nearly all heights, so that a single very slow frame does not flatten the others.
PlotScale stackScale(const Points& top) {
  constexpr double kNearlyAll = 0.98, kMore = 1.2;
  std::vector<double> heights;
  for (const PlotPoint& point : top) heights.push_back(point.y);
  PlotRange range;
  range.add(0);
  if (heights.empty()) return range.linear(true, 0);
  const auto place = static_cast<std::ptrdiff_t>(kNearlyAll * static_cast<double>(heights.size() - 1));
  std::nth_element(heights.begin(), heights.begin() + place, heights.end());
  range.add(kMore * heights[static_cast<std::size_t>(place)]);
  return range.linear(true, 0);
}

/// Fills the area between two curves.
void fillBetween(const PlotFrame& frame, const Points& under, const Points& over, ImU32 colour) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImDrawListFlags before = draw.Flags;
  draw.Flags &= ~ImDrawListFlags_AntiAliasedFill;  // avoids visible seams between neighbours
  if (over.size() == 1)
    draw.AddRectFilled({frame.low().x, frame.at(over[0].x, over[0].y).y},
                       {frame.high().x, frame.at(under[0].x, under[0].y).y}, colour);
  for (std::size_t i = 1; i < over.size(); ++i) {
    draw.AddQuadFilled(frame.at(under[i - 1].x, under[i - 1].y), frame.at(over[i - 1].x, over[i - 1].y),
                       frame.at(over[i].x, over[i].y), frame.at(under[i].x, under[i].y), colour);
  }
  draw.Flags = before;
}

}  // namespace

void drawLinePlot(const char* id, const LinePlot& plot, ImVec2 size, PlotCursor& cursor,
                  const std::function<void(const PlotFrame&)>& ground) {
  std::vector<Points> curves;
  PlotRange range;
  for (const PlotCurve& curve : plot.curves) {
    curves.push_back(reduced(plot, curve.name, *curve.values, size).extremes());
    for (const PlotPoint& point : curves.back()) range.add(point.y, !plot.logarithmic);
  }
  const bool empty = range.empty();
  for (const double value : plot.include) range.add(value, !plot.logarithmic);
  if (plot.level > 0) range.add(plot.level);
  const PlotScale y = plot.logarithmic ? range.decades(kMostDecades) : range.linear(plot.fromZero, plot.least);
  const PlotFrame frame(id, size, axesOf(plot, size, y));
  if (empty) return frame.note(plot.empty);
  if (ground) ground(frame);
  for (std::size_t i = 0; i < curves.size(); ++i) frame.curve(curves[i], plot.curves[i].colour, plot.curves[i].dashed);
  if (plot.level > 0) frame.level(plot.level, plot.levelName, kLevel);
  followPointer(plot, frame, cursor);
}

void drawStackPlot(const char* id, const LinePlot& plot, ImVec2 size, PlotCursor& cursor) {
  std::vector<Points> heights = {reduced(plot, "", *plot.times, size).means()};
  for (PlotPoint& point : heights.front()) point.y = 0;
  for (const PlotCurve& curve : plot.curves) {
    Points over = reduced(plot, curve.name, *curve.values, size).means();
    for (std::size_t i = 0; i < over.size(); ++i) over[i].y += heights.back()[i].y;
    heights.push_back(std::move(over));
  }
  const PlotFrame frame(id, size, axesOf(plot, size, stackScale(heights.back())));
  if (heights.front().empty()) return frame.note(plot.empty);
  for (std::size_t i = 0; i + 1 < heights.size(); ++i)
    fillBetween(frame, heights[i], heights[i + 1], faded(plot.curves[i].colour, 0.85f));
  followPointer(plot, frame, cursor);
}

}  // namespace app
