#include "scene/text/scene_tables.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "fmm/initial_conditions.h"
#include "fmm/settings.h"
#include "scene/scene_lines.h"
#include "scene/text/table_keys.h"

namespace app {

// Emitters of tracers in a scene file.

const std::vector<std::string>& emitterShapes() {
  static const std::vector<std::string> shapes = {"disc", "ball", "streaks", "paths"};
  return shapes;
}

namespace {

constexpr std::size_t kMostEmitters = 100;
constexpr double kMostSeeds = 1000;

/// Requires the whole emitter above the ground.
void requireAboveGround(const TomlTable& table, const fmm::GroundPlane& plane, const Emitter& emitter) {
  const fmm::Vec3 up = (1 / fmm::norm(plane.normal)) * plane.normal;
  const fmm::Vec3 normal = (1 / fmm::norm(emitter.normal)) * emitter.normal;
  const double slope = emitter.shape == EmitterShape::ball ? 1 : fmm::norm(fmm::cross(normal, up));
  const double below = emitter.hasSeeds() ? std::max(0., -fmm::dot(emitter.along, up)) : emitter.radius * slope;
  const double lowest = fmm::height(plane, emitter.centre) - below;
  if (lowest < 0)
    table.fail("centre", fmt::format("puts the emitter into the ground: its lowest point is {:.4g} below the plane; "
                                     "allowed: above it",
                                     -lowest));
}

template <class Keys>
void describe(Emitter& emitter, Keys& keys) {
  describe(emitter.label, keys);
  keys.choice("shape", emitter.shape, emitterShapes());
  keys("centre", emitter.centre, kCoordinate);
  keys("normal", emitter.normal, kCoordinate, {emitter.shape == EmitterShape::disc});
  const bool seeds = emitter.hasSeeds(), paths = emitter.shape == EmitterShape::paths;
  keys("radius", emitter.radius, kLength, {!seeds});
  keys("along", emitter.along, kCoordinate, {seeds});
  keys("seeds", emitter.seeds, {1, kMostSeeds}, {seeds});
  keys("rate", emitter.rate, kEmitterRate, {!paths});
  keys("most", emitter.most, kEmitterMost, {!paths});
  keys("start", emitter.start, kEmitterStart);
}

void readEmitter(TomlTable table, Scene& scene) {
  Emitter emitter;
  KeyReader keys(table);
  describe(emitter, keys);
  table.finish();
  if (fmm::norm(emitter.normal) == 0) table.fail("normal", "= [0, 0, 0] has no direction");
  if (scene.settings.ground) requireAboveGround(table, *scene.settings.ground, emitter);
  scene.emitters.push_back(emitter);
}

}  // namespace

void readEmitters(TomlTable& top, Scene& scene) {
  for (const TomlTable& table : top.tables("emitter")) {
    readEmitter(table, scene);
    if (scene.emitters.size() > kMostEmitters)
      top.fail("emitter",
               fmt::format("tables [[emitter]]: more than {}; allowed: 0 to {}", kMostEmitters, kMostEmitters));
  }
}

std::string formatEmitter(Emitter emitter) {
  KeyWriter keys("emitter");
  describe(emitter, keys);
  return keys.text();
}

// Regions where tracers start in a scene file.

const std::vector<std::string>& regionShapes() {
  static const std::vector<std::string> shapes = {"core", "tube", "shell", "sheet", "rectangle", "disc", "box"};
  return shapes;
}

namespace {

constexpr std::size_t kMaximumRegions = 100;
constexpr double kMostDyes = 1000;
constexpr double kMostLayers = 1000;

/// A region with the keys that its shape has. `lines`: number of lines that it may be about.
struct RegionKeys {
  TracerRegion region;
  std::size_t lines;
};

template <class Keys>
void describe(RegionKeys& described, Keys& keys) {
  TracerRegion& region = described.region;
  keys.choice("shape", region.shape, regionShapes());
  const RegionShape shape = region.shape;
  const bool disc = shape == RegionShape::disc, rectangle = shape == RegionShape::rectangle,
             shell = shape == RegionShape::shell, sheet = shape == RegionShape::sheet, about = region.aboutLine(),
             puffs = shape != RegionShape::core;
  keys("share", region.share, {0, 1e9, true});
  keys.ordinal("ring", region.line, std::max(1.0, static_cast<double>(described.lines)), {about});
  keys.ordinal("dye", region.dye, kMostDyes);
  keys("radius", region.radius, kLength, {shape == RegionShape::tube || shell || sheet || disc});
  keys("layers", region.layers, {1, kMostLayers}, {shell, region.layers > 1});
  keys("angle", region.angle, {-360, 360}, {sheet, region.angle != 0});
  keys("thickness", region.thickness, {0, kLongest}, {shell || sheet, region.thickness > 0});
  keys("puffs", region.puffs, {0, 1}, {puffs, region.puffs > 0});
  keys("puff_size", region.puffSize, kLength, {puffs, region.puffs > 0});
  keys("centre", region.centre, kCoordinate, {!about});
  keys("size", region.size, kLength, {rectangle || shape == RegionShape::box});
  keys("normal", region.normal, kCoordinate, {rectangle || disc});
  keys("along", region.along, kCoordinate, {rectangle, fmm::norm(region.along) > 0});
}

/// Requires shells to be separate, and a sheet to be thinner than wide.
void checkThickness(const TomlTable& table, const TracerRegion& region, double radius) {
  const double most = radius / region.layers;
  if (region.thickness > most)
    table.fail("thickness", fmt::format("= {} is more than what lies between the layers; allowed: 0 to {:.4g}",
                                        region.thickness, most));
}

/// Requires the tube to fit around every line of the region.
void checkLines(const TomlTable& table, const TracerRegion& region, const Scene& scene) {
  const std::vector<fmm::LineComponent> lines = linesOf(scene);
  if (lines.empty()) table.fail("shape", "needs a ring or a knot of this scene");
  for (std::size_t i = region.line.value_or(0); i < (region.line ? *region.line + 1 : lines.size()); ++i) {
    const fmm::LineBase& line = fmm::baseOf(lines[i].line);
    if (region.shape == RegionShape::core && line.profile == fmm::CoreProfile::filament)
      table.fail("shape",
                 fmt::format("= \"core\": ring {} is a filament and has none; allowed: tube, shell or sheet", i + 1));
    const double widest = fmm::widestTube(lines[i].line), radius = region.radius.value_or(scene.tracerTube);
    checkThickness(table, region, radius);
    const double outermost = radius + (region.shape == RegionShape::shell ? 0.5 * region.thickness : 0);
    if (region.shape != RegionShape::core && outermost >= widest)
      table.fail("radius",
                 fmt::format("= {} is too wide for a tube about ring {}; allowed: more than 0, less than {:.4g}",
                             radius, i + 1, widest));
  }
}

/// Half of the extent along n of a region that is not about a line.
double reachOf(const TracerRegion& region, fmm::Vec3 n) {
  if (region.shape == RegionShape::box)
    return 0.5 * (region.size.x * std::abs(n.x) + region.size.y * std::abs(n.y) + region.size.z * std::abs(n.z));
  const fmm::Vec3 normal = (1 / fmm::norm(region.normal)) * region.normal;
  const double slope = fmm::norm(fmm::cross(normal, n));
  if (region.shape == RegionShape::disc) return region.radius.value_or(1) * slope;
  return 0.5 * std::hypot(region.size.x, region.size.y) * slope;
}

void checkPlace(const TomlTable& table, const TracerRegion& region, const Scene& scene) {
  if (fmm::norm(region.normal) == 0) table.fail("normal", "= [0, 0, 0] has no direction");
  if (table.has("along") && fmm::norm(fmm::cross(region.along, region.normal)) <
                                1e-6 * fmm::norm(region.along) * fmm::norm(region.normal) + 1e-300)
    table.fail("along", "is zero or points along normal");
  if (!scene.settings.ground) return;
  const fmm::GroundPlane& plane = *scene.settings.ground;
  const double lowest =
      fmm::height(plane, region.centre) - reachOf(region, (1 / fmm::norm(plane.normal)) * plane.normal);
  if (lowest < 0)
    table.fail("centre", fmt::format("puts the region into the ground: its lowest point is {:.4g} below the plane; "
                                     "allowed: above it",
                                     -lowest));
}

void readRegion(TomlTable table, Scene& scene) {
  RegionKeys described = {{}, lineCount(scene)};
  KeyReader keys(table);
  describe(described, keys);
  table.finish();
  const TracerRegion& region = described.region;
  if (region.aboutLine())
    checkLines(table, region, scene);
  else
    checkPlace(table, region, scene);
  scene.regions.push_back(region);
}

}  // namespace

void readRegions(TomlTable& top, Scene& scene) {
  for (const TomlTable& region : top.tables("tracers")) {
    readRegion(region, scene);
    if (scene.regions.size() > kMaximumRegions)
      top.fail("tracers",
               fmt::format("tables [[tracers]]: more than {}; allowed: 0 to {}", kMaximumRegions, kMaximumRegions));
  }
}

std::string formatRegion(const TracerRegion& region) {
  RegionKeys described = {region, 0};
  KeyWriter keys("tracers");
  describe(described, keys);
  return keys.text();
}

}  // namespace app
