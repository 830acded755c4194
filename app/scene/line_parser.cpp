// What a scene file says of vortex lines.

#include "scene/line_parser.h"

#include "scene/line_tables.h"
#include "scene/ring_parser.h"

namespace app {

template <>
const std::vector<std::string>& lineNames<fmm::CoreProfile>() {
  static const std::vector<std::string> names = {"filament", "uniform", "gaussian"};
  return names;
}
template <>
const std::vector<std::string>& lineNames<fmm::CoreLayout>() {
  static const std::vector<std::string> names = {"random", "layers"};
  return names;
}

void settleLine(const TomlTable& table, fmm::LineBase& line) {
  if (!table.has("core_radius")) line.coreRadius = std::min(line.coreRadius, 0.1 * line.radius);
  if (line.layers > 0 && line.layout != fmm::CoreLayout::layers) table.fail("layers", "needs layout = \"layers\"");
  if (line.randomPhase && table.has("wave_phase"))
    table.fail("random_phase", "and wave_phase exclude each other: give one of them");
  if (fmm::norm(line.axis) == 0) table.fail("axis", "= [0, 0, 0] has no direction");
}

void requireRoom(const TomlTable& table, const fmm::VortexLine& line) {
  const fmm::LineBase& base = fmm::baseOf(line);
  const double widest = fmm::widestTube(line), filled = fmm::filledRadius(base.profile, 1);
  if (filled * base.coreRadius >= widest)
    table.fail("core_radius", fmt::format("= {} makes the core overlap itself; allowed: more than 0, less than {:.4g}",
                                          base.coreRadius, widest / filled));
}

void requireAboveGround(const TomlTable& table, const fmm::GroundPlane& plane, const fmm::LineBase& line, double reach,
                        double tube) {
  const double lowest = fmm::height(plane, line.centre) - reach;
  const double width = std::max(fmm::filledRadius(line.profile, line.coreRadius), tube);
  if (lowest <= width)
    table.fail("centre", fmt::format("puts the core or its tracers into the ground: the lowest point of the line is {} "
                                     "above the plane; allowed: more than {}",
                                     lowest, width));
}

namespace {

template <class Line>
Line readLine(TomlTable table, const Scene& scene) {
  Line line = readLineKeys<Line>(table);
  table.finish();
  settle(table, line, scene.settings.redistribution.isOn());
  if (scene.settings.ground) requireAbove(table, *scene.settings.ground, line, scene.tracerTube);
  return line;
}

/// Lines that are there from the start.
template <class Line>
void readKind(TomlTable& top, Scene& scene, std::vector<Line>& lines) {
  const std::size_t most = lineKind<Line>().most;
  for (const TomlTable& table : top.tables(Line::kName)) {
    lines.push_back(readLine<Line>(table, scene));
    if (lines.size() > most)
      top.fail(Line::kName, fmt::format("tables [[{}]]: more than {}; allowed: 0 to {}", Line::kName, most, most));
  }
}
void readKind(TomlTable& top, Scene& scene, std::vector<fmm::Ring>&) {
  readRings(top, scene);
}

}  // namespace

void readLines(TomlTable& top, Scene& scene) {
  scene.lines.forEachKind([&](auto& lines) { readKind(top, scene, lines); });
}

}  // namespace app
