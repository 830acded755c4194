#pragma once

#include <utility>

#include "expansion/operators-inl.h"
#include "solver/swap_constants.cuh"

// The expansion operators for one lane that owns one component of one expansion: the coefficients of its component lie
// at stride 3. Orders with a LaneOperators<Real, P> of their own are unrolled completely, coefficients in registers and
// constants in the instructions; LaneOperatorsOfAnyOrder serves the others. Formulas: operators-inl.h.

namespace fmm {

/// f(integral_constant 0), ..., f(integral_constant N-1).
template <class F, int... N>
__device__ __forceinline__ void forConstants(std::integer_sequence<int, N...>, const F& f) {
  (f(std::integral_constant<int, N>()), ...);
}

/// Multipole coefficients swap axes by B, local ones by B^T.
enum class ExpansionKind { multipole, local };

/// x[m] *= e^{+i m angle} (Forward) or e^{-i m angle}, coefficients of degree N.
template <bool Forward, int N, class Real>
__device__ __forceinline__ void turnUnrolled(const Real* cosine, const Real* sine, Real* x) {
#pragma unroll
  for (int m = 1; m <= N; ++m) {
    const Real real = x[m], imaginary = x[N + m], s = Forward ? sine[m] : -sine[m];
    x[m] = real * cosine[m] - imaginary * s;
    x[N + m] = imaginary * cosine[m] + real * s;
  }
}

/// out = matrix in for degree N.
template <ExpansionKind Kind, int N, class Real>
__device__ __forceinline__ void swapUnrolled(const Real* in, Real* out) {
  constexpr bool kLocal = Kind == ExpansionKind::local;
#pragma unroll
  for (int m = 0; m <= N; ++m) {
    Real cosine = 0, sine = 0;
#pragma unroll
    for (int l = 0; l <= N; ++l) {
      const double c = kLocal ? kUnrolled.cosineTransposed[N][m][l] : kUnrolled.cosine[N][m][l];
      const double s = kLocal ? kUnrolled.sineTransposed[N][m][l] : kUnrolled.sine[N][m][l];
      if (c != 0) cosine += static_cast<Real>(c) * in[l];
      if (s != 0) sine += static_cast<Real>(s) * in[N + l];
    }
    out[m] = cosine;
    if (m > 0) out[N + m] = sine;
  }
}

/// rotateDegree() of operators-inl.h for one component in registers.
template <bool Forward, ExpansionKind Kind, int N, class Real>
__device__ __forceinline__ void rotateUnrolled(const AxisRotation<Real>& rotation, Real* x) {
  if constexpr (N > 0) {
    Real work[2 * N + 1];
    if (Forward) {
      turnUnrolled<true, N>(rotation.cosBeta, rotation.sinBeta, x);
      swapUnrolled<Kind, N>(x, work);
      turnUnrolled<false, N>(rotation.cosChi, rotation.sinChi, work);
      swapUnrolled<Kind, N>(work, x);
    } else {
      swapUnrolled<Kind, N>(x, work);
      turnUnrolled<true, N>(rotation.cosChi, rotation.sinChi, work);
      swapUnrolled<Kind, N>(work, x);
      turnUnrolled<false, N>(rotation.cosBeta, rotation.sinBeta, x);
    }
  }
}

/// Operators of order P; `in` and `out` may be the same.
template <class Real, int P>
struct LaneOperators {
  static constexpr int kCount = coefficientCount(P);
  using Degrees = std::make_integer_sequence<int, P + 1>;

