// The Rosenhead-Moore core: g = rho^3/(rho^2 + 1)^(3/2). What a core file holds: core_list.h.

#ifndef FMM_CORES_ROSENHEAD_H
#define FMM_CORES_ROSENHEAD_H

#include <cmath>

#include "core/math.h"
#include "expansion/cores/core_reach.h"
#include "fmm/settings.h"

namespace fmm {

struct RosenheadCore {
  static constexpr Regularisation kKind = Regularisation::rosenhead;
  static constexpr bool kFiniteCentre = true, kFarField = false, kHeatKernel = false, kFitted = false;
  static constexpr int kFilterOrder = 0;
  static constexpr double kReach = -1;

  static double share(double rho) {
    const double s = rho * rho;
    return s < 1e17 ? rho * s / ((s + 1) * std::sqrt(s + 1)) : 1;
  }
  static CoreTail tail(double rho) {
    const double s = rho * rho;
    return {-std::expm1(-1.5 * std::log1p(1 / s)), 3 * rho * s / std::pow(s + 1, 2.5)};
  }
  FMM_HD static double potential(double rho) { return 1 / std::sqrt(rho * rho + 1); }
  static double filter(double kSigma) {
    if (kSigma < kNoWave) return 1;
    return kSigma < kNothingLeft ? kSigma * std::cyl_bessel_k(1.0, kSigma) : 0;
  }
  static double filamentShare(double rho) {
    const double s = rho * rho;
    return s / (s + 1);
  }
  static double filamentLogarithm(double rho) { return 0.5 * std::log1p(rho * rho); }

 private:
  static constexpr double kNoWave = 1e-6, kNothingLeft = 600;  // where the Bessel function overflows, and is 0
};

}  // namespace fmm
#endif

#if defined(FMM_PAIR_BODIES)
FMM_PORTABLE_TARGET
FMM_PORTABLE_BEGIN

/// f = (r^2 + sigma^2)^(-3/2).
template <>
struct ClosedBody<RosenheadCore> {
  template <class V>
  FMM_INLINE V velocity(V r2, V s2, V /*inverseS2*/, V /*peak*/) const {
    return inverseCube(r2 + s2);
  }
  template <class V>
  FMM_INLINE CoreValue<V> gradient(V r2, V s2, V /*inverseS2*/, V /*peak*/) const {
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

FMM_PORTABLE_END
#endif
