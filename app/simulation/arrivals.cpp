#include "simulation/arrivals.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "scene/scene_lines.h"
#include "scene/start/scene_lattice.h"
#include "simulation/backend_choice.h"
#include "simulation/inspection.h"

namespace app {
namespace {

constexpr std::uint64_t kEmitters = std::uint64_t{1} << 34;  // beyond the streams of seeds of rings, regions and phases

}  // namespace

TracerEmission::TracerEmission(const Scene& scene, const std::vector<std::int64_t>& emitted,
                               const std::vector<std::int32_t>& rings) {
  for (std::size_t i = 0; i < scene.emitters.size(); ++i) {
    Source source{scene.emitters[i], seedFor(scene.seed, kEmitters + i), i < emitted.size() ? emitted[i] : 0, {}};
    for (std::size_t k = 0; k < rings.size(); ++k)
      if (rings[k] == emitterMark(i)) source.places.push_back(k);
    sources_.push_back(source);
  }
  changed_ = any();
}

/// Number of tracers due by `time`, with a tolerance of a millionth of a step.
std::int64_t TracerEmission::dueBy(const Source& source, double time, double timeStep) const {
  constexpr double kEarly = 1e-6, kMost = 1e15;
  const double since = time + kEarly * std::abs(timeStep) - source.emitter.start;
  if (since < 0) return 0;
  const auto together = static_cast<std::int64_t>(source.emitter.together());
  if (source.emitter.shape == EmitterShape::paths) return together;
  return together * static_cast<std::int64_t>(std::min(std::floor(since * source.emitter.rate) + 1, kMost));
}

/// Emits tracers up to number `upTo`, skipping those that later ones would replace at once. Neighbours in the system
/// are placed in one call.
void TracerEmission::emit(Source& source, std::int64_t upTo, fmm::VortexSystem& system) {
  const std::size_t most = source.emitter.mostTracers();
  const auto lap = static_cast<std::int64_t>(most);
  source.emitted += std::max<std::int64_t>(0, (upTo - source.emitted) / lap - 1) * lap;  // would be overwritten
  while (source.emitted < upTo) {
    const auto slot = static_cast<std::size_t>(source.emitted % lap);
    const auto left = static_cast<std::size_t>(upTo - source.emitted);
    std::vector<std::size_t>& places = source.places;
    const bool joins = slot == places.size();
    const std::size_t first = joins ? system.tracerTotal() : places[slot];
    std::size_t count = 0;
    while (count < std::min(left, (joins ? most : places.size()) - slot) &&
           (joins || places[slot + count] == first + count))
      ++count;
    fmm::Tracers run;
    for (std::size_t k = 0; k < count; ++k)
      run.position.push_back(emittedAt(source.emitter, source.seed, source.emitted + static_cast<std::int64_t>(k)));
    run.ring.assign(count, emitterMark(static_cast<std::size_t>(&source - sources_.data())));
    if (system.settings().space == fmm::Space::plane)
      for (fmm::Vec3& x : run.position) x.z = 0;
    system.placeTracers(first, run);
    for (std::size_t k = 0; joins && k < count; ++k) places.push_back(first + k);
    joined_ += joins ? count : 0;
    source.emitted += static_cast<std::int64_t>(count);
    changed_ = true;
  }
}

void TracerEmission::emit(fmm::VortexSystem& system) {
  const double step = system.settings().timeStep;
  if (step < 0) return;
  for (Source& source : sources_) {
    const std::int64_t due = dueBy(source, system.time(), step);
    if (due > source.emitted) emit(source, due, system);
  }
}

std::vector<std::int64_t> TracerEmission::emitted() const {
  std::vector<std::int64_t> counts;
  for (const Source& source : sources_) counts.push_back(source.emitted);
  return counts;
}

std::vector<TracerEmission::Seed> TracerEmission::seeds() const {
  std::vector<Seed> all;
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    const Source& source = sources_[i];
    const Emitter& emitter = source.emitter;
    if (!emitter.hasSeeds()) continue;
    const std::size_t first = all.size();
    for (std::size_t k = 0; k < emitter.seeds; ++k)
      all.push_back({i,
                     k,
                     emitter.shape == EmitterShape::paths,
                     emitter.label.colour,
                     emittedAt(emitter, source.seed, static_cast<std::int64_t>(k)),
                     {}});
    const auto most = static_cast<std::int64_t>(emitter.mostTracers());
    for (std::int64_t n = std::max<std::int64_t>(0, source.emitted - most); n < source.emitted; ++n) {
      const auto number = static_cast<std::size_t>(n) % emitter.seeds;
      all[first + number].tracers.push_back({source.places[static_cast<std::size_t>(n % most)], source.birthOf(n)});
    }
  }
  return all;
}

