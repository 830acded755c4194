// What a scene file says of vortex rings.

#include "scene/ring_parser.h"

#include <fmt/format.h>

#include <algorithm>

#include "scene/line_tables.h"

namespace app {
namespace {

void readCount(TomlTable& table, const char* key, double least, std::optional<std::size_t>& out) {
  std::int64_t count = 0;
  if (table.read(key, count, {least, kLargestCount})) out = static_cast<std::size_t>(count);
}

/// A train of rings: the first as the table says, each next one `interval` later and `step` further on.
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

/// Rings that are there from the start, or join later.
void readRing(TomlTable table, Scene& scene, bool ownTube) {
  RingLaunch launch;
  launch.ring = readLineKeys<fmm::Ring>(table);
  readLabel(table, launch.label);
  settle(table, launch.ring, scene.settings.redistribution.isOn());
  if (!ownTube && !table.has("tracer_tube")) {
    scene.tracerTube = std::min(scene.tracerTube, launch.ring.radius / 2);
    fitTube(launch.ring, scene);
  }
  const Train train = readTrain(table);
  table.read("start", launch.time, {0, kLargestNumber});
  readCount(table, "elements", 1, launch.elements);
  readCount(table, "tracers", 0, launch.tracers);
  double tube = 0;
  if (table.read("tracer_tube", tube, kLength)) launch.tracerTube = tube;
  double sheet = 0;
  if (table.read("tracer_sheet", sheet, {0, launch.ring.radius, true})) launch.tracerSheet = sheet;
  table.finish();
  const bool joins = table.has("start") || table.has("interval");
  for (const char* key : {"elements", "tracers", "tracer_tube", "tracer_sheet"})
    if (table.has(key) && !joins)
      table.fail(key, "is for rings that join later: give start [T] as well, or use [particles] and [[tracers]]");
  for (std::int64_t i = 0; i < train.count; ++i) {
    if (scene.settings.ground)
      requireAbove(table, *scene.settings.ground, launch.ring,
                   std::max(launch.tracerTube.value_or(scene.tracerTube), launch.tracerSheet.value_or(0)));
    if (joins)
      scene.launches.push_back(launch);
    else
      scene.lines.insert(scene.rings().size(), launch.ring, {launch.label, {}});
    launch.ring.centre = launch.ring.centre + train.step;
    launch.time += train.interval;
  }
}

}  // namespace

void readRings(TomlTable& top, Scene& scene) {
  const auto particles = top.table("particles");
  const bool ownTube = particles && particles->has("tracer_tube");
  for (const TomlTable& ring : top.tables("ring")) {
    readRing(ring, scene, ownTube);
    const std::size_t rings = scene.rings().size() + scene.launches.size();
    if (const std::size_t most = lineKind<fmm::Ring>().most; rings > most)
      top.fail("ring", fmt::format("tables [[ring]]: {} rings and more; allowed: 0 to {}", rings, most));
  }
}

}  // namespace app
