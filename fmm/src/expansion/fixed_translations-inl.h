// M2M, M2L and L2L of an order that is known at compile time, for one component: coefficients in registers, constants
// in the instructions. This is the one exception to "one body", kept for the speed of the GPU; it gives the results of
// translations-inl.h to round-off (tests/fmm/expansion/test_fixed_translations.cpp). Formulas and conventions are those
// of translations-inl.h; only differences are described here.
//
// Coefficients are named by template parameters and fold expressions, not by loops: an index must be a constant before
// any optimisation for the array to become registers inside the loop of FixedExpansion::translate(), and a function for
// every row instead of a lambda for every entry keeps the compilation short.

#if defined(FMM_FIXED_TRANSLATIONS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FMM_FIXED_TRANSLATIONS_INL_H
#undef FMM_FIXED_TRANSLATIONS_INL_H
#else
#define FMM_FIXED_TRANSLATIONS_INL_H
#endif

#include "expansion/fixed_constants.h"
#include "expansion/index_loops-inl.h"
#include "expansion/translations-inl.h"

FMM_PORTABLE_TARGET
FMM_PORTABLE_BEGIN

/// Multipole coefficients swap axes by B, local ones by B^T.
enum class ExpansionKind { multipole, local };

/// The angles of AxisRotation without their multiples.
template <class Real>
struct AxisAngles {
  Real cosBeta, sinBeta, cosChi, sinChi;
  Real length, inverseLength;  ///< of the vector; inverse 0 for the null vector

  FMM_INLINE explicit AxisAngles(Vector3<Real> d) {
    const AxisRotation<Real> rotation(1, d);
    cosBeta = rotation.cosBeta[1];
    sinBeta = rotation.sinBeta[1];
    cosChi = rotation.cosChi[1];
    sinChi = rotation.sinChi[1];
    length = rotation.length;
    inverseLength = rotation.inverseLength;
  }
};

/// Entry (N, M, L) of the swap between real parts, or with `Sine` between imaginary ones.
template <ExpansionKind Kind, bool Sine, int N, int M, int L>
constexpr double kSwapEntry = Kind == ExpansionKind::local
                                  ? (Sine ? kFixed.sineTransposed : kFixed.cosineTransposed)[N][M][L]
                                  : (Sine ? kFixed.sine : kFixed.cosine)[N][M][L];

/// The nonzero columns of a row of the swap: by parity every second from the first.
template <int N, int M>
using CosineColumns = IndicesBelow<(N - firstCosine(N, M)) / 2 + 1>;
template <int N, int M>
using SineColumns = IndicesBelow<(N - firstSine(N, M)) / 2 + 1>;

// One function multiplies all entries of a row: a function per entry would compile slowly.

/// Rows of the swap of degree N, whose coefficients begin at x[Offset]: row M between real parts ...
template <ExpansionKind Kind, int N, int Offset, int M, class Real, int Size, int... L>
FMM_INLINE Real cosineRow(const Real (&x)[Size], Indices<L...>) {
  constexpr int first = firstCosine(N, M);
  Real sum = 0;
  ((sum = static_cast<Real>(kSwapEntry<Kind, false, N, M, first + 2 * L>) * x[Offset + first + 2 * L] + sum), ...);
  return sum;
}
/// ... and between imaginary ones.
template <ExpansionKind Kind, int N, int Offset, int M, class Real, int Size, int... L>
FMM_INLINE Real sineRow(const Real (&x)[Size], Indices<L...>) {
  constexpr int first = firstSine(N, M);
  Real sum = 0;
  ((sum = static_cast<Real>(kSwapEntry<Kind, true, N, M, first + 2 * L>) * x[Offset + N + first + 2 * L] + sum), ...);
  return sum;
}
template <class Real>
FMM_INLINE void turnCoefficient(Real c, Real s, Real& real, Real& imaginary) {
  const Real turned = real * c - imaginary * s;
  imaginary = imaginary * c + real * s;
  real = turned;
}
/// factor, times (n-m)!(n+m)! with `WithFactorials`, for coefficient I of degree N.
template <bool WithFactorials, int N, int I, class Real>
FMM_INLINE Real factorialWeight(Real factor) {
  constexpr int m = I <= N ? I : I - N;
  constexpr double factorials = kFixed.factorial[N - m] * kFixed.factorial[N + m];
  return WithFactorials ? factor * static_cast<Real>(factorials) : factor;
}

