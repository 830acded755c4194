#pragma once

#include <utility>

#include "expansion/operators-inl.h"
#include "solver/cuda/swap_constants.cuh"

// The expansion operators for one lane that owns one component of one expansion: the coefficients of its component lie
// at stride 3. Orders with a LaneOperators<Real, P> of their own are unrolled completely, coefficients in registers and
// constants in the instructions; LaneOperators<Real, 0> serves the others. Formulas: operators-inl.h.

namespace fmm {

template <class F, int... I>
__device__ __forceinline__ void forSequence(std::integer_sequence<int, I...>, const F& f) {
  (f(std::integral_constant<int, I>()), ...);
}
/// f(i) for i = 0 .. Count-1 as types: indices are constants before any optimisation, so that arrays become registers
/// inside loops, too.
template <int Count, class F>
__device__ __forceinline__ void forConstants(const F& f) {
  forSequence(std::make_integer_sequence<int, Count>(), f);
}

/// Multipole coefficients swap axes by B, local ones by B^T.
enum class ExpansionKind { multipole, local };

/// out = matrix in for degree N.
template <ExpansionKind Kind, int N, class Real>
__device__ __forceinline__ void swapUnrolled(const Real* in, Real* out) {
  constexpr bool kLocal = Kind == ExpansionKind::local;
  forConstants<N + 1>([&](auto row) {
    constexpr int m = decltype(row)::value;
    Real cosine = 0, sine = 0;
    forConstants<N + 1>([&](auto column) {
      constexpr int l = decltype(column)::value;
      constexpr double c = kLocal ? kUnrolled.cosineTransposed[N][m][l] : kUnrolled.cosine[N][m][l];
      constexpr double s = kLocal ? kUnrolled.sineTransposed[N][m][l] : kUnrolled.sine[N][m][l];
      if constexpr (c != 0) cosine += static_cast<Real>(c) * in[l];
      if constexpr (s != 0) sine += static_cast<Real>(s) * in[N + l];
    });
    out[m] = cosine;
    if constexpr (m > 0) out[N + m] = sine;
  });
}

/// The angles of AxisRotation without their multiples.
template <class Real>
struct AxisAngles {
  Real cosBeta, sinBeta, cosChi, sinChi;
  Real length, inverseLength;  ///< of the vector; inverse 0 for the null vector

  __device__ __forceinline__ explicit AxisAngles(Vector3<Real> d) {
    const AxisRotation<Real> rotation(1, d);
    cosBeta = rotation.cosBeta[1];
    sinBeta = rotation.sinBeta[1];
    cosChi = rotation.cosChi[1];
    sinChi = rotation.sinChi[1];
    length = rotation.length;
    inverseLength = rotation.inverseLength;
  }
};

/// Coefficients of the degrees 0..P of one component in registers, and the angles that turn them.
template <class Real, int P, ExpansionKind Kind>
struct LaneExpansion {
  Real x[coefficientCount(P)];

  /// x[m] *= e^{+i m angle} for all degrees, given the angle's cosine and sine.
  __device__ __forceinline__ void turn(Real cosine, Real sine) {
    Real c = cosine, s = sine;
    forConstants<P>([&](auto index) {
      constexpr int m = decltype(index)::value + 1;
      forConstants<P + 1 - m>([&](auto degree) {
        constexpr int n = decltype(degree)::value + m;
        const Real real = x[re(n, m)], imaginary = x[im(n, m)];
        x[re(n, m)] = real * c - imaginary * s;
        x[im(n, m)] = imaginary * c + real * s;
      });
      const Real next = c * cosine - s * sine;
      s = c * sine + s * cosine;
      c = next;
    });
  }
  /// Exchanges the x and z axes.
  __device__ __forceinline__ void swap() {
    forConstants<P + 1>([&](auto degree) {
      constexpr int n = decltype(degree)::value;
      Real work[2 * n + 1];
      swapUnrolled<Kind, n>(x + n * n, work);
      forConstants<2 * n + 1>([&](auto i) { x[n * n + decltype(i)::value] = work[decltype(i)::value]; });
    });
  }
  /// Into the frame whose z axis is d, `shift` along it, and back: turn, swap, turn, swap, shift, swap, turn, swap,
  /// turn. One short loop takes all steps: straight code is 44 KiB long at p = 8, and on an H200 its warps spent 28 %
  /// of their time waiting for instructions (M2L of 1.2e7 pairs: 6.0 against 4.9 ms).
  template <class Shift>
  __device__ __forceinline__ void translate(const AxisAngles<Real>& angles, const Shift& shift) {
    Real cosine = angles.cosBeta, sine = angles.sinBeta;
#pragma unroll 1
    for (int step = 0;; ++step) {
      if (step == 2) {
        shift();
      } else {
        turn(cosine, sine);
      }
      if (step == 4) break;
      swap();
      cosine = step == 3 ? angles.cosBeta : angles.cosChi;
      sine = step == 0 ? -angles.sinChi : step == 3 ? -angles.sinBeta : angles.sinChi;
    }
  }
};

/// Factors of the shifts along the z axis, operators-inl.h, between degree n of the result and k of the given
/// expansion.
template <class Real>
struct MultipoleToLocal {
  static FMM_HD constexpr bool has(int, int) { return true; }
  /// (-1)^(n+m) (n+k)! over the factor of B^T = S B S^-1 (m2l() below)
  template <int M, int N, int K>
  __device__ __forceinline__ Real factor() const {
    constexpr double value = kUnrolled.factorial[N + K] / (kUnrolled.factorial[N - M] * kUnrolled.factorial[N + M]);
    return static_cast<Real>((N + M) % 2 == 0 ? value : -value);
  }
};
template <class Real>
struct MultipoleShift {
  const Real* shift;  ///< [P+1] d^n/n!
  static FMM_HD constexpr bool has(int n, int k) { return k <= n; }
  template <int M, int N, int K>
  __device__ __forceinline__ Real factor() const {
    return shift[N - K];
  }
};
template <class Real>
struct LocalShift {
  const Real* shift;
  static FMM_HD constexpr bool has(int n, int k) { return k >= n; }
  template <int M, int N, int K>
  __device__ __forceinline__ Real factor() const {
    return shift[K - N];
  }
};

/// Operators of order P; `in` and `out` may be the same.
template <class Real, int P>
struct LaneOperators {
  /// The back rotation of local coefficients, by B^T, is one by B between factors (n-m)!(n+m)!: B^T = S B S^-1, for B
  /// is symmetric in normalised harmonics.
  static __device__ __forceinline__ void m2l(const OperatorTables<Real>&, int, Vector3<Real> d, Real sourceScale,
                                             Real targetScale, const Real* in, Real* out) {
    const AxisAngles<Real> angles(d);
    LaneExpansion<Real, P, ExpansionKind::multipole> e;
    load(in, sourceScale * angles.inverseLength, e.x);
    e.translate(angles, [&] { shiftColumns(e.x, MultipoleToLocal<Real>()); });
    Real power = angles.inverseLength;
    const Real ratio = targetScale * angles.inverseLength;
    forConstants<P + 1>([&](auto degree) {
      constexpr int n = decltype(degree)::value;
      forConstants<n + 1>([&](auto order) {
        constexpr int m = decltype(order)::value;
        const Real scale = power * static_cast<Real>(kUnrolled.factorial[n - m] * kUnrolled.factorial[n + m]);
        out[3 * re(n, m)] = scale * e.x[re(n, m)];
        if constexpr (m > 0) out[3 * im(n, m)] = scale * e.x[im(n, m)];
      });
      power *= ratio;
    });
  }

