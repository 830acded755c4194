#pragma once

#include "expansion/coefficients.h"

namespace fmm {

// The numbers in the expansion operators, in double precision, from their formulas; OperatorTables and FixedNumbers
// keep them ready for use.

/// H_m^m = (-1)^m/(2^m m!) of R_n^m = (x + iy)^m H_n^m.
constexpr double columnStart(int m) {
  double value = 1;
  for (int k = 1; k <= m; ++k) value *= -1.0 / (2 * k);
  return value;
}
/// Factors of H_n^m = risingZ z H_{n-1}^m - risingR r^2 H_{n-2}^m, n > m.
constexpr double risingZ(int n, int m) {
  return (2 * n - 1) / (static_cast<double>(n + m) * (n - m));
}
constexpr double risingR(int n, int m) {
  return 1 / (static_cast<double>(n + m) * (n - m));
}
constexpr double factorialOf(int n) {
  double value = 1;
  for (int k = 2; k <= n; ++k) value *= k;
  return value;
}

/// The matrix b_n^{m,l}, |m|, |l| <= n, of R_n^m(z, y, x) = sum_l b_n^{m,l} R_n^l(x, y, z), which exchanges the x and z
/// axes, one degree n after the other. It follows from the ladder of derivatives: under the exchange d/dz and d/dx
/// change places and d/dy stays, so that
///   b_n^{m,l}   = (b_{n-1}^{m+1,l} - b_{n-1}^{m-1,l})/2                          |l| <= n-1  (from d/dz)
///   b_n^{m,+-n} = (b_{n-1}^{m+1,+-l} + b_{n-1}^{m-1,+-l})/2 -+ b_{n-1}^{m,+-l}   l = n-1     (from d/dx and d/dy)
/// In the basis of real coefficients (coefficients.h) it splits into a block of cosines (real parts) and one of sines
/// (imaginary parts): B for multipole coefficients, Q' = B Q, and B^T for local ones, L = B^T L'.
template <int Highest>
class SwapLadder {
 public:
  /// Degree 0.
  constexpr SwapLadder() { b_[Highest][Highest] = 1; }

  constexpr int degree() const { return n_; }

  /// Advances to the next degree, which is at most Highest.
  constexpr void climb() {
    const SwapLadder last = *this;
    const int l = n_++;
    for (int m = -n_; m <= n_; ++m) {
      for (int k = -l; k <= l; ++k) at(m, k) = (last.get(m + 1, k) - last.get(m - 1, k)) / 2;
      at(m, n_) = (last.get(m + 1, l) + last.get(m - 1, l)) / 2 - last.get(m, l);
      at(m, -n_) = (last.get(m + 1, -l) + last.get(m - 1, -l)) / 2 + last.get(m, -l);
    }
  }

  /// Entries of B: row m, column l; m, l >= 0 between real parts, m, l >= 1 between imaginary ones.
  constexpr double cosine(int m, int l) const { return l == 0 ? get(m, 0) : get(m, l) + sign(l) * get(m, -l); }
  constexpr double sine(int m, int l) const { return get(m, l) - sign(l) * get(m, -l); }
  /// The same of B^T.
  constexpr double cosineTransposed(int m, int l) const {
    return l == 0 ? get(0, m) : get(l, m) + sign(l) * get(-l, m);
  }
  constexpr double sineTransposed(int m, int l) const { return get(l, m) - sign(l) * get(-l, m); }

 private:
  static constexpr int kSide = 2 * Highest + 1;

  static constexpr double sign(int m) { return m % 2 == 0 ? 1 : -1; }
  constexpr double get(int m, int l) const {
    return m > n_ || m < -n_ || l > n_ || l < -n_ ? 0 : b_[m + Highest][l + Highest];
  }
  constexpr double& at(int m, int l) { return b_[m + Highest][l + Highest]; }

  int n_ = 0;
  double b_[kSide][kSide] = {};
};

}  // namespace fmm
