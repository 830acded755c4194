#include "panel/widgets/colour_strips.h"

#include <cmath>

#include "colour/colour_map.h"
#include "files/file_error.h"

namespace app {
namespace {

ImU32 packed(const Colour& c) {
  return ImGui::ColorConvertFloat4ToU32({c[0], c[1], c[2], 1});
}

}  // namespace

ColourStrips loadColourStrips() {
  ColourStrips strips;
  for (const std::string& name : colourMapNames()) {
    try {
      strips[name] = loadColourMap(name);
    } catch (const FileError&) {
    }
  }
  return strips;
}

void drawColourStrip(const std::vector<Colour>& colours, ImDrawList& draw, WidgetRect line) {
  constexpr float kShare = 0.55f, kHeight = 0.5f;  // of the line
  constexpr int kPieces = 24;
  if (colours.empty()) return;
  const float height = line.high.y - line.low.y, gap = std::floor(height / 4);
  const float left = line.high.x - kShare * (line.high.x - line.low.x), right = line.high.x - gap;
  const float top = std::floor(line.low.y + (1 - kHeight) / 2 * height), bottom = std::ceil(top + kHeight * height);
  const auto at = [&](int piece) {
    return packed(colours[(colours.size() - 1) * static_cast<std::size_t>(piece) / kPieces]);
  };
  for (int i = 0; i < kPieces; ++i) {
    const float from = left + (right - left) * static_cast<float>(i) / kPieces;
    const float to = left + (right - left) * static_cast<float>(i + 1) / kPieces;
    draw.AddRectFilledMultiColor({from, top}, {to, bottom}, at(i), at(i + 1), at(i + 1), at(i));
  }
}

}  // namespace app
