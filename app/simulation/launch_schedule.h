#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "fmm/vortex_system.h"
#include "scene/scene.h"
#include "scene/scene_particles.h"

namespace app {

/// Is the launch due at `time`? A millionth of a step early counts: a sum of steps meets no number exactly.
bool isDue(const RingLaunch& launch, double time, double timeStep);

/// What a ring brought that joined a system.
struct Joined {
  fmm::Elements added;      ///< of the ring
  fmm::Elements all;        ///< of the system, with it
  fmm::Vec3 centroidShift;  ///< of the elements' sample, none of which the flow has done [L]
};

/// When the last of the scene's rings joined a flow that has come to `time` since 0 [T], as isDue() has it; empty: none
/// has.
std::optional<double> lastJoinedBefore(const Scene& scene, double time, double timeStep);

/// The rings of a scene that join the flow while it runs: which of them are due, and what number the next one gets.
/// A state at time t holds all rings whose time is t or earlier.
class LaunchSchedule {
 public:
  LaunchSchedule() = default;
  /// All launches of `scene`, at time 0. Throws fmm::InvalidInput if one of them could not join.
  explicit LaunchSchedule(const Scene& scene);

  /// The particles at time 0, with those of rings that join right then. Throws fmm::InvalidInput.
  RingParticles start();
  /// A run that goes on at `time`: what is due until then has joined already.
  void resumeAt(double time, double timeStep);

  /// The launches for which isDue(), by their times; they are not pending any longer.
  std::vector<RingLaunch> takeDue(double time, double timeStep);
  /// Launches that were taken and have not joined: they are due once more.
  void putBack(const std::vector<RingLaunch>& due) { pending_.insert(pending_.begin(), due.begin(), due.end()); }
  /// Adds the ring to the system as the next one. Velocities are those of the next evaluation. Throws
  /// fmm::InvalidInput, UserError (memory), fmm::EnvironmentError, std::bad_alloc; nothing has changed then.
  Joined join(const RingLaunch& launch, fmm::VortexSystem& system);
  /// The settings with which a system is made for these particles.
  const fmm::Settings& settings() const { return seeding_.settings; }
  /// Rings that the flow consists of so far.
  std::int32_t rings() const { return rings_; }

 private:
  Scene seeding_;                    ///< with the spacing of its lattice, if it has one
  std::vector<RingLaunch> pending_;  ///< by time
  std::int32_t rings_ = 0;
};

}  // namespace app
