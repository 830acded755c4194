#include "panel/windows/diagnostics_tabs.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace app {

double newest(const std::vector<double>& values) {
  const auto found = std::find_if(values.rbegin(), values.rend(), [](double v) { return std::isfinite(v); });
  return found == values.rend() ? kNotMeasured : *found;
}

std::string shown(double value, const char* format) {
  return std::isfinite(value) ? fmt::format(fmt::runtime(format), value) : "\u2013";
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

}  // namespace app
