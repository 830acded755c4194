#include <algorithm>
#include <cmath>
#include <tuple>

#include "colour/oklab.h"
#include "colour/palette_colours.h"
#include "render/overlay/legend_picture.h"
#include "scene/colour_quantity.h"

namespace app {
namespace {

/// What the map's colour looks like where tracers are about as dense as the exposure makes a mid tone.
Colour shown(const Colour& linear, bool ink) {
  constexpr float kLight = 1.6F, kInk = 1.1F;
  Colour result{};
  for (std::size_t i = 0; i < result.size(); ++i) {
    result[i] = toSrgb(ink ? std::pow(linear[i], kInk) : 1 - std::exp(-kLight * linear[i]));
  }
  return result;
}

/// Two dyes are for the odd and the even rings; of the other maps each colour is for one of the first rings.
void nameRings(const ColourScale& scale, LegendContent& content) {
  const bool dyes = scale.places < scale.rings && scale.places == 2;
  const std::uint32_t fields = std::min(scale.rings, kRingColours);
  if (dyes) {
    content.fields = {"odd", "even"};
  } else {
    for (std::uint32_t ring = 0; ring < fields; ++ring) content.fields.push_back(std::to_string(ring + 1));
    if (scale.rings > fields) content.title += ", colours repeat after " + std::to_string(fields);
  }
}

}  // namespace

bool operator==(const LegendContent& a, const LegendContent& b) {
  const auto all = [](const LegendContent& c) {
    return std::tie(c.title, c.unit, c.low, c.high, c.fields, c.colours, c.darkText, c.atLeft, c.room);
  };
  return all(a) == all(b);
}

LegendContent legendContent(const ColourScale& scale, const std::vector<Colour>& palette, bool ink, bool darkText) {
  LegendContent content;
  content.title = std::string(toString(scale.by));
  content.low = scale.low;
  content.high = scale.high;
  content.darkText = darkText;
  const ColourQuantity quantity = describe(scale.by);
  content.unit = quantity.unit;
  if (quantity.source == ColourSource::ring) nameRings(scale, content);
  if (content.fields.empty()) {
    for (const Colour& colour : palette) content.colours.push_back(shown(colour, ink));
  }
  for (std::uint32_t ring = 0; ring < content.fields.size(); ++ring) {
    const double part = static_cast<double>(ring) / std::max(1U, scale.places - 1);
    const double place = part * static_cast<double>(palette.size() - 1);
    content.colours.push_back(shown(palette[static_cast<std::size_t>(std::lround(place))], ink));
  }
  return content;
}

}  // namespace app
