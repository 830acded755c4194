#include "scene/text/region_parser.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include "fmm/initial_conditions.h"
#include "fmm/settings.h"
#include "scene/line_tables.h"
#include "scene/scene_lines.h"

namespace app {

// Emitters of tracers in a scene file.

const std::vector<std::string>& emitterShapes() {
  static const std::vector<std::string> shapes = {"disc", "ball"};
  return shapes;
}

namespace {

constexpr std::size_t kMostEmitters = 100;

/// Requires the whole emitter above the ground.
void requireAboveGround(const TomlTable& table, const fmm::GroundPlane& plane, const Emitter& emitter) {
  const fmm::Vec3 up = (1 / fmm::norm(plane.normal)) * plane.normal;
  const fmm::Vec3 normal = (1 / fmm::norm(emitter.normal)) * emitter.normal;
  const double slope = emitter.shape == EmitterShape::ball ? 1 : fmm::norm(fmm::cross(normal, up));
  const double lowest = fmm::height(plane, emitter.centre) - emitter.radius * slope;
  if (lowest < 0)
    table.fail("centre", fmt::format("puts the emitter into the ground: its lowest point is {:.4g} below the plane; "
                                     "allowed: above it",
                                     -lowest));
}

void readEmitter(TomlTable table, Scene& scene) {
  Emitter emitter;
  std::size_t shape = 0;
  auto most = static_cast<std::int64_t>(emitter.most);
  readLabel(table, emitter.label);
  table.readChoice("shape", shape, emitterShapes());
  table.read("centre", emitter.centre, kCoordinate);
  table.read("normal", emitter.normal, kCoordinate);
  table.read("radius", emitter.radius, kLength);
  table.read("rate", emitter.rate, kEmitterRate);
  table.read("most", most, kEmitterMost);
  table.read("start", emitter.start, kEmitterStart);
  table.finish();
  emitter.shape = static_cast<EmitterShape>(shape);
  emitter.most = static_cast<std::size_t>(most);
  if (table.has("normal") && emitter.shape == EmitterShape::ball)
    table.fail("normal", "means nothing for shape = \"ball\"");
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

std::string formatEmitter(const Emitter& emitter) {
  std::string text = "\n[[emitter]]\n" + formatLabel(emitter.label);
  const auto line = [&](const char* key, const std::string& value) {
    fmt::format_to(std::back_inserter(text), "{} = {}\n", key, value);
  };
  line("shape", quoted(emitterShapes()[static_cast<std::size_t>(emitter.shape)]));
  line("centre", tomlText(emitter.centre));
  if (emitter.shape == EmitterShape::disc) line("normal", tomlText(emitter.normal));
  line("radius", tomlText(emitter.radius));
  line("rate", tomlText(emitter.rate));
  line("most", tomlText(emitter.most));
  line("start", tomlText(emitter.start));
  return text;
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

/// Refuses keys that have no meaning for the shape.
void refuseOthers(const TomlTable& table, RegionShape shape, const std::vector<const char*>& allowed) {
  for (const char* key :
       {"ring", "radius", "centre", "normal", "along", "size", "layers", "angle", "thickness", "puffs", "puff_size"})
    if (table.has(key) &&
        std::none_of(allowed.begin(), allowed.end(), [&](const char* one) { return std::string(one) == key; }))
      table.fail(key, fmt::format("means nothing for shape = \"{}\"", regionShapes()[static_cast<std::size_t>(shape)]));
}

std::vector<const char*> keysOf(RegionShape shape) {
  switch (shape) {
    case RegionShape::core:
      return {"ring"};
    case RegionShape::tube:
      return {"ring", "radius", "puffs", "puff_size"};
    case RegionShape::shell:
      return {"ring", "radius", "layers", "thickness", "puffs", "puff_size"};
    case RegionShape::sheet:
      return {"ring", "radius", "angle", "thickness", "puffs", "puff_size"};
    case RegionShape::rectangle:
      return {"centre", "normal", "along", "size", "puffs", "puff_size"};
    case RegionShape::disc:
      return {"centre", "normal", "radius", "puffs", "puff_size"};
    case RegionShape::box:
      break;
  }
  return {"centre", "size", "puffs", "puff_size"};
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
  TracerRegion region;
  std::size_t shape = static_cast<std::size_t>(region.shape);
  std::int64_t number = 0;
  double radius = 0;
  table.readChoice("shape", shape, regionShapes());
  region.shape = static_cast<RegionShape>(shape);
  table.read("share", region.share, {0, 1e9, true});
  const std::size_t lines = lineCount(scene);
  if (table.read("ring", number, {1, std::max(1.0, static_cast<double>(lines))}))
    region.line = static_cast<std::size_t>(number - 1);
  if (table.read("dye", number, {1, kMostDyes})) region.dye = static_cast<std::size_t>(number - 1);
  if (table.read("radius", radius, kLength)) region.radius = radius;
  table.read("centre", region.centre, kCoordinate);
  table.read("normal", region.normal, kCoordinate);
  table.read("along", region.along, kCoordinate);
  table.read("size", region.size, kLength);
  if (table.read("layers", number, {1, kMostLayers})) region.layers = static_cast<int>(number);
  table.read("angle", region.angle, {-360, 360});
  table.read("thickness", region.thickness, {0, kLongest});
  table.read("puffs", region.puffs, {0, 1});
  table.read("puff_size", region.puffSize, kLength);
  table.finish();
  refuseOthers(table, region.shape, keysOf(region.shape));
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

}  // namespace app