void TracerEmission::tag(TracerTags& tags, std::uint32_t firstRing,
                         const std::optional<std::vector<std::uint32_t>>& numbers) {
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    const Source& source = sources_[i];
    const auto most = static_cast<std::int64_t>(source.emitter.mostTracers());
    const auto ring = firstRing + static_cast<std::uint32_t>(i);
    for (std::int64_t n = std::max<std::int64_t>(0, source.emitted - most); n < source.emitted; ++n) {
      const double birth = source.birthOf(n);
      std::size_t at = source.places[static_cast<std::size_t>(n % most)];
      if (numbers) {
        const auto found = std::lower_bound(numbers->begin(), numbers->end(), at);
        if (found == numbers->end() || *found != at) continue;
        at = static_cast<std::size_t>(found - numbers->begin());
      }
      tags[at] = {ring, static_cast<float>(birth)};
    }
  }
  changed_ = false;
  joined_ = 0;
}

namespace {

template <class T>
void extend(std::vector<T>& all, const std::vector<T>& added) {
  all.insert(all.end(), added.begin(), added.end());
}

}  // namespace

bool isDue(const RingLaunch& launch, double time, double timeStep) {
  constexpr double kEarly = 1e-6;  // of a step
  return launch.time <= time + kEarly * std::abs(timeStep);
}

std::optional<double> lastJoinedBefore(const Scene& scene, double time, double timeStep) {
  std::optional<double> last;
  for (const RingLaunch& launch : scene.launches)
    if (isDue(launch, time, timeStep) && !isDue(launch, 0, timeStep)) last = std::max(last.value_or(0), launch.time);
  return last;
}

LaunchSchedule::LaunchSchedule(const Scene& scene)
    : seeding_(onLattice(scene)), pending_(sceneLaunches(scene)), rings_(static_cast<std::int32_t>(lineCount(scene))) {
  std::size_t number = lineCount(scene);
  for (RingLaunch launch : pending_) {
    requireOverlap(scene, launch.ring, *launch.elements, ++number);
    const bool alike = launch.ring.layout == fmm::CoreLayout::random && !scene.sigma;
    if (alike && !scene.settings.redistribution.isOn())
      launch.elements = std::min<std::size_t>(*launch.elements, 1);  // layers and overlap depend on the count
    launch.tracers = 1;
    makeRing(seeding_, launch, 0);  // throws now instead of in the middle of a film
  }
}

RingParticles LaunchSchedule::start() {
  RingParticles all{makeElements(seeding_), makeTracers(seeding_)};
  for (const RingLaunch& launch : takeDue(0, seeding_.settings.timeStep)) {
    const RingParticles ring = makeRing(seeding_, launch, rings_++);
    fmm::append(all.elements, ring.elements);
    extend(all.tracers.position, ring.tracers.position);
    extend(all.tracers.ring, ring.tracers.ring);
  }
  return all;
}

void LaunchSchedule::resumeAt(double time, double timeStep) {
  rings_ += static_cast<std::int32_t>(takeDue(time, timeStep).size());
}

std::vector<RingLaunch> LaunchSchedule::takeDue(double time, double timeStep) {
  const auto end = std::find_if(pending_.begin(), pending_.end(),
                                [&](const RingLaunch& launch) { return !isDue(launch, time, timeStep); });
  std::vector<RingLaunch> due(pending_.begin(), end);
  pending_.erase(pending_.begin(), end);
  return due;
}

Joined LaunchSchedule::join(const RingLaunch& launch, fmm::VortexSystem& system) {
  const std::size_t elements = launch.elements.value_or(0), tracers = launch.tracers.value_or(0);
  requireMemory({system.elementCount() + elements, system.tracerCount() + tracers}, system.settings().precision);
  RingParticles ring = makeRing(seeding_, launch, rings_);
  const fmm::Vec3 before = system.centroid();
  fmm::Elements all = system.elements();  // everything that may throw comes before append()
  fmm::append(all, ring.elements);
  system.append(ring.elements, ring.tracers);
  ++rings_;
  const fmm::Vec3 shift = fmm::centroid(all) - before;
  return {std::move(ring.elements), std::move(all), shift};
}

}  // namespace app
