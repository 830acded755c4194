#include "colour/vorticity_colours.h"

#include <cmath>
#include <cstddef>

#include "colour/colour_map.h"
#include "colour/oklab.h"

namespace app {

std::vector<Colour> vorticitySizeColours(const ViewSettings& view, bool ink) {
  std::vector<Colour> map = loadColourMap(view.vorticityMap);
  if (ink) return inkColours(map);
  for (Colour& colour : map) colour = toLinear(colour);
  return map;
}

std::vector<Colour> vorticityComponentColours(const ViewSettings& view, bool ink) {
  constexpr std::size_t kColours = 256;
  constexpr Colour kDarkGrey = {0.20F, 0, -0.01F}, kLightGrey = {0.96F, 0, 0.005F};  // OKLab
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
