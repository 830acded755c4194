#include "camera/camera_rays.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <glm/glm.hpp>
#include <glm/gtc/matrix_inverse.hpp>

namespace app {

CameraRays cameraRays(const Camera& camera, double aspect) {
  // With the rows r of the matrix, a point p relative to the eye appears at x = r0 p / r3 p, y = r1 p / r3 p. The ray
  // through (x, y) is therefore perpendicular to r0 - x r3 and to r1 - y r3.
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

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Where the ray enters the box, in lengths of `ray.direction`; infinity if the box is missed or lies behind.
double entryInto(const fmm::TreeCell& cell, const Ray& ray) {
  const double origin[3] = {ray.origin.x, ray.origin.y, ray.origin.z};
  const double direction[3] = {ray.direction.x, ray.direction.y, ray.direction.z};
  const double centre[3] = {cell.centre.x, cell.centre.y, cell.centre.z};
  const double half[3] = {cell.halfEdges.x, cell.halfEdges.y, cell.halfEdges.z};
  double enter = 0, leave = kInfinity;
  for (int axis = 0; axis < 3; ++axis) {
    const double low = centre[axis] - half[axis] - origin[axis], high = low + 2 * half[axis];
    if (direction[axis] == 0) {
      if (low > 0 || high < 0) return kInfinity;
      continue;
    }
    const double a = low / direction[axis], b = high / direction[axis];
    enter = std::max(enter, std::min(a, b));
    leave = std::min(leave, std::max(a, b));
  }
  return enter <= leave ? enter : kInfinity;
}

/// Squared distance from a point to the bounding box of a cell's particles.
double distanceSquared(const fmm::TreeCell& cell, fmm::Vec3 p) {
  const auto gap = [](double low, double high, double x) { return std::max({0.0, low - x, x - high}); };
  const fmm::Vec3 d = {gap(cell.low.x, cell.high.x, p.x), gap(cell.low.y, cell.high.y, p.y),
                       gap(cell.low.z, cell.high.z, p.z)};
  return fmm::dot(d, d);
}

}  // namespace

Ray rayThrough(const Camera& camera, double x, double y, double aspect) {
  const glm::dmat4 toWorld = glm::inverse(glm::dmat4(camera.viewProjection(aspect)));
  const auto point = [&](double depth) {
    const glm::dvec4 p = toWorld * glm::dvec4(2 * x - 1, 1 - 2 * y, depth, 1);
    return fmm::Vec3{p.x / p.w, p.y / p.w, p.z / p.w};
  };
  const fmm::Vec3 eye = camera.pose().eye;
  return {eye, point(0) - eye};
}

std::optional<std::size_t> pickLeaf(const std::vector<fmm::TreeCell>& cells, const Ray& ray,
                                    std::optional<std::size_t> last) {
  std::vector<std::pair<double, std::size_t>> met;
  for (std::size_t c = 0; c < cells.size(); ++c) {
    if (!cells[c].leaf) continue;
    const double entry = entryInto(cells[c], ray);
    if (entry < kInfinity) met.emplace_back(entry, c);
  }
  if (met.empty()) return std::nullopt;
  std::sort(met.begin(), met.end());
  const auto before = std::find_if(met.begin(), met.end(), [&](const auto& hit) { return hit.second == last; });
  if (before == met.end() || std::next(before) == met.end()) return met.front().second;
  return std::next(before)->second;
}

std::optional<std::size_t> nextLeaf(const std::vector<fmm::TreeCell>& cells, std::optional<std::size_t> last) {
  for (std::size_t step = 1; step <= cells.size(); ++step) {
    const std::size_t c = last ? (*last + step) % cells.size() : step - 1;
    if (cells[c].leaf) return c;
  }
  return std::nullopt;
}

std::optional<std::size_t> leafNearest(const std::vector<fmm::TreeCell>& cells, fmm::Vec3 point) {
  std::optional<std::size_t> nearest;
  double least = kInfinity;
  for (std::size_t c = 0; c < cells.size(); ++c) {
    if (!cells[c].leaf) continue;
    const double distance = distanceSquared(cells[c], point);
    if (distance >= least) continue;
    least = distance;
    nearest = c;
  }
  return nearest;
}

}  // namespace app
