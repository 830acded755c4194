// The Gaussian core of order 6: g = erf(rho/sqrt 2) - sqrt(2/pi) (rho - 9/8 rho^3 + rho^5/8) exp(-rho^2/2). It filters
// by e^-x (1 + x + x^2/2), x = (k sigma)^2/2. What a core file holds: core_list.h.

#ifndef FMM_CORES_GAUSSIAN6_H
#define FMM_CORES_GAUSSIAN6_H

#include "expansion/cores/higher_gaussian.h"

namespace fmm {

struct Gaussian6Core : HigherGaussian<Gaussian6Core> {
  static constexpr Regularisation kKind = Regularisation::gaussian6;
  static constexpr int kFilterOrder = 3;
  static constexpr FitPlan kFits[kFitQualities] = {{10, 25, 35}, {16, 31, 42}, {40, 57, 70}};
  static constexpr double kBellReach = 42;     // the vorticity is 1e-5 of 3 f
  static constexpr double kPotentialEnd = 54;  // G is 1/rho to 1e-10
  static constexpr double kPotentialStep = 1.0 / 64;
  static constexpr double kLastTurn = 10.75;  // 7 + sqrt(14)

  using ShareTerm = Polynomial<8, 9, -1>;
  using ShareSlope = Polynomial<16, -11, 1>;
  using Bell = Polynomial<8, 35, -14, 1>;
  using PotentialTerm = Polynomial<8, 7, -1>;
  using FilamentShareTerm = Polynomial<8, 0, 8, -1>;
  using FilamentLogarithmTerm = Polynomial<8, -6, 1>;
};

}  // namespace fmm
#endif
