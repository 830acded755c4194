#include "panel/plots/solver_plots.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>
#include <imgui.h>

#include "panel/plots/plot_frame.h"
#include "panel/widgets/panel_style.h"

namespace app {
namespace {

using fmm::MeasuredError;

const ImU32 kTolerance = IM_COL32(245, 107, 102, 255);

/// Error at the lower edge of a bin of the histogram.
double edge(int bin) {
  return std::pow(10, MeasuredError::kLowestDecade + static_cast<double>(bin) / MeasuredError::kBinsPerDecade);
}

/// Largest share of the targets in a single bin.
double highestShare(const MeasuredError& error) {
  const auto highest = *std::max_element(error.histogram.begin(), error.histogram.end());
  return static_cast<double>(highest) / static_cast<double>(std::max<std::size_t>(error.samples, 1));
}

/// Lower edge of the bins that hold all but a few per cent of the targets.
double lowestOf(const MeasuredError& error) {
  constexpr double kFew = 0.03;
  std::size_t below = 0;
  int bin = 0;
  while (bin + 1 < MeasuredError::kBins) {
    below += error.histogram[static_cast<std::size_t>(bin)];
    if (static_cast<double>(below) > kFew * static_cast<double>(error.samples)) break;
    ++bin;
  }
  return edge(bin);
}

/// Draws a measurement as a column of the map, between two times.
void drawColumn(const PlotFrame& frame, const MeasuredError& error, double from, double to) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImU32 colour = ImGui::GetColorU32(panelColours().accent);
  const double most = highestShare(error) * static_cast<double>(error.samples);
  for (int bin = 0; bin < MeasuredError::kBins; ++bin) {
    const auto count = static_cast<double>(error.histogram[static_cast<std::size_t>(bin)]);
    if (count == 0) continue;
    const ImVec2 low = frame.at(from, edge(bin)), high = frame.at(to, edge(bin + 1));
    draw.AddRectFilled({low.x, high.y}, {std::max(high.x, low.x + 1), low.y},
                       faded(colour, 0.75f * static_cast<float>(std::sqrt(count / most))));
  }
}

/// Columns meet half way between their times. If there are more columns than pixels, some stand for their neighbours.
void drawMap(const PlotFrame& frame, const std::vector<TimedError>& errors, double firstTime, double lastTime) {
  const auto most = static_cast<std::size_t>(std::max(8.f, frame.width() / 2));
  const std::size_t step = 1 + errors.size() / most;
  for (std::size_t i = 0; i < errors.size(); i += step) {
    const double time = errors[i].time;
    const double before = i >= step ? (errors[i - step].time + time) / 2 : firstTime;
    const double after = i + step < errors.size() ? (errors[i + step].time + time) / 2 : lastTime;
    drawColumn(frame, errors[i].error, std::min(before, after), std::max(before, after));  // time may run backwards
  }
}

}  // namespace

void drawErrorMap(const char* id, const LinePlot& plot, const std::vector<TimedError>& errors, ImVec2 size,
                  PlotCursor& cursor) {
  LinePlot withMap = plot;
  for (const TimedError& measured : errors) withMap.include.push_back(lowestOf(measured.error));
  drawLinePlot(id, withMap, size, cursor, [&](const PlotFrame& frame) {
    if (plot.times->empty()) return;
    drawMap(frame, errors, (*plot.times)[plot.first], plot.times->back());
  });
}

void drawErrorHistogram(const char* id, const MeasuredError& error, double tolerance, ImVec2 size) {
  constexpr double kAir = 1.5;  // factor by which the axis extends beyond bars and tolerance
  PlotRange shares;
  shares.add(0);
  shares.add(100 * highestShare(error));
  PlotScale errors{tolerance / 1e3, kAir * tolerance, true};
  for (int bin = 0; bin < MeasuredError::kBins; ++bin) {
    if (error.histogram[static_cast<std::size_t>(bin)] == 0) continue;
    errors.low = std::min(errors.low, edge(bin) / kAir);
    errors.high = std::max(errors.high, kAir * edge(bin + 1));
  }
  PlotAxes axes{"Targets by error", "%", errors, shares.linear(true, 0), "", {}};
  axes.xTitle = "|u \u2212 exact| / rms |exact|";
  const PlotFrame frame(id, size, axes);
  if (error.samples == 0) return frame.note("Not measured yet");
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImU32 colour = ImGui::GetColorU32(panelColours().accent);
  for (int bin = 0; bin < MeasuredError::kBins; ++bin) {
    const auto count = static_cast<double>(error.histogram[static_cast<std::size_t>(bin)]);
    if (count == 0) continue;
    const ImVec2 high = frame.at(edge(bin + 1), 100 * count / static_cast<double>(error.samples));
    const ImVec2 low = frame.at(edge(bin), 0);
    draw.AddRectFilled({low.x + 1, high.y}, {std::max(high.x - 1, low.x + 2), low.y}, faded(colour, 0.85f), 2);
  }
  frame.upright(tolerance, kTolerance, "tolerance");
  if (error.relativeL2 > 0) frame.upright(error.relativeL2, ImGui::GetColorU32(ImGuiCol_Text), "L2", 1);
}

