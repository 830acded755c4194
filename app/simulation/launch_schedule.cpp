#include "simulation/launch_schedule.h"

#include <algorithm>
#include <cmath>

namespace app {
namespace {

template <class T>
void extend(std::vector<T>& all, const std::vector<T>& added) {
  all.insert(all.end(), added.begin(), added.end());
}

}  // namespace

LaunchSchedule::LaunchSchedule(const Scene& scene)
    : seeding_(scene), pending_(scene.launches), rings_(static_cast<std::int32_t>(scene.rings.size())) {
  std::stable_sort(pending_.begin(), pending_.end(),
                   [](const RingLaunch& a, const RingLaunch& b) { return a.time < b.time; });
}

RingParticles LaunchSchedule::start() {
  RingParticles all{makeElements(seeding_), makeTracers(seeding_)};
  for (const RingLaunch& launch : takeDue(0, seeding_.settings.timeStep)) {
    const RingParticles ring = seed(launch);
    extend(all.elements.position, ring.elements.position);
    extend(all.elements.strength, ring.elements.strength);
    extend(all.elements.coreRadius, ring.elements.coreRadius);
    extend(all.elements.ring, ring.elements.ring);
    extend(all.tracers.position, ring.tracers.position);
    extend(all.tracers.ring, ring.tracers.ring);
    joined();
  }
  return all;
}

void LaunchSchedule::resumeAt(double time, double timeStep) {
  rings_ += static_cast<std::int32_t>(takeDue(time, timeStep).size());
}

std::vector<RingLaunch> LaunchSchedule::takeDue(double time, double timeStep) {
  constexpr double kEarly = 1e-6;  // of a step
  const double until = time + kEarly * std::abs(timeStep);
  const auto end =
      std::find_if(pending_.begin(), pending_.end(), [&](const RingLaunch& launch) { return launch.time > until; });
  std::vector<RingLaunch> due(pending_.begin(), end);
  pending_.erase(pending_.begin(), end);
  return due;
}

}  // namespace app
