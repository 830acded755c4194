#pragma once

#include "expansion/coefficients.h"

namespace fmm {

/// The constants of OperatorTables as compile-time values, for degrees up to kDegree: in unrolled code they become
/// immediate operands and cost neither a load nor a register. Rows and columns are dense here; entries that parity
/// makes zero vanish from the code.
struct UnrolledConstants {
  static constexpr int kDegree = 12;
  static constexpr int kRow = kDegree + 1;

  /// [n][m][l]: B between real and between imaginary parts, for multipole coefficients, and the same of B^T for local
  /// ones; 0 where (n, m, l) has no entry.
  double cosine[kRow][kRow][kRow], sine[kRow][kRow][kRow];
  double cosineTransposed[kRow][kRow][kRow], sineTransposed[kRow][kRow][kRow];

  double risingZ[kRow][kRow], risingR[kRow][kRow], diagonal[kRow];  ///< [n][m], [n][m], [m]
  double factorial[2 * kRow];
};

/// One degree of the swap matrix b_n^{m,l}, |m|, |l| <= n, of R_n^m(z, y, x) (operator_tables.cpp has the ladder).
struct SwapDegree {
  static constexpr int kSide = 2 * UnrolledConstants::kDegree + 1;
  double b[kSide][kSide];

  constexpr double get(int n, int m, int l) const {
    return m > n || m < -n || l > n || l < -n ? 0 : b[m + UnrolledConstants::kDegree][l + UnrolledConstants::kDegree];
  }
};

constexpr SwapDegree nextSwapDegree(const SwapDegree& last, int n) {
  SwapDegree next{};
  const int l = n - 1, shift = UnrolledConstants::kDegree;
  for (int m = -n; m <= n; ++m) {
    for (int k = -l; k <= l; ++k) {
      next.b[m + shift][k + shift] = (last.get(l, m + 1, k) - last.get(l, m - 1, k)) / 2;
    }
    next.b[m + shift][n + shift] = (last.get(l, m + 1, l) + last.get(l, m - 1, l)) / 2 - last.get(l, m, l);
    next.b[m + shift][shift - n] = (last.get(l, m + 1, -l) + last.get(l, m - 1, -l)) / 2 + last.get(l, m, -l);
  }
  return next;
}

constexpr UnrolledConstants makeUnrolledConstants() {
  UnrolledConstants t{};
  SwapDegree b{};
  b.b[UnrolledConstants::kDegree][UnrolledConstants::kDegree] = 1;
  for (int n = 0; n <= UnrolledConstants::kDegree; ++n) {
    if (n > 0) b = nextSwapDegree(b, n);
    for (int m = 0; m <= n; ++m) {
      for (int l = firstCosine(n, m); l <= n; l += 2) {
        const double sign = l % 2 == 0 ? 1 : -1;
        t.cosine[n][m][l] = l == 0 ? b.get(n, m, 0) : b.get(n, m, l) + sign * b.get(n, m, -l);
        t.cosineTransposed[n][m][l] = l == 0 ? b.get(n, 0, m) : b.get(n, l, m) + sign * b.get(n, -l, m);
      }
      for (int l = firstSine(n, m); m > 0 && l <= n; l += 2) {
        const double sign = l % 2 == 0 ? 1 : -1;
        t.sine[n][m][l] = b.get(n, m, l) - sign * b.get(n, m, -l);
        t.sineTransposed[n][m][l] = b.get(n, l, m) - sign * b.get(n, -l, m);
      }
    }
  }
  double diagonal = 1;
  for (int m = 0; m <= UnrolledConstants::kDegree; ++m) {
    if (m > 0) diagonal *= -1.0 / (2 * m);
    t.diagonal[m] = diagonal;
    for (int n = m; n <= UnrolledConstants::kDegree; ++n) {
      const double product = n == m ? 1 : static_cast<double>(n + m) * (n - m);
      t.risingZ[n][m] = (2 * n - 1) / product;
      t.risingR[n][m] = 1 / product;
    }
  }
  double factorial = 1;
  for (int n = 0; n < 2 * UnrolledConstants::kRow; ++n) {
    if (n > 0) factorial *= n;
    t.factorial[n] = factorial;
  }
  return t;
}

__device__ constexpr UnrolledConstants kUnrolled = makeUnrolledConstants();

}  // namespace fmm
