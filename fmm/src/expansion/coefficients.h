#pragma once

#include "core/math.h"
#include "fmm/settings.h"

namespace fmm {

constexpr int kMinimumOrder = 4;
constexpr int kMaximumOrder = mostOrder(Space::space);

/// Real coefficients of an expansion of degree p: for each degree n first Re of m = 0..n, then Im of m = 1..n. The
/// coefficients of negative m follow from X_n^{-m} = (-1)^m conj(X_n^m). Hu 2013 (3.4)-(3.18).
FMM_HD constexpr int coefficientCount(int p) {
  return (p + 1) * (p + 1);
}
FMM_HD constexpr int re(int n, int m) {
  return n * n + m;
}
FMM_HD constexpr int im(int n, int m) {
  return n * n + n + m;
}

/// A vector expansion (x, y, z components of the vector potential) keeps the three components of a coefficient
/// together, so that coefficients of one component lie this far apart.
constexpr int kComponentStride = 3;
FMM_HD constexpr int vectorLength(int p) {
  return kComponentStride * coefficientCount(p);
}

/// Highest order in plane flows, whose expansions have one complex coefficient per degree.
constexpr int kMaximumPlaneOrder = mostOrder(Space::plane);
/// Numbers that an expansion of order p takes.
FMM_HD constexpr int expansionLength(Space space, int p) {
  return space == Space::plane ? 2 * (p + 1) : vectorLength(p);
}

/// Entry (n, m) of a triangle 0 <= m <= n.
FMM_HD constexpr int triangle(int n, int m) {
  return n * (n + 1) / 2 + m;
}

/// First nonzero column of a row of the swap matrix (OperatorTables::swap); by parity every second one follows.
FMM_HD constexpr int firstCosine(int n, int m) {
  return (n + m) % 2;
}
FMM_HD constexpr int firstSine(int n, int m) {
  return (n + m) % 2 == 0 ? 1 : 2;
}

}  // namespace fmm
