#pragma once

#include <array>

#include "core/math.h"

namespace fmm {

/// Item i of three rows, in double precision.
template <class T>
FMM_HD inline Vector3<double> vectorAt(const std::array<const T*, 3>& rows, Index i) {
  return {double(rows[0][i]), double(rows[1][i]), double(rows[2][i])};
}

}  // namespace fmm
