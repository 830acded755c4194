#include "scene/start/scene_particles.h"

#include <fmt/format.h>
#include <sched.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <thread>
#include <vector>

#include "fmm/error.h"
#include "fmm/initial_conditions.h"
#include "fmm/ring_theory.h"
#include "fmm/settings.h"
#include "fmm/tracer_regions.h"
#include "scene/scene_lines.h"
#include "scene/start/scene_heat.h"
#include "scene/start/scene_lattice.h"
#include "scene/start/tracer_tags.h"

namespace app {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr std::size_t kCountOfGiven = 1000;  // assumed for a ring of elements from a file, for estimates

// Cores that this process may use; containers often have fewer than the machine.
unsigned usableCores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) == 0) return static_cast<unsigned>(CPU_COUNT(&set));
  return std::max(1u, std::thread::hardware_concurrency());
}

// Launches in order of time.
std::vector<RingLaunch> byTime(std::vector<RingLaunch> launches) {
  std::stable_sort(launches.begin(), launches.end(),
                   [](const RingLaunch& a, const RingLaunch& b) { return a.time < b.time; });
  return launches;
}

/// Receives a part of a number of particles: by weight, or a fixed number that is not shared.
struct Sharer {
  double weight = 1;
  std::optional<std::size_t> own = {};
};

std::vector<std::size_t> sharesOf(const std::vector<Sharer>& sharers, std::size_t total) {
  std::vector<double> weights;
  for (const Sharer& sharer : sharers)
    if (!sharer.own) weights.push_back(sharer.weight);
  const std::vector<std::size_t> shared = shares(weights, total);
  std::vector<std::size_t> counts;
  std::size_t next = 0;
  for (const Sharer& sharer : sharers) counts.push_back(sharer.own ? *sharer.own : shared[next++]);
  return counts;
}

/// The lines in the order of linesOf(), with their own elements if given; the components of a line divide its elements.
std::vector<Sharer> lineSharers(const Scene& scene) {
  std::vector<Sharer> sharers;
  for (const fmm::LineComponent& line : linesOf(scene)) sharers.push_back({asRing(line).radius});
  std::size_t place = 0;
  scene.lines.forEachWithExtras([&](const auto& line, const LineExtras& extras) {
    const auto components = static_cast<std::size_t>(line.components());
    for (std::size_t k = 0; k < components; ++k, ++place)
      if (extras.elements) sharers[place].own = (*extras.elements + k) / components;
  });
  return sharers;
}

// Tracers divided among the regions, where each launch has a share of 1; without regions by circumference among lines
// and rings of elements from files. Launches follow by time.
std::vector<std::size_t> tracerShares(const Scene& scene) {
  const bool regions = !scene.regions.empty();
  std::vector<Sharer> sharers;
  for (const TracerRegion& region : scene.regions) sharers.push_back({region.share});
  if (!regions)
    for (const fmm::Ring& ring : beginningRings(scene)) sharers.push_back({ring.radius});
  for (const RingLaunch& launch : byTime(scene.launches))
    sharers.push_back({regions ? 1 : launch.ring.radius, launch.tracers});
  return sharesOf(sharers, sceneCounts(scene).tracers);
}

void addElements(const Scene& scene, const fmm::LineComponent& line, std::size_t count, std::int32_t index,
                 fmm::Elements& elements) {
  if (scene.settings.redistribution.isOn())
    return fmm::append(elements, latticeElementsOf(scene, {line}, index, count));
  const fmm::Ring ring = asRing(line);
  requireOverlap(scene, ring, count, static_cast<std::size_t>(index) + 1);
  const double sigma = coreRadiusOf(scene, ring, count);
  const std::uint64_t seed = seedFor(scene.seed, 2 * static_cast<std::uint64_t>(index));
  fmm::addLine(line, {count, sigma, index, seed, scene.settings.regularisation}, elements);
}

void addTracers(const fmm::LineComponent& line, double tube, std::size_t count, std::int32_t index, std::uint64_t seed,
                fmm::Tracers& tracers) {
  constexpr double kCrossing = 1e-6;
  const double widest = fmm::widestTube(line.line);
  if (count > 0 && !(widest > kCrossing * fmm::baseOf(line.line).radius))
    throw fmm::InvalidInput(fmt::format(
        "ring {} crosses or touches itself: no tube of tracers fits about it; allowed: tracers = 0, or [[tracers]]",
        index + 1));
  if (!(tube > 0 && tube < widest))
    throw fmm::InvalidInput(fmt::format(
        "tracer_tube = {:.6g} does not fit ring {}; allowed: more than 0, less than {:.4g}", tube, index + 1, widest));
  fmm::addTracersAround(line, tube, count, index, seed, tracers);
}

