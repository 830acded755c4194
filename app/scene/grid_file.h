#pragma once

#include <string>
#include <vector>

#include "files/atomic_file.h"
#include "fmm/settings.h"
#include "fmm/types.h"
#include "scene/density_grid.h"

namespace app {

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
