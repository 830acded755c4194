#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "scene/scene.h"
#include "scene/start/scene_particles.h"

namespace app {

/// The ring that the user launches next, and options of launches. Panel and mouse change the same numbers.
struct RingLauncher {
  bool aiming = false;        ///< the mouse places the ring
  bool keep = false;          ///< launched rings become a part of the scene
  bool ownCounts = false;     ///< the user chose the counts
  RingLaunch next;            ///< its `time` is ignored: the time of the launch counts
  double largestRadius = 10;  ///< offered by controls [L]
};

/// A launcher with the scene's first ring, in the direction of its travel; keeps launched rings if the scene has none.
RingLauncher launcherFor(const Scene& scene);

/// Sets elements and tracers to the average of the scene's rings, unless the user chose the counts.
void shareCounts(RingLauncher& launcher, const Scene& scene);

/// Sets the radius [L]; core and tube of tracers shrink if they would not fit.
void setRadius(RingLaunch& launch, double radius);
/// Sets the core radius [L], at most widestCore().
void setCoreRadius(RingLaunch& launch, double coreRadius);
/// Largest core radius that fits [L].
double widestCore(const fmm::Ring& ring);

/// Self-induced speed of the ring [L/T], by the formula of thin cores.
double predictedSpeed(const Scene& scene, const RingLaunch& launch);

/// Adds those of `launched` that the scene does not have, in the order of their times; true if there were any.
bool keepLaunched(Scene& scene, const std::vector<RingLaunch>& launched);
/// Removes `launched` from the scene; true if it had any of them.
bool dropLaunched(Scene& scene, const std::vector<RingLaunch>& launched);

}  // namespace app
