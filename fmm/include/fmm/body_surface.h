#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "fmm/types.h"

namespace fmm {

struct Body;

/// Closed surface of a body in space, of triangles whose corners run counter-clockwise as seen from outside.
struct BodySurface {
  std::vector<Vec3> corner;                            ///< [L]
  std::vector<std::array<std::uint32_t, 3>> triangle;  ///< indices of corners
  bool closed = false;                                 ///< requireClosed() has passed it; else it is asked at each use

  friend bool operator==(const BodySurface& a, const BodySurface& b) {
    return a.corner == b.corner && a.triangle == b.triangle;
  }
};

/// Most triangles of a mesh.
constexpr std::size_t kMostTriangles = 1000000;

/// Surface of a body in space about its centre, before it is turned: Body::attitude and Body::angle are not applied.
/// Spheres and ellipsoids have the volume of their shapes. Throws InvalidInput, which names the member.
BodySurface surfaceOf(const Body& body);

/// Reads an STL file, binary or text; corners at the same place are one. Throws InvalidInput that names the file and
/// what is wrong: not a regular STL file, numbers that are not finite, more than kMostTriangles, a surface that is open
/// or has no volume.
std::shared_ptr<const BodySurface> readStl(const std::string& path);

/// Throws InvalidInput if a corner is not there or not finite, if an edge does not belong to two triangles that run
/// along it in opposite directions, or if the surface encloses no volume. A surface that is inside out is turned.
void requireClosed(BodySurface& surface);

/// A number, in 16 hexadecimal digits, that another surface hardly has: FNV-1a of its bytes.
std::string checkOf(const BodySurface& surface);

/// Area [L^2] that a surface covers as seen along `direction`.
double frontalArea(const BodySurface& surface, Vec3 direction);

}  // namespace fmm
