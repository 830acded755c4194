#pragma once

#include <array>
#include <vector>

#include "core/math.h"
#include "fmm/body_surface.h"

namespace fmm {

/// The box about some points.
struct Extent {
  Vec3 low, high;
  double longest() const;
};
Extent extentOf(const std::vector<Vec3>& points);

/// Distances from a surface at the corners of cubic cells, for reading in launches: negative inside.
struct DistanceView {
  const float* value;
  Index count[3];  ///< values along each direction; x runs fastest
  double low[3];   ///< of the first one [L]
  double cell;     ///< [L]

  /// Distance [L] at a point in the body's own directions, trilinear between corners; one cell beyond the table.
  FMM_HD double at(double x, double y, double z) const {
    const double place[3] = {(x - low[0]) / cell, (y - low[1]) / cell, (z - low[2]) / cell};
    Index first[3];
    double part[3];
    for (int k = 0; k < 3; ++k) {
      if (!(place[k] >= 0 && place[k] < count[k] - 1)) return cell;
      first[k] = static_cast<Index>(place[k]);
      part[k] = place[k] - first[k];
    }
    const float* v = value + (static_cast<std::size_t>(first[2]) * count[1] + first[1]) * count[0] + first[0];
    const std::size_t up = static_cast<std::size_t>(count[0]) * count[1];
    const auto along = [&](const float* row) { return row[0] + part[0] * (double(row[1]) - row[0]); };
    const auto across = [&](const float* layer) {
      return along(layer) + part[1] * (along(layer + count[0]) - along(layer));
    };
    return across(v) + part[2] * (across(v + up) - across(v));
  }
};

/// Signed distances from a closed surface, exact within two cells of it. A point is inside where the surface winds
/// round it, so pieces may overlap.
class DistanceTable {
 public:
  DistanceTable() = default;
  /// With `cells` cells along the longest side of the surface.
  DistanceTable(const BodySurface& surface, int cells);

  /// Values in host memory.
  DistanceView view() const { return viewOf(value_.data()); }
  DistanceView viewOf(const float* values) const;
  const std::vector<float>& values() const { return value_; }
  /// Of the cells about the values inside [L^3].
  double volume() const;
  /// Calls use(x) for the place of each value inside, in the body's own directions.
  template <class Use>
  void forInside(const Use& use) const {
    std::size_t i = 0;
    for (Index z = 0; z < count_[2]; ++z)
      for (Index y = 0; y < count_[1]; ++y)
        for (Index x = 0; x < count_[0]; ++x, ++i)
          if (value_[i] < 0) use(low_ + cell_ * Vec3{double(x), double(y), double(z)});
  }

 private:
  std::array<Index, 3> count_ = {0, 0, 0};
  Vec3 low_;
  double cell_ = 1;
  std::vector<float> value_;
};

/// Cells of a table for a lattice: two a spacing h or somewhat more, in few steps, so that a lattice that gets coarser
/// seldom needs another table.
/// `longest`: the surface's extent [L].
int cellsFor(double longest, double h);

}  // namespace fmm
