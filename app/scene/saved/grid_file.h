#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "files/atomic_file.h"
#include "fmm/settings.h"
#include "fmm/types.h"

namespace app {

/// Cubes that fill an axis-aligned box.
struct GridShape {
  fmm::Vec3 origin;                   ///< corner with the smallest x, y and z [L]
  double spacing = 1;                 ///< edge of a cube [L]
  std::array<int, 3> cells{1, 1, 1};  ///< along x, y, z

  std::size_t size() const {
    return static_cast<std::size_t>(cells[0]) * static_cast<std::size_t>(cells[1]) * static_cast<std::size_t>(cells[2]);
  }
};

/// A grid around the points with `longest` cubes (at least 3) along its longest edge, of which the outer layer is
/// empty. Points farther from the central 99 % than the extent of these are left outside: a single runaway point would
/// make all cells useless.
GridShape gridAround(const std::vector<fmm::Vec3>& points, int longest);

/// Cubes with edges of `spacing` that fill the box between these corners: the first at `low`, the last ones reach
/// `high` or beyond.
GridShape gridIn(fmm::Vec3 low, fmm::Vec3 high, double spacing);

/// Points per volume [1/L^3] in each cell, x fastest, then y. Points outside do not count.
struct GridDensity {
  std::vector<float> density;
  std::size_t outside = 0;  ///< number of points in no cell
};
GridDensity countInto(const GridShape& grid, const std::vector<fmm::Vec3>& points);

/// Centres [L] of the cells `first` to `first + count - 1` in the order of countInto().
std::vector<fmm::Vec3> cellCentres(const GridShape& grid, std::size_t first, std::size_t count);

/// The settings without tuned values, which suit the run's tracers but not other points.
fmm::Settings chosenAnew(fmm::Settings settings);

/// Where the velocity gradient J is that of a vortex: q > 0 (Hunt, Wray and Moin 1988), lambda2 < 0 (Jeong and Hussain
/// 1995).
struct VortexCriteria {
  double q = 0;        ///< -tr(J J)/2 [1/T^2]
  double lambda2 = 0;  ///< middle eigenvalue of S^2 + W^2, J = S + W [1/T^2]
};
VortexCriteria vortexCriteria(const fmm::Mat3& gradient);

/// Contents of an export on a grid, one value per cell in the order of countInto().
struct GridFields {
  GridShape shape;
  GridDensity tracers;            ///< [1/L^3]
  std::vector<float> velocity;    ///< u [L/T] at the cells' centres, three components per cell
  std::vector<float> vorticity;   ///< sum of the elements' blobs [1/T], three components per cell
  std::vector<float> q, lambda2;  ///< vortexCriteria() [1/T^2]
  std::vector<float> pressure;    ///< over the density [L^2/T^2]; empty where it is not known (Pressure)
  std::vector<float> buoyancy;    ///< buoyancyAt() [L/T^2]; empty in a flow without heat
  double time = 0;                ///< [T]
};

/// Counts the tracers and evaluates the elements' field at the cells' centres, in parts, so that the solver's memory
/// does not grow with the grid. `longest` cells along the longest edge of the box around the tracers, or around the
/// elements if there are no tracers. Throws InvalidInput, EnvironmentError.
GridFields fieldsOnGrid(const fmm::Settings& settings, const fmm::Elements& elements, const fmm::Tracers& tracers,
                        int longest);

/// The same on a given grid.
GridFields fieldsOnGrid(const fmm::Settings& settings, const fmm::Elements& elements, const fmm::Tracers& tracers,
                        const GridShape& shape);

/// Velocity [L/T] induced by the elements and their vorticity [1/T] at points, to the tolerance of the settings; at a
/// no-slip wall without the slip of the elements' blobs (fmm::addHiddenSlip()). Throw as fieldsOnGrid().
std::vector<fmm::Vec3> velocityAt(const fmm::Settings& settings, const fmm::Elements& elements,
                                  const std::vector<fmm::Vec3>& points);
std::vector<fmm::Vec3> vorticityAt(const fmm::Settings& settings, const fmm::Elements& elements,
                                   const std::vector<fmm::Vec3>& points);

/// Writes VTKHDF 1.0 image data, readable by ParaView 5.10, VTK 9.1 and later: points at the cells' centres with the
/// point data `density`, `velocity`, `vorticity`, `q`, `lambda_2`, `pressure` if it is known, `buoyancy` if there is
/// heat, and `time` (a constant). Throws UserError if the file exists and is to be kept, FileError.
void writeGrid(const std::string& path, const GridFields& fields, Existing existing);

}  // namespace app
