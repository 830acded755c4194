#pragma once

#include "fmm/types.h"
#include "scene/scene.h"

namespace app {

/// The plane for a grid to lie in: the scene's ground plane where it has one, else perpendicular to the scene's `up`
/// just under the lowest point that its own rings and knots have at the start. It stays there while the rings travel
/// and others join.
struct Floor {
  fmm::Vec3 up = {0, 1, 0};  ///< unit
  double height = -1;        ///< of the plane: dot(up, x) of its points [L]
  bool sticks = false;       ///< a wall that the fluid sticks to
  fmm::Vec3 middle;          ///< of the particles at the start [L]
  double size = 1;           ///< of the scene: largest distance of a particle from the middle, about, more than 0 [L]
};

/// The floor of a scene that starts with these elements.
Floor floorOf(const Scene& scene, const fmm::Elements& elements);

}  // namespace app
