#include "document/scene_edit.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

#include "scene/scene_lines.h"

namespace app {
namespace {

constexpr double kWidestCore = 0.95;      // of the smallest radius: cores and tubes stay clear of the axis
constexpr double kGapOfOneRing = 2. / 3;  // of the radius, for a scene with one ring

fmm::Vec3 unitAxis(const Scene& scene) {
  const fmm::Vec3 axis = scene.rings().front().axis;
  return (1 / fmm::norm(axis)) * axis;
}

/// Distance from the first ring along its axis, with sign [L].
double axialPosition(const Scene& scene, const fmm::Ring& ring) {
  return fmm::dot(ring.centre - scene.rings().front().centre, unitAxis(scene));
}

/// +1 or -1: on which side of the first ring the others lie.
double side(const Scene& scene) {
  return scene.rings().size() > 1 && axialPosition(scene, scene.rings()[1]) < 0 ? -1 : 1;
}

double smallestRadius(const Scene& scene) {
  double radius = std::numeric_limits<double>::infinity();
  for (const fmm::Ring& ring : scene.rings()) radius = std::min(radius, ring.radius);
  return radius;
}

void keepCoresInside(Scene& scene) {
  for (fmm::Ring& ring : scene.rings()) ring.coreRadius = std::min(ring.coreRadius, kWidestCore * ring.radius);
  scene.tracerTube = std::min(scene.tracerTube, kWidestCore * smallestRadius(scene));
}

ValueRange around(double value, double factor, double fallback) {
  const double middle = value != 0 && std::isfinite(value) ? std::abs(value) : fallback;
  return {middle / factor, middle * factor};
}

}  // namespace

double widestTube(const Scene& scene) {
  return kWidestCore * smallestRadius(scene);
}

fmm::Ring standardRing() {
  fmm::Ring ring;
  ring.radius = 0.3;
  ring.coreRadius = 0.05;
  return ring;
}

SceneRanges rangesFor(const Scene& scene) {
  const fmm::Ring first = scene.rings().empty() ? standardRing() : scene.rings().front();
  SceneRanges ranges;
  ranges.circulation = around(first.circulation, 20, 1);
  ranges.radius = around(first.radius, 8, 1);
  ranges.gap = around(scene.rings().empty() ? 0 : ringGap(scene), 8, first.radius);
  ranges.coreRadius = {std::min(first.coreRadius, first.radius / 50), kWidestCore * first.radius};
  ranges.tracerTube = {std::min(scene.tracerTube, first.radius / 50), kWidestCore * first.radius};
  ranges.timeStep = around(scene.settings.timeStep, 20, 0.01);
  ranges.sigma = around(scene.sigma.value_or(first.coreRadius), 20, first.radius / 10);
  return ranges;
}

double ringGap(const Scene& scene) {
  if (scene.rings().size() < 2) return kGapOfOneRing * scene.rings().front().radius;
  return std::abs(axialPosition(scene, scene.rings()[1]));
}

void setRingCount(Scene& scene, int count) {
  assert(count >= 0 && count <= kMostPanelRings);
  if (count == 0) return scene.lines.resize<fmm::Ring>(0, {});
  if (scene.rings().empty()) scene.rings().push_back(standardRing());
  const double step = side(scene) * ringGap(scene);
  const fmm::Vec3 axis = unitAxis(scene);
  const auto wanted = static_cast<std::size_t>(count);
  if (scene.rings().size() > wanted) scene.lines.resize<fmm::Ring>(wanted, {});
  while (scene.rings().size() < wanted) {
    fmm::Ring next = scene.rings().back();
    next.centre = next.centre + step * axis;
    scene.rings().push_back(next);
  }
  if (scene.elements) scene.elements = std::max(*scene.elements, wanted);
}

namespace {

constexpr std::array<std::pair<TracerStart, RegionShape>, 3> kRegionStarts = {
    {{TracerStart::cores, RegionShape::core},
     {TracerStart::shells, RegionShape::shell},
     {TracerStart::sheets, RegionShape::sheet}}};

/// The single region of a scene whose tracers start in this shape.
TracerRegion startRegion(RegionShape shape) {
  TracerRegion region;
  region.shape = shape;
  return region;
}

}  // namespace

TracerStart tracerStart(const Scene& scene) {
  if (scene.regions.empty()) return TracerStart::tubes;
  const TracerRegion& only = scene.regions.front();
  if (scene.regions.size() > 1) return TracerStart::regions;
  for (const auto& [start, shape] : kRegionStarts)
    if (only == startRegion(shape)) return start;
  return TracerStart::regions;
}

void setTracerStart(Scene& scene, TracerStart start) {
  if (start == TracerStart::regions) return;
  scene.regions.clear();
  if (start == TracerStart::tubes) return;
  for (const auto& [known, shape] : kRegionStarts)
    if (known == start) scene.regions.push_back(startRegion(shape));
}

void setRingGap(Scene& scene, double gap) {
  const double step = side(scene) * gap;
  const fmm::Vec3 axis = unitAxis(scene);
  for (std::size_t i = 1; i < scene.rings().size(); ++i) {
    const double shift = static_cast<double>(i) * step - axialPosition(scene, scene.rings()[i]);
    scene.rings()[i].centre = scene.rings()[i].centre + shift * axis;
  }
}

void setRingRadius(Scene& scene, double radius) {
  const double factor = radius / scene.rings().front().radius;
  for (fmm::Ring& ring : scene.rings()) ring.radius *= factor;
  scene.rings().front().radius = radius;
  keepCoresInside(scene);
}

void setCirculation(Scene& scene, double circulation) {
  const double before = std::abs(scene.rings().front().circulation);
  for (fmm::Ring& ring : scene.rings()) {
    const double size = before > 0 ? std::abs(ring.circulation) / before * circulation : circulation;
    ring.circulation = std::copysign(size, ring.circulation);
  }
}

void setCoreRadius(Scene& scene, double coreRadius) {
  for (fmm::Ring& ring : scene.rings()) ring.coreRadius = coreRadius;
  keepCoresInside(scene);
}

double largestCirculation(const Scene& scene) {
  double largest = 0;
  scene.lines.forEach([&](const auto& line) { largest = std::max(largest, std::abs(line.circulation)); });
  for (const RingLaunch& launch : scene.launches) largest = std::max(largest, std::abs(launch.ring.circulation));
  for (const fmm::Ring& ring : patchRings(scene)) largest = std::max(largest, std::abs(ring.circulation));
  return largest;
}

fmm::GroundPlane groundBelow(const Scene& scene) {
  const bool plane = scene.settings.space == fmm::Space::plane;
  std::vector<fmm::Ring> rings = plane ? patchRings(scene) : scene.rings();
  for (const RingLaunch& launch : scene.launches) rings.push_back(launch.ring);
  double lowest = std::numeric_limits<double>::infinity();
  for (const fmm::Ring& ring : rings)
    lowest = std::min(lowest, (plane ? ring.centre.y : ring.centre.z) - 1.5 * ring.radius -
                                  std::max(2.5 * ring.coreRadius, scene.tracerTube));
  for (const fmm::Body& body : scene.settings.bodies)
    lowest = std::min(lowest, (plane ? body.centre.y : body.centre.z) - 1.5 * fmm::factsOf(body).reach);
  fmm::GroundPlane ground;
  if (plane) ground.normal = {0, 1, 0};
  if (std::isfinite(lowest)) (plane ? ground.point.y : ground.point.z) = lowest;
  return ground;
}

void setTracerTube(Scene& scene, double tube) {
  scene.tracerTube = tube;
  keepCoresInside(scene);
}

std::vector<fmm::LineBase> pendingLines(const Scene& edited, const Scene& built) {
  std::vector<fmm::LineBase> there, pending;
  built.lines.forEach([&](const fmm::LineBase& line) { there.push_back(line); });
  edited.lines.forEach([&](const fmm::LineBase& line) {
    const auto same = [&](const fmm::LineBase& other) {
      return other.centre == line.centre && other.radius == line.radius;
    };
    if (std::none_of(there.begin(), there.end(), same)) pending.push_back(line);
  });
  return pending;
}

namespace {

/// The regions that are warm at the start.
std::vector<fmm::HeatSource> startingHeat(const Scene& scene) {
  std::vector<fmm::HeatSource> all;
  for (const fmm::HeatSource& source : scene.settings.heatSources)
    if (source.supply == fmm::HeatSupply::start) all.push_back(source);
  return all;
}

}  // namespace

bool needsReset(const Scene& edited, const Scene& built) {
  const ParticleSettings& particles = edited;
  const WidthSettings& width = edited;
  bool sameLines = true;
  edited.lines.forEachKind([&](const auto& lines) {
    using Line = typename std::decay_t<decltype(lines)>::value_type;
    const std::vector<Line>& others = built.lines.of<Line>();
    sameLines &= std::equal(lines.begin(), lines.end(), others.begin(), others.end(), sameLine<Line>);
    for (std::size_t i = 0; sameLines && i < lines.size(); ++i)
      sameLines = edited.lines.extras<Line>(i).elements == built.lines.extras<Line>(i).elements;
  });
  const bool sameLaunches =
      std::equal(edited.launches.begin(), edited.launches.end(), built.launches.begin(), built.launches.end(),
                 [](const RingLaunch& a, const RingLaunch& b) {
                   return sameLine(a.ring, b.ring) &&
                          std::tie(a.time, a.elements, a.tracers, a.tracerTube, a.tracerSheet, a.nozzle) ==
                              std::tie(b.time, b.elements, b.tracers, b.tracerTube, b.tracerSheet, b.nozzle);
                 });
  return !sameLines || !sameLaunches || !(edited.patches == built.patches) || !(edited.given == built.given) ||
         edited.settings.heatSources.size() != built.settings.heatSources.size() ||
         startingHeat(edited) != startingHeat(built) || edited.regions != built.regions ||
         !(edited.emitters == built.emitters) || ringColours(edited) != ringColours(built) ||
         !(particles == built && width == built);
}

}  // namespace app
