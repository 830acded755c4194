#include "panel/plots/plot_colours.h"

#include <array>

namespace app {
namespace {

constexpr std::array<ImU32, 9> kColours = {
    IM_COL32(86, 180, 233, 255), IM_COL32(230, 159, 0, 255),   IM_COL32(0, 158, 115, 255),
    IM_COL32(240, 228, 66, 255), IM_COL32(213, 94, 0, 255),    IM_COL32(204, 121, 167, 255),
    IM_COL32(60, 110, 200, 255), IM_COL32(170, 170, 170, 255), IM_COL32(120, 200, 120, 255),
};

}  // namespace

ImU32 seriesColour(std::size_t index) {
  return kColours[index % kColours.size()];
}

ImU32 paler(ImU32 colour) {
  constexpr float kWhite = 0.55f;
  ImVec4 c = ImGui::ColorConvertU32ToFloat4(colour);
  for (float* channel : {&c.x, &c.y, &c.z}) *channel += kWhite * (1 - *channel);
  return ImGui::ColorConvertFloat4ToU32(c);
}

ImU32 faded(ImU32 colour, float opacity) {
  ImVec4 c = ImGui::ColorConvertU32ToFloat4(colour);
  c.w *= opacity;
  return ImGui::ColorConvertFloat4ToU32(c);
}

}  // namespace app
