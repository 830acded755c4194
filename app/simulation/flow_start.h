#pragma once

#include <memory>
#include <string>
#include <utility>

#include "fmm/report.h"
#include "fmm/vortex_system.h"
#include "scene/saved/snapshot_file.h"
#include "scene/scene.h"
#include "simulation/arrivals.h"

namespace app {

/// One line for people where redistribution had to take a wider lattice than it began with: "h grew to 0.0125 to keep
/// the budget of 4096 elements". Empty: it had not.
std::string describeCoarsening(const fmm::RefinementReport& report);

/// What a flow begins with: a scene at its beginning, or as a checkpoint of it left it.
struct FlowStart {
  Scene scene;
  std::shared_ptr<const Checkpoint> from;  ///< whose particles and clock; null: the scene's beginning
  std::string note;                        ///< one line for people on what is not as it was; may be empty
  bool belowZero = false;                  ///< it begins by going back in time, to t < 0
  bool kept = false;                       ///< the checkpoint's particles are those that the present flow keeps

  FlowStart() = default;
  explicit FlowStart(Scene s, std::shared_ptr<const Checkpoint> checkpoint = nullptr)
      : scene(std::move(s)), from(std::move(checkpoint)), belowZero(scene.settings.timeStep < 0 && !from) {}

  /// What to tell people at the start: the note, or what is too coarse for the scene; may be empty.
  std::string remark() const;
};

/// Reads what the user named: a scene as loadScene() does, or a checkpoint (where isSavedState() says so). A
/// checkpoint of a GPU goes on on the CPU where there is no GPU. Throws as loadScene() and readCheckpoint() do.
FlowStart loadFlow(const std::string& nameOrPath);

/// A system as a flow starts with it.
struct StartedFlow {
  fmm::VortexSystem system;
  RingParticles beginning;  ///< of the scene at time 0, also where a checkpoint has other particles
  fmm::Vec3 startCentroid;  ///< where a following camera measures from [L]
};

/// Starts `scene`, whose settings hold, or goes on with it from a checkpoint (null: none). `schedule` is that of the
/// scene at time 0; the rings that have joined by now are no longer pending afterwards. The checkpoint's tuning counts
/// unless the settings differ in what the solver's tuning depends on. Throws as VortexSystem and
/// LaunchSchedule::start() do. `ranks`: that compute it together; each of them makes the same call.
StartedFlow startFlow(const Scene& scene, const Checkpoint* from, LaunchSchedule& schedule,
                      fmm::Ranks* ranks = nullptr);

/// The system's state as a checkpoint that startFlow() goes on from.
/// `scene` is the one that it was made from, `frames` the frames of a film that are done.
Checkpoint checkpointOf(const fmm::VortexSystem& system, const Scene& scene, fmm::Vec3 startCentroid,
                        std::int64_t frames);
/// The same without particles.
Checkpoint checkpointAside(const fmm::VortexSystem& system, const Scene& scene, fmm::Vec3 startCentroid,
                           std::int64_t frames);

}  // namespace app
