// What a scene file says of vortex rings.

#include "scene/ring_parser.h"

#include <fmt/format.h>

#include <algorithm>

namespace app {
namespace {

constexpr double kLongest = 1e9;       // coordinates and lengths
constexpr double kLargest = 1e30;      // times, circulations
constexpr double kMaximumCount = 1e9;  // elements, tracers
constexpr std::size_t kMaximumRings = 1000;

const Range kCoordinate{-kLongest, kLongest};
const Range kLength{0, kLongest, true};
const Range kNumber{-kLargest, kLargest};

const std::vector<std::string> kProfiles = {"filament", "uniform", "gaussian"};

/// A ring whose core or tracers reach into the ground cannot be simulated.
void requireAbove(const TomlTable& table, const fmm::GroundPlane& plane, const fmm::Ring& ring, double tube) {
  const fmm::Vec3 n = (1 / fmm::norm(plane.normal)) * plane.normal;
  const fmm::Vec3 axis = (1 / fmm::norm(ring.axis)) * ring.axis;
  const double reach = ring.radius * (1 + ring.waveAmplitude) * fmm::norm(fmm::cross(axis, n));
  const double lowest = fmm::height(plane, ring.centre) - reach;
  const double core = ring.profile == fmm::CoreProfile::filament   ? 0
                      : ring.profile == fmm::CoreProfile::gaussian ? 2.5 * ring.coreRadius
                                                                   : ring.coreRadius;
  if (lowest <= std::max(core, tube))
    table.fail("centre",
               fmt::format("puts the ring's core or its tracers into the ground: its lowest point is {} above "
                           "the plane; allowed: more than {}",
                           lowest, std::max(core, tube)));
}

fmm::Ring readShape(TomlTable& table) {
  fmm::Ring ring;
  std::int64_t mode = 0;
  std::size_t profile = static_cast<std::size_t>(ring.profile);
  table.read("centre", ring.centre, kCoordinate);
  table.read("axis", ring.axis, kCoordinate);
  table.read("radius", ring.radius, kLength);
  table.read("circulation", ring.circulation, kNumber);
  const bool hasCore = table.read("core_radius", ring.coreRadius, kLength);
  table.readChoice("profile", profile, kProfiles);
  table.read("wave_amplitude", ring.waveAmplitude, {0, 0.5});
  if (table.read("wave_mode", mode, {0, 1000})) ring.waveMode = static_cast<int>(mode);

  ring.profile = static_cast<fmm::CoreProfile>(profile);
  if (fmm::norm(ring.axis) == 0) table.fail("axis", "= [0, 0, 0] has no direction");
  if (!hasCore) ring.coreRadius = std::min(ring.coreRadius, 0.1 * ring.radius);
  if (ring.profile != fmm::CoreProfile::filament && ring.coreRadius >= ring.radius)
    table.fail("core_radius", fmt::format("= {} is out of range; allowed: more than 0, less than the ring's radius {}",
                                          ring.coreRadius, ring.radius));
  return ring;
}

void readCount(TomlTable& table, const char* key, double least, std::optional<std::size_t>& out) {
  std::int64_t count = 0;
  if (table.read(key, count, {least, kMaximumCount})) out = static_cast<std::size_t>(count);
}

/// A train of rings: the first as the table says, each next one `interval` later and `step` further on.
struct Train {
  std::int64_t count = 1;
  double interval = 0;  // [T]
  fmm::Vec3 step;       // [L]
};

Train readTrain(TomlTable& table) {
  Train train;
  table.read("count", train.count, {1, static_cast<double>(kMaximumRings)});
  const bool later = table.read("interval", train.interval, {0, kLargest, true});
  const bool beside = table.read("step", train.step, kCoordinate);
  if (train.count > 1 && !later && !beside)
    table.fail("count",
               fmt::format("= {} puts so many rings in one place: give interval [T] or step = [x, y, z] as well",
                           train.count));
  return train;
}

/// Rings that are there from the start, or join later.
void readRing(TomlTable table, Scene& scene) {
  RingLaunch launch;
  launch.ring = readShape(table);
  const Train train = readTrain(table);
  table.read("start", launch.time, {0, kLargest});
  readCount(table, "elements", 1, launch.elements);
  readCount(table, "tracers", 0, launch.tracers);
  double tube = 0;
  if (table.read("tracer_tube", tube, kLength)) launch.tracerTube = tube;
  table.finish();
  const bool joins = table.has("start") || table.has("interval");
  for (const char* key : {"elements", "tracers", "tracer_tube"})
    if (table.has(key) && !joins)
      table.fail(key, "is for rings that join later: give start [T] as well, or use [particles]");
  for (std::int64_t i = 0; i < train.count; ++i) {
    if (scene.settings.ground)
      requireAbove(table, *scene.settings.ground, launch.ring, launch.tracerTube.value_or(scene.tracerTube));
    if (joins)
      scene.launches.push_back(launch);
    else
      scene.rings.push_back(launch.ring);
    launch.ring.centre = launch.ring.centre + train.step;
    launch.time += train.interval;
  }
}

}  // namespace

void readRings(TomlTable& top, Scene& scene) {
  for (const TomlTable& ring : top.tables("ring")) {
    readRing(ring, scene);
    const std::size_t rings = scene.rings.size() + scene.launches.size();
    if (rings > kMaximumRings)
      top.fail("ring", fmt::format("tables [[ring]]: {} rings and more; allowed: 0 to {}", rings, kMaximumRings));
  }
}

}  // namespace app
