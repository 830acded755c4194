#pragma once

#include "expansion/cores/gaussian.h"

namespace fmm {

/// Common part of the Gaussian cores of order 4, 6 and 8 (Beale and Majda 1985, Winckelmans and Leonard 1993): each of
/// their functions is that of order 2 plus a polynomial of s = rho^2 times sqrt(2/pi) exp(-s/2). docs/math.md, section
/// 3.
///
/// `Own` has the polynomials: ShareTerm of g/rho^3 and ShareSlope of its derivative d/ds, Bell (all of 4 pi zeta),
/// PotentialTerm of G; FilamentShareTerm and FilamentLogarithmTerm, over exp(-s/2) alone; and kLastTurn, the last s at
/// which g turns: zeta = 0.
///
/// The fit is of the part of order 2, with the softening of GaussianCore. A softening of the whole has a branch point
/// where the continued g/rho^3 is 0, too close for a polynomial: in float no fit comes below 2e-6 (order 4) and 1e-4
/// (order 6), in double below 2e-9 and 1e-6; order 8 is worse.
template <class Own>
struct HigherGaussian : GaussianCore {
  static constexpr bool kHeatKernel = false;

  static double share(double rho) {
    const double s = rho * rho;
    return GaussianCore::share(rho) + bell<typename Own::ShareTerm>(s) * rho * s;
  }
  static CoreTail tail(double rho) {
    const double s = rho * rho;
    if (s < Own::kLastTurn) return {1, 1};
    return {std::abs(lack(rho, s) - bell<typename Own::ShareTerm>(s) * rho * s),
            std::abs(bell<typename Own::Bell>(s) * rho * s)};
  }
  FMM_HD static double potential(double rho) {
    return GaussianCore::potential(rho) + bell<typename Own::PotentialTerm>(rho * rho);
  }
  static double potentialSlope(double s) {
    return GaussianCore::potentialSlope(s) - bell<typename Own::ShareTerm>(s) / 2;
  }
  static double filter(double kSigma) { return filterOfOrder(Own::kFilterOrder, kSigma); }
  static double filamentShare(double rho) {
    return GaussianCore::filamentShare(rho) + bell<typename Own::FilamentShareTerm>(rho * rho) / kRootTwoOverPi;
  }
  static double filamentLogarithm(double rho) {
    return GaussianCore::filamentLogarithm(rho) + bell<typename Own::FilamentLogarithmTerm>(rho * rho) / kRootTwoOverPi;
  }

 private:
  /// sqrt(2/pi) exp(-s/2) times a polynomial.
  template <class Terms>
  FMM_HD static double bell(double s) {
    return s < kBellEnd ? kRootTwoOverPi * std::exp(-s / 2) * Terms::at(s) : 0;
  }
};

}  // namespace fmm
