// The pairs of a core: f(r^2) = g(r/sigma)/r^3 and its derivative f' = df/d(r^2). By section 2 of docs/math.md they
// give the velocity 1/(4 pi) f (alpha x r), the gradient 1/(4 pi) (f [alpha]_x + 2 f' (alpha x r) r^T) and the
// vorticity of the blob alpha zeta_sigma with 4 pi zeta_sigma = 3 f + 2 r^2 f', which every core gives in a closed
// form.

#if defined(FMM_PAIR_BODY_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FMM_PAIR_BODY_INL_H
#undef FMM_PAIR_BODY_INL_H
#else
#define FMM_PAIR_BODY_INL_H
#endif

#include "exec/portable-inl.h"
#include "expansion/cores/core_fit.h"
#include "expansion/cores/polynomial.h"
#include "expansion/cores/with_core.h"

FMM_PORTABLE_TARGET
FMM_PORTABLE_BEGIN

/// f and f' of one pair, the latter as f' = slope inverse^2: r^-5 itself would overflow in float for close pairs.
template <class V>
struct CoreValue {
  V f, slope, inverse;  ///< [1/L^3], [1/L^3], [1/L]
};

// A body has velocity(r2, s2, inverseS2, peak) = f; gradient(...) = f and f'. s2 = sigma^2, inverseS2 = 1/sigma^2
// (finite and huge for a singular element), peak = bellPeak(), set where kUsesPeak says so. Coincident points give f =
// 0 where f has no limit. density(...) = 4 pi zeta_sigma, 0 for a singular element; it always needs the peak.

/// The body of a core in closed form, in the core's file.
template <class Core>
struct ClosedBody;

/// The polynomial factor of the bell of a fitted core. Beyond kBellEnd the bell is 0, and the polynomial only has to be
/// finite.
template <int kDivisor, int kFirst, int... kOthers, class V>
FMM_INLINE V besideBell(Polynomial<kDivisor, kFirst, kOthers...>, V s) {
  using P = Polynomial<kDivisor, kFirst, kOthers...>;
  const V constant = V(Scalar<V>(P::kConstant));
  if constexpr (P::Rest::kIsZero) {
    return constant;
  } else {
    return mulAdd(besideBell(typename P::Rest(), s), s, constant);
  }
}

/// The bell at r = 0, sqrt(2/pi)/sigma^3, finite; 0 for a singular element.
template <class S>
FMM_INLINE S bellPeak(S s2, S inverseS2, S largest) {
  if (!(s2 * largest > S(1))) return S(0);
  return minimum(S(0.79788456080286535588) * inverseS2 * S(std::sqrt(inverseS2)), largest);
}

/// A fitted core as f = (r^2 + sigma^2 c(s))^(-3/2) + bell(s) ShareTerm(s), s = r^2/sigma^2: a softening c that is a
/// polynomial of degree `kDegree` in 2 s/S - 1 and 0 beyond S, and the bell sqrt(2/pi) exp(-s/2)/sigma^3.
template <class Core, class Real, int kDegree>
struct FittedBody {
  const CoreFit<Real>* fit;

