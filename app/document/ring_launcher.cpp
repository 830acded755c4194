#include "document/ring_launcher.h"

#include <algorithm>
#include <cmath>

#include "document/scene_edit.h"
#include "fmm/ring_theory.h"
#include "scene/scene_lines.h"

namespace app {
namespace {

constexpr double kWidestCore = 0.95;      // of the radius
constexpr double kSheet = 0.43;           // half width of a sheet of tracers over the radius, as in shipped scenes
constexpr double kWidestGaussian = 0.38;  // of the radius: a Gaussian core is filled out to 2.5 core radii
constexpr double kRangeOfRadii = 8;       // times the first ring's
constexpr std::size_t kFewestElements = 16;
constexpr std::size_t kFirstRings = 4;  // rings assumed for a scene without any

bool same(const RingLaunch& a, const RingLaunch& b) {
  return a.time == b.time && a.ring.centre == b.ring.centre && a.ring.axis == b.ring.axis &&
         a.ring.radius == b.ring.radius && a.ring.circulation == b.ring.circulation;
}

/// True if tracers of the scene's rings start on sheets, or if it has no vortex lines.
bool startsOnSheets(const Scene& scene) {
  const auto& regions = scene.regions;
  const auto& later = scene.launches;
  return lineCount(scene) + later.size() == 0 ||
         std::any_of(regions.begin(), regions.end(),
                     [](const TracerRegion& region) { return region.shape == RegionShape::sheet; }) ||
         std::any_of(later.begin(), later.end(), [](const RingLaunch& launch) { return launch.tracerSheet; });
}

}  // namespace

RingLauncher launcherFor(const Scene& scene) {
  RingLauncher launcher;
  RingLaunch& next = launcher.next;
  if (scene.rings().empty()) {
    next.ring = standardRing();
    launcher.keep = true;
  } else {
    next.ring = scene.rings().front();
    next.ring.waveAmplitude = 0;
    next.ring.waveMode = 0;
    next.ring.axialAmplitude = 0;
    next.ring.randomPhase = false;
    next.ring.axis = (1 / fmm::norm(next.ring.axis)) * next.ring.axis;
  }
  if (next.ring.circulation < 0) next.ring.axis = -1. * next.ring.axis;
  next.ring.circulation = next.ring.circulation == 0 ? 1 : std::abs(next.ring.circulation);
  next.tracerTube = std::min(scene.tracerTube, kWidestCore * next.ring.radius);
  if (startsOnSheets(scene)) next.tracerSheet = kSheet * next.ring.radius;
  launcher.largestRadius = kRangeOfRadii * next.ring.radius;
  shareCounts(launcher, scene);
  return launcher;
}

void shareCounts(RingLauncher& launcher, const Scene& scene) {
  if (launcher.ownCounts) return;
  const std::size_t rings = sharingLineCount(scene);
  const Counts counts = sceneCounts(scene);
  launcher.next.elements = std::max(counts.elements / (rings > 0 ? rings : kFirstRings), kFewestElements);
  launcher.next.tracers = counts.tracers / (rings > 0 ? rings : kFirstRings);
}

double widestCore(const fmm::Ring& ring) {
  return (ring.profile == fmm::CoreProfile::gaussian ? kWidestGaussian : kWidestCore) * ring.radius;
}

void setRadius(RingLaunch& launch, double radius) {
  launch.ring.radius = radius;
  setCoreRadius(launch, launch.ring.coreRadius);
  if (launch.tracerTube) launch.tracerTube = std::min(*launch.tracerTube, kWidestCore * radius);
  if (launch.tracerSheet) launch.tracerSheet = kSheet * radius;
}

void setCoreRadius(RingLaunch& launch, double coreRadius) {
  launch.ring.coreRadius = std::min(coreRadius, widestCore(launch.ring));
}

double predictedSpeed(const Scene& scene, const RingLaunch& launch) {
  const fmm::Ring& ring = launch.ring;
  const std::size_t elements = launch.elements.value_or(kFewestElements);
  const fmm::RingCore core = {ring.profile, ring.coreRadius, coreRadiusOf(scene, ring, elements), elements};
  return fmm::selfInducedSpeed(scene.settings.regularisation, core, ring.radius, ring.circulation);
}

bool keepLaunched(Scene& scene, const std::vector<RingLaunch>& launched) {
  bool added = false;
  for (const RingLaunch& launch : launched) {
    std::vector<RingLaunch>& kept = scene.launches;
    if (std::any_of(kept.begin(), kept.end(), [&](const RingLaunch& k) { return same(k, launch); })) continue;
    const auto later =
        std::find_if(kept.begin(), kept.end(), [&](const RingLaunch& k) { return k.time > launch.time; });
    kept.insert(later, launch);
    added = true;
  }
  return added;
}

bool dropLaunched(Scene& scene, const std::vector<RingLaunch>& launched) {
  const auto isLaunched = [&](const RingLaunch& kept) {
    return std::any_of(launched.begin(), launched.end(), [&](const RingLaunch& launch) { return same(kept, launch); });
  };
  const auto end = std::remove_if(scene.launches.begin(), scene.launches.end(), isLaunched);
  const bool any = end != scene.launches.end();
  scene.launches.erase(end, scene.launches.end());
  return any;
}

}  // namespace app
