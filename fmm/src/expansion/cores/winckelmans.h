// The core of Winckelmans and Leonard: g = rho^3 (rho^2 + 5/2)/(rho^2 + 1)^(5/2). What a core file holds: core_list.h.

#ifndef FMM_CORES_WINCKELMANS_H
#define FMM_CORES_WINCKELMANS_H

#include <cmath>

#include "core/math.h"
#include "expansion/cores/core_reach.h"
#include "fmm/settings.h"

namespace fmm {

struct WinckelmansCore {
  static constexpr Regularisation kKind = Regularisation::winckelmans;
  static constexpr bool kFiniteCentre = true, kFarField = true, kHeatKernel = false, kFitted = false;
  static constexpr int kFilterOrder = 0;
  static constexpr double kReach = -1;

  static double share(double rho) {
    const double s = rho * rho;
    return s < 1e15 ? rho * s * (s + 2.5) / ((s + 1) * (s + 1) * std::sqrt(s + 1)) : 1;
  }
  static CoreTail tail(double rho) {
    const double s = rho * rho;
    return {-std::expm1(std::log1p(1.5 / (s + 1)) - 1.5 * std::log1p(1 / s)), rho * s * 7.5 / std::pow(s + 1, 3.5)};
  }
  FMM_HD static double potential(double rho) {
    const double s = rho * rho;
    return (s + 1.5) / ((s + 1) * std::sqrt(s + 1));
  }
  static double filter(double kSigma) {
    if (kSigma < kNoWave) return 1;
    return kSigma < kNothingLeft ? 0.5 * kSigma * kSigma * std::cyl_bessel_k(2.0, kSigma) : 0;
  }
  static double filamentShare(double rho) {
    const double s = rho * rho;
    return s * (s + 2) / ((s + 1) * (s + 1));
  }
  static double filamentLogarithm(double rho) {
    const double s = rho * rho;
    return 0.5 * (std::log1p(s) - 1 / (1 + s));
  }

 private:
  static constexpr double kNoWave = 1e-6, kNothingLeft = 600;  // where the Bessel function overflows, and is 0
};

}  // namespace fmm
#endif

#if defined(FMM_PAIR_BODIES)
FMM_PORTABLE_TARGET
FMM_PORTABLE_BEGIN

/// With t = (r^2 + sigma^2)^(-1/2): f = t^3 (1 + 3/2 sigma^2 t^2).
template <>
struct ClosedBody<WinckelmansCore> {
  template <class V>
  FMM_INLINE V velocity(V r2, V s2, V /*inverseS2*/, V /*peak*/) const {
    using S = Scalar<V>;
    const V t = safeInverseSqrt(r2 + s2);
    const V t2 = t * t;
    return t * t2 * mulAdd(V(S(1.5)) * s2, t2, V(S(1)));
  }
  template <class V>
  FMM_INLINE CoreValue<V> gradient(V r2, V s2, V /*inverseS2*/, V /*peak*/) const {
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

FMM_PORTABLE_END
#endif