/// Coefficients of the degrees 0..P of one component, and operations on them.
template <class Real, int P, ExpansionKind Kind>
struct FixedExpansion {
  Real x[coefficientCount(P)];

  /// x_n = ratio^n in_n
  FMM_INLINE void load(const Real* in, Real ratio) {
    Real power = 1;
    forIndices(Fixed<0>(), Fixed<P>(), [&](auto degree) FMM_INLINE_LAMBDA {
      loadDegree<decltype(degree)::value>(in, power, IndicesBelow<2 * decltype(degree)::value + 1>());
      power *= ratio;
    });
  }
  /// out_n = factor ratio^n x_n, times (n-m)!(n+m)! with `WithFactorials`.
  template <bool WithFactorials>
  FMM_INLINE void store(Real factor, Real ratio, Real* out) const {
    forIndices(Fixed<0>(), Fixed<P>(), [&](auto degree) FMM_INLINE_LAMBDA {
      storeDegree<WithFactorials, decltype(degree)::value>(factor, out,
                                                           IndicesBelow<2 * decltype(degree)::value + 1>());
      factor *= ratio;
    });
  }
  /// Rotates into the frame whose z axis is d, applies `shift` along it, and rotates back: turn, swap, turn, swap,
  /// shift, swap, turn, swap, turn. One short loop does all steps: straight code is 44 KiB long at p = 8, and on an
  /// H200 its warps spent 28 % of their time waiting for instructions (M2L of 1.2e7 pairs: 6.0 against 4.9 ms).
  template <class Shift>
  FMM_INLINE void translate(const AxisAngles<Real>& angles, const Shift& shift) {
    Real cosine = angles.cosBeta, sine = angles.sinBeta;
    FMM_KEEP_LOOP
    for (int step = 0;; ++step) {
      if (step == 2) {
        shiftOrders(shift, IndicesBelow<P + 1>(), IndicesBelow<P>());
      } else {
        turn(cosine, sine);
      }
      if (step == 4) break;
      swapDegrees(IndicesBelow<P + 1>());
      cosine = step == 3 ? angles.cosBeta : angles.cosChi;
      sine = step == 0 ? -angles.sinChi : step == 3 ? -angles.sinBeta : angles.sinChi;
    }
  }

 private:
  template <int N, int... I>
  FMM_INLINE void loadDegree(const Real* in, Real power, Indices<I...>) {
    ((x[N * N + I] = in[kComponentStride * (N * N + I)] * power), ...);
  }
  template <bool WithFactorials, int N, int... I>
  FMM_INLINE void storeDegree(Real factor, Real* out, Indices<I...>) const {
    ((out[kComponentStride * (N * N + I)] = factorialWeight<WithFactorials, N, I>(factor) * x[N * N + I]), ...);
  }

  /// x^m *= e^{+i m angle} for all degrees, given the angle's cosine and sine.
  FMM_INLINE void turn(Real cosine, Real sine) {
    Real c = cosine, s = sine;
    forIndices(Fixed<1>(), Fixed<P>(), [&](auto order) FMM_INLINE_LAMBDA {
      turnOrder<decltype(order)::value>(c, s, IndicesBelow<P + 1 - decltype(order)::value>());
      const Real next = c * cosine - s * sine;
      s = c * sine + s * cosine;
      c = next;
    });
  }
  template <int M, int... I>
  FMM_INLINE void turnOrder(Real c, Real s, Indices<I...>) {
    (turnCoefficient(c, s, x[re(M + I, M)], x[im(M + I, M)]), ...);
  }

  /// Exchanges the x and z axes, degree by degree.
  template <int... N>
  FMM_INLINE void swapDegrees(Indices<N...>) {
    (swapDegree<N>(IndicesBelow<N + 1>(), IndicesBelow<N>()), ...);
  }
  template <int N, int... Cosine, int... Sine>
  FMM_INLINE void swapDegree(Indices<Cosine...>, Indices<Sine...>) {
    const Real swapped[] = {cosineRow<Kind, N, N * N, Cosine>(x, CosineColumns<N, Cosine>())...,
                            sineRow<Kind, N, N * N, Sine + 1>(x, SineColumns<N, Sine + 1>())...};
    ((x[N * N + Cosine] = swapped[Cosine]), ...);
    ((x[N * N + N + 1 + Sine] = swapped[N + 1 + Sine]), ...);
  }
  /// x_n^m = sum over k >= m of factor(m, n, k) x_k^m, for all n and m.
  template <class Shift, int... Cosine, int... Sine>
  FMM_INLINE void shiftOrders(const Shift& shift, Indices<Cosine...>, Indices<Sine...>) {
    (shiftColumn<0, Cosine>(shift, IndicesBelow<P + 1 - Cosine>()), ...);
    (shiftColumn<1, Sine + 1>(shift, IndicesBelow<P - Sine>()), ...);
  }
  /// The column of real (Part 0) or imaginary parts of order M.
  template <int Part, int M, class Shift, int... K>
  FMM_INLINE void shiftColumn(const Shift& shift, Indices<K...> all) {
    const Real column[] = {x[Part * (M + K) + re(M + K, M)]...};
    ((x[Part * (M + K) + re(M + K, M)] = shift.template row<M, M + K>(column, all)), ...);
  }
};

