#include "mesh/mesh_grid.h"

#include <algorithm>

namespace fmm {
namespace {

constexpr double kPi = 3.14159265358979323846;

/// -ln of a Gaussian where it is cut off, of exp(-d^2/(2 kSpread)) at d = width spacing/2.
double lostAtEnds(int width, double spacing) {
  return width * width * spacing * spacing / (8 * MeshAccuracy::kSpread);
}

/// -ln of what waves k + 2 pi/h add to those of k, where that is most: at k = kSpread 2 pi/h.
double lostBetween(double spacing, int order) {
  constexpr double a = MeshAccuracy::kSpread;
  const double wave = 2 * kPi / spacing, x = a * a * wave * wave / 2;
  const double terms = 1 + (order > 1 ? x : 0) + (order > 2 ? x * x / 2 : 0);
  return a * (1 - a) * wave * wave / 2 - std::log(terms);
}

}  // namespace

MeshAccuracy MeshAccuracy::ofWidth(int width, int order) {
  double low = 0.05, high = 1;
  for (int k = 0; k < 60; ++k) {
    const double middle = (low + high) / 2;
    (lostAtEnds(width, middle) < lostBetween(middle, order) ? low : high) = middle;
  }
  constexpr double kField = 4;  // of a field's error over what a Gaussian loses
  return {width, low, low * low / (2 * kSpread), kField * std::exp(-lostAtEnds(width, low))};
}

MeshAccuracy MeshAccuracy::ofTolerance(double tolerance, int order, int mostWidth) {
  constexpr double kPart = 0.9;  // of the tolerance
  int width = kLeastWidth;
  while (width < mostWidth && ofWidth(width, order).error > kPart * tolerance) ++width;
  return ofWidth(width, order);
}

Index transformSize(Index n) {
  for (Index size = n + n % 2;; size += 2) {
    Index rest = size;
    for (const Index factor : {2, 3, 5})
      while (rest % factor == 0) rest /= factor;
    if (rest == 1) return size;
  }
}

MeshGrid meshAbout(const MeshBox& box, double sigma, const MeshAccuracy& accuracy, double mostValues) {
  constexpr double kRoom = 0.04;      // of the box, to either side: points move
  constexpr Index kMostNodes = 4096;  // along an axis
  MeshGrid grid = {};
  grid.h = accuracy.spacing * sigma;
  grid.inverse = 1 / grid.h;
  double low[3], values = 1;
  Index nodes[3];
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double room = kRoom * (box.high[axis] - box.low[axis]) * grid.inverse + accuracy.width / 2 + 1;
    const double first = std::floor(box.low[axis] * grid.inverse - room);
    const double last = std::ceil(box.high[axis] * grid.inverse + room);
    if (!(last - first < kMostNodes)) return {};
    nodes[axis] = static_cast<Index>(last - first) + 1;
    // As many as the transform has room for.
    const Index size = transformSize(2 * nodes[axis]);
    grid.size[axis] = size;
    grid.nodes[axis] = size / 2;
    low[axis] = first * grid.h;
    values *= size;
  }
  if (!(values <= mostValues)) return {};
  grid.low = {low[0], low[1], low[2]};
  return grid;
}

}  // namespace fmm
