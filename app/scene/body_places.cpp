#include "scene/body_places.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace app {
namespace {

constexpr double kTrianglesInCell = 2;
constexpr std::size_t kMostCells = 512;  // along a side

/// How often a line upwards from x crosses a triangle from its inside: 1, 0 or -1. Along edges exactly one of the
/// neighbours counts.
int crossing(const std::array<fmm::Vec3, 3>& corner, fmm::Vec3 x) {
  bool in = false;
  for (std::size_t k = 0; k < 3; ++k) {
    fmm::Vec3 a = corner[k], b = corner[(k + 1) % 3];
    if ((a.y > x.y) == (b.y > x.y)) continue;
    if (a.y > b.y) std::swap(a, b);  // both triangles at an edge round alike
    if (x.x < (b.x - a.x) * (x.y - a.y) / (b.y - a.y) + a.x) in = !in;
  }
  if (!in) return 0;
  const fmm::Vec3 normal = fmm::cross(corner[1] - corner[0], corner[2] - corner[0]);
  if (normal.z == 0) return 0;
  const double height = fmm::dot(corner[0] - x, normal) / normal.z;
  return height < 0 ? 0 : normal.z > 0 ? 1 : -1;
}

}  // namespace

BodyPlaces::Shape::Shape(const fmm::Body& of) : body(of) {
  if (fmm::isInPlane(of)) {
    surface.corner = fmm::outlineOf(of);
  } else {
    surface = fmm::surfaceOf(of);
  }
  low = high = surface.corner.front();
  for (const fmm::Vec3& x : surface.corner) {
    reach = std::max(reach, fmm::norm(x));
    low = {std::min(low.x, x.x), std::min(low.y, x.y), std::min(low.z, x.z)};
    high = {std::max(high.x, x.x), std::max(high.y, x.y), std::max(high.z, x.z)};
  }
  if (!surface.triangle.empty()) sortTriangles();
}

std::size_t BodyPlaces::Shape::cellOf(double value, double least, double width) const {
  const double cell = width > 0 ? (value - least) / width * static_cast<double>(cells) : 0;
  return std::min(cells - 1, static_cast<std::size_t>(std::max(0.0, cell)));
}

/// Counts the triangles over each cell, then lists them.
void BodyPlaces::Shape::sortTriangles() {
  const double wanted = std::sqrt(static_cast<double>(surface.triangle.size()) / kTrianglesInCell);
  cells = std::clamp(static_cast<std::size_t>(wanted), std::size_t{1}, kMostCells);
  const auto forCells = [this](std::uint32_t t, const auto& use) {
    const auto& corner = surface.triangle[t];
    const fmm::Vec3 a = surface.corner[corner[0]], b = surface.corner[corner[1]], c = surface.corner[corner[2]];
    const std::size_t left = cellOf(std::min({a.x, b.x, c.x}), low.x, high.x - low.x);
    const std::size_t right = cellOf(std::max({a.x, b.x, c.x}), low.x, high.x - low.x);
    const std::size_t top = cellOf(std::max({a.y, b.y, c.y}), low.y, high.y - low.y);
    for (std::size_t row = cellOf(std::min({a.y, b.y, c.y}), low.y, high.y - low.y); row <= top; ++row)
      for (std::size_t column = left; column <= right; ++column) use(row * cells + column);
  };
  from.assign(cells * cells + 1, 0);
  const auto count = static_cast<std::uint32_t>(surface.triangle.size());
  for (std::uint32_t t = 0; t < count; ++t) forCells(t, [this](std::size_t cell) { ++from[cell + 1]; });
  for (std::size_t cell = 0; cell < cells * cells; ++cell) from[cell + 1] += from[cell];
  over.resize(from.back());
  std::vector<std::size_t> next(from.begin(), from.end() - 1);
  for (std::uint32_t t = 0; t < count; ++t) forCells(t, [&](std::size_t cell) { over[next[cell]++] = t; });
}

/// True where the surface winds round a point in the body's own directions.
bool BodyPlaces::Shape::winds(fmm::Vec3 own) const {
  const bool inBox =
      own.x >= low.x && own.x <= high.x && own.y >= low.y && own.y <= high.y && own.z >= low.z && own.z <= high.z;
  if (!inBox) return false;
  const std::size_t cell = cellOf(own.y, low.y, high.y - low.y) * cells + cellOf(own.x, low.x, high.x - low.x);
  int turns = 0;
  for (std::size_t k = from[cell]; k < from[cell + 1]; ++k) {
    const auto& t = surface.triangle[over[k]];
    turns += crossing({surface.corner[t[0]], surface.corner[t[1]], surface.corner[t[2]]}, own);
  }
  return turns > 0;
}

bool BodyPlaces::Shape::contains(fmm::Vec3 x, double time) const {
  const fmm::BodyPose pose = body.poseAt(time);
  const bool inPlane = surface.triangle.empty();
  fmm::Vec3 arm = x - pose.centre;
  if (inPlane) arm.z = 0;
  if (fmm::dot(arm, arm) > reach * reach) return false;
  if (inPlane) return fmm::isInside(fmm::outlineAt(surface.corner, pose), x);
  const std::array<fmm::Vec3, 3> axes = body.axesAt(pose);
  return winds({fmm::dot(arm, axes[0]), fmm::dot(arm, axes[1]), fmm::dot(arm, axes[2])});
}

BodyPlaces::BodyPlaces(const std::vector<fmm::Body>& bodies) {
  for (const fmm::Body& body : bodies) shapes_.emplace_back(body);
}

std::optional<std::size_t> BodyPlaces::containing(fmm::Vec3 x, double time) const {
  for (std::size_t k = 0; k < shapes_.size(); ++k)
    if (shapes_[k].contains(x, time)) return k;
  return std::nullopt;
}

}  // namespace app
