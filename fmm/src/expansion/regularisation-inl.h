// The cores of vortex elements: f(r^2) = g(r/sigma)/r^3 and its derivative f' = df/d(r^2), one struct a core function.
// docs/math.md, section 2: velocity 1/(4 pi) f (alpha x r), gradient 1/(4 pi) (f [alpha]_x + 2 f' (alpha x r) r^T),
// vorticity of the blob alpha zeta_sigma with 4 pi zeta_sigma = 3 f + 2 r^2 f', here in a closed form each.

#if defined(FMM_REGULARISATION_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FMM_REGULARISATION_INL_H
#undef FMM_REGULARISATION_INL_H
#else
#define FMM_REGULARISATION_INL_H
#endif

#include "exec/portable-inl.h"
#include "expansion/gaussian_fit.h"

FMM_PORTABLE_BEGIN

/// f and f' of one pair, the latter as f' = slope inverse^2: r^-5 itself would overflow in float for close pairs.
template <class V>
struct CoreValue {
  V f, slope, inverse;  ///< [1/L^3], [1/L^3], [1/L]
};

// Each core: velocity(r2, s2, inverseS2) = f; gradient(...) = f and f'. s2 = sigma^2, inverseS2 = 1/sigma^2 (finite and
// huge for a singular element). Coincident points give f = 0 where f has no limit. density(...) = 4 pi zeta_sigma, with
// `peak` = bellPeak(); 0 for a singular element.

/// 4 pi zeta_sigma(0) of the Gaussian core, sqrt(2/pi)/sigma^3, finite; 0 for a singular element.
template <class S>
FMM_INLINE S bellPeak(S s2, S inverseS2, S largest) {
  if (!(s2 * largest > S(1))) return S(0);
  return minimum(S(0.79788456080286535588) * inverseS2 * S(std::sqrt(inverseS2)), largest);
}

/// g = rho^2 inside the core, 1 outside: f = min(1/r^2, 1/sigma^2)/r. Hu 2013 (3.31).
struct CutoffCore {
  template <class V>
  FMM_INLINE V velocity(V r2, V /*s2*/, V inverseS2) const {
    const V inverseR = safeInverseSqrt(r2);
    return inverseR * minimum(inverseR * inverseR, inverseS2);
  }
  template <class V>
  FMM_INLINE CoreValue<V> gradient(V r2, V s2, V inverseS2) const {
    using S = Scalar<V>;
    const V inverseR = safeInverseSqrt(r2);
    const V f = inverseR * minimum(inverseR * inverseR, inverseS2);
    const V exponent = selectLess(r2, s2, V(S(-0.5)), V(S(-1.5)));
    return {f, exponent * f, inverseR};
  }
  /// zeta = 1/(2 pi sigma^2 r) inside: it has no limit at r = 0.
  template <class V>
  FMM_INLINE V density(V r2, V s2, V inverseS2, V /*peak*/) const {
    using S = Scalar<V>;
    return selectLess(r2, s2, V(S(2)) * (safeInverseSqrt(r2) * inverseS2), V(S(0)));
  }
};

/// g = rho^3 (rho^2 + 5/2)/(rho^2 + 1)^(5/2): with t = (r^2 + sigma^2)^(-1/2), f = t^3 (1 + 3/2 sigma^2 t^2).
struct WinckelmansCore {
  template <class V>
  FMM_INLINE V velocity(V r2, V s2, V /*inverseS2*/) const {
    using S = Scalar<V>;
    const V t = safeInverseSqrt(r2 + s2);
    const V t2 = t * t;
    return t * t2 * mulAdd(V(S(1.5)) * s2, t2, V(S(1)));
  }
  template <class V>
  FMM_INLINE CoreValue<V> gradient(V r2, V s2, V /*inverseS2*/) const {
    using S = Scalar<V>;
    const V t = safeInverseSqrt(r2 + s2);
    const V t2 = t * t;
    const V t3 = t * t2;
    const V bracket = mulAdd(V(S(1.5)) * s2, t2, V(S(1)));
    return {t3 * bracket, t3 * negMulAdd(V(S(2.5)), bracket, V(S(1))), t};
  }
  /// zeta = 15/(8 pi) sigma^4 t^7.
  template <class V>
  FMM_INLINE V density(V r2, V s2, V /*inverseS2*/, V /*peak*/) const {
    using S = Scalar<V>;
    const V t = safeInverseSqrt(r2 + s2);
    const V t2 = t * t, share = s2 * t2;
    return V(S(7.5)) * (t * t2) * (share * share);
  }
};

