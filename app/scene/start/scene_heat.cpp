#include "scene/start/scene_heat.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "fmm/heat.h"
#include "scene/scene_lines.h"
#include "scene/start/scene_particles.h"

namespace app {
namespace {

/// Half the sides of a box about a region that holds all but the tails of its edge [L].
fmm::Vec3 halfBox(const fmm::HeatSource& source, bool plane) {
  const double tails = 2.7 * source.edge + (source.ripples > 0 ? 1.4 * std::abs(source.rippleHeight) : 0);
  if (source.shape == fmm::HeatShape::box) {
    const fmm::Vec3 half = {source.halfAxes[0], source.halfAxes[1], source.halfAxes[2]};
    const double longest = std::max({half.x, half.y, half.z}) + tails;
    if (fmm::norm(source.axis) > 0) return {longest, longest, longest};
    return half + fmm::Vec3{tails, tails, tails};
  }
  const bool ball = source.shape == fmm::HeatShape::ball;
  const double reach = source.radius + (ball ? 0 : source.thickness / 2) + tails;
  const bool upright = !ball && fmm::norm(source.axis) == 0;
  const double high = upright ? source.thickness / 2 + tails : reach;
  if (upright && source.shape == fmm::HeatShape::disc)
    return plane ? fmm::Vec3{reach, high, 0} : fmm::Vec3{reach, reach, high};
  return {reach, reach, upright && !plane ? high : reach};
}

/// Volume [L^3], in the plane area [L^2], where b is at least `part` of what it is inside.
double volumeOf(const fmm::HeatSource& source, fmm::Space space, double part) {
  constexpr int kSide = 48;
  const fmm::Vec3 half = halfBox(source, space == fmm::Space::plane);
  const int layers = space == fmm::Space::plane ? 1 : kSide;
  const double scale = std::abs(source.buoyancy) * part;
  if (!(scale > 0)) return 0;
  int inside = 0;
  const auto at = [](int k) { return (2 * k + 1.0) / kSide - 1; };
  for (int k = 0; k < layers; ++k)
    for (int j = 0; j < kSide; ++j)
      for (int i = 0; i < kSide; ++i) {
        const fmm::Vec3 away = {half.x * at(i), half.y * at(j), layers == 1 ? 0 : half.z * at(k)};
        if (std::abs(fmm::buoyancyAt(source, space, source.centre + away)) >= scale) ++inside;
      }
  const double cell = 4 * half.x * half.y / (kSide * kSide) * (layers == 1 ? 1 : 2 * half.z / kSide);
  return inside * cell;
}

}  // namespace

double heatSpacing(const Scene& scene) {
  constexpr double kEdge = 1e-4;  // as fmm::heatElements()
  const fmm::Space space = scene.settings.space;
  double atStart = 0, later = 0;
  for (const fmm::HeatSource& source : scene.settings.heatSources)
    (source.supply == fmm::HeatSupply::start ? atStart : later) += volumeOf(source, space, kEdge);
  const double volume = atStart > 0 ? atStart : 8 * later;  // a plume is longer than it is wide
  if (!(volume > 0)) return 0;
  const double count = std::max(64.0, static_cast<double>(sceneCounts(scene).elements) / 2);
  return space == fmm::Space::plane ? std::sqrt(volume / count) : std::cbrt(volume / count);
}

fmm::Elements warmElements(const Scene& scene) {
  const std::size_t first = madeLineCount(scene) - scene.settings.heatSources.size();
  return fmm::heatElements(scene.settings.heatSources, scene.settings, scene.settings.spacing,
                           static_cast<std::int32_t>(first));
}

void addTracersInHeat(const Scene& scene, std::size_t source, std::size_t count, std::int32_t ring, std::uint64_t seed,
                      fmm::Tracers& tracers) {
  const fmm::HeatSource& of = scene.settings.heatSources[source];
  const bool plane = scene.settings.space == fmm::Space::plane;
  const fmm::Vec3 half = halfBox(of, plane);
  const double least = std::abs(of.buoyancy) / 2;
  std::mt19937_64 random(seed);
  const auto draw = [&random](double most) {
    return most * (2 * (static_cast<double>(random() >> 11) * 0x1.0p-53) - 1);
  };
  for (std::size_t tries = 0, made = 0; made < count && tries < 1000 * count; ++tries) {
    const fmm::Vec3 x = of.centre + fmm::Vec3{draw(half.x), draw(half.y), plane ? 0 : draw(half.z)};
    if (std::abs(fmm::buoyancyAt(of, scene.settings.space, x)) < least) continue;
    if (scene.settings.ground && fmm::height(*scene.settings.ground, x) <= 0) continue;
    tracers.position.push_back(x);
    tracers.ring.push_back(ring);
    ++made;
  }
}

std::vector<fmm::Ring> heatRings(const Scene& scene) {
  std::vector<fmm::Ring> rings;
  const fmm::Vec3 up = fmm::upOf(scene.settings);
  for (const fmm::HeatSource& source : scene.settings.heatSources) {
    const fmm::Vec3 half = halfBox(source, scene.settings.space == fmm::Space::plane);
    fmm::Ring ring;
    ring.centre = source.centre;
    ring.axis = scene.settings.space == fmm::Space::plane ? fmm::Vec3{0, 0, 1} : up;
    ring.radius = std::max({half.x, half.y, scene.settings.space == fmm::Space::plane ? 0 : half.z});
    ring.coreRadius = ring.radius / 2;
    const bool box = source.shape == fmm::HeatShape::box;
    const bool plane = scene.settings.space == fmm::Space::plane;
    const double wide = 2 * (box ? source.halfAxes[plane ? 1 : 2] : source.radius);  // of a layer its thickness
    const double size = std::max(std::abs(source.buoyancy), 1e-9) * wide;
    const bool steady = source.supply == fmm::HeatSupply::steady;                   // db/dt
    ring.circulation = (steady ? std::cbrt(size * wide) : std::sqrt(size)) * wide;  // Gamma/nu is Re
    rings.push_back(ring);
  }
  return rings;
}

}  // namespace app
