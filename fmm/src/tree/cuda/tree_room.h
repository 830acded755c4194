#pragma once

#include <tuple>

#include "core/math.h"

namespace fmm {

/// What a CudaTree has room for, and how deep its keys are.
struct CudaTreeRoom {
  Index elements, tracers;
  Index cells, far, near, open, corrected;  ///< cells, and entries of their lists
  int keyLevels;                            ///< KeyLevels::now()
};

/// By name, which does not compile when one is added and forgotten here.
inline auto membersOf(const CudaTreeRoom& all) {
  const auto& [elements, tracers, cells, far, near, open, corrected, keyLevels] = all;
  return std::make_tuple(elements, tracers, cells, far, near, open, corrected, keyLevels);
}

}  // namespace fmm
