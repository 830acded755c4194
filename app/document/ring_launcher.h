#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "scene/scene.h"
#include "scene/start/scene_particles.h"

namespace app {

/// The ring that the user launches next, and what becomes of those launched. Panel and mouse change the same numbers.
struct RingLauncher {
  bool aiming = false;        ///< the mouse places the ring
  bool keep = false;          ///< launched rings become a part of the scene
  bool ownCounts = false;     ///< the user chose the counts
  RingLaunch next;            ///< its time is that of the launch, whatever stands here
  double largestRadius = 10;  ///< that controls offer [L]
};

/// Numbers of the scene's first ring, travelling as that does; launched rings are kept where the scene has none itself.
RingLauncher launcherFor(const Scene& scene);

/// As many elements and tracers as the scene's rings have on average, unless the user chose other counts.
void shareCounts(RingLauncher& launcher, const Scene& scene);

/// The radius [L]; core and tube of tracers shrink where they would not fit any more.
void setRadius(RingLaunch& launch, double radius);
/// The core radius [L], at most what fits into the ring.
void setCoreRadius(RingLaunch& launch, double coreRadius);
/// Largest core radius that fits [L].
double widestCore(const fmm::Ring& ring);

/// Speed [L/T] that the ring will give itself, by the formula of thin cores.
double predictedSpeed(const Scene& scene, const RingLaunch& launch);

/// Adds those of `launched` that the scene does not have, in the order of their times; true if there were any.
bool keepLaunched(Scene& scene, const std::vector<RingLaunch>& launched);
/// Takes them out again; true if there were any.
bool dropLaunched(Scene& scene, const std::vector<RingLaunch>& launched);

}  // namespace app