  static __device__ __forceinline__ void m2m(const OperatorTables<Real>&, int, Vector3<Real> d, Real childScale,
                                             Real parentScale, const Real* in, Real* out) {
    const AxisAngles<Real> angles(d);
    Real shift[P + 1];
    powersOverFactorials(angles.length / parentScale, shift);
    LaneExpansion<Real, P, ExpansionKind::multipole> e;
    load(in, childScale / parentScale, e.x);
    e.translate(angles, [&] { shiftColumns(e.x, MultipoleShift<Real>{shift}); });
    forConstants<coefficientCount(P)>([&](auto i) { out[3 * decltype(i)::value] = e.x[decltype(i)::value]; });
  }

  static __device__ __forceinline__ void l2l(const OperatorTables<Real>&, int, Vector3<Real> d, Real parentScale,
                                             Real childScale, const Real* in, Real* out) {
    const AxisAngles<Real> angles(d);
    Real shift[P + 1];
    powersOverFactorials(angles.length / parentScale, shift);
    LaneExpansion<Real, P, ExpansionKind::local> e;
    load(in, Real(1), e.x);
    e.translate(angles, [&] { shiftColumns(e.x, LocalShift<Real>{shift}); });
    Real power = 1;
    const Real ratio = childScale / parentScale;
    forConstants<P + 1>([&](auto degree) {
      constexpr int n = decltype(degree)::value;
      forConstants<2 * n + 1>([&](auto index) {
        constexpr int i = n * n + decltype(index)::value;
        out[3 * i] = power * e.x[i];
      });
      power *= ratio;
    });
  }

 private:
  /// x_n = ratio^n in_n
  static __device__ __forceinline__ void load(const Real* in, Real ratio, Real* x) {
    Real power = 1;
    forConstants<P + 1>([&](auto degree) {
      constexpr int n = decltype(degree)::value;
      forConstants<2 * n + 1>([&](auto index) {
        constexpr int i = n * n + decltype(index)::value;
        x[i] = in[3 * i] * power;
      });
      power *= ratio;
    });
  }
  /// x_n^m = sum over k >= m of factor<m, n, k> x_k^m, for all n and m: what a shift along the z axis does.
  template <class Shift>
  static __device__ __forceinline__ void shiftColumns(Real* x, const Shift& shift) {
    forConstants<2 * P + 1>([&](auto index) {
      constexpr int m = (decltype(index)::value + 1) / 2, rest = P + 1 - m;
      constexpr bool real = decltype(index)::value == 0 || decltype(index)::value % 2 == 1;
      Real column[rest];
      forConstants<rest>([&](auto i) {
        constexpr int k = decltype(i)::value;
        column[k] = x[real ? re(k + m, m) : im(k + m, m)];
      });
      forConstants<rest>([&](auto i) {
        constexpr int n = decltype(i)::value + m;
        Real sum = 0;
        forConstants<rest>([&](auto j) {
          constexpr int k = decltype(j)::value + m;
          if constexpr (Shift::has(n, k)) sum += shift.template factor<m, n, k>() * column[k - m];
        });
        x[real ? re(n, m) : im(n, m)] = sum;
      });
    });
  }
  /// shift[n] = step^n/n!
  static __device__ __forceinline__ void powersOverFactorials(Real step, Real* shift) {
    shift[0] = 1;
#pragma unroll
    for (int n = 1; n <= P; ++n) shift[n] = shift[n - 1] * step * static_cast<Real>(1.0 / n);
  }
};

}  // namespace fmm
