// What a scene file says of vortex lines.

#include "scene/line_parser.h"

#include <algorithm>

#include "files/row_file.h"
#include "scene/line_tables.h"
#include "scene/ring_parser.h"

namespace app {
namespace {

constexpr double kFits = 0.9;       // of what fits about a line
constexpr double kCrossing = 1e-6;  // of a line's radius: what fits about one that crosses itself, but for samples

}  // namespace

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

void fitCore(const TomlTable& table, const fmm::VortexLine& line, fmm::LineBase& base) {
  const double filled = fmm::filledRadius(base.profile, 1);
  if (filled == 0) return;  // a single line is as thick as its elements
  const double widest = fmm::widestTube(line);
  if (!(widest > kCrossing * base.radius))
    table.fail("profile",
               "fills a core, for which a curve that crosses or touches itself has no room; allowed: "
               "\"filament\"");
  if (filled * base.coreRadius < widest) return;
  if (table.has("core_radius"))
    table.fail("core_radius", fmt::format("= {} makes the core overlap itself; allowed: more than 0, less than {:.4g}",
                                          base.coreRadius, widest / filled));
  base.coreRadius = kFits * widest / filled;
}

void fitTube(const fmm::VortexLine& line, Scene& scene) {
  const double widest = fmm::widestTube(line);
  if (!(scene.tracerTube < widest)) scene.tracerTube = kFits * std::max(widest, kCrossing * fmm::baseOf(line).radius);
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

void readLabel(TomlTable& table, LineLabel& label) {
  table.read("name", label.name);
  table.read("colour", label.colour);
}

std::string formatLabel(const LineLabel& label) {
  std::string text;
  if (!label.name.empty()) text += fmt::format("name = {}\n", quoted(label.name));
  if (label.colour) text += fmt::format("colour = {}\n", tomlText(*label.colour));
  return text;
}

namespace {

/// What a kind's tables may say besides its keys and a label.
void readMore(TomlTable&, const SceneFiles&, const Scene&, fmm::LineBase&, LineExtras&) {}
/// Points may come from a file; the scene keeps them, not the file.
void readMore(TomlTable& table, const SceneFiles& files, const Scene& scene, fmm::Filament& filament,
              LineExtras& extras) {
  std::int64_t elements = 0;
  if (table.read("elements", elements, {1, kLargestCount})) extras.elements = static_cast<std::size_t>(elements);
  if (extras.elements && scene.settings.redistribution.isOn())
    table.fail("elements", "means nothing with redistribution: there the lattice's spacing decides");
  if (table.has("file") && table.has("points")) table.fail("file", "and points exclude each other: give one of them");
  std::string name;
  const char* const key = table.has("file") ? "file" : "points";
  if (!(table.has("file") || table.isText(key)) || !table.read(key, name)) return;
  if (!hasRowEnding(name)) table.fail(key, "must be a file's name that ends in .csv or .npy");
  if (!files.points) table.fail(key, "is read where the scene itself is a file");
  filament.points = files.points(files.pathOf(name));
}

template <class Line>
void readLine(TomlTable table, const SceneFiles& files, bool ownTube, Scene& scene) {
  Line line = readLineKeys<Line>(table);
  LineExtras extras;
  readLabel(table, extras);
  readMore(table, files, scene, line, extras);
  table.finish();
  settle(table, line, scene.settings.redistribution.isOn());
  if (!ownTube) fitTube(line, scene);
  if (scene.settings.ground) requireAbove(table, *scene.settings.ground, line, scene.tracerTube);
  scene.lines.insert(scene.lines.of<Line>().size(), line, extras);
}

/// Lines that are there from the start.
template <class Line>
void readKind(TomlTable& top, const SceneFiles& files, Scene& scene, std::vector<Line>& lines) {
  const std::size_t most = lineKind<Line>().most;
  const auto particles = top.table("particles");
  const bool ownTube = particles && particles->has("tracer_tube");
  for (const TomlTable& table : top.tables(Line::kName)) {
    readLine<Line>(table, files, ownTube, scene);
    if (lines.size() > most)
      top.fail(Line::kName, fmt::format("tables [[{}]]: more than {}; allowed: 0 to {}", Line::kName, most, most));
  }
}
void readKind(TomlTable& top, const SceneFiles&, Scene& scene, std::vector<fmm::Ring>&) {
  readRings(top, scene);
}

}  // namespace

void readLines(TomlTable& top, const SceneFiles& files, Scene& scene) {
  scene.lines.forEachKind([&](auto& lines) { readKind(top, files, scene, lines); });
}

}  // namespace app
