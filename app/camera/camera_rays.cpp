#include "camera/camera_rays.h"

#include <glm/glm.hpp>

namespace app {

CameraRays cameraRays(const Camera& camera, double aspect) {
  // With the rows r of the matrix, a place p seen from the eye is at x = r0 p / r3 p, y = r1 p / r3 p: along x, y lies
  // what is perpendicular to r0 - x r3 and to r1 - y r3.
  const glm::dmat4 matrix(camera.viewProjection(aspect));
  const auto row = [&](int i) { return glm::dvec3(matrix[0][i], matrix[1][i], matrix[2][i]); };
  const glm::dvec3 x = row(0), y = row(1), depth = row(3);
  const double unit = 1 / glm::dot(depth, glm::cross(x, y));
  const fmm::Vec3 eye = camera.pose().eye;
  CameraRays rays;
  rays.eye = glm::vec3(eye.x, eye.y, eye.z);
  rays.axis = glm::vec3(glm::normalize(depth));
  rays.middle = glm::vec3(unit * glm::cross(x, y));
  rays.right = glm::vec3(unit * glm::cross(y, depth));
  rays.up = glm::vec3(unit * glm::cross(depth, x));
  rays.nearest = static_cast<float>(camera.nearPlane());
  return rays;
}

}  // namespace app
