#pragma once

#include "fmm/types.h"

namespace fmm {

/// What the strengths of a closed line are to add up to, besides a total strength of 0.
struct KeptSums {
  Vec3 impulse;            ///< 1/2 sum x cross alpha [L^4/T]
  double circulation = 0;  ///< times the turns about the axis: 1/(2 pi) sum alpha . grad(phi) [L^2/T]; 0: not asked for
  Vec3 centre, axis;       ///< of the angle phi
};

/// The change of strengths with the least sum of |change|^2/|alpha| that gives them these sums.
void keepSums(const KeptSums& wanted, Elements& elements);

}  // namespace fmm