namespace {

constexpr float kMilliseconds = 1000;
constexpr double kWorthNaming = 0.01;    // smallest share of the time that is shown as "other"
constexpr std::size_t kMeanLength = 20;  // frames averaged for the legend's times

/// 1, 2 or 5 times a power of ten, at least `value`.
float roundUp(float value) {
  float unit = 0.01f;
  while (unit * 10 < value) unit *= 10;
  for (const float factor : {1.f, 2.f, 5.f}) {
    if (factor * unit >= value) return factor * unit;
  }
  return 10 * unit;
}

void drawColumns(const StageHistory& history, ImVec2 low, ImVec2 high, float scale) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float step = (high.x - low.x) / static_cast<float>(StageHistory::kLength);
  const auto& frames = history.frames();
  const float start = high.x - step * static_cast<float>(frames.size());
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const float x = start + step * static_cast<float>(i);
    float y = high.y;
    for (std::size_t stage = 0; stage < frames[i].size(); ++stage) {
      const float top = std::max(low.y, y - frames[i][stage] / scale * (high.y - low.y));
      if (top < y) draw.AddRectFilled({x, top}, {x + step, y}, seriesColour(stage));
      y = top;
    }
  }
}

/// Mean over the last frames of each stage [ms].
std::vector<float> meanTimes(const StageHistory& history) {
  std::vector<float> mean(history.names().size(), 0);
  const auto& frames = history.frames();
  const std::size_t count = std::min(kMeanLength, frames.size());
  for (std::size_t i = frames.size() - count; i < frames.size(); ++i) {
    for (std::size_t stage = 0; stage < frames[i].size(); ++stage)
      mean[stage] += frames[i][stage] / static_cast<float>(count);
  }
  return mean;
}

void drawLegend(const StageHistory& history) {
  const std::vector<float> mean = meanTimes(history);
  if (!ImGui::BeginTable("stages", 2)) return;
  for (std::size_t stage = 0; stage < mean.size(); ++stage) {
    ImGui::TableNextColumn();
    const float size = ImGui::GetTextLineHeight();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddRectFilled({corner.x, corner.y + 0.2f * size},
                                              {corner.x + 0.6f * size, corner.y + 0.8f * size}, seriesColour(stage), 2);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 0.9f * size);
    ImGui::TextUnformatted(fmt::format("{} {:.2f}", history.names()[stage], mean[stage]).c_str());
  }
  ImGui::EndTable();
}

}  // namespace

void StageHistory::add(const fmm::EvaluationReport& report) {
  std::vector<float> frame(names_.size(), 0);
  double named = 0;
  const auto put = [&](const std::string& name, double seconds) {
    const auto found = std::find(names_.begin(), names_.end(), name);
    const auto index = static_cast<std::size_t>(found - names_.begin());
    if (found == names_.end()) {
      names_.push_back(name);
      frame.push_back(0);
    }
    frame[index] += kMilliseconds * static_cast<float>(seconds);
  };
  for (const fmm::StageTime& stage : report.stages) {
    put(stage.name, stage.seconds);
    named += stage.seconds;
  }
  if (report.seconds - named > kWorthNaming * report.seconds) put("other", report.seconds - named);
  frames_.push_back(std::move(frame));
  if (frames_.size() > kLength) frames_.pop_front();
}

void StageHistory::clear() {
  names_.clear();
  frames_.clear();
}

float StageHistory::total(const std::vector<float>& frame) {
  return std::accumulate(frame.begin(), frame.end(), 0.f);
}

void drawStagePlot(const StageHistory& history, float width, float height) {
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const ImVec2 high = {low.x + width, low.y + height};
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled(low, high, ImGui::GetColorU32(ImGuiCol_FrameBg), 4);
  float highest = 0;
  for (const auto& frame : history.frames()) highest = std::max(highest, StageHistory::total(frame));
  if (highest > 0) {
    const float scale = roundUp(highest);
    drawColumns(history, low, high, scale);
    draw.AddText({low.x + 6, low.y + 2}, ImGui::GetColorU32(ImGuiCol_Text), fmt::format("{:g} ms", scale).c_str());
  }
  ImGui::Dummy({width, height});
  drawLegend(history);
}

}  // namespace app
