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

/// One line for people if redistribution had to coarsen its lattice: "h grew to 0.0125 to keep the budget of 4096
/// elements". Else empty.
std::string describeCoarsening(const fmm::LatticeReport& report);

/// Start of a flow: a scene at its beginning, or as a checkpoint of it left it.
struct FlowStart {
  Scene scene;
  std::shared_ptr<const Checkpoint> from;  ///< gives particles and clock; null: the scene's beginning
  std::string note;                        ///< one line for people on what differs from the saved flow; may be empty
  bool belowZero = false;                  ///< the flow starts by going back in time, to t < 0
  bool kept = false;                       ///< the checkpoint's particles are those kept inside the present flow

  FlowStart() = default;
  explicit FlowStart(Scene s, std::shared_ptr<const Checkpoint> checkpoint = nullptr)
      : scene(std::move(s)), from(std::move(checkpoint)), belowZero(scene.settings.timeStep < 0 && !from) {}

  /// A remark for people at the start: the note, or what is too coarse in the scene; may be empty.
  std::string remark() const;
};

/// Reads the scene or checkpoint that the user named: a checkpoint if isSavedState(), else as loadScene() does. A
/// checkpoint made on a GPU continues on the CPU if there is no GPU. Throws as loadScene() and readCheckpoint() do.
FlowStart loadFlow(const std::string& nameOrPath);

/// The system and reference values with which a flow starts.
struct StartedFlow {
  fmm::VortexSystem system;
  RingParticles beginning;  ///< particles of the scene at time 0, also if a checkpoint has other particles
  fmm::Vec3 startCentroid;  ///< reference point of a following camera [L]
};

/// Starts `scene`, whose settings hold, or continues it from a checkpoint (null: none). `schedule` is that of the scene
/// at time 0; rings that have joined by now are not pending afterwards. The checkpoint's tuning is used unless settings
/// that it depends on differ. Throws as VortexSystem and LaunchSchedule::start() do. `ranks` compute the flow together;
/// each of them makes the same call.
StartedFlow startFlow(const Scene& scene, const Checkpoint* from, LaunchSchedule& schedule,
                      fmm::Ranks* ranks = nullptr);

/// The system's state as a checkpoint for startFlow(). `scene` is the one that made it, `frames` the finished frames of
/// a film.
Checkpoint checkpointOf(const fmm::VortexSystem& system, const Scene& scene, fmm::Vec3 startCentroid,
                        std::int64_t frames);
/// The same without particles.
Checkpoint checkpointAside(const fmm::VortexSystem& system, const Scene& scene, fmm::Vec3 startCentroid,
                           std::int64_t frames);

}  // namespace app
