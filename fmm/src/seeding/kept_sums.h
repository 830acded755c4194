#pragma once

#include "fmm/types.h"

namespace fmm {

/// Prescribed sums over the strengths of a closed line, besides a total strength of 0.
struct KeptSums {
  Vec3 impulse;            ///< 1/2 sum x cross alpha [L^4/T]
  double circulation = 0;  ///< times the turns about the axis: 1/(2 pi) sum alpha . grad(phi) [L^2/T]; 0: free
  Vec3 centre, axis;       ///< of the angle phi
};

/// Changes the strengths to have these sums, with the least sum of |change|^2/|alpha|.
void keepSums(const KeptSums& wanted, Elements& elements);

}  // namespace fmm
