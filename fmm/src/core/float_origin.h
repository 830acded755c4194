#pragma once

#include "fmm/types.h"

namespace fmm {

/// Where float coordinates start from: the middle of the elements' bounding box if the scene lies far from the origin,
/// so that it keeps its digits; else the origin, so that inputs that are floats stay exactly what they are.
inline Vec3 floatOrigin(const Vec3& low, const Vec3& high) {
  const Vec3 middle = 0.5 * (low + high);
  return norm(middle) > 4 * norm(high - low) ? middle : Vec3{};
}

}  // namespace fmm
