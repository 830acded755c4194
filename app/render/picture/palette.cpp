#include "render/picture/palette.h"

#include <algorithm>
#include <cmath>

#include "colour/palette_colours.h"

namespace app {
namespace {

constexpr int kColours = 256;

/// What resolve.comp multiplies by the light and raises 2 to: light fills up to white, 1 - exp(-colour); ink takes away
/// so that one unit of it leaves the colour (Beer and Lambert).
float exponentOf(float part, bool ink) {
  constexpr float kLog2E = 1.44269504F;
  return ink ? std::log2(std::max(part, 0.01F)) : -kLog2E * part;
}

float tintOf(float part, bool ink) {
  return std::clamp(ink ? exponentOf(part, true) / exponentOf(0, true) : part, 0.0F, 1.0F);
}

void fill(const Texture& texture, const std::vector<float>& texels) {
  glTextureSubImage2D(texture.name(), 0, 0, 0, kColours, 1, GL_RGBA, GL_FLOAT, texels.data());
  checkGl("glTextureSubImage2D");
}

}  // namespace

Palette::Palette()
    : colours_(GL_RGBA32F, kColours, 1, GL_NEAREST),
      exponents_(GL_RGBA32F, kColours, 1, GL_NEAREST),
      tints_(GL_RGBA32F, kColours, 1, GL_NEAREST) {}

void Palette::update(const ViewSettings& view, std::uint32_t rings, const RingColours& own) {
  const auto same = [&](const ViewSettings& v) {
    return v.colourMap == view.colourMap && inks(v) == inks(view) && v.dyes == view.dyes && v.colourBy == view.colourBy;
  };
  if (view_ && same(*view_) && rings == rings_ && own == own_) return;
  linear_ = paletteOf(view, inks(view), rings, own);
  std::vector<float> colours, exponents, tints;
  for (const Colour& colour : linear_) {
    for (const float part : colour) {
      colours.push_back(part);
      exponents.push_back(exponentOf(part, inks(view)));
      tints.push_back(tintOf(part, inks(view)));
    }
    colours.push_back(1);
    exponents.push_back(1);
    tints.push_back(1);
  }
  fill(colours_, colours);
  fill(exponents_, exponents);
  fill(tints_, tints);
  view_ = view;
  rings_ = rings;
  own_ = own;
}

}  // namespace app