  static __device__ __forceinline__ void m2l(const OperatorTables<Real>&, int, Vector3<Real> d, Real sourceScale,
                                             Real targetScale, const Real* in, Real* out) {
    const AxisRotation<Real> rotation(P, d);
    Real x[kCount];
    Real power = 1;
    const Real sourceRatio = sourceScale * rotation.inverseLength;
    forConstants(Degrees(), [&](auto degree) {
      constexpr int n = decltype(degree)::value;
#pragma unroll
      for (int i = n * n; i < (n + 1) * (n + 1); ++i) x[i] = in[3 * i] * power;
      rotateUnrolled<true, ExpansionKind::multipole, n>(rotation, x + n * n);
      power *= sourceRatio;
    });
    power = rotation.inverseLength;
    const Real targetRatio = targetScale * rotation.inverseLength;
    forConstants(Degrees(), [&](auto degree) {
      constexpr int n = decltype(degree)::value;
      Real l[2 * n + 1];
#pragma unroll
      for (int m = 0; m <= n; ++m) {
        Real cosine = 0, sine = 0;
#pragma unroll
        for (int k = 0; k <= P; ++k) {
          const Real factor = static_cast<Real>(kUnrolled.factorial[n + k]);
          if (k >= m) cosine += factor * x[re(k, m)];
          if (k >= m && m > 0) sine += factor * x[im(k, m)];
        }
        const Real scale = (n + m) % 2 == 0 ? power : -power;
        l[m] = scale * cosine;
        if (m > 0) l[n + m] = scale * sine;
      }
      rotateUnrolled<false, ExpansionKind::local, n>(rotation, l);
#pragma unroll
      for (int i = 0; i <= 2 * n; ++i) out[3 * (n * n + i)] = l[i];
      power *= targetRatio;
    });
  }

  static __device__ __forceinline__ void m2m(const OperatorTables<Real>&, int, Vector3<Real> d, Real childScale,
                                             Real parentScale, const Real* in, Real* out) {
    const AxisRotation<Real> rotation(P, d);
    Real x[kCount], shift[P + 1];
    const Real ratio = childScale / parentScale;
    powersOverFactorials(rotation.length / parentScale, shift);
    Real power = 1;
    forConstants(Degrees(), [&](auto degree) {
      constexpr int n = decltype(degree)::value;
#pragma unroll
      for (int i = n * n; i < (n + 1) * (n + 1); ++i) x[i] = in[3 * i] * power;
      rotateUnrolled<true, ExpansionKind::multipole, n>(rotation, x + n * n);
      power *= ratio;
    });
    forConstants(Degrees(), [&](auto degree) {
      constexpr int n = decltype(degree)::value;
      Real q[2 * n + 1];
#pragma unroll
      for (int m = 0; m <= n; ++m) {
        Real cosine = 0, sine = 0;
#pragma unroll
        for (int k = 0; k <= n; ++k) {
          if (k >= m) cosine += shift[n - k] * x[re(k, m)];
          if (k >= m && m > 0) sine += shift[n - k] * x[im(k, m)];
        }
        q[m] = cosine;
        if (m > 0) q[n + m] = sine;
      }
      rotateUnrolled<false, ExpansionKind::multipole, n>(rotation, q);
#pragma unroll
      for (int i = 0; i <= 2 * n; ++i) out[3 * (n * n + i)] = q[i];
    });
  }

  static __device__ __forceinline__ void l2l(const OperatorTables<Real>&, int, Vector3<Real> d, Real parentScale,
                                             Real childScale, const Real* in, Real* out) {
    const AxisRotation<Real> rotation(P, d);
    Real x[kCount], shift[P + 1];
    const Real ratio = childScale / parentScale;
    powersOverFactorials(rotation.length / parentScale, shift);
    forConstants(Degrees(), [&](auto degree) {
      constexpr int n = decltype(degree)::value;
#pragma unroll
      for (int i = n * n; i < (n + 1) * (n + 1); ++i) x[i] = in[3 * i];
      rotateUnrolled<true, ExpansionKind::local, n>(rotation, x + n * n);
    });
    Real power = 1;
    forConstants(Degrees(), [&](auto degree) {
      constexpr int k = decltype(degree)::value;
      Real l[2 * k + 1];
#pragma unroll
      for (int m = 0; m <= k; ++m) {
        Real cosine = 0, sine = 0;
#pragma unroll
        for (int n = k; n <= P; ++n) {
          cosine += shift[n - k] * x[re(n, m)];
          if (m > 0) sine += shift[n - k] * x[im(n, m)];
        }
        l[m] = power * cosine;
        if (m > 0) l[k + m] = power * sine;
      }
      rotateUnrolled<false, ExpansionKind::local, k>(rotation, l);
#pragma unroll
      for (int i = 0; i <= 2 * k; ++i) out[3 * (k * k + i)] = l[i];
      power *= ratio;
    });
  }

 private:
  /// shift[n] = step^n/n!
  static __device__ __forceinline__ void powersOverFactorials(Real step, Real* shift) {
    shift[0] = 1;
#pragma unroll
    for (int n = 1; n <= P; ++n) shift[n] = shift[n - 1] * step * static_cast<Real>(1.0 / n);
  }
};

}  // namespace fmm
