// Regular solid harmonics R_n^m = (x + iy)^m H_n^m(z, r^2), the recurrence behind P2M and L2P. V is float, double or a
// SIMD register of them.

#if defined(FMM_HARMONICS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FMM_HARMONICS_INL_H
#undef FMM_HARMONICS_INL_H
#else
#define FMM_HARMONICS_INL_H
#endif

#include "exec/portable-inl.h"
#include "expansion/coefficients.h"
#include "expansion/index_loops-inl.h"
#include "expansion/operator_tables.h"

FMM_PORTABLE_TARGET
FMM_PORTABLE_BEGIN

/// (x + iy)^m = a + ib; begins with m = 0.
template <class V>
struct AzimuthPower {
  V a, b;

  FMM_INLINE AzimuthPower() : a(Scalar<V>(1)), b(Scalar<V>(0)) {}
  /// Multiplies by x + iy.
  FMM_INLINE void turn(V x, V y) {
    const V turned = x * a - y * b;
    b = x * b + y * a;
    a = turned;
  }
};

/// f(n, H_n^m) for n = m .. degree, by H_n^m = stepZ z H_{n-1}^m - stepR r^2 H_{n-2}^m. `constants` is an
/// OperatorTables<S>, or FixedConstants<S> where degree and m are Fixed.
template <class Constants, class Degree, class Order, class V, class F>
FMM_INLINE void forColumn(const Constants& constants, Degree degree, Order m, V z, V r2, const F& f) {
  using S = Scalar<V>;
  V h(constants.columnStart(m)), previous(S(0));
  forIndices(m, degree, [&](auto n) FMM_INLINE_LAMBDA {
    f(n, h);
    if (n == degree) return;
    const V rising = V(constants.stepZ(n, m)) * z * h - V(constants.stepR(n, m)) * r2 * previous;
    previous = h;
    h = rising;
  });
}

/// out[stride i] = coefficient i of R_n^m(offset) (coefficients.h) for n <= p and every second m from `first` = 0 or 1
/// on, so that two lanes share the work of a point.
template <class V>
FMM_INLINE void everySecondHarmonic(const OperatorTables<Scalar<V>>& tables, int p, int first, Vector3<V> offset,
                                    int stride, V* out) {
  const V r2 = squaredLength(offset);
  AzimuthPower<V> power, square;
  square.turn(offset.x, offset.y);
  if (first == 1) power = square;
  square.turn(offset.x, offset.y);
  for (int m = first; m <= p; m += 2) {
    forColumn(tables, p, m, offset.z, r2, [&](int n, V h) FMM_INLINE_LAMBDA {
      out[stride * re(n, m)] = h * power.a;
      if (m > 0) out[stride * im(n, m)] = h * power.b;
    });
    power.turn(square.a, square.b);
  }
}

/// P2M: q += alpha R(offset), offset = (element - centre)/scale, q [vectorLength(p)].
template <class V>
FMM_INLINE void p2m(const OperatorTables<Scalar<V>>& tables, int p, Vector3<V> offset, Vector3<V> alpha, V* q) {
  const V r2 = squaredLength(offset);
  AzimuthPower<V> power;
  for (int m = 0; m <= p; ++m) {
    const V ca[3] = {alpha.x * power.a, alpha.y * power.a, alpha.z * power.a};
    const V sa[3] = {alpha.x * power.b, alpha.y * power.b, alpha.z * power.b};
    forColumn(tables, p, m, offset.z, r2, [&](int n, V h) FMM_INLINE_LAMBDA {
      V* cosine = q + 3 * re(n, m);
      for (int c = 0; c < 3; ++c) cosine[c] = mulAdd(h, ca[c], cosine[c]);
      if (m > 0) {
        V* sine = q + 3 * im(n, m);
        for (int c = 0; c < 3; ++c) sine[c] = mulAdd(h, sa[c], sine[c]);
      }
    });
    power.turn(offset.x, offset.y);
  }
}

/// L2P: out[k] = sum over (n, m) of Re(conj(R_n^m(offset)) F_k,n^m) for `Count` scalar expansions of degree `degree`,
/// whose coefficients lie side by side, `Stride` >= Count numbers apart. The factor 2 of m > 0 must be in the
/// coefficients (foldNegativeOrders()). Constants and degree: see forColumn().
template <int Count, int Stride, class Constants, class Degree, class V>
FMM_INLINE void l2p(const Constants& constants, Degree degree, Vector3<V> offset, const Scalar<V>* coefficients,
                    V* out) {
  using S = Scalar<V>;
  const V r2 = squaredLength(offset);
  for (int k = 0; k < Count; ++k) out[k] = zero<V>();
  AzimuthPower<V> power;
  forIndices(Fixed<0>(), degree, [&](auto m) FMM_INLINE_LAMBDA {
    V cosine[Count], sine[Count];
    for (int k = 0; k < Count; ++k) cosine[k] = sine[k] = zero<V>();
    forColumn(constants, degree, m, offset.z, r2, [&](auto n, V h) FMM_INLINE_LAMBDA {
      const S* fc = coefficients + Stride * re(n, m);
      for (int k = 0; k < Count; ++k) cosine[k] = mulAdd(h, V(fc[k]), cosine[k]);
      if (m > 0) {
        const S* fs = coefficients + Stride * im(n, m);
        for (int k = 0; k < Count; ++k) sine[k] = mulAdd(h, V(fs[k]), sine[k]);
      }
    });
    for (int k = 0; k < Count; ++k) out[k] = mulAdd(power.a, cosine[k], mulAdd(power.b, sine[k], out[k]));
    power.turn(offset.x, offset.y);
  });
}

FMM_PORTABLE_END
#endif
