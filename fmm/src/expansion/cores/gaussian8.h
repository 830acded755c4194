// The Gaussian core of order 8: g = erf(rho/sqrt 2) - sqrt(2/pi) (rho - 89/48 rho^3 + 5/12 rho^5 - rho^7/48)
// exp(-rho^2/2). It filters by e^-x (1 + x + x^2/2 + x^3/6), x = (k sigma)^2/2. What a core file holds: core_list.h.

#ifndef FMM_CORES_GAUSSIAN8_H
#define FMM_CORES_GAUSSIAN8_H

#include "expansion/cores/gaussian.h"

namespace fmm {

/// Each function is that of order 2 plus a polynomial of s = rho^2 times sqrt(2/pi) exp(-s/2) (Beale and Majda 1985,
/// Winckelmans and Leonard 1993): docs/math.md, section 3.
///
/// The fit is of the part of order 2, with the softening of GaussianCore. A softening of the whole has a branch point
/// where the continued g/rho^3 is 0, too close for a polynomial: already at order 6 no fit comes below 1e-4 in float
/// and 1e-6 in double.
struct Gaussian8Core : GaussianCore {
  static constexpr Regularisation kKind = Regularisation::gaussian8;
  static constexpr bool kHeatKernel = false;
  static constexpr int kFilterOrder = 4;
  static constexpr FitPlan kFits[kFitQualities] = {{10, 25, 39}, {16, 31, 46}, {40, 57, 75}};
  static constexpr double kBellReach = 46;     // the vorticity is 1e-5 of 3 f
  static constexpr double kPotentialEnd = 58;  // G is 1/rho to 1e-10
  static constexpr double kPotentialStep = 1.0 / 64;

  using ShareTerm = Polynomial<48, 89, -20, 1>;
  using ShareSlope = Polynomial<96, -129, 24, -1>;
  using Bell = Polynomial<48, 315, -189, 27, -1>;

  static double share(double rho) {
    const double s = rho * rho;
    return GaussianCore::share(rho) + bell<ShareTerm>(s) * rho * s;
  }
  static CoreTail tail(double rho) {
    constexpr double kLastTurn = 16.9415;  // the last s at which g turns, zeta = 0: of s^3 - 27 s^2 + 189 s - 315
    const double s = rho * rho;
    if (s < kLastTurn) return {1, 1};
    return {std::abs(lack(rho, s) - bell<ShareTerm>(s) * rho * s), std::abs(bell<Bell>(s) * rho * s)};
  }
  FMM_HD static double potential(double rho) {
    return GaussianCore::potential(rho) + bell<Polynomial<48, 57, -16, 1>>(rho * rho);
  }
  static double potentialSlope(double s) { return GaussianCore::potentialSlope(s) - bell<ShareTerm>(s) / 2; }
  static double filter(double kSigma) { return filterOfOrder(kFilterOrder, kSigma); }
  static double filamentShare(double rho) {
    return GaussianCore::filamentShare(rho) + bell<Polynomial<48, 0, 72, -18, 1>>(rho * rho) / kRootTwoOverPi;
  }
  static double filamentLogarithm(double rho) {
    return GaussianCore::filamentLogarithm(rho) + bell<Polynomial<48, -44, 14, -1>>(rho * rho) / kRootTwoOverPi;
  }

 private:
  /// sqrt(2/pi) exp(-s/2) times a polynomial.
  template <class Terms>
  FMM_HD static double bell(double s) {
    return s < kBellEnd ? kRootTwoOverPi * std::exp(-s / 2) * Terms::at(s) : 0;
  }
};

}  // namespace fmm
#endif
