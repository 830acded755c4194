#pragma once

#include <memory>
#include <string>
#include <utility>

#include "fmm/report.h"
#include "fmm/vortex_system.h"
#include "scene/saved/snapshot_file.h"
#include "scene/scene.h"

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

  FlowStart() = default;
  explicit FlowStart(Scene s, std::shared_ptr<const Checkpoint> checkpoint = nullptr)
      : scene(std::move(s)), from(std::move(checkpoint)), belowZero(scene.settings.timeStep < 0 && !from) {}

  /// A remark for people at the start: the note, or what is too coarse in the scene; may be empty.
  std::string remark() const;
};

/// Reads the scene or checkpoint that the user named: a checkpoint if isSavedState(), else as loadScene() does. A
/// checkpoint made on a GPU continues on the CPU if there is no GPU. Throws as loadScene() and readCheckpoint() do.
FlowStart loadFlow(const std::string& nameOrPath);

/// True if a solver tuned for the settings `before` keeps its tuning under those of `now`: all settings it depends on
/// are the same, and so is the kind of hardware.
bool isTunedAlike(const fmm::Settings& now, const fmm::Settings& before);

/// The system's state as a checkpoint. `scene` is the one that made it, `frames` the finished frames of a film.
Checkpoint checkpointOf(const fmm::VortexSystem& system, const Scene& scene, fmm::Vec3 startCentroid,
                        std::int64_t frames);
/// The same with particles that are kept inside the flow.
Checkpoint checkpointAside(const fmm::VortexSystem& system, const Scene& scene, fmm::Vec3 startCentroid,
                           std::int64_t frames);

}  // namespace app