/// Like fluid from a nozzle: an uneven sheet through the core, whose folds show when the ring rolls it up.
void addTracersOnSheet(const fmm::Ring& ring, double halfWidth, std::size_t count, std::int32_t index,
                       std::uint64_t seed, fmm::Tracers& tracers) {
  constexpr std::uint64_t kStreams = std::uint64_t{1} << 48;             // of seeds, after those of regions
  constexpr double kThickness = 1. / 16, kPuffs = 0.5, kPuffSize = 0.8;  // lengths in half widths
  const double widest = fmm::widestTube(ring);
  if (!(halfWidth > 0 && halfWidth < widest))
    throw fmm::InvalidInput(
        fmt::format("tracer_sheet = {:.6g} does not fit ring {}; allowed: more than 0, less than {:.4g}", halfWidth,
                    index + 1, widest));
  fmm::addTracersOnSheet(fmm::LineComponent(ring), {halfWidth, 0, kThickness * halfWidth}, count, index,
                         seedFor(seed, kStreams + static_cast<std::uint64_t>(index)), tracers,
                         {kPuffs, kPuffSize * halfWidth});
}

void requireAbove(const fmm::GroundPlane& ground, const fmm::Elements& elements) {
  std::map<std::int32_t, double> lowest;  // heights by ring
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const double h = fmm::height(ground, elements.position[i]);
    lowest[elements.ring[i]] = std::min(h, lowest.try_emplace(elements.ring[i], h).first->second);
  }
  for (const auto& [ring, h] : lowest)
    if (!(h > 0))
      throw fmm::InvalidInput(
          fmt::format("ring {} reaches {:.6g} below the ground plane; allowed: all of it above", ring + 1, -h));
}

/// Effective area of the core of a ring of `count` elements [L^2]: pi a^2 for a Gaussian of radius a. A lattice
/// represents the requested core, and a filament as a Gaussian as wide as its spacing.
double coreArea(const Scene& scene, const fmm::Ring& ring, std::size_t count) {
  const fmm::Regularisation core = scene.settings.regularisation;
  const bool lattice = scene.settings.redistribution.isOn();
  const bool filled = ring.profile != fmm::CoreProfile::filament;
  if (filled && lattice) return kPi * ring.coreRadius * ring.coreRadius;
  const double sigma = coreRadiusOf(scene, ring, std::max<std::size_t>(1, count));
  const double width = lattice ? sigma / scene.overlap : 0,
               blob = 2 * sigma * sigma / std::max(1, fmm::coreFacts(core).filterOrder);
  if (!filled) return kPi * (width * width + blob);
  const double radius = ring.coreRadius;
  return kPi * (radius * radius + (fmm::smoothedRadius(ring, sigma, core) > radius ? blob : 0));
}

}  // namespace

void requireOverlap(const Scene& scene, const fmm::Ring& ring, std::size_t count, std::size_t number) {
  constexpr double kRoundOff = 1e-9;
  if (!scene.sigma || count == 0 || scene.settings.redistribution.isOn()) return;
  const double overlap = *scene.sigma / fmm::meanSpacing(ring, count);
  if (overlap >= 1 - kRoundOff) return;
  const double share = ring.profile == fmm::CoreProfile::filament ? overlap : overlap * overlap * overlap;
  throw fmm::InvalidInput(fmt::format(
      "sigma = {:.6g} is {:.3g} of the spacing of the {} elements of ring {}; allowed: an overlap of 1 or "
      "more (about {:.0f} elements for the ring, or sigma = {:.3g})",
      *scene.sigma, overlap, count, number, std::ceil(static_cast<double>(count) / share), *scene.sigma / overlap));
}

double coreRadiusOf(const Scene& scene, const fmm::Ring& ring, std::size_t count) {
  if (scene.settings.redistribution.isOn() || !scene.patches.empty()) return scene.overlap * latticeSpacing(scene);
  return scene.sigma ? *scene.sigma : scene.overlap * fmm::meanSpacing(ring, count);
}

double seededRadius(const Scene& scene, const fmm::Ring& ring, std::size_t count) {
  if (scene.settings.redistribution.isOn() || ring.profile == fmm::CoreProfile::filament || count == 0)
    return ring.coreRadius;
  return fmm::seededRadius(ring, coreRadiusOf(scene, ring, count), scene.settings.regularisation);
}

bool cudaWouldRun(fmm::Backend backend) {
  if (backend == fmm::Backend::cpu) return false;
  const auto backends = fmm::availableBackends();
  return std::any_of(backends.begin(), backends.end(),
                     [](const fmm::BackendInfo& info) { return info.backend == fmm::Backend::cuda && info.available; });
}

