// The Gaussian core of order 8: g = erf(rho/sqrt 2) - sqrt(2/pi) (rho - 89/48 rho^3 + 5/12 rho^5 - rho^7/48)
// exp(-rho^2/2). It filters by e^-x (1 + x + x^2/2 + x^3/6), x = (k sigma)^2/2. What a core file holds: core_list.h.

#ifndef FMM_CORES_GAUSSIAN8_H
#define FMM_CORES_GAUSSIAN8_H

#include "expansion/cores/higher_gaussian.h"

namespace fmm {

struct Gaussian8Core : HigherGaussian<Gaussian8Core> {
  static constexpr Regularisation kKind = Regularisation::gaussian8;
  static constexpr int kFilterOrder = 4;
  static constexpr FitPlan kFits[kFitQualities] = {{10, 25, 39}, {16, 31, 46}, {40, 57, 75}};
  static constexpr double kBellReach = 46;     // the vorticity is 1e-5 of 3 f
  static constexpr double kPotentialEnd = 58;  // G is 1/rho to 1e-10
  static constexpr double kPotentialStep = 1.0 / 64;
  static constexpr double kLastTurn = 16.9415;  // largest root of s^3 - 27 s^2 + 189 s - 315

  using ShareTerm = Polynomial<48, 89, -20, 1>;
  using ShareSlope = Polynomial<96, -129, 24, -1>;
  using Bell = Polynomial<48, 315, -189, 27, -1>;
  using PotentialTerm = Polynomial<48, 57, -16, 1>;
  using FilamentShareTerm = Polynomial<48, 0, 72, -18, 1>;
  using FilamentLogarithmTerm = Polynomial<48, -44, 14, -1>;
};

}  // namespace fmm
#endif
