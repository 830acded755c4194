#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "fmm/types.h"

namespace app {

/// Cubes that fill a box with edges along x, y and z.
struct GridShape {
  fmm::Vec3 origin;                   ///< corner where x, y and z are smallest [L]
  double spacing = 1;                 ///< edge of a cube [L]
  std::array<int, 3> cells{1, 1, 1};  ///< along x, y, z

  std::size_t size() const {
    return static_cast<std::size_t>(cells[0]) * static_cast<std::size_t>(cells[1]) * static_cast<std::size_t>(cells[2]);
  }
};

/// A grid about the points with `longest` cubes (at least 3) along its longest edge, the outer layer of them empty.
/// Points far from all but one in a hundred of the others, by more than the extent of those, are left outside: a
/// single one that ran away would else make all cells useless.
GridShape gridAround(const std::vector<fmm::Vec3>& points, int longest);

/// The cubes of a box with these corners, with edges of `spacing`: the first one at `low`, the last ones reach `high`
/// or beyond.
GridShape gridIn(fmm::Vec3 low, fmm::Vec3 high, double spacing);

/// Points per volume [1/L^3] in each cell, x running fastest, then y. Points outside do not count.
struct GridDensity {
  std::vector<float> density;
  std::size_t outside = 0;  ///< points that lie in no cell
};
GridDensity countInto(const GridShape& grid, const std::vector<fmm::Vec3>& points);

/// Centres [L] of the cells `first` to `first + count - 1` in the order of countInto().
std::vector<fmm::Vec3> cellCentres(const GridShape& grid, std::size_t first, std::size_t count);

}  // namespace app
