// The cutoff core: g = rho^2 inside, 1 outside. Hu 2013 (3.31). What a core file holds: core_list.h.

#ifndef FMM_CORES_CUTOFF_H
#define FMM_CORES_CUTOFF_H

#include <cmath>

#include "core/math.h"
#include "expansion/cores/core_reach.h"
#include "fmm/settings.h"

namespace fmm {

struct CutoffCore {
  static constexpr Regularisation kKind = Regularisation::cutoff;
  static constexpr bool kFiniteCentre = false, kFarField = true, kHeatKernel = false, kFitted = false;
  static constexpr int kFilterOrder = 0;
  static constexpr double kReach = 1;

  static double share(double rho) { return rho < 1 ? rho * rho : 1; }
  static CoreTail tail(double rho) {
    const double s = rho * rho;
    return {rho < 1 ? 1 - s : 0, rho < 1 ? 2 * s : 0};
  }
  FMM_HD static double potential(double rho) { return rho < 1 ? 2 - rho : 1 / rho; }
  static double filter(double kSigma) {
    const double half = kSigma / 2, wave = half > 0 ? std::sin(half) / half : 1;
    return wave * wave;
  }
  static double filamentShare(double rho) {
    if (rho >= 1) return 1;
    const double s = rho * rho, w = std::sqrt(1 - s);
    return rho > 0 ? s * inverseSech(rho) + s / (1 + w) : 0;
  }
  static double filamentLogarithm(double rho) {
    if (rho >= 1) return std::log(rho);
    const double s = rho * rho, w = std::sqrt(1 - s);
    return std::log1p(w) - 1.5 * w + (rho > 0 ? 0.5 * s * inverseSech(rho) : 0);
  }

 private:
  /// arsech(rho), 0 < rho <= 1.
  static double inverseSech(double rho) { return std::log((1 + std::sqrt((1 - rho) * (1 + rho))) / rho); }
};

}  // namespace fmm
#endif

#if defined(FMM_PAIR_BODIES)
FMM_PORTABLE_TARGET
FMM_PORTABLE_BEGIN

/// f = min(1/r^2, 1/sigma^2)/r.
template <>
struct ClosedBody<CutoffCore> {
  template <class V>
  FMM_INLINE V velocity(V r2, V /*s2*/, V inverseS2, V /*peak*/) const {
    const V inverseR = safeInverseSqrt(r2);
    return inverseR * minimum(inverseR * inverseR, inverseS2);
  }
  template <class V>
  FMM_INLINE CoreValue<V> gradient(V r2, V s2, V inverseS2, V /*peak*/) const {
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

FMM_PORTABLE_END
#endif
