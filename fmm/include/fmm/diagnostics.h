#pragma once

#include "fmm/types.h"

namespace fmm {

/// Integral quantities of a set of elements (Saffman 1992; they are conserved in free space by the exact flow).
struct Invariants {
  Vec3 totalStrength;   ///< Omega = sum alpha                       [L^3/T]
  Vec3 linearImpulse;   ///< I = 1/2 sum x cross alpha               [L^4/T]
  Vec3 angularImpulse;  ///< A = 1/3 sum x cross (x cross alpha)     [L^5/T]
};

/// Sums over all elements in double precision, in index order: the same bits every time.
Invariants invariants(const Elements& elements);

}  // namespace fmm
