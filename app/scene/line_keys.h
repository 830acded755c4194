#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <vector>

#include "fmm/setting.h"
#include "scene/line_kind.h"
#include "scene/range.h"

namespace app {

// What the descriptions of kinds of vortex lines are made of.

/// Keys of every kind: where it is and how large, ...
template <class Line>
constexpr std::array<LineKey<Line>, 3> kPlaceKeys = {
    {{"centre", &Line::centre, kCoordinate}, {"axis", &Line::axis, kCoordinate}, {"radius", &Line::radius, kLength}}};
/// ... how strong and how thick ...
template <class Line>
constexpr std::array<LineKey<Line>, 5> kCoreKeys = {
    {{"circulation", &Line::circulation, kNumber},
     {"core_radius", &Line::coreRadius, kLength},
     {"profile", &Line::profile},
     {"layout", &Line::layout},
     {"layers", &Line::layers, {0, 100}, [](const Line& line) { return line.layout == fmm::CoreLayout::layers; }}}};
/// ... and its waves, at most so many along it.
template <class Line>
constexpr std::array<LineKey<Line>, 5> waveKeys(double mostWaves) {
  return {{{"wave_amplitude", &Line::waveAmplitude, {0, 0.5}},
           {"wave_axial", &Line::axialAmplitude, {0, 0.5}},
           {"wave_mode", &Line::waveMode, {0, mostWaves}},
           {"wave_phase", &Line::wavePhase, {-1000, 1000}, [](const Line& line) { return !line.randomPhase; }},
           {"random_phase", &Line::randomPhase, {}, [](const Line& line) { return line.randomPhase; }}}};
}

/// The keys of all these arrays, one after the other.
template <class Line, class... Arrays>
std::vector<LineKey<Line>> joinKeys(const Arrays&... arrays) {
  std::vector<LineKey<Line>> keys;
  keys.reserve((arrays.size() + ...));
  (std::copy(arrays.begin(), arrays.end(), std::back_inserter(keys)), ...);
  return keys;
}

static_assert(fmm::memberCount<fmm::LineBase>() == kPlaceKeys<fmm::LineBase>.size() + kCoreKeys<fmm::LineBase>.size() +
                                                       waveKeys<fmm::LineBase>(0).size(),
              "a member of all vortex lines has no key");

}  // namespace app
