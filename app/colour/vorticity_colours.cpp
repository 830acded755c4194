#include "colour/vorticity_colours.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "colour/colour_map.h"
#include "colour/oklab.h"
#include "colour/palette_colours.h"

namespace app {
namespace {

constexpr std::size_t kColours = 256;

/// From nothing to a dye, and on towards white.
std::vector<Colour> risingTo(const Colour& dye) {
  constexpr float kPure = 0.6F, kWhite = 0.4F;
  std::vector<Colour> colours;
  for (std::size_t i = 0; i < kColours; ++i) {
    const float place = static_cast<float>(i) / (kColours - 1);
    const float light = std::min(place / kPure, 1.F), white = kWhite * std::max(place - kPure, 0.F) / (1 - kPure);
    Colour colour{};
    for (std::size_t c = 0; c < 3; ++c) colour[c] = light * (dye[c] + white * (1 - dye[c]));
    colours.push_back(colour);
  }
  return colours;
}

}  // namespace

ViewSettings ringTints(ViewSettings view) {
  if (view.colourBy != ColourBy::ring) view.colourMap = kDyeMap;
  view.colourBy = ColourBy::ring;
  return view;
}

std::vector<Colour> vorticitySizeColours(const ViewSettings& view, bool ink) {
  if (view.vorticityMap == kDyeMap) return risingTo(paletteOf(ringTints(view), ink, 1).front());
  std::vector<Colour> map = loadColourMap(view.vorticityMap);
  if (ink) return inkColours(map);
  for (Colour& colour : map) colour = toLinear(colour);
  return map;
}

std::vector<Colour> vorticityComponentColours(const ViewSettings& view, bool ink) {
  constexpr Colour kDarkGrey = {0.13F, 0, -0.01F}, kLightGrey = {0.96F, 0, 0.005F};  // OKLab
  const Colour& grey = ink ? kLightGrey : kDarkGrey;
  std::vector<Colour> colours;
  for (std::size_t i = 0; i < kColours; ++i) {
    const float place = 2 * static_cast<float>(i) / (kColours - 1) - 1, part = std::abs(place);
    const Colour end = toOklab(toLinear(view.sliceColours[place < 0 ? 0 : 1]));
    colours.push_back(shownOklab({grey[0] + part * (end[0] - grey[0]), grey[1] + part * (end[1] - grey[1]),
                                  grey[2] + part * (end[2] - grey[2])}));
  }
  return colours;
}

}  // namespace app
