// Rings that join the flow of a Simulation while it runs.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <utility>
#include <vector>

#include "simulation/simulation.h"

namespace app {

void Simulation::launch(const RingLaunch& launch) {
  {
    std::lock_guard lock(mutex_);
    launches_.push_back(launch);
  }
  wake_.notify_one();
}

void Simulation::takeLaunch() {
  RingLaunch launch;
  bool framesFollow = false;
  {
    std::lock_guard lock(mutex_);
    if (launches_.empty()) return;  // a reset dropped it
    launch = launches_.front();
    launches_.pop_front();
    framesFollow = granted_ > finished_;
  }
  requireUnlost(lostDrift_);
  const auto start = std::chrono::steady_clock::now();
  launch.time = system_->time();
  join(launch);
  launched_.push_back(launch);
  expectNewError();
  if (framesFollow) return;  // the next frame shows it
  system_->evaluate();
  lookAtAll(system_->report().backend);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  publish(taken.count(), system_->report(), false);
}

/// Rings of the scene whose time has come; true if there were any.
bool Simulation::joinDueRings() {
  const std::vector<RingLaunch> due = schedule_.takeDue(system_->time(), system_->settings().timeStep);
  for (const RingLaunch& launch : due) join(launch);
  if (!due.empty()) expectNewError();
  return !due.empty();
}

/// Splitting and merging move the elements' centroid, but nothing in the flow: the camera stays where it is.
void Simulation::followRefinement() {
  const fmm::ResolutionReport before = std::exchange(resolution_, system_->resolution());
  if (before.split == resolution_.split && before.merged == resolution_.merged && before.removed == resolution_.removed)
    return;
  startCentroid_ = startCentroid_ + (resolution_.centroidShift - before.centroidShift);
  const std::vector<std::int32_t> ring = system_->elements().ring;
  firstRing_ = static_cast<std::size_t>(std::count(ring.begin(), ring.end(), 0));
}

/// The ring's elements move the centroid and the impulse, but neither is the flow's doing: the camera does not jump,
/// and nothing has drifted.
void Simulation::join(const RingLaunch& ring) {
  shown_ = false;
  const Joined joined = schedule_.join(ring, *system_);
  tags_ = tagsOf(system_->tracers(), tags_, system_->time());
  startCentroid_ = startCentroid_ + joined.centroidShift;
  impulse_.join(joined.added, joined.all);
  diagnostics_.expect({ring.ring, joined.added.size()});
  lastJoined_ = system_->time();
}

/// A ring cannot leave again: before it joined the flow was another one than these steps would come to.
std::string Simulation::whyNotFurtherBack() const {
  constexpr double kRounding = 1e-6;  // of a step
  const double step = system_->settings().timeStep;
  if (step > 0 || !lastJoined_) return {};
  if (system_->time() + stepsPerFrame_ * step >= *lastJoined_ + kRounding * step) return {};
  return fmt::format("ring {} joined at t = {:.6g}; before that the flow was another one. Play forwards, or Reset",
                     schedule_.rings(), *lastJoined_);
}

}  // namespace app
