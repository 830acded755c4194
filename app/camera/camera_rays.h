#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <glm/vec3.hpp>

#include "camera/camera.h"
#include "fmm/tree_view.h"

namespace app {

/// The rays of a picture in the form that shaders need. With x, y from -1 to 1 between the picture's edges, the ray
/// through (x, y) starts at `eye` and runs along middle + x right + y up, a step of unit depth [L].
struct CameraRays {
  glm::vec3 eye;
  glm::vec3 axis;     ///< unit vector along the line of sight, the axis of depth
  glm::vec3 middle;   ///< to the middle of the picture, at unit depth; equal to `axis` unless the lens is shifted
  glm::vec3 right;    ///< from the middle to the right edge
  glm::vec3 up;       ///< from the middle to the upper edge
  float nearest = 0;  ///< depth of the near plane [L]
};

/// The rays of a picture of width / height = `aspect`.
CameraRays cameraRays(const Camera& camera, double aspect);

/// A half-line.
struct Ray {
  fmm::Vec3 origin;     ///< [L]
  fmm::Vec3 direction;  ///< any length but 0
};

/// The ray through a point of the picture: x from 0 (left) to 1, y from 0 (top) to 1, for width / height = `aspect`.
Ray rayThrough(const Camera& camera, double x, double y, double aspect);

/// The leaf whose cube the ray meets first. If the ray also meets `last`, the leaf behind `last`, or the first again
/// after the farthest, so that repeated calls cycle through all leaves on the ray. Empty if the ray meets none.
std::optional<std::size_t> pickLeaf(const std::vector<fmm::TreeCell>& cells, const Ray& ray,
                                    std::optional<std::size_t> last = std::nullopt);

/// The leaf after `last`; the first leaf after the end, or without `last`. Empty if there is no leaf.
std::optional<std::size_t> nextLeaf(const std::vector<fmm::TreeCell>& cells, std::optional<std::size_t> last);

/// The leaf that holds this point, or the leaf whose particles are nearest to it. Empty if there is no leaf.
std::optional<std::size_t> leafNearest(const std::vector<fmm::TreeCell>& cells, fmm::Vec3 point);

}  // namespace app
