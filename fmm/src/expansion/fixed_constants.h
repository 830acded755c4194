#pragma once

#include "expansion/operator_constants.h"

namespace fmm {

/// Highest degree whose constants are kept.
constexpr int kHighestFixedOrder = kMaximumOrder;

/// The numbers of operator_constants.h as values that the compiler knows: in unrolled code they become immediate
/// operands and cost neither a load nor a register. Rows and columns are dense here; entries that parity makes zero
/// vanish from the code.
struct FixedNumbers {
  static constexpr int kRow = kHighestFixedOrder + 1;

  double cosine[kRow][kRow][kRow], sine[kRow][kRow][kRow];  ///< [n][m][l] B; 0 where (n, m, l) has no entry
  double cosineTransposed[kRow][kRow][kRow], sineTransposed[kRow][kRow][kRow];  ///< the same of B^T
  double columnStart[kRow];                                                     ///< [m]
  double stepZ[kRow][kRow], stepR[kRow][kRow];  ///< [n][m] risingZ and risingR from degree n to n + 1
  double factorial[2 * kRow];
};

constexpr FixedNumbers makeFixedNumbers() {
  FixedNumbers t{};
  SwapLadder<kHighestFixedOrder> b;
  for (int n = 0; n < FixedNumbers::kRow; ++n) {
    if (n > 0) b.climb();
    for (int m = 0; m <= n; ++m) {
      for (int l = firstCosine(n, m); l <= n; l += 2) {
        t.cosine[n][m][l] = b.cosine(m, l);
        t.cosineTransposed[n][m][l] = b.cosineTransposed(m, l);
      }
      for (int l = firstSine(n, m); m > 0 && l <= n; l += 2) {
        t.sine[n][m][l] = b.sine(m, l);
        t.sineTransposed[n][m][l] = b.sineTransposed(m, l);
      }
      t.stepZ[n][m] = risingZ(n + 1, m);
      t.stepR[n][m] = risingR(n + 1, m);
    }
    t.columnStart[n] = columnStart(n);
  }
  for (int n = 0; n < 2 * FixedNumbers::kRow; ++n) t.factorial[n] = factorialOf(n);
  return t;
}

/// Use in constant expressions only: the variable does not exist on a GPU.
inline constexpr FixedNumbers kFixed = makeFixedNumbers();

/// The recurrence's constants of forColumn() where degree and order are types.
template <class Real>
struct FixedConstants {
  template <class M>
  FMM_HD constexpr Real columnStart(M) const {
    constexpr double value = kFixed.columnStart[M::value];
    return static_cast<Real>(value);
  }
  template <class N, class M>
  FMM_HD constexpr Real stepZ(N, M) const {
    constexpr double value = kFixed.stepZ[N::value][M::value];
    return static_cast<Real>(value);
  }
  template <class N, class M>
  FMM_HD constexpr Real stepR(N, M) const {
    constexpr double value = kFixed.stepR[N::value][M::value];
    return static_cast<Real>(value);
  }
};

}  // namespace fmm
