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
    {{"centre", "Its place", "Where the middle of this line is.", &Line::centre, kCoordinate},
     {"axis", "Its axis", "Which way this line travels where its circulation is above 0: a vector of any length.",
      &Line::axis, kCoordinate},
     {"radius", "Its radius", "Radius R of this line about its axis.", &Line::radius, kLength}}};
/// ... how strong and how thick ...
template <class Line>
constexpr std::array<LineKey<Line>, 5> kCoreKeys = {
    {{"circulation", "Its circulation", "Strength \u0393 of this line; below 0 it turns and travels the other way.",
      &Line::circulation, kNumber},
     {"core_radius", "Its core", "Radius a of this line's core, in which its vorticity lies.", &Line::coreRadius,
      kLength},
     {"profile", "Its profile", "How the vorticity lies in the core: on one line, evenly, or as a Gaussian.",
      &Line::profile},
     {"layout", "Its layout", "Elements of the core evenly scattered, or on concentric layers with exact impulse.",
      &Line::layout},
     {"layers",
      "Its layers",
      "Number of concentric layers in the core; 0: chosen by the number of elements.",
      &Line::layers,
      {0, 100},
      [](const Line& line) { return line.layout == fmm::CoreLayout::layers; }}}};
/// ... and its waves, at most so many along it.
template <class Line>
constexpr std::array<LineKey<Line>, 5> waveKeys(double mostWaves) {
  return {{{"wave_amplitude",
            "Its wave height",
            "Amplitude of this line's waves outwards, part of the radius.",
            &Line::waveAmplitude,
            {0, 0.5}},
           {"wave_axial",
            "Its axial wave",
            "Amplitude of this line's waves along the axis, part of the radius.",
            &Line::axialAmplitude,
            {0, 0.5}},
           {"wave_mode", "Its waves", "Number of waves along this line.", &Line::waveMode, {0, mostWaves}},
           {"wave_phase",
            "Its wave phase",
            "Angle by which the waves are turned about the axis, in radians.",
            &Line::wavePhase,
            {-1000, 1000},
            [](const Line& line) { return !line.randomPhase; }},
           {"random_phase",
            "Phase by the seed",
            "Waves of this line start anywhere, by the scene's seed.",
            &Line::randomPhase,
            {},
            [](const Line& line) { return line.randomPhase; }}}};
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
