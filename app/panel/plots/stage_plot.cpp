#include "panel/plots/stage_plot.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <numeric>

#include "panel/plots/plot_colours.h"

namespace app {
namespace {

constexpr float kMilliseconds = 1000;
constexpr double kWorthNaming = 0.01;    // smallest share of the time that is shown as "other"
constexpr std::size_t kMeanLength = 20;  // frames that the legend's times are means of

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
