#pragma once

#include "expansion/operators-inl.h"
#include "solver/cuda/lane_operators.cuh"

namespace fmm {

/// LaneOperators of an order known at run time only (P = 0): the same steps in loops, coefficients in the caller's
/// memory, one degree or one order m at a time in the lane's own.
template <class Real>
struct LaneOperators<Real, 0> {
  static __device__ void m2l(const OperatorTables<Real>& tables, int p, Vector3<Real> d, Real sourceScale,
                             Real targetScale, const Real* in, Real* out) {
    const AxisRotation<Real> rotation(p, d);
    const Real sourceRatio = sourceScale * rotation.inverseLength;
    rotateAll<true>(p, tables.swap, tables.swapStart, rotation, Real(1), sourceRatio, in, out);
    Real column[kMaximumOrder + 1];
    for (int part = 0; part < 2; ++part) {
      for (int m = part; m <= p; ++m) {
        for (int k = m; k <= p; ++k) column[k] = out[3 * at(part, k, m)];
        for (int n = m; n <= p; ++n) {
          Real sum = 0;
          for (int k = m; k <= p; ++k) sum += tables.factorial[n + k] * column[k];
          out[3 * at(part, n, m)] = (n + m) % 2 == 0 ? sum : -sum;
        }
      }
    }
    rotateAll<false>(p, tables.swapTransposed, tables.swapStart, rotation, rotation.inverseLength,
                     targetScale * rotation.inverseLength, out, out);
  }

  static __device__ void m2m(const OperatorTables<Real>& tables, int p, Vector3<Real> d, Real childScale,
                             Real parentScale, const Real* in, Real* out) {
    const AxisRotation<Real> rotation(p, d);
    rotateAll<true>(p, tables.swap, tables.swapStart, rotation, Real(1), childScale / parentScale, in, out);
    Real shift[kMaximumOrder + 1];
    powersOverFactorials(p, rotation.length / parentScale, shift);
    for (int part = 0; part < 2; ++part) {
      for (int m = part; m <= p; ++m) {
        for (int n = p; n >= m; --n) {  // downwards: what is still needed is untouched
          Real sum = 0;
          for (int k = m; k <= n; ++k) sum += shift[n - k] * out[3 * at(part, k, m)];
          out[3 * at(part, n, m)] = sum;
        }
      }
    }
    rotateAll<false>(p, tables.swap, tables.swapStart, rotation, Real(1), Real(1), out, out);
  }

  static __device__ void l2l(const OperatorTables<Real>& tables, int p, Vector3<Real> d, Real parentScale,
                             Real childScale, const Real* in, Real* out) {
    const AxisRotation<Real> rotation(p, d);
    rotateAll<true>(p, tables.swapTransposed, tables.swapStart, rotation, Real(1), Real(1), in, out);
    Real shift[kMaximumOrder + 1];
    powersOverFactorials(p, rotation.length / parentScale, shift);
    for (int part = 0; part < 2; ++part) {
      for (int m = part; m <= p; ++m) {
        for (int k = m; k <= p; ++k) {
          Real sum = 0;
          for (int n = k; n <= p; ++n) sum += shift[n - k] * out[3 * at(part, n, m)];
          out[3 * at(part, k, m)] = sum;
        }
      }
    }
    rotateAll<false>(p, tables.swapTransposed, tables.swapStart, rotation, Real(1), childScale / parentScale, out, out);
  }

 private:
  static __device__ int at(int part, int n, int m) { return part == 0 ? re(n, m) : im(n, m); }

  static __device__ void powersOverFactorials(int p, Real step, Real* shift) {
    shift[0] = 1;
    for (int n = 1; n <= p; ++n) shift[n] = shift[n - 1] * step / static_cast<Real>(n);
  }

  /// Rotates degree n of `in` times power ratio^n into `out`, for all n.
  template <bool Forward>
  static __device__ void rotateAll(int p, const Real* swap, const int* swapStart, const AxisRotation<Real>& rotation,
                                   Real power, Real ratio, const Real* in, Real* out) {
    Real x[2 * kMaximumOrder + 1], work[2 * kMaximumOrder + 1];
    for (int n = 0; n <= p; ++n) {
      const Real* matrix = swap + swapStart[n];
      for (int i = 0; i <= 2 * n; ++i) x[i] = in[3 * (n * n + i)] * power;
      if (Forward) turn(n, rotation.cosBeta, rotation.sinBeta, Real(1), x);
      swapAxes(n, matrix, x, work);
      turn(n, rotation.cosChi, rotation.sinChi, Real(Forward ? -1 : 1), work);
      swapAxes(n, matrix, work, x);
      if (!Forward) turn(n, rotation.cosBeta, rotation.sinBeta, Real(-1), x);
      for (int i = 0; i <= 2 * n; ++i) out[3 * (n * n + i)] = x[i];
      power *= ratio;
    }
  }

  static __device__ void turn(int n, const Real* cosine, const Real* sine, Real sign, Real* x) {
    for (int m = 1; m <= n; ++m) {
      const Real real = x[m], imaginary = x[n + m], s = sign * sine[m];
      x[m] = real * cosine[m] - imaginary * s;
      x[n + m] = imaginary * cosine[m] + real * s;
    }
  }

  static __device__ void swapAxes(int n, const Real* matrix, const Real* in, Real* out) {
    for (int part = 0; part < 2; ++part) {
      const int offset = part == 0 ? 0 : n;
      for (int m = part; m <= n; ++m) {
        Real sum = 0;
        for (int l = part == 0 ? firstCosine(n, m) : firstSine(n, m); l <= n; l += 2) sum += *matrix++ * in[offset + l];
        out[offset + m] = sum;
      }
    }
  }
};

}  // namespace fmm
