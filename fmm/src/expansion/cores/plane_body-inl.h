// The pairs of a core in the plane: f = g/r^2 and the terms of gradient and vorticity, without the circulation:
//
//     (u, v) = Gamma/(2 pi) f (-y, x)          omega = Gamma/(2 pi) w, w = 2 dg/d(r^2) = 2 pi zeta
//     gradient = Gamma/(2 pi) (f J + q e_t e_r^T), q = w - 2 f, J = (0 -1; 1 0), e_r = (x, y)/r, e_t = J e_r
//
// docs/math.md, section 21. Every core has a closed form with one exponential at most.

#if defined(FMM_PLANE_BODY_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FMM_PLANE_BODY_INL_H
#undef FMM_PLANE_BODY_INL_H
#else
#define FMM_PLANE_BODY_INL_H
#endif

#include "exec/portable-inl.h"
#include "expansion/cores/with_core.h"

FMM_PORTABLE_TARGET
FMM_PORTABLE_BEGIN

template <class V>
struct PlaneValue {
  V f, w;  ///< [1/L^2]
};

// A body has velocity(r2, s2, inverseS2, peak) = f and value(r2, s2, inverseS2, peak); s2 = sigma^2, inverseS2 =
// 1/sigma^2 (finite and huge for a singular element), peak the same but 0 for a singular element. Coincident points
// give f = 0 where f has no limit.

/// (n over k).
FMM_HD constexpr double binomial(int n, int k) {
  double value = 1;
  for (int i = 1; i <= k; ++i) value = value * (n - k + i) / i;
  return value;
}
FMM_HD constexpr double factorial(int n) {
  double value = 1;
  for (int i = 2; i <= n; ++i) value *= i;
  return value;
}

/// Laguerre's polynomial L_n^a(y), from term k on.
template <int n, int a, int k = 0, class V>
FMM_INLINE V laguerre(V y) {
  constexpr double c = (k % 2 == 0 ? 1 : -1) * binomial(n + a, n - k) / factorial(k);
  const V constant = V(Scalar<V>(c));
  if constexpr (k == n) {
    return constant;
  } else {
    return mulAdd(laguerre<n, a, k + 1>(y), y, constant);
  }
}
/// g/y of the Gaussian core of order 2 (n + 1) for small y, from term k on: 1 - exp(-y) L_n(y) loses digits there.
template <int n, int kTerms, int k = 0, class V>
FMM_INLINE V nearGaussian(V y) {
  constexpr double c = (k % 2 == 0 ? 1 : -1) * binomial(n + 1 + k, n) / factorial(k + 1);
  const V constant = V(Scalar<V>(c));
  if constexpr (k == kTerms) {
    return constant;
  } else {
    return mulAdd(nearGaussian<n, kTerms, k + 1>(y), y, constant);
  }
}

/// The Gaussian cores of order 2 m, m = n + 1: with y = s/2, g = 1 - exp(-y) L_n(y), 2 pi sigma^2 zeta = exp(-y)
/// L_n^1(y).
template <class Core, int kOrder = Core::kFilterOrder>
struct PlaneBody {
  static constexpr int n = kOrder - 1;

  /// f to 2e-5, for velocities at tolerances from 2e-5.
  template <class V>
  FMM_INLINE V velocity(V r2, V /*s2*/, V inverseS2, V peak) const {
    using S = Scalar<V>;
    constexpr int kFewTerms = 3;
    constexpr double kVeryNear = 0.03;
    const V root = safeInverseSqrt(r2), inverse = root * root, y = bounded(r2, inverseS2);
    const V far = negMulAdd(quickFallingExp(zero<V>() - y) * laguerre<n, 0>(y), inverse, inverse);
    return selectLess(y, V(S(kVeryNear)), V(S(0.5)) * peak * nearGaussian<n, kFewTerms>(y), far);
  }
  template <class V>
  FMM_INLINE PlaneValue<V> value(V r2, V /*s2*/, V inverseS2, V peak) const {
    using S = Scalar<V>;
    const V root = safeInverseSqrt(r2), inverse = root * root, y = bounded(r2, inverseS2);
    const V bell = fallingExp(zero<V>() - y);
    const V far = negMulAdd(bell * laguerre<n, 0>(y), inverse, inverse);
    const V near = V(S(0.5)) * peak * nearGaussian<n, kTerms<S>>(y);
    return {selectLess(y, V(S(kNear)), near, far), peak * bell * laguerre<n, 1>(y)};
  }

 private:
  static constexpr double kNear = 0.1, kNothingLeft = 80;
  template <class S>
  static constexpr int kTerms = sizeof(S) == sizeof(float) ? 6 : 12;

  /// s/2, bounded where nothing is left of the bell, so that its powers stay finite.
  template <class V>
  static FMM_INLINE V bounded(V r2, V inverseS2) {
    using S = Scalar<V>;
    return minimum(r2 * (V(S(0.5)) * inverseS2), V(S(kNothingLeft)));
  }
};

/// Cores that are not Gaussian.
template <class Core>
struct PlaneBody<Core, 0> {
  template <class V>
  FMM_INLINE V velocity(V r2, V s2, V inverseS2, V peak) const {
    return value(r2, s2, inverseS2, peak).f;
  }
  template <class V>
  FMM_INLINE PlaneValue<V> value(V r2, V s2, V inverseS2, V /*peak*/) const {
    using S = Scalar<V>;
    if constexpr (Core::kKind == Regularisation::cutoff) {
      // g = min(1, s).
      const V root = safeInverseSqrt(r2), bare = root * root;
      const V f = selectLess(r2, s2, inverseS2, bare);
      return {f, selectLess(r2, s2, inverseS2 + inverseS2, zero<V>())};
    } else {
      const V root = safeInverseSqrt(r2 + s2), inverse = root * root;  // 1/(r^2 + sigma^2)
      const V share = s2 * inverse;                                    // 1/(s + 1)
      if constexpr (Core::kKind == Regularisation::winckelmans) {
        // g = s (s + 2)/(s + 1)^2.
        return {mulAdd(share, inverse, inverse), V(S(4)) * share * share * inverse};
      } else {
        static_assert(Core::kKind == Regularisation::rosenhead);
        // g = s/(s + 1).
        return {inverse, V(S(2)) * share * inverse};
      }
    }
  }
};

FMM_PORTABLE_END
#endif