Counts countsFor(unsigned cores, bool cuda) {
  if (cuda) return {std::size_t{1} << 15, std::size_t{1} << 20};
  // One doubling of elements for every fourfold number of cores, of tracers for every twofold; at most 16 cores count.
  const unsigned capped = std::clamp(cores, 1u, 16u);
  unsigned doublings = 0;
  while ((2u << doublings) <= capped) ++doublings;  // 1: 0, 2: 1, 4: 2, 8: 3, 16: 4
  if (doublings == 0) return {std::size_t{1} << 11, std::size_t{1} << 15};
  return {std::size_t{1} << (12 + (doublings - 1) / 2), std::size_t{1} << (15 + doublings)};
}

Counts defaultCounts(const fmm::Settings& settings) {
  const bool cuda = cudaWouldRun(settings.backend);
  Counts counts = countsFor(usableCores(), cuda);
  if (cuda) return counts;
  if (settings.space == fmm::Space::plane) {
    counts.tracers /= 4;  // tracers cover an area, not a volume
  } else if (settings.redistribution.isOn()) {
    counts.elements *= 2;  // cores are narrower on a lattice, so that evaluations take as long
  }
  return counts;
}

Counts sceneCounts(const Scene& scene) {
  Counts counts;
  if (!scene.elements || !scene.tracers) counts = defaultCounts(scene.settings);
  if (scene.elements) counts.elements = *scene.elements;
  if (scene.tracers) counts.tracers = *scene.tracers;
  return counts;
}

Counts totalCounts(const Scene& scene) {
  Counts counts = sceneCounts(scene);
  for (const RingLaunch& launch : scene.launches) {
    counts.elements += launch.elements.value_or(0);
    counts.tracers += launch.tracers.value_or(0);
  }
  scene.lines.forEachWithExtras(
      [&](const auto&, const LineExtras& extras) { counts.elements += extras.elements.value_or(0); });
  counts.elements += givenCount(scene);
  counts.tracers += emittedCount(scene.emitters);
  return counts;
}

std::vector<std::size_t> elementShares(const Scene& scene) {
  std::vector<Sharer> sharers = lineSharers(scene);
  for (const RingLaunch& launch : byTime(scene.launches)) sharers.push_back({launch.ring.radius, launch.elements});
  return sharesOf(sharers, sceneCounts(scene).elements);
}

namespace {

/// Elements of all lines.
fmm::Elements lineElements(const Scene& scene) {
  const std::vector<fmm::LineComponent> lines = linesOf(scene);
  if (scene.settings.redistribution.isOn())
    return latticeElementsOf(onLattice(scene), lines, 0, sceneCounts(scene).elements);
  const std::vector<std::size_t> counts = elementShares(scene);
  fmm::Elements elements;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (counts[i] == 0)
      throw fmm::InvalidInput(
          fmt::format("elements = {} leaves ring {} without any; allowed: more", sceneCounts(scene).elements, i + 1));
    addElements(scene, lines[i], counts[i], static_cast<std::int32_t>(i), elements);
  }
  if (scene.settings.ground) requireAbove(*scene.settings.ground, elements);
  return elements;
}

}  // namespace

fmm::Elements makeElements(const Scene& scene) {
  fmm::Elements elements = scene.settings.space == fmm::Space::plane ? patchElements(scene) : lineElements(scene);
  if (scene.settings.heat) fmm::append(elements, warmElements(onLattice(scene)));
  if (scene.given.empty()) return elements;
  const fmm::Elements given = givenElements(scene, madeLineCount(scene));
  if (scene.settings.ground) requireAbove(*scene.settings.ground, given);
  fmm::append(elements, given);
  return elements;
}

namespace {

/// Projects tracers of thick regions onto a plane flow.
fmm::Tracers inPlaneOf(const Scene& scene, fmm::Tracers tracers) {
  if (scene.settings.space != fmm::Space::plane) return tracers;
  for (fmm::Vec3& x : tracers.position) x.z = 0;
  return tracers;
}

}  // namespace

