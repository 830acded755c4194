#pragma once

#include "fmm/body_surface.h"
#include "scene/scene.h"

namespace app {

/// Surface of the drawn nozzle of a ring that joins later, about the middle of its mouth: a pipe that is open where the
/// ring leaves, along z, and wider at its closed end. A drawing only: the flow knows of none.
fmm::BodySurface nozzleSurface(const RingLaunch& launch);

/// The middle of the mouth, behind the ring's core [L].
fmm::Vec3 nozzleMouth(const RingLaunch& launch);

}  // namespace app
