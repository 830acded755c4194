#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "fmm/vortex_system.h"
#include "scene/scene.h"
#include "scene/start/scene_particles.h"
#include "scene/start/tracer_tags.h"

namespace app {

/// The tracers that come into a flow from the emitters of its scene. Which they are and where they come depends on the
/// scene and on the flow's time alone: before a step from t come all that are due by t and have not come yet. They move
/// with that step like all others. Going back in time nothing comes, and what has come once comes no more.
class TracerEmission {
 public:
  TracerEmission() = default;
  /// Of a flow that begins, or goes on: `emitted` tracers have come from each emitter (fewer numbers: none), and those
  /// that are still there bear its mark among `rings`, the tracers' ring indices.
  TracerEmission(const Scene& scene, const std::vector<std::int64_t>& emitted, const std::vector<std::int32_t>& rings);

  bool any() const { return !sources_.empty(); }
  /// Lets those come that are due by the system's time; to be called before each step. Throws what placeTracers()
  /// throws; those that have come by then stay.
  void emit(fmm::VortexSystem& system);
  /// How many have come from each emitter so far.
  std::vector<std::int64_t> emitted() const;

  /// Are there others than at the last tag()?
  bool changed() const { return changed_; }
  /// Tracers that have joined behind the others since then.
  std::size_t joined() const { return joined_; }
  /// Gives the tracers of the emitters the numbers from `firstRing` on, and the times at which they came. `tags` are
  /// those of the tracers with these numbers; none: of all.
  void tag(TracerTags& tags, std::uint32_t firstRing, const std::optional<std::vector<std::uint32_t>>& numbers);

 private:
  struct Source {
    Emitter emitter;
    std::uint64_t seed = 0;
    std::int64_t emitted = 0;
    std::vector<std::size_t> places;  ///< of tracers n, n + most, ... in the system
  };
  std::int64_t dueBy(const Source& source, double time, double timeStep) const;
  void emit(Source& source, std::int64_t upTo, fmm::VortexSystem& system);

  std::vector<Source> sources_;
  bool changed_ = false;
  std::size_t joined_ = 0;
};

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