fmm::Tracers makeTracers(const Scene& scene) {
  const std::vector<std::size_t> counts = tracerShares(scene);
  const std::vector<fmm::LineComponent> lines = linesOf(scene);
  fmm::Tracers tracers;
  for (std::size_t i = 0; i < scene.regions.size(); ++i) addRegion(scene, lines, i, counts[i], tracers);
  if (!scene.regions.empty()) return inPlaneOf(scene, std::move(tracers));
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (counts[i] > 0)
      addTracers(lines[i], scene.tracerTube, counts[i], static_cast<std::int32_t>(i), seedFor(scene.seed, 2 * i + 1),
                 tracers);
  const bool plane = scene.settings.space == fmm::Space::plane;
  const fmm::Elements others = plane ? makeElements(scene) : givenElements(scene, lines.size());
  const std::size_t warm = madeLineCount(scene), cold = warm - scene.settings.heatSources.size();
  for (std::size_t i = cold; i < warm; ++i)
    addTracersInHeat(scene, i - cold, counts[i], static_cast<std::int32_t>(i), seedFor(scene.seed, 2 * i + 1), tracers);
  for (std::size_t i = lines.size(); i < lineCount(scene); ++i)
    if (i < cold || i >= warm)
      addTracersAbout(others, static_cast<std::int32_t>(i), scene.tracerTube, counts[i], seedFor(scene.seed, 2 * i + 1),
                      tracers);
  return inPlaneOf(scene, std::move(tracers));
}

std::vector<RingLaunch> sceneLaunches(const Scene& scene) {
  std::vector<RingLaunch> launches = byTime(scene.launches);
  const std::vector<std::size_t> elements = elementShares(scene), tracers = tracerShares(scene);
  for (std::size_t i = 0; i < launches.size(); ++i) {
    launches[i].elements = elements[elements.size() - launches.size() + i];
    launches[i].tracers = tracers[tracers.size() - launches.size() + i];
    if (!launches[i].tracerTube) launches[i].tracerTube = scene.tracerTube;
  }
  return launches;
}

RingParticles makeRing(const Scene& scene, const RingLaunch& launch, std::int32_t index) {
  const std::size_t elements = launch.elements.value_or(0), tracers = launch.tracers.value_or(0);
  if (elements == 0)
    throw fmm::InvalidInput(fmt::format(
        "ring {}: elements = 0 is out of range; allowed: 1 or more (its own, or a share of more elements in "
        "all)",
        index + 1));
  RingParticles particles;
  const fmm::Ring ring = launchedRing(scene, launch.ring, index);
  addElements(scene, ring, elements, index, particles.elements);
  const std::size_t onSheet = launch.tracerSheet ? tracers - tracers / 3 : 0;
  if (launch.tracerSheet) addTracersOnSheet(ring, *launch.tracerSheet, onSheet, index, scene.seed, particles.tracers);
  if (tracers > onSheet)
    addTracers(ring, launch.tracerTube.value_or(scene.tracerTube), tracers - onSheet, index,
               seedFor(scene.seed, 2 * static_cast<std::uint64_t>(index) + 1), particles.tracers);
  return particles;
}

double edgeSpeed(const Scene& scene, const fmm::Ring& ring, std::size_t count) {
  const double sigma = coreRadiusOf(scene, ring, std::max<std::size_t>(1, count));
  const bool filled = ring.profile != fmm::CoreProfile::filament;
  const bool asAsked = filled && scene.settings.redistribution.isOn();
  // The edge of the core as widened by the elements' cores; the ring's translation is added.
  const double edge = asAsked ? ring.coreRadius : std::hypot(filled ? ring.coreRadius : 0, sigma);
  const double core = std::min(edge > 0 ? edge : 0.1 * ring.radius, ring.radius);
  const double swirl = std::abs(ring.circulation) / (2 * kPi * core);
  const double travel = std::abs(ring.circulation) / (4 * kPi * ring.radius) * std::log(8 * ring.radius / core);
  return swirl + travel;
}

double peakVorticity(const Scene& scene, const fmm::Ring& ring, std::size_t count) {
  const double area = coreArea(scene, ring, count);
  return area > 0 ? std::abs(ring.circulation) / area : 0;
}

double largestOfRings(const Scene& given, double (*estimate)(const Scene&, const fmm::Ring&, std::size_t)) {
  Scene scene = given;
  scene.settings.spacing = latticeSpacing(given);
  const std::vector<std::size_t> counts = elementShares(scene);
  double range = 0;
  const std::vector<fmm::LineComponent> lines = linesOf(scene);
  for (std::size_t i = 0; i < lines.size(); ++i) range = std::max(range, estimate(scene, asRing(lines[i]), counts[i]));
  for (const fmm::Ring& ring : heatRings(scene)) range = std::max(range, estimate(scene, ring, kCountOfGiven));
  for (const fmm::Ring& ring : patchRings(scene)) range = std::max(range, estimate(scene, ring, kCountOfGiven));
  for (const fmm::Ring& ring : givenRings(scene)) range = std::max(range, estimate(scene, ring, kCountOfGiven));
  for (const RingLaunch& launch : sceneLaunches(scene))
    range = std::max(range, estimate(scene, launch.ring, *launch.elements));
  return range > 0 ? range : 1;
}

}  // namespace app
