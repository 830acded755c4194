#pragma once

#include <cmath>

#include "expansion/local_derivatives.h"

namespace fmm {

/// S_n^m(d) for m = 0..n up to degree `top` as real coefficients.
template <class Real>
FMM_HD inline void irregularHarmonics(int top, Vector3<Real> d, Real* s) {
  const Real inverse = 1 / dotProduct(d, d);
  s[re(0, 0)] = Real(std::sqrt(inverse));
  for (int n = 1; n <= top; ++n) {
    const Real step = -Real(2 * n - 1) * inverse;
    const Real real = s[re(n - 1, n - 1)], imaginary = n > 1 ? s[im(n - 1, n - 1)] : Real(0);
    s[re(n, n)] = step * (d.x * real - d.y * imaginary);
    s[im(n, n)] = step * (d.x * imaginary + d.y * real);
    for (int m = 0; m < n; ++m) {
      const Real up = -step * d.z, down = m <= n - 2 ? Real((n - 1) * (n - 1) - m * m) * inverse : Real(0);
      s[re(n, m)] = up * s[re(n - 1, m)] - (m <= n - 2 ? down * s[re(n - 2, m)] : Real(0));
      if (m > 0) s[im(n, m)] = up * s[im(n - 1, m)] - (m <= n - 2 ? down * s[im(n - 2, m)] : Real(0));
    }
  }
}

/// Coefficient (n, m) of an expansion for any sign of m: X_n^{-m} = (-1)^m conj(X_n^m).
template <class Real>
FMM_HD inline ComplexCoefficient<Real> signedCoefficient(const Real* x, int stride, int component, int n, int m) {
  if (m >= 0) return coefficientAt(x, stride, component, n, m);
  const ComplexCoefficient<Real> positive = coefficientAt(x, stride, component, n, -m);
  return m % 2 == 0 ? ComplexCoefficient<Real>{positive.real, -positive.imaginary}
                    : ComplexCoefficient<Real>{-positive.real, positive.imaginary};
}

/// M2P: adds velocity and, if `j` is not null, gradient at a point from one multipole expansion q of order p and scale
/// `radius`; d = point - centre. It is M2L to the first degrees of a local expansion at the point,
///   L_n^m = (-1)^n sum_{k,l} conj(Q_k^l) S_{n+k}^{m+l}(d),  n <= 1 (velocity) or 2 (gradient),
/// followed by its curl at the point.
template <class Real>
FMM_HD inline void m2p(int p, const Real* q, Real radius, Vector3<Real> d, Real* u, Real* j) {
  const int top = j ? 2 : 1;
  Real s[coefficientCount(kMaximumOrder + 2)];
  irregularHarmonics(p + top, Vector3<Real>{d.x / radius, d.y / radius, d.z / radius}, s);
  ComplexCoefficient<Real> sums[3][3][3] = {};  // [n][m][component]
  for (int k = 0; k <= p; ++k) {
    for (int l = -k; l <= k; ++l) {
      ComplexCoefficient<Real> source[3];
      for (int c = 0; c < 3; ++c) source[c] = signedCoefficient(q, 3, c, k, l);
      for (int n = 1; n <= top; ++n) {
        for (int m = 0; m <= n; ++m) {
          const ComplexCoefficient<Real> field = signedCoefficient(s, 1, 0, n + k, m + l);
          for (int c = 0; c < 3; ++c) {
            sums[n][m][c].real += source[c].real * field.real + source[c].imaginary * field.imaginary;
            sums[n][m][c].imaginary += source[c].real * field.imaginary - source[c].imaginary * field.real;
          }
        }
      }
    }
  }
  Real local[vectorLength(2)] = {};
  for (int n = 1; n <= top; ++n) {
    const Real sign = n % 2 == 0 ? Real(1) : Real(-1);
    for (int m = 0; m <= n; ++m) {
      for (int c = 0; c < 3; ++c)
        storeCoefficient(local, 3, c, n, m, {sign * sums[n][m][c].real, sign * sums[n][m][c].imaginary});
    }
  }
  Real velocity[vectorLength(1)], gradient[9];
  const Real inverse = 1 / radius;
  curl(2, local, static_cast<Real>(kInverse4Pi) * inverse * inverse, velocity);
  for (int c = 0; c < 3; ++c) u[c] += velocity[c];
  if (!j) return;
  gradientOf(2, velocity, inverse, gradient);
  for (int c = 0; c < 9; ++c) j[c] += gradient[c];
}

/// The same in the plane: w = sum_k A_k s^k/(z - c)^(k+1) by Horner's scheme in s/(z - c), and its derivative;
/// u - iv = w/(2 pi i). plane_expansion-inl.h has the coefficients.
template <class Real>
FMM_HD inline void planeM2p(int p, const Real* q, Real radius, Vector3<Real> d, Real* u, Real* j) {
  const Real x = d.x / radius, y = d.y / radius, square = x * x + y * y;
  const ComplexCoefficient<Real> step = {x / square, -y / square};  // s/(z - c)
  const auto times = [](ComplexCoefficient<Real> a, ComplexCoefficient<Real> b) {
    return ComplexCoefficient<Real>{a.real * b.real - a.imaginary * b.imaginary,
                                    a.real * b.imaginary + a.imaginary * b.real};
  };
  ComplexCoefficient<Real> w = {0, 0}, slope = {0, 0};
  for (int k = p; k >= 0; --k) {
    w = times(w, step);
    slope = times(slope, step);
    w = {w.real + q[2 * k], w.imaginary + q[2 * k + 1]};
    slope = {slope.real + Real(k + 1) * q[2 * k], slope.imaginary + Real(k + 1) * q[2 * k + 1]};
  }
  w = times(w, step);
  slope = times(slope, times(step, step));
  const Real factor = static_cast<Real>(2 * kInverse4Pi) / radius, slopeFactor = -factor / radius;
  u[0] += factor * w.imaginary;
  u[1] += factor * w.real;
  if (!j) return;
  j[0] += slopeFactor * slope.imaginary;
  j[1] += slopeFactor * slope.real;
  j[3] += slopeFactor * slope.real;
  j[4] -= slopeFactor * slope.imaginary;
}

}  // namespace fmm
