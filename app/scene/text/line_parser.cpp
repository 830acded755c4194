#include "scene/text/scene_tables.h"

#include <algorithm>

#include <fmt/format.h>

#include "files/row_file.h"
#include "scene/line_tables.h"
#include "scene/text/table_keys.h"

namespace app {

// Vortex rings in a scene file.

namespace {

/// Refuses a line that passes through a body at `time`.
void requireOutside(const TomlTable& table, const BodyPlaces& bodies, fmm::VortexLine line, double time) {
  constexpr std::size_t kPoints = 512;  // of each component
  if (bodies.empty()) return;
  fmm::baseOf(line).profile = fmm::CoreProfile::filament;
  fmm::Elements points;
  for (int k = 0; k < fmm::componentsOf(line); ++k) fmm::addLine({line, k}, {kPoints}, points);
  for (const fmm::Vec3& x : points.position)
    if (const auto body = bodies.containing(x, time))
      table.fail("", fmt::format("passes through body {}; allowed: a line in the fluid", *body + 1));
}

/// What a ring that joins later has besides the keys of a ring.
template <class Keys>
void describe(RingLaunch& launch, Keys& keys) {
  keys("start", launch.time, {0, kLargestNumber});
  keys("elements", launch.elements, {1, kLargestCount});
  keys("tracers", launch.tracers, {0, kLargestCount});
  keys("tracer_tube", launch.tracerTube, kLength);
  keys("tracer_sheet", launch.tracerSheet, {0, launch.ring.radius, true});
  keys("nozzle", launch.nozzle, {0, kLongest}, {true, launch.nozzle > 0});
}

/// A train of rings: the first from the table, each further one `interval` later and displaced by `step`.
struct Train {
  std::int64_t count = 1;
  double interval = 0;  // [T]
  fmm::Vec3 step;       // [L]
};

Train readTrain(TomlTable& table) {
  Train train;
  table.read("count", train.count, {1, static_cast<double>(lineKind<fmm::Ring>().most)});
  const bool later = table.read("interval", train.interval, {0, kLargestNumber, true});
  const bool beside = table.read("step", train.step, kCoordinate);
  if (train.count > 1 && !later && !beside)
    table.fail("count",
               fmt::format("= {} puts so many rings in one place: give interval [T] or step = [x, y, z] as well",
                           train.count));
  return train;
}

/// Reads a table's rings, which exist from the start or join later.
void readRing(TomlTable table, const BodyPlaces& bodies, Scene& scene, bool ownTube) {
  RingLaunch launch;
  launch.ring = readLineKeys<fmm::Ring>(table);
  KeyReader keys(table);
  describe(launch.label, keys);
  complete(table, launch.ring, scene.settings.redistribution.isOn());
  if (!ownTube && !table.has("tracer_tube")) {
    scene.tracerTube = std::min(scene.tracerTube, launch.ring.radius / 2);
    fitTube(launch.ring, scene);
  }
  const Train train = readTrain(table);
  describe(launch, keys);
  table.finish();
  const bool joins = table.has("start") || table.has("interval");
  for (const char* key : {"elements", "tracers", "tracer_tube", "tracer_sheet", "nozzle"})
    if (table.has(key) && !joins)
      table.fail(key, "is for rings that join later: give start [T] as well, or use [particles] and [[tracers]]");
  for (std::int64_t i = 0; i < train.count; ++i) {
    if (scene.settings.ground)
      requireAbove(table, *scene.settings.ground, launch.ring,
                   std::max(launch.tracerTube.value_or(scene.tracerTube), launch.tracerSheet.value_or(0)));
    requireOutside(table, bodies, launch.ring, joins ? launch.time : 0);
    if (joins)
      scene.launches.push_back(launch);
    else
      scene.lines.insert(scene.rings().size(), launch.ring, {launch.label, {}});
    launch.ring.centre = launch.ring.centre + train.step;
    launch.time += train.interval;
  }
}

}  // namespace

std::string formatLaunch(RingLaunch launch) {
  KeyWriter keys(formatLine(launch.ring) + formatLabel(launch.label));
  describe(launch, keys);
  return keys.text();
}

void readRings(TomlTable& top, const BodyPlaces& bodies, Scene& scene) {
  const auto particles = top.table("particles");
  const bool ownTube = particles && particles->has("tracer_tube");
  for (const TomlTable& ring : top.tables("ring")) {
    readRing(ring, bodies, scene, ownTube);
    const std::size_t rings = scene.rings().size() + scene.launches.size();
    if (const std::size_t most = lineKind<fmm::Ring>().most; rings > most)
      top.fail("ring", fmt::format("tables [[ring]]: {} rings and more; allowed: 0 to {}", rings, most));
  }
}

// Vortex lines in a scene file.

namespace {

constexpr double kFits = 0.9;       // of the widest tube around a line
constexpr double kCrossing = 1e-6;  // of a line's radius: a narrower widestTube() is 0 up to sampling errors

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

void completeLine(const TomlTable& table, fmm::LineBase& line) {
  if (!table.has("core_radius")) line.coreRadius = std::min(line.coreRadius, 0.1 * line.radius);
  if (line.layers > 0 && line.layout != fmm::CoreLayout::layers) table.fail("layers", "needs layout = \"layers\"");
  if (line.randomPhase && table.has("wave_phase"))
    table.fail("random_phase", "and wave_phase exclude each other: give one of them");
  if (fmm::norm(line.axis) == 0) table.fail("axis", "= [0, 0, 0] has no direction");
}

void fitCore(const TomlTable& table, const fmm::VortexLine& line, fmm::LineBase& base) {
  const double filled = fmm::filledRadius(base.profile, 1);
  if (filled == 0) return;  // the elements determine the thickness of a filament
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
  KeyReader keys(table);
  describe(label, keys);
}

std::string formatLabel(LineLabel label) {
  KeyWriter keys{std::string()};
  describe(label, keys);
  return keys.text();
}

namespace {

/// Reads further keys of a kind's tables; most kinds have none.
void readMore(TomlTable&, const SceneFiles&, const Scene&, fmm::LineBase&, LineExtras&) {}
/// Points may come from a file; the scene stores the points, not the file's name.
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
  filament.points = files.points(files.pathOf(name), false);
}

template <class Line>
void readLine(TomlTable table, const SceneFiles& files, const BodyPlaces& bodies, bool ownTube, Scene& scene) {
  Line line = readLineKeys<Line>(table);
  LineExtras extras;
  readLabel(table, extras);
  readMore(table, files, scene, line, extras);
  table.finish();
  complete(table, line, scene.settings.redistribution.isOn());
  if (!ownTube) fitTube(line, scene);
  if (scene.settings.ground) requireAbove(table, *scene.settings.ground, line, scene.tracerTube);
  requireOutside(table, bodies, line, 0);
  scene.lines.insert(scene.lines.of<Line>().size(), line, extras);
}

/// Reads lines that exist from the start.
template <class Line>
void readKind(TomlTable& top, const SceneFiles& files, const BodyPlaces& bodies, Scene& scene,
              std::vector<Line>& lines) {
  const std::size_t most = lineKind<Line>().most;
  const auto particles = top.table("particles");
  const bool ownTube = particles && particles->has("tracer_tube");
  for (const TomlTable& table : top.tables(Line::kName)) {
    readLine<Line>(table, files, bodies, ownTube, scene);
    if (lines.size() > most)
      top.fail(Line::kName, fmt::format("tables [[{}]]: more than {}; allowed: 0 to {}", Line::kName, most, most));
  }
}
void readKind(TomlTable& top, const SceneFiles&, const BodyPlaces& bodies, Scene& scene, std::vector<fmm::Ring>&) {
  readRings(top, bodies, scene);
}

}  // namespace

void readLines(TomlTable& top, const SceneFiles& files, const BodyPlaces& bodies, Scene& scene) {
  scene.lines.forEachKind([&](auto& lines) { readKind(top, files, bodies, scene, lines); });
}

}  // namespace app
