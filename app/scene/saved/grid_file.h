#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "files/atomic_file.h"
#include "fmm/settings.h"
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

/// What is exported on a grid, a value a cell in the order of countInto().
struct GridFields {
  GridShape shape;
  GridDensity tracers;           ///< [1/L^3]
  std::vector<float> velocity;   ///< u [L/T] at the cells' centres, three a cell
  std::vector<float> vorticity;  ///< sum of the elements' blobs [1/T] there, three a cell
  double time = 0;               ///< [T]
};

/// Counts the tracers and evaluates the field of the elements at the cells' centres, in parts, so that the memory that
/// the solver takes does not grow with the grid. `longest` cells along the longest edge of the box about the tracers,
/// or about the elements where there are none. Throws InvalidInput, EnvironmentError.
GridFields fieldsOnGrid(const fmm::Settings& settings, const fmm::Elements& elements, const fmm::Tracers& tracers,
                        int longest);

/// The same on a given grid.
GridFields fieldsOnGrid(const fmm::Settings& settings, const fmm::Elements& elements, const fmm::Tracers& tracers,
                        const GridShape& shape);

/// Velocity [L/T] that the elements induce and vorticity [1/T] of theirs at points, to the tolerance of the settings.
/// Throw as fieldsOnGrid().
std::vector<fmm::Vec3> velocityAt(const fmm::Settings& settings, const fmm::Elements& elements,
                                  const std::vector<fmm::Vec3>& points);
std::vector<fmm::Vec3> vorticityAt(const fmm::Settings& settings, const fmm::Elements& elements,
                                   const std::vector<fmm::Vec3>& points);

/// Writes VTKHDF 1.0 image data, which ParaView 5.10, VTK 9.1 and later open: its points are the cells' centres, with
/// point data `density`, `velocity`, `vorticity` and `time` (the same everywhere). Throws UserError if a
/// file is there and to be kept, FileError.
void writeGrid(const std::string& path, const GridFields& fields, Existing existing);

}  // namespace app