  template <class V>
  FMM_INLINE V velocity(V r2, V s2, V inverseS2, V peak) const {
    using S = Scalar<V>;
    const V rawS = r2 * inverseS2;
    const V x = mulAdd(minimum(rawS, V(S(fit->range))), V(S(fit->scale)), V(S(-1)));
    V c = V(S(fit->coefficients[kDegree]));
    for (int k = kDegree - 1; k >= 0; --k) c = mulAdd(c, x, V(S(fit->coefficients[k])));
    const V t = safeInverseSqrt(mulAdd(s2, c, r2));
    const V f = t * t * t;
    if constexpr (Core::ShareTerm::kIsZero) {
      return f;
    } else {
      return mulAdd(shareBell(rawS, peak), besideBell(typename Core::ShareTerm(), bounded(rawS)), f);
    }
  }
  template <class V>
  FMM_INLINE CoreValue<V> gradient(V r2, V s2, V inverseS2, V peak) const {
    using S = Scalar<V>;
    const V rawS = r2 * inverseS2;
    const V s = minimum(rawS, V(S(fit->range)));
    const V x = mulAdd(s, V(S(fit->scale)), V(S(-1)));
    V c = V(S(fit->coefficients[kDegree]));
    V slope = V(S(0));  // dc/dx by Horner's scheme for the derivative
    for (int k = kDegree - 1; k >= 0; --k) {
      slope = mulAdd(slope, x, c);
      c = mulAdd(c, x, V(S(fit->coefficients[k])));
    }
    slope = selectLess(rawS, V(S(fit->range)), slope * V(S(fit->scale)), V(S(0)));
    const V t = safeInverseSqrt(mulAdd(s2, c, r2));
    const V t3 = t * t * t;
    CoreValue<V> value = {t3, V(S(-1.5)) * t3 * (V(S(1)) + slope), t};
    if constexpr (!Core::ShareTerm::kIsZero) {
      const V near = bounded(rawS), b = shareBell(rawS, peak);
      value.f = mulAdd(b, besideBell(typename Core::ShareTerm(), near), value.f);
      // Divided by t^2, which is 1/(s + c) in units of 1/sigma^2.
      value.slope = mulAdd(b * (near + c), besideBell(typename Core::ShareSlope(), near), value.slope);
    }
    return value;
  }
  /// Uses the exponential, not the fit's derivative, whose error is some hundred times that of the fit.
  template <class V>
  FMM_INLINE V density(V r2, V /*s2*/, V inverseS2, V peak) const {
    const V rawS = r2 * inverseS2;
    const V bell = peak * fallingExp(V(Scalar<V>(-0.5)) * rawS);
    return bell * besideBell(typename Core::Bell(), bounded(rawS));
  }

 private:
  template <class V>
  static FMM_INLINE V shareBell(V s, V peak) {
    return peak * quickFallingExp(V(Scalar<V>(-0.5)) * s);
  }
  /// s for the polynomials, bounded: they stay finite where the bell is 0.
  template <class V>
  static FMM_INLINE V bounded(V s) {
    return minimum(s, V(Scalar<V>(kBellEnd)));
  }
};

/// Whether velocities and gradients of a body use the peak.
template <class Body>
constexpr bool kUsesPeak = false;
template <class Core, class Real, int kDegree>
constexpr bool kUsesPeak<FittedBody<Core, Real, kDegree>> = !Core::ShareTerm::kIsZero;

/// (g - 1) K of a core, K with g = 1: the correction of expansions. Pairs never coincide.
template <class Body>
struct CorrectionBody {
  Body body;

  template <class V>
  FMM_INLINE V velocity(V r2, V s2, V inverseS2, V peak) const {
    return body.velocity(r2, s2, inverseS2, peak) - inverseCube(r2);
  }
  template <class V>
  FMM_INLINE CoreValue<V> gradient(V r2, V s2, V inverseS2, V peak) const {
    using S = Scalar<V>;
    const CoreValue<V> whole = body.gradient(r2, s2, inverseS2, peak);
    const V t = safeInverseSqrt(r2), t3 = t * t * t, ratio = whole.inverse * (r2 * t);
    return {whole.f - t3, mulAdd(V(S(1.5)), t3, whole.slope * (ratio * ratio)), t};
  }
  template <class V>
  FMM_INLINE V density(V r2, V s2, V inverseS2, V peak) const {
    return body.density(r2, s2, inverseS2, peak);
  }
};
template <class Body>
constexpr bool kUsesPeak<CorrectionBody<Body>> = kUsesPeak<Body>;

FMM_PORTABLE_END

#define FMM_PAIR_BODIES
#include "expansion/cores/core_list.h"
#undef FMM_PAIR_BODIES

FMM_PORTABLE_TARGET
FMM_PORTABLE_BEGIN

/// The body of any core at a quality; `fit` = coreFit() of it.
template <class Core, FitQuality kQuality, class Real>
FMM_INLINE auto pairBody(const CoreFit<Real>* fit) {
  if constexpr (Core::kFitted) {
    return FittedBody<Core, Real, fitPlan<Core>(kQuality).degree>{fit};
  } else {
    static_cast<void>(fit);
    return ClosedBody<Core>();
  }
}

FMM_PORTABLE_END
#endif
