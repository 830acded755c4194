#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <glm/vec3.hpp>

#include "camera/camera.h"
#include "fmm/tree_view.h"

namespace app {

/// The rays of a picture as shaders want them: through a place x, y of the picture, -1 to 1 from edge to edge, goes
/// the ray from `eye` along middle + x right + y up, which is a step of unit depth [L].
struct CameraRays {
  glm::vec3 eye;
  glm::vec3 axis;     ///< of depth, unit length: the line of sight
  glm::vec3 middle;   ///< to the middle of the picture, at unit depth; the axis, unless the lens is shifted
  glm::vec3 right;    ///< from there to the right edge
  glm::vec3 up;       ///< and to the upper edge
  float nearest = 0;  ///< depth of the near plane [L]
};

/// The rays of a picture of width / height = `aspect`.
CameraRays cameraRays(const Camera& camera, double aspect);

/// A half-line.
struct Ray {
  fmm::Vec3 origin;     ///< [L]
  fmm::Vec3 direction;  ///< any length but 0
};

/// What lies behind a point of the picture: x from 0 (left) to 1, y from 0 (top) to 1, for width / height = `aspect`.
Ray rayThrough(const Camera& camera, double x, double y, double aspect);

/// The leaf whose cube the ray meets first, or, where `last` is met too, the one behind it (the first again behind the
/// last one), so that asking again at the same place goes through all that lie there. Empty: the ray meets none.
std::optional<std::size_t> pickLeaf(const std::vector<fmm::TreeCell>& cells, const Ray& ray,
                                    std::optional<std::size_t> last = std::nullopt);

/// The leaf after `last`, the first one after the last or without one. Empty where there is no leaf.
std::optional<std::size_t> nextLeaf(const std::vector<fmm::TreeCell>& cells, std::optional<std::size_t> last);

/// The leaf that has this point, else the one whose particles are nearest. Empty where there is no leaf.
std::optional<std::size_t> leafNearest(const std::vector<fmm::TreeCell>& cells, fmm::Vec3 point);

}  // namespace app