/// Shifts along the z axis: coefficient x_n^m of the result from the column of order M, column[K] = x_{M+K}^M.
template <class Real>
struct FixedShiftToLocal {
  /// (-1)^(n+m) (n+k)! over the factor of B^T = S B S^-1 (FixedTranslations::m2l()).
  template <int M, int N, int K>
  static constexpr double kFactor = ((N + M) % 2 == 0 ? 1 : -1) * kFixed.factorial[N + K] /
                                    (kFixed.factorial[N - M] * kFixed.factorial[N + M]);

  template <int M, int N, int... K>
  FMM_INLINE Real row(const Real* column, Indices<K...>) const {
    Real sum = 0;
    ((sum = static_cast<Real>(kFactor<M, N, M + K>) * column[K] + sum), ...);
    return sum;
  }
};
template <class Real, ExpansionKind Kind>
struct FixedShift {
  Real step[kHighestFixedOrder + 1];  ///< distance^n/n!, n <= p

  FMM_INLINE FixedShift(int p, Real distance) { powersOverFactorials(p, distance, step); }

  template <int M, int N, int... K>
  FMM_INLINE Real row(const Real* column, Indices<K...>) const {
    constexpr int count = sizeof...(K), row = N - M;
    if constexpr (Kind == ExpansionKind::local) {
      return sumFrom<row>(column, IndicesBelow<count - row>());
    } else {
      return sumTo<row>(column, IndicesBelow<row + 1>());
    }
  }

 private:
  template <int Row, int... K>
  FMM_INLINE Real sumFrom(const Real* column, Indices<K...>) const {
    Real sum = 0;
    ((sum = step[K] * column[Row + K] + sum), ...);
    return sum;
  }
  template <int Row, int... K>
  FMM_INLINE Real sumTo(const Real* column, Indices<K...>) const {
    Real sum = 0;
    ((sum = step[Row - K] * column[K] + sum), ...);
    return sum;
  }
};

/// The translations of order P; arguments as in translations-inl.h, but from `in` to `out`, which may be the same.
template <class Real, int P>
struct FixedTranslations {
  /// The back rotation of local coefficients, by B^T, is one by B between factors S = (n-m)!(n+m)!: B^T = S B S^-1, as
  /// B is symmetric in normalised harmonics. So both rotations share their code.
  static FMM_INLINE void m2l(Vector3<Real> d, Real sourceScale, Real targetScale, const Real* in, Real* out) {
    const AxisAngles<Real> angles(d);
    FixedExpansion<Real, P, ExpansionKind::multipole> e;
    e.load(in, sourceScale * angles.inverseLength);
    e.translate(angles, FixedShiftToLocal<Real>());
    e.template store<true>(angles.inverseLength, targetScale * angles.inverseLength, out);
  }
  static FMM_INLINE void m2m(Vector3<Real> d, Real childScale, Real parentScale, const Real* in, Real* out) {
    const AxisAngles<Real> angles(d);
    FixedExpansion<Real, P, ExpansionKind::multipole> e;
    e.load(in, childScale / parentScale);
    e.translate(angles, FixedShift<Real, ExpansionKind::multipole>(P, angles.length / parentScale));
    e.template store<false>(Real(1), Real(1), out);
  }
  static FMM_INLINE void l2l(Vector3<Real> d, Real parentScale, Real childScale, const Real* in, Real* out) {
    const AxisAngles<Real> angles(d);
    FixedExpansion<Real, P, ExpansionKind::local> e;
    e.load(in, Real(1));
    e.translate(angles, FixedShift<Real, ExpansionKind::local>(P, angles.length / parentScale));
    e.template store<false>(Real(1), childScale / parentScale, out);
  }
};

FMM_PORTABLE_END
#endif
