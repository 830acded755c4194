#include "colour/palette_colours.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "colour/colour_map.h"
#include "scene/colour_quantity.h"

namespace app {
namespace {

constexpr std::size_t kColours = 256;

/// A dye as linear light, with its lightness limited so that it stands out from the ground.
Colour dyeColour(const Colour& srgb, bool ink) {
  constexpr float kDarkestLight = 0.40F, kLightestInk = 0.72F;
  Colour lab = toOklab(toLinear(srgb));
  lab[0] = ink ? std::min(lab[0], kLightestInk) : std::max(lab[0], kDarkestLight);
  return shownOklab(lab);
}

Colour between(const Colour& a, const Colour& b, float part) {
  return {a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1]), a[2] + part * (b[2] - a[2])};
}

/// Mixture of two inks: a product of powers, since each ink absorbs in turn (Beer and Lambert).
Colour inkBetween(const Colour& a, const Colour& b, float part) {
  constexpr float kLeast = 0.01F;
  Colour result{};
  for (std::size_t i = 0; i < 3; ++i) {
    result[i] = std::pow(std::max(a[i], kLeast), 1 - part) * std::pow(std::max(b[i], kLeast), part);
  }
  return result;
}

Colour evenlyBetween(const Colour& a, const Colour& b, float part) {
  return shownOklab(between(toOklab(a), toOklab(b), part));
}

/// The stops, evenly spaced, with `mix` of neighbouring stops between them.
template <class Mix>
std::vector<Colour> spread(const std::vector<Colour>& stops, const Mix& mix) {
  std::vector<Colour> colours;
  for (std::size_t i = 0; i < kColours; ++i) {
    const float place = static_cast<float>(i * (stops.size() - 1)) / (kColours - 1);
    const std::size_t stop = std::min(static_cast<std::size_t>(place), stops.size() - 1);
    const Colour& next = stops[std::min(stop + 1, stops.size() - 1)];
    colours.push_back(mix(stops[stop], next, place - static_cast<float>(stop)));
  }
  for (std::size_t stop = 0; stop < stops.size() && stops.size() > 1; ++stop) {  // exact stops for look-ups in shaders
    colours[(2 * stop * (kColours - 1) / (stops.size() - 1) + 1) / 2] = stops[stop];
  }
  return colours;
}

}  // namespace

double ringColour(std::uint32_t ring) {
  std::uint32_t place = ring % kRingColours;
  if (place < 2) return place;
  double result = 0, part = 0.5;  // van der Corput's sequence: mirrors the binary digits of place - 1 at the point
  for (--place; place > 0; place >>= 1U, part /= 2) result += part * (place & 1U);
  return result;
}

std::uint32_t ringPlaces(const ViewSettings& view, std::uint32_t rings, const RingColours& own) {
  return view.colourMap == kDyeMap && own.empty() ? 2 : std::clamp<std::uint32_t>(rings, 1, kColours);
}

std::vector<Colour> paletteOf(const ViewSettings& view, bool ink, std::uint32_t rings, const RingColours& own) {
  const bool byRing = describe(view.colourBy).source == ColourSource::ring;
  const std::uint32_t places = ringPlaces(view, rings, own);
  std::vector<Colour> stops;
  if (view.colourMap == kDyeMap) {
    for (const Colour& dye : view.dyes) stops.push_back(dyeColour(dye, ink));
    if (!byRing) return spread(stops, evenlyBetween);
    while (stops.size() < places) stops.push_back(stops[stops.size() - 2]);  // the dyes alternate
    stops.resize(places);
  } else {
    const std::vector<Colour> file = loadColourMap(view.colourMap);
    std::vector<Colour> map = ink ? inkColours(file) : lightColours(file);
    if (!byRing) return map;
    for (std::uint32_t ring = 0; ring < places; ++ring) {
      stops.push_back(map[static_cast<std::size_t>(std::lround(ringColour(ring) * (kColours - 1)))]);
    }
  }
  for (std::size_t ring = 0; ring < std::min(stops.size(), own.size()); ++ring)
    if (own[ring]) stops[ring] = dyeColour(*own[ring], ink);
  return ink ? spread(stops, inkBetween) : spread(stops, between);
}

namespace {

/// From black to the dye, then on towards white.
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
