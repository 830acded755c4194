#pragma once

#include "expansion/coefficients.h"

namespace fmm {

/// Constants of the expansion operators up to degree kMaximumOrder (operator_constants.h), computed once.
template <class Real>
struct OperatorTables {
  /// B and B^T, which exchange the x and z axes (SwapLadder). Half the entries vanish by parity: row m of the cosine
  /// block has l = (n+m) mod 2, +2, ..., of the sine block l >= 1 with l = n+m+1 mod 2. Stored without the zeros:
  /// degree by degree, cosine rows, then sine rows.
  static constexpr int kSwapEntries = 1800;
  Real swap[kSwapEntries];
  Real swapTransposed[kSwapEntries];
  int swapStart[kMaximumOrder + 2];  ///< first entry of a degree

  /// Recurrence of the columns H_n^m, n > m, and its start (forColumn()).
  Real risingZ[triangle(kMaximumOrder + 1, 0)];
  Real risingR[triangle(kMaximumOrder + 1, 0)];
  Real diagonal[kMaximumOrder + 1];

  /// H_m^m, and the factors of the recurrence's step from degree n to n + 1 (forColumn()).
  FMM_HD Real columnStart(int m) const { return diagonal[m]; }
  FMM_HD Real stepZ(int n, int m) const { return risingZ[triangle(n + 1, m)]; }
  FMM_HD Real stepR(int n, int m) const { return risingR[triangle(n + 1, m)]; }

  Real factorial[2 * kMaximumOrder + 2];
  Real inverseFactorial[2 * kMaximumOrder + 2];
};

const OperatorTables<float>& operatorTables(float);
const OperatorTables<double>& operatorTables(double);

}  // namespace fmm
