#include "simulation/launch_schedule.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "scene/lattice_start.h"
#include "scene/scene_lines.h"
#include "simulation/element_sample.h"
#include "simulation/memory_check.h"

namespace app {
namespace {

template <class T>
void extend(std::vector<T>& all, const std::vector<T>& added) {
  all.insert(all.end(), added.begin(), added.end());
}

/// Positions and strengths as a system of this precision has them.
fmm::Elements asStored(fmm::Elements elements, fmm::Precision precision) {
  if (precision == fmm::Precision::real64) return elements;
  const auto round = [](double& number) { number = static_cast<double>(static_cast<float>(number)); };
  for (auto* vectors : {&elements.position, &elements.strength}) {
    for (fmm::Vec3& v : *vectors) {
      round(v.x);
      round(v.y);
      round(v.z);
    }
  }
  return elements;
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
    makeRing(seeding_, launch, 0);  // throws now what would end a film on the way
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
  fmm::Elements all = system.elements();  // all that may throw comes before the ring is there
  fmm::append(all, asStored(ring.elements, system.settings().precision));
  system.append(ring.elements, ring.tracers);
  ++rings_;
  const fmm::Vec3 shift = fmm::centroid(all) - before;
  return {std::move(ring.elements), std::move(all), shift};
}

}  // namespace app
