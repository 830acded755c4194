#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "fmm/initial_conditions.h"
#include "fmm/setting.h"
#include "fmm/settings.h"
#include "scene/line_kind.h"
#include "scene/line_list.h"
#include "scene/range.h"
#include "scene/scene.h"
#include "scene/text/toml_reader.h"
#include "scene/text/toml_text.h"

namespace app {

// Building blocks for the descriptions of kinds of vortex lines.

/// Keys of every kind: position and size.
template <class Line>
constexpr std::array<LineKey<Line>, 3> kPlaceKeys = {
    {{"centre", "Its place", "Where the middle of this line is.", &Line::centre, kCoordinate},
     {"axis", "Its axis", "Which way this line travels where its circulation is above 0: a vector of any length.",
      &Line::axis, kCoordinate},
     {"radius", "Its radius", "Radius R of this line about its axis.", &Line::radius, kLength}}};
/// Keys of every kind: strength and core.
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
/// Keys of every kind: waves, with their largest number along the line.
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

/// Concatenates the keys of these arrays.
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

// Reading and writing of a vortex line's table in a scene file, by its kind's description.

/// Reads one value from the table if present.
template <class Value>
void readLineValue(TomlTable& table, const char* name, Range range, Value& value) {
  if constexpr (std::is_enum_v<Value>) {
    auto index = static_cast<std::size_t>(value);
    table.readChoice(name, index, lineNames<Value>());
    value = static_cast<Value>(index);
  } else if constexpr (std::is_same_v<Value, int>) {
    std::int64_t wide = value;
    table.read(name, wide, range);
    value = static_cast<int>(wide);
  } else if constexpr (std::is_same_v<Value, bool>) {
    table.read(name, value);
  } else if constexpr (std::is_same_v<Value, std::vector<fmm::Vec3>>) {
    if (!table.isText(name)) table.read(name, value, range);  // a string names a file with the points
  } else {
    table.read(name, value, range);
  }
}

/// Reads all keys of the kind.
template <class Line>
Line readLineKeys(TomlTable& table) {
  Line line;
  for (const LineKey<Line>& key : lineKind<Line>().keys)
    std::visit([&](auto member) { readLineValue(table, key.name, key.range, line.*member); }, key.member);
  return line;
}

/// Refuses keys that exclude each other; limits a default core radius to a tenth of the radius.
void completeLine(const TomlTable& table, fmm::LineBase& line);
/// Refuses a core that overlaps itself; reduces a default core radius until it fits.
void fitCore(const TomlTable& table, const fmm::VortexLine& line, fmm::LineBase& base);
/// Reduces a default tracer tube until it fits around the line.
void fitTube(const fmm::VortexLine& line, Scene& scene);
/// Refuses lines that reach into the ground: the centre line extends `reach` [L] below its centre, and the core or
/// tracer tube further.
void requireAboveGround(const TomlTable& table, const fmm::GroundPlane& plane, const fmm::LineBase& line, double reach,
                        double tube);

/// Completes and checks a line read from its keys; throws UserError. On a lattice cores may have any width.
template <class Line>
void complete(const TomlTable& table, Line& line, bool lattice) {
  completeLine(table, line);
  lineKind<Line>().complete(table, line);
  if (!lattice) fitCore(table, line, line);
}

template <class Line>
void requireAbove(const TomlTable& table, const fmm::GroundPlane& plane, const Line& line, double tube) {
  const fmm::Vec3 n = (1 / fmm::norm(plane.normal)) * plane.normal;
  requireAboveGround(table, plane, line, lineKind<Line>().reach(line, n), tube);
}

/// A value as text.
template <class Value>
std::string lineText(const Value& value) {
  if constexpr (std::is_enum_v<Value>) {
    return '"' + lineNames<Value>()[static_cast<std::size_t>(value)] + '"';
  } else {
    return tomlText(value);
  }
}

/// Reads name and colour.
void readLabel(TomlTable& table, LineLabel& label);
/// Lines of the table with name and colour, if given.
std::string formatLabel(LineLabel label);

/// The table of a line, after an empty line.
template <class Line>
std::string formatLine(const Line& line) {
  std::string text = fmt::format("\n[[{}]]\n", Line::kName);
  for (const LineKey<Line>& key : lineKind<Line>().keys) {
    if (key.said && !key.said(line)) continue;
    const std::string value = std::visit([&](auto member) { return lineText(line.*member); }, key.member);
    fmt::format_to(std::back_inserter(text), "{} = {}\n", key.name, value);
  }
  return text;
}

}  // namespace app
