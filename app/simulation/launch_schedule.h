#pragma once

#include <cstdint>
#include <vector>

#include "scene/scene.h"
#include "scene/scene_particles.h"

namespace app {

/// The rings of a scene that join the flow while it runs: which of them are due, and what number the next one gets.
/// A state at time t holds all rings whose time is t or earlier.
class LaunchSchedule {
 public:
  LaunchSchedule() = default;
  /// All launches of `scene`, at time 0.
  explicit LaunchSchedule(const Scene& scene);
  /// The particles at time 0, with those of rings that join right then. Throws fmm::InvalidInput.
  RingParticles start();
  /// A run that goes on at `time`: what is due until then has joined already.
  void resumeAt(double time, double timeStep);

  /// The launches that are due now, by their times; they are not pending any longer. A millionth of a step early
  /// counts as due: a sum of steps meets no number exactly.
  std::vector<RingLaunch> takeDue(double time, double timeStep);
  /// Particles of a ring that is about to join as the next one. Throws fmm::InvalidInput.
  RingParticles seed(const RingLaunch& launch) const { return makeRing(seeding_, launch, rings_); }
  /// That ring has joined.
  void joined() { ++rings_; }
  /// Rings that the flow consists of so far.
  std::int32_t rings() const { return rings_; }

 private:
  Scene seeding_;
  std::vector<RingLaunch> pending_;  ///< by time
  std::int32_t rings_ = 0;
};

}  // namespace app
