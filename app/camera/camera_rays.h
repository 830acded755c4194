#pragma once

#include <glm/vec3.hpp>

#include "camera/camera.h"

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

}  // namespace app
