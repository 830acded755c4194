#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "fmm/vortex_system.h"
#include "scene/scene.h"
#include "scene/start/scene_particles.h"
#include "scene/start/tracer_tags.h"

namespace app {

/// The tracers that a scene's emitters add to a flow. Number and positions depend only on the scene and the flow's
/// time: before a step from t, all tracers due by t are added and move with that step. No tracer is added while time
/// runs backwards, and none is added twice.
class TracerEmission {
 public:
  TracerEmission() = default;
  /// For a flow that begins or resumes: `emitted` is the number of tracers so far from each emitter (missing: 0);
  /// `rings`, the tracers' ring indices, mark those that are still present.
  TracerEmission(const Scene& scene, const std::vector<std::int64_t>& emitted, const std::vector<std::int32_t>& rings);

  bool any() const { return !sources_.empty(); }
  /// Adds the tracers due by the system's time; call it before each step. Throws what placeTracers() throws; tracers
  /// added until then stay.
  void emit(fmm::VortexSystem& system);
  /// Number of tracers from each emitter so far.
  std::vector<std::int64_t> emitted() const;

  /// True if tracers were added or replaced since the last tag().
  bool changed() const { return changed_; }
  /// Tracers appended since the last tag().
  std::size_t joined() const { return joined_; }
  /// A tracer of a seed: its index in the system, and when it entered [T].
  struct Tracer {
    std::size_t index = 0;
    double birth = 0;
  };
  struct Seed {
    std::size_t emitter = 0, number = 0;
    bool path = false;
    std::optional<Colour> colour;
    fmm::Vec3 place;
    std::vector<Tracer> tracers;  ///< present ones, the oldest first
  };
  /// The seeds of all lines.
  std::vector<Seed> seeds() const;

  /// Writes emitter numbers (from `firstRing` on) and times of emission to the tags of emitted tracers. `tags` belong
  /// to the tracers with these `numbers`; empty: to all.
  void tag(TracerTags& tags, std::uint32_t firstRing, const std::optional<std::vector<std::uint32_t>>& numbers);

 private:
  struct Source {
    Emitter emitter;
    std::uint64_t seed = 0;
    std::int64_t emitted = 0;
    std::vector<std::size_t> places;  ///< indices in the system; place k holds the tracers k, k + most, ...

    double birthOf(std::int64_t n) const {
      return emitter.start + static_cast<double>(n / static_cast<std::int64_t>(emitter.together())) / emitter.rate;
    }
  };
  std::int64_t dueBy(const Source& source, double time, double timeStep) const;
  void emit(Source& source, std::int64_t upTo, fmm::VortexSystem& system);

  std::vector<Source> sources_;
  bool changed_ = false;
  std::size_t joined_ = 0;
};

/// True if the launch is due at `time`. A tolerance of a millionth of a step allows for rounding in sums of steps.
bool isDue(const RingLaunch& launch, double time, double timeStep);

/// Result of adding a ring to a system.
struct Joined {
  fmm::Elements added;      ///< elements of the ring
  fmm::Elements all;        ///< elements of the system, the ring included
  fmm::Vec3 centroidShift;  ///< of the elements' centroid; not motion of the flow [L]
};

/// Time at which the last of the scene's rings joined a flow that has run from 0 to `time` [T], by isDue(); empty if
/// none has.
std::optional<double> lastJoinedBefore(const Scene& scene, double time, double timeStep);

/// The rings of a scene that join the running flow: which are due, and the next ring's number. A state at time t holds
/// all rings whose time is t or earlier.
class LaunchSchedule {
 public:
  LaunchSchedule() = default;
  /// All launches of `scene`, at time 0. Throws fmm::InvalidInput if one of them could not join.
  explicit LaunchSchedule(const Scene& scene);

  /// The particles at time 0, including rings that join then. Throws fmm::InvalidInput.
  RingParticles start();
  /// Resumes at `time`: rings due until then count as joined.
  void resumeAt(double time, double timeStep);

  /// Removes and returns the pending launches for which isDue(), by time.
  std::vector<RingLaunch> takeDue(double time, double timeStep);
  /// Returns launches that have not joined to the pending ones.
  void putBack(const std::vector<RingLaunch>& due) { pending_.insert(pending_.begin(), due.begin(), due.end()); }
  /// Adds the ring to the system as the next one. The next evaluation gives velocities. Throws fmm::InvalidInput,
  /// UserError (memory), fmm::EnvironmentError, std::bad_alloc; nothing has changed then.
  Joined join(const RingLaunch& launch, fmm::VortexSystem& system);
  /// The settings of a system for these particles.
  const fmm::Settings& settings() const { return seeding_.settings; }
  /// Rings in the flow so far.
  std::int32_t rings() const { return rings_; }

 private:
  Scene seeding_;                    ///< with its lattice's spacing, if it has one
  std::vector<RingLaunch> pending_;  ///< by time
  std::int32_t rings_ = 0;
};

}  // namespace app
