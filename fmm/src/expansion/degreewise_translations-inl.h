// M2M, M2L and L2L of any order for one component, with one degree, or one column of the shift, in registers at a time:
// for a GPU, where a whole expansion does not fit a thread's registers. Each degree has its own code with constants in
// its instructions, which all orders share; between the steps coefficients are in the caller's memory. Formulas and
// conventions are those of translations-inl.h, and results equal its results to round-off
// (tests/fmm/expansion/test_fixed_translations.cpp).

#if defined(FMM_DEGREEWISE_TRANSLATIONS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FMM_DEGREEWISE_TRANSLATIONS_INL_H
#undef FMM_DEGREEWISE_TRANSLATIONS_INL_H
#else
#define FMM_DEGREEWISE_TRANSLATIONS_INL_H
#endif

#include "expansion/fixed_translations-inl.h"

FMM_PORTABLE_BEGIN

/// The coefficients of degree N of one component.
template <class Real, int N, ExpansionKind Kind>
struct FixedDegree {
  Real x[2 * N + 1];

  FMM_INLINE void load(const Real* in, Real factor) { load(in, factor, IndicesBelow<2 * N + 1>()); }
  /// out = factor x, times (N-m)!(N+m)! with `WithFactorials`.
  template <bool WithFactorials>
  FMM_INLINE void store(Real factor, Real* out) const {
    store<WithFactorials>(factor, out, IndicesBelow<2 * N + 1>());
  }
  /// x^m *= e^{+i m angle}, given the angle's cosine and sine.
  FMM_INLINE void turn(Real cosine, Real sine) {
    Real c = cosine, s = sine;
    forIndices(Fixed<1>(), Fixed<N>(), [&](auto order) FMM_INLINE_LAMBDA {
      constexpr int m = decltype(order)::value;
      turnCoefficient(c, s, x[m], x[N + m]);
      const Real next = c * cosine - s * sine;
      s = c * sine + s * cosine;
      c = next;
    });
  }
  /// Exchanges the x and z axes.
  FMM_INLINE void swap() { swap(IndicesBelow<N + 1>(), IndicesBelow<N>()); }

 private:
  template <int... I>
  FMM_INLINE void load(const Real* in, Real factor, Indices<I...>) {
    ((x[I] = in[kComponentStride * I] * factor), ...);
  }
  template <bool WithFactorials, int... I>
  FMM_INLINE void store(Real factor, Real* out, Indices<I...>) const {
    ((out[kComponentStride * I] = factorialWeight<WithFactorials, N, I>(factor) * x[I]), ...);
  }
  template <int... Cosine, int... Sine>
  FMM_INLINE void swap(Indices<Cosine...>, Indices<Sine...>) {
    const Real swapped[] = {cosineRow<Kind, N, 0, Cosine>(x, CosineColumns<N, Cosine>())...,
                            sineRow<Kind, N, 0, Sine + 1>(x, SineColumns<N, Sine + 1>())...};
    ((x[Cosine] = swapped[Cosine]), ...);
    ((x[N + 1 + Sine] = swapped[N + 1 + Sine]), ...);
  }
};

/// Shifts of a column of Q coefficients of order m, degrees m .. m+Q-1: out_i = sum over j of factor(i, j) in_j, a
/// factor being constant along the antidiagonals (M2L) or the diagonals (M2M, L2L).
template <class Real>
struct DegreewiseShiftToLocal {
  const OperatorTables<Real>& tables;

  /// (-1)^(n+m) (n+k)!/((n-m)!(n+m)!), degrees n = m+i and k = m+j; the divisor is that of FixedTranslations::m2l().
  template <int Q>
  FMM_INLINE void apply(int m, const Real (&in)[Q], Real (&out)[Q]) const {
    applyRows(tables.factorial + 2 * m, tables.inverseFactorial + 2 * m, in, out, IndicesBelow<Q>(),
              IndicesBelow<2 * Q - 1>());
  }

 private:
  template <int I>
  static constexpr double kInverseFirst = (I % 2 == 0 ? 1 : -1) / kFixed.factorial[I];

  template <int Q, int... I, int... F>
  static FMM_INLINE void applyRows(const Real* factorial, const Real* inverse, const Real (&in)[Q], Real (&out)[Q],
                                   Indices<I...> all, Indices<F...>) {
    const Real factor[] = {factorial[F]...};
    ((out[I] = static_cast<Real>(kInverseFirst<I>) * inverse[I] * row<I>(factor, in, all)), ...);
  }
  template <int I, int... J>
  static FMM_INLINE Real row(const Real* factor, const Real* in, Indices<J...>) {
    Real sum = 0;
    ((sum = factor[I + J] * in[J] + sum), ...);
    return sum;
  }
};
template <class Real, ExpansionKind Kind>
struct DegreewiseShift {
  FixedShift<Real, Kind> shift;

  FMM_INLINE explicit DegreewiseShift(Real distance) : shift(kMaximumOrder, distance) {}
  template <int Q>
  FMM_INLINE void apply(int /*m*/, const Real (&in)[Q], Real (&out)[Q]) const {
    applyRows(in, out, IndicesBelow<Q>());
  }

