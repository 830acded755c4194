#include "mesh/mesh_grid.h"

#include <algorithm>
#include <cmath>

namespace fmm {
namespace {

constexpr Index kMostNodes = 4096;  // along an axis

}  // namespace

Index transformSize(Index n) {
  for (Index size = n + n % 2;; size += 2) {
    Index rest = size;
    for (const Index factor : {2, 3, 5})
      while (rest % factor == 0) rest /= factor;
    if (rest == 1) return size;
  }
}

MeshGrid meshAbout(const MeshBox& box, double sigma, const MeshAccuracy& accuracy, double mostValues) {
  constexpr double kRoom = 0.06;  // of the box, to either side, for moving points
  MeshGrid grid = {};
  grid.h = accuracy.spacing * sigma;
  grid.inverse = 1 / grid.h;
  const Index about = accuracy.window.width / 2 + 2;  // nodes
  double low[3], values = 1;
  Index nodes[3];
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double room = kRoom * (box.high[axis] - box.low[axis]) * grid.inverse + about;
    const double first = std::floor(box.low[axis] * grid.inverse - room);
    const double last = std::ceil(box.high[axis] * grid.inverse + room);
    if (!(last - first < kMostNodes)) return {};
    nodes[axis] = static_cast<Index>(last - first) + 1;
    // Use all nodes that the transform has room for.
    const Index size = transformSize(2 * (nodes[axis] + accuracy.fade));
    grid.size[axis] = size;
    grid.nodes[axis] = size / 2 - accuracy.fade;
    low[axis] = first * grid.h;
    values *= size;
  }
  if (!(values <= mostValues)) return {};
  grid.low = {low[0], low[1], low[2]};
  return grid;
}

MeshGrid meshAt(const std::array<double, 3>& low, const std::array<int, 3>& size, double sigma,
                const MeshAccuracy& accuracy, double mostValues) {
  MeshGrid grid = {};
  grid.h = accuracy.spacing * sigma;
  if (!(std::isfinite(grid.h) && grid.h > 0)) return {};
  grid.inverse = 1 / grid.h;
  double values = 1;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const Index nodes = size[axis] / 2 - accuracy.fade;
    const bool fits = nodes > accuracy.window.width && size[axis] <= transformSize(2 * (kMostNodes + accuracy.fade));
    if (!fits || transformSize(size[axis]) != size[axis] || !std::isfinite(low[axis])) return {};
    grid.nodes[axis] = nodes;
    grid.size[axis] = size[axis];
    values *= size[axis];
  }
  if (!(values <= mostValues)) return {};
  grid.low = {low[0], low[1], low[2]};
  return grid;
}

}  // namespace fmm
