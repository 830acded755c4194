#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "fmm/ground_plane.h"
#include "fmm/initial_conditions.h"
#include "scene/toml_reader.h"

namespace app {

// What tables [[ring]] and [[knot]] have in common.

/// Profile, core radius and layout. `size` is what a core is a tenth of where the file says nothing.
template <class Line>
void readCore(TomlTable& table, Line& line, double size) {
  std::size_t profile = static_cast<std::size_t>(line.profile), layout = static_cast<std::size_t>(line.layout);
  std::int64_t layers = line.layers;
  const bool hasCore = table.read("core_radius", line.coreRadius, kLength);
  table.readChoice("profile", profile, {"filament", "uniform", "gaussian"});
  table.readChoice("layout", layout, {"random", "layers"});
  line.profile = static_cast<fmm::CoreProfile>(profile);
  line.layout = static_cast<fmm::CoreLayout>(layout);
  if (table.read("layers", layers, {0, 100})) line.layers = static_cast<int>(layers);
  if (layers > 0 && line.layout != fmm::CoreLayout::layers) table.fail("layers", "needs layout = \"layers\"");
  if (!hasCore) line.coreRadius = std::min(line.coreRadius, 0.1 * size);
}

template <class Line>
void readWave(TomlTable& table, Line& line, double mostWaves) {
  std::int64_t mode = 0;
  table.read("wave_amplitude", line.waveAmplitude, {0, 0.5});
  table.read("wave_axial", line.axialAmplitude, {0, 0.5});
  if (table.read("wave_mode", mode, {0, mostWaves})) line.waveMode = static_cast<int>(mode);
  table.read("wave_phase", line.wavePhase, {-1000, 1000});
  if (table.read("random_phase", line.randomPhase) && line.randomPhase && table.has("wave_phase"))
    table.fail("random_phase", "and wave_phase exclude each other: give one of them");
}

/// Refuses a core that overlaps itself.
template <class Line>
void requireRoom(const TomlTable& table, const Line& line) {
  const double widest = fmm::widestTube(line), filled = fmm::filledRadius(line.profile, 1);
  if (filled * line.coreRadius >= widest)
    table.fail("core_radius", fmt::format("= {} makes the core overlap itself; allowed: more than 0, less than {:.4g}",
                                          line.coreRadius, widest / filled));
}

/// Refuses what reaches into the ground: `reach` [L] is how far the centre line lies below the height of `centre`, the
/// core or a tube of tracers about it reaches lower still.
template <class Line>
void requireAboveGround(const TomlTable& table, const fmm::GroundPlane& plane, const Line& line, double reach,
                        double tube) {
  const double lowest = fmm::height(plane, line.centre) - reach;
  const double width = std::max(fmm::filledRadius(line.profile, line.coreRadius), tube);
  if (lowest <= width)
    table.fail("centre", fmt::format("puts the core or its tracers into the ground: the lowest point of the line is {} "
                                     "above the plane; allowed: more than {}",
                                     lowest, width));
}

}  // namespace app
