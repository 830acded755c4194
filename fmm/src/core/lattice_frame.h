#pragma once

#include <array>

#include "fmm/types.h"

namespace fmm {

/// Frame in which a lattice stands, of orthonormal axes: that of positions, but over a wall.
struct LatticeFrame {
  Vec3 origin;  ///< of positions [L]
  std::array<Vec3, 3> axis = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

  Vec3 turned(const Vec3& v) const { return {dot(v, axis[0]), dot(v, axis[1]), dot(v, axis[2])}; }
  Vec3 place(const Vec3& x) const { return turned(x - origin); }
  Vec3 turnedBack(const Vec3& v) const { return v.x * axis[0] + v.y * axis[1] + v.z * axis[2]; }
};

}  // namespace fmm
