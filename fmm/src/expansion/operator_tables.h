#pragma once

#include "expansion/coefficients.h"

namespace fmm {

/// Constants of the expansion operators up to degree kMaximumOrder, computed once in double precision.
template <class Real>
struct OperatorTables {
  /// (x, y, z) -> (z, y, x) in the basis of real coefficients. Q' = B Q for multipole coefficients, L = B^T L' for
  /// local ones. Half the entries vanish by parity: row m of the cosine block has l = (n+m) mod 2, +2, ..., of the sine
  /// block l >= 1 with l = n+m+1 mod 2. Stored without the zeros: degree by degree, cosine rows, then sine rows.
  static constexpr int kSwapEntries = 1800;
  Real swap[kSwapEntries];
  Real swapTransposed[kSwapEntries];
  int swapStart[kMaximumOrder + 2];  ///< first entry of a degree

  /// Recurrence H_n^m = risingZ z H_{n-1}^m - risingR r^2 H_{n-2}^m of R_n^m = (x + iy)^m H_n^m, and H_m^m.
  Real risingZ[triangle(kMaximumOrder + 1, 0)];
  Real risingR[triangle(kMaximumOrder + 1, 0)];
  Real diagonal[kMaximumOrder + 1];

  Real factorial[2 * kMaximumOrder + 2];
  Real inverseFactorial[2 * kMaximumOrder + 2];
};

const OperatorTables<float>& operatorTables(float);
const OperatorTables<double>& operatorTables(double);

}  // namespace fmm