 private:
  template <int Q, int... I>
  FMM_INLINE void applyRows(const Real (&in)[Q], Real (&out)[Q], Indices<I...> all) const {
    ((out[I] = shift.template row<0, I>(in, all)), ...);
  }
};

/// Coefficients of one component, kComponentStride numbers apart, and in-place operations on them.
template <class Real, ExpansionKind Kind>
struct DegreewiseExpansion {
  int p;
  Real* x;

  /// Forward: x_n = factor ratio^n x_n, then rotates into the frame whose z axis is the angles' vector. Otherwise
  /// rotates back, then multiplies by factor ratio^n, and by (n-m)!(n+m)! with `WithFactorials`.
  template <bool Forward, bool WithFactorials>
  FMM_INLINE void rotate(const AxisAngles<Real>& angles, Real factor, Real ratio) const {
    forIndices(Fixed<0>(), Fixed<kMaximumOrder>(), [&](auto degree) FMM_INLINE_LAMBDA {
      constexpr int n = decltype(degree)::value;
      if (n > p) return;
      rotateDegree<n, Forward, WithFactorials>(x + kComponentStride * n * n, angles, factor);
      factor *= ratio;
    });
  }
  /// Shifts along the z axis, order by order.
  template <class Shift>
  FMM_INLINE void shift(const Shift& shift) const {
    FMM_KEEP_LOOP
    for (int part = 0; part < 2; ++part) {
      forIndices(Fixed<1>(), Fixed<kMaximumOrder + 1>(), [&](auto length) FMM_INLINE_LAMBDA {
        constexpr int q = decltype(length)::value;
        const int m = p + 1 - q;
        if (m < part) return;
        shiftColumn<q>(shift, m, part, IndicesBelow<q>());
      });
    }
  }

 private:
  template <int n, bool Forward, bool WithFactorials>
  static FMM_INLINE void rotateDegree(Real* at, const AxisAngles<Real>& angles, Real factor) {
    FixedDegree<Real, n, Kind> e;
    e.load(at, Forward ? factor : Real(1));
    // Forward: turn by beta, swap, turn by -chi, swap; back: swap, turn by chi, swap, turn by -beta. The loop compiles
    // only one turn and one swap per degree.
    FMM_KEEP_LOOP
    for (int step = 0; step < 4; ++step) {
      if ((step % 2 == 0) != Forward) {
        e.swap();
      } else if (step == 0 || step == 3) {
        e.turn(angles.cosBeta, Forward ? angles.sinBeta : -angles.sinBeta);
      } else {
        e.turn(angles.cosChi, Forward ? -angles.sinChi : angles.sinChi);
      }
    }
    e.template store<WithFactorials>(Forward ? Real(1) : factor, at);
  }
  template <int q, class Shift, int... I>
  FMM_INLINE void shiftColumn(const Shift& shift, int m, int part, Indices<I...>) const {
    const Real in[q] = {x[kComponentStride * (re(m + I, m) + part * (m + I))]...};
    Real out[q];
    shift.template apply<q>(m, in, out);
    ((x[kComponentStride * (re(m + I, m) + part * (m + I))] = out[I]), ...);
  }
};

/// The translations of any order, in place; arguments as in translations-inl.h.
template <class Real>
struct DegreewiseTranslations {
  using Tables = OperatorTables<Real>;

  static FMM_INLINE void m2l(const Tables& tables, int p, Vector3<Real> d, Real sourceScale, Real targetScale,
                             Real* x) {
    const AxisAngles<Real> angles(d);
    const DegreewiseExpansion<Real, ExpansionKind::multipole> e = {p, x};
    e.template rotate<true, false>(angles, Real(1), sourceScale * angles.inverseLength);
    e.shift(DegreewiseShiftToLocal<Real>{tables});
    e.template rotate<false, true>(angles, angles.inverseLength, targetScale * angles.inverseLength);
  }
  static FMM_INLINE void m2m(const Tables&, int p, Vector3<Real> d, Real childScale, Real parentScale, Real* x) {
    const AxisAngles<Real> angles(d);
    const DegreewiseExpansion<Real, ExpansionKind::multipole> e = {p, x};
    e.template rotate<true, false>(angles, Real(1), childScale / parentScale);
    e.shift(DegreewiseShift<Real, ExpansionKind::multipole>(angles.length / parentScale));
    e.template rotate<false, false>(angles, Real(1), Real(1));
  }
  static FMM_INLINE void l2l(const Tables&, int p, Vector3<Real> d, Real parentScale, Real childScale, Real* x) {
    const AxisAngles<Real> angles(d);
    const DegreewiseExpansion<Real, ExpansionKind::local> e = {p, x};
    e.template rotate<true, false>(angles, Real(1), Real(1));
    e.shift(DegreewiseShift<Real, ExpansionKind::local>(angles.length / parentScale));
    e.template rotate<false, false>(angles, Real(1), childScale / parentScale);
  }
};

FMM_PORTABLE_END
#endif
