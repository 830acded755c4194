#pragma once

#include <cmath>

#include "fmm/types.h"

namespace fmm {

/// The origin of a lattice with spacing h for elements far from 0: `middle`, the middle of their box. Where they stand
/// on nodes already, with one at `element`, that middle is a node or lies midway between two: then the node near it.
inline Vec3 nodeNear(const Vec3& middle, const Vec3& element, double h) {
  constexpr double kOnNode = 1e-3;
  Vec3 shift = (1 / h) * (element - middle);
  for (double* s : {&shift.x, &shift.y, &shift.z}) {
    if (std::abs(2 * *s - std::round(2 * *s)) > kOnNode) return middle;
    *s -= std::round(*s);
  }
  return middle + h * shift;
}

}  // namespace fmm
