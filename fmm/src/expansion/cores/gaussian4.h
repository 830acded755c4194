// The Gaussian core of order 4: g = erf(rho/sqrt 2) - sqrt(2/pi) (rho - rho^3/2) exp(-rho^2/2). It filters by e^-x (1 +
// x), x = (k sigma)^2/2. What a core file holds: core_list.h.

#ifndef FMM_CORES_GAUSSIAN4_H
#define FMM_CORES_GAUSSIAN4_H

#include "expansion/cores/higher_gaussian.h"

namespace fmm {

struct Gaussian4Core : HigherGaussian<Gaussian4Core> {
  static constexpr Regularisation kKind = Regularisation::gaussian4;
  static constexpr int kFilterOrder = 2;
  static constexpr FitPlan kFits[kFitQualities] = {{10, 25, 31}, {16, 31, 37}, {40, 57, 65}};
  static constexpr double kBellReach = 37;     // the vorticity is 1e-5 of 3 f
  static constexpr double kPotentialEnd = 50;  // G is 1/rho to 1e-10
  static constexpr double kLastTurn = 5;

  using ShareTerm = Polynomial<2, 1>;
  using ShareSlope = Polynomial<4, -1>;
  using Bell = Polynomial<2, 5, -1>;
  using PotentialTerm = Polynomial<2, 1>;
  using FilamentShareTerm = Polynomial<2, 0, 1>;
  using FilamentLogarithmTerm = Polynomial<2, -1>;
};

}  // namespace fmm
#endif
