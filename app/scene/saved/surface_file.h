#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "files/atomic_file.h"
#include "fmm/settings.h"
#include "fmm/types.h"

namespace app {

/// Surfaces of the bodies of a flow in space at one time.
struct SurfaceFields {
  std::vector<fmm::Vec3> corner;                      ///< [L]
  std::vector<fmm::Vec3> vorticity;                   ///< of the fluid at each corner [1/T]
  std::vector<fmm::Vec3> shear;                       ///< of the fluid on the body at each corner, (22.5) [L^2/T^2]
  std::vector<fmm::Vec3> velocity;                    ///< of the body at each corner [L/T]
  std::vector<std::int32_t> body;                     ///< of each corner, from 1
  std::vector<std::array<std::int64_t, 3>> triangle;  ///< indices of corners
  double time = 0;                                    ///< [T]
};

/// The surfaces with the elements' vorticity half a spacing of the lattice outside, where it is largest: on the surface
/// itself blobs reach into the body. The shear stress comes from the same vorticity.
/// Throws as vorticityAt().
SurfaceFields fieldsOnBodies(const fmm::Settings& settings, const fmm::Elements& elements, double spacing, double time);

/// Writes VTKHDF 1.0, an unstructured grid of triangles with the point data `vorticity`, `wall_shear`, `velocity`,
/// `body` and `time`. Throws UserError if the file exists and is to be kept, FileError.
void writeSurfaces(const std::string& path, const SurfaceFields& fields, Existing existing);

}  // namespace app