/// g = rho^3/(rho^2 + 1)^(3/2), Rosenhead 1930 and Moore 1972.
struct RosenheadCore {
  template <class V>
  FMM_INLINE V velocity(V r2, V s2, V /*inverseS2*/) const {
    const V t = safeInverseSqrt(r2 + s2);
    return t * t * t;
  }
  template <class V>
  FMM_INLINE CoreValue<V> gradient(V r2, V s2, V /*inverseS2*/) const {
    using S = Scalar<V>;
    const V t = safeInverseSqrt(r2 + s2);
    const V t3 = t * t * t;
    return {t3, V(S(-1.5)) * t3, t};
  }
  /// zeta = 3/(4 pi) sigma^2 t^5.
  template <class V>
  FMM_INLINE V density(V r2, V s2, V /*inverseS2*/, V /*peak*/) const {
    using S = Scalar<V>;
    const V t = safeInverseSqrt(r2 + s2);
    const V t2 = t * t;
    return V(S(3)) * (t * t2) * (s2 * t2);
  }
};

/// g = erf(rho/sqrt 2) - sqrt(2/pi) rho exp(-rho^2/2), Hu 2013 (6.3), as f = (r^2 + sigma^2 c(s))^(-3/2), s =
/// r^2/sigma^2: a softening c that is a polynomial of degree `Degree` in 2 s/S - 1 and 0 beyond S. GaussianFit says how
/// exact.
template <class Real, int Degree>
struct GaussianCore {
  const GaussianFit<Real>* fit;

  template <class V>
  FMM_INLINE V velocity(V r2, V s2, V inverseS2) const {
    using S = Scalar<V>;
    const V s = minimum(r2 * inverseS2, V(S(fit->range)));
    const V x = mulAdd(s, V(S(fit->scale)), V(S(-1)));
    V c = V(S(fit->coefficients[Degree]));
    for (int k = Degree - 1; k >= 0; --k) c = mulAdd(c, x, V(S(fit->coefficients[k])));
    const V t = safeInverseSqrt(mulAdd(s2, c, r2));
    return t * t * t;
  }
  template <class V>
  FMM_INLINE CoreValue<V> gradient(V r2, V s2, V inverseS2) const {
    using S = Scalar<V>;
    const V rawS = r2 * inverseS2;
    const V s = minimum(rawS, V(S(fit->range)));
    const V x = mulAdd(s, V(S(fit->scale)), V(S(-1)));
    V c = V(S(fit->coefficients[Degree]));
    V slope = V(S(0));  // dc/dx by Horner's scheme for the derivative
    for (int k = Degree - 1; k >= 0; --k) {
      slope = mulAdd(slope, x, c);
      c = mulAdd(c, x, V(S(fit->coefficients[k])));
    }
    slope = selectLess(rawS, V(S(fit->range)), slope * V(S(fit->scale)), V(S(0)));
    const V t = safeInverseSqrt(mulAdd(s2, c, r2));
    const V t3 = t * t * t;
    return {t3, V(S(-1.5)) * t3 * (V(S(1)) + slope), t};
  }
  /// zeta = exp(-rho^2/2)/((2 pi)^(3/2) sigma^3): the exponential itself, not the fit's derivative, whose error is some
  /// hundred times that of the fit.
  template <class V>
  FMM_INLINE V density(V r2, V /*s2*/, V inverseS2, V peak) const {
    using S = Scalar<V>;
    return peak * fallingExp(V(S(-0.5)) * r2 * inverseS2);
  }
};

FMM_PORTABLE_END
#endif
