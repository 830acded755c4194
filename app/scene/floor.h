#pragma once

#include "fmm/types.h"
#include "scene/scene.h"

namespace app {

/// The plane of a grid: the scene's ground plane if it has one, else perpendicular to the scene's `up` just below the
/// lowest initial point of its own rings and knots and of bodies in space. It stays there while rings and bodies travel
/// and others join.
struct Floor {
  fmm::Vec3 up = {0, 1, 0};  ///< unit
  double height = -1;        ///< of the plane: dot(up, x) of its points [L]
  bool sticks = false;       ///< a no-slip wall
  fmm::Vec3 middle;          ///< of the particles at the start [L]
  double size = 1;  ///< of the scene: about the largest distance of a particle from the middle, more than 0 [L]
};

/// The floor of a scene without a ground, with the ground that these settings have, if any.
Floor withGround(Floor bare, const fmm::Settings& settings);

/// The floor of a scene that starts with these elements, as it is without a ground.
Floor floorWithoutGround(const Scene& scene, const fmm::Elements& elements);
/// The floor of a scene that starts with these elements.
inline Floor floorOf(const Scene& scene, const fmm::Elements& elements) {
  return withGround(floorWithoutGround(scene, elements), scene.settings);
}

}  // namespace app
