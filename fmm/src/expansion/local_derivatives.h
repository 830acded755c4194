#pragma once

#include "expansion/coefficients.h"

namespace fmm {

/// Coefficient (n, m) of a component of a local expansion as a complex number; `stride` components lie side by side.
template <class Real>
struct ComplexCoefficient {
  Real real, imaginary;
};

template <class Real>
FMM_HD inline ComplexCoefficient<Real> coefficientAt(const Real* l, int stride, int component, int n, int m) {
  return {l[stride * re(n, m) + component], m == 0 ? Real(0) : l[stride * im(n, m) + component]};
}

/// Coefficient (n, m) of the derivative along `axis` (0 x, 1 y, 2 z) of a local expansion: shifts of its indices,
///   d/dz: L_{n+1}^m,  d/dx: (L_{n+1}^{m-1} - L_{n+1}^{m+1})/2,  d/dy: i (L_{n+1}^{m-1} + L_{n+1}^{m+1})/2,
/// at m = 0: d/dx: -Re L_{n+1}^1, d/dy: -Im L_{n+1}^1: docs/math.md, (5.7).
template <class Real>
FMM_HD inline ComplexCoefficient<Real> derivativeAt(const Real* l, int stride, int component, int n, int m, int axis) {
  if (axis == 2) return coefficientAt(l, stride, component, n + 1, m);
  const ComplexCoefficient<Real> upper = coefficientAt(l, stride, component, n + 1, m + 1);
  if (m == 0) return {axis == 0 ? -upper.real : -upper.imaginary, Real(0)};
  const ComplexCoefficient<Real> lower = coefficientAt(l, stride, component, n + 1, m - 1);
  const Real half = Real(0.5);
  if (axis == 0) return {half * (lower.real - upper.real), half * (lower.imaginary - upper.imaginary)};
  return {-half * (lower.imaginary + upper.imaginary), half * (lower.real + upper.real)};
}

template <class Real>
FMM_HD inline void storeCoefficient(Real* out, int stride, int component, int n, int m,
                                    ComplexCoefficient<Real> value) {
  out[stride * re(n, m) + component] = value.real;
  if (m > 0) out[stride * im(n, m) + component] = value.imaginary;
}

/// u = curl A: from the vector potential's local expansion of degree p (3 components) to the velocity's of degree p-1.
/// `factor` multiplies everything: 1/(4 pi scale) makes it the physical velocity in an expansion of unit scale.
template <class Real>
FMM_HD inline void curl(int p, const Real* a, Real factor, Real* u) {
  for (int n = 0; n < p; ++n) {
    for (int m = 0; m <= n; ++m) {
      for (int c = 0; c < 3; ++c) {
        const int next = (c + 1) % 3, last = (c + 2) % 3;  // u_c = d_next a_last - d_last a_next
        const ComplexCoefficient<Real> plus = derivativeAt(a, 3, last, n, m, next);
        const ComplexCoefficient<Real> minus = derivativeAt(a, 3, next, n, m, last);
        storeCoefficient(u, 3, c, n, m,
                         {factor * (plus.real - minus.real), factor * (plus.imaginary - minus.imaginary)});
      }
    }
  }
}

/// J_ij = du_i/dy_j: from the velocity's expansion of degree p-1 to nine scalar ones of degree p-2, row-major.
template <class Real>
FMM_HD inline void gradientOf(int p, const Real* u, Real factor, Real* j) {
  for (int n = 0; n < p - 1; ++n) {
    for (int m = 0; m <= n; ++m) {
      for (int c = 0; c < 9; ++c) {
        const ComplexCoefficient<Real> d = derivativeAt(u, 3, c / 3, n, m, c % 3);
        storeCoefficient(j, 9, c, n, m, {factor * d.real, factor * d.imaginary});
      }
    }
  }
}

/// Doubles the coefficients of m > 0, whose conjugates at -m are not stored: what l2p() expects.
template <class Real>
FMM_HD inline void foldNegativeOrders(int degree, int stride, Real* f) {
  for (int n = 1; n <= degree; ++n) {
    for (int i = stride * re(n, 1); i < stride * (n + 1) * (n + 1); ++i) f[i] *= Real(2);
  }
}

}  // namespace fmm
