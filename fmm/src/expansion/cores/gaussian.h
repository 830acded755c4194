// The Gaussian core: g = erf(rho/sqrt 2) - sqrt(2/pi) rho exp(-rho^2/2). Hu 2013 (6.3). What a core file holds:
// core_list.h.

#ifndef FMM_CORES_GAUSSIAN_H
#define FMM_CORES_GAUSSIAN_H

#include <cmath>

#include "core/math.h"
#include "expansion/cores/core_fit.h"
#include "expansion/cores/core_reach.h"
#include "expansion/cores/polynomial.h"
#include "fmm/settings.h"

namespace fmm {

struct GaussianCore {
  static constexpr Regularisation kKind = Regularisation::gaussian;
  static constexpr bool kFiniteCentre = true, kFarField = true, kHeatKernel = true, kFitted = true;
  static constexpr int kFilterOrder = 1;
  /// Largest relative error of g/rho^3 inside the range, and just beyond it: 3.4e-6, 1.6e-5; 4e-7, 9e-7; 1e-12, 3e-12.
  static constexpr FitPlan kFits[kFitQualities] = {{10, 25, 25}, {16, 31, 31}, {40, 57, 57}};
  using ShareTerm = Polynomial<1>;
  using Bell = Polynomial<1, 1>;
  static constexpr double kBellReach = 31;     // the bell is 1e-5 of 3 f
  static constexpr double kPotentialEnd = 42;  // erf is 1 to 1e-10
  static constexpr double kPotentialStep = 1.0 / 32;

  static double share(double rho) {
    if (rho < 0.7) return shareSeries(rho);
    if (rho > kBare) return 1;
    return std::erf(rho * kRootHalf) - kRootTwoOverPi * rho * std::exp(-rho * rho / 2);
  }
  /// g/rho^3 = sqrt(2/pi) sum_k (-s/2)^k / (k! (2k + 3)), for s < 2.
  static long double nearShare(long double s) {
    long double term = 1, sum = 0;
    for (int k = 0; k < 60; ++k) {
      sum += term / (2 * k + 3);
      term *= -s / (2 * (k + 1));
    }
    return std::sqrt(2 / kPi) * sum;
  }
  /// 1 - g, without loss of digits where it is small; s = rho^2.
  template <class T>
  static T lack(T rho, T s) {
    return std::erfc(rho / std::sqrt(T(2))) + std::sqrt(2 / T(kPi)) * rho * std::exp(-s / 2);
  }
  static CoreTail tail(double rho) {
    const double s = rho * rho;
    return {lack(rho, s), kRootTwoOverPi * rho * std::exp(-s / 2) * s};
  }
  FMM_HD static double potential(double rho) {
    if (rho > kBare) return 1 / rho;
    return rho > 1e-8 ? std::erf(rho * kRootHalf) / rho : kRootTwoOverPi;
  }
  /// dG/ds = (sqrt(2/pi) exp(-s/2) - G)/(2 s), its limit at 0 from the series.
  static double potentialSlope(double s) {
    return s > 0 ? (kRootTwoOverPi * std::exp(-s / 2) - potential(std::sqrt(s))) / (2 * s) : -kRootTwoOverPi / 6;
  }
  static double filter(double kSigma) { return filterOfOrder(kFilterOrder, kSigma); }
  static double filamentShare(double rho) { return -std::expm1(-rho * rho / 2); }
  /// ln(rho) + E1(s/2)/2.
  static double filamentLogarithm(double rho) {
    constexpr double kEuler = 0.57721566490153286;
    const double s = rho * rho;
    if (s < 1e-8) return 0.5 * (std::log(2) - kEuler) + s / 4;
    return std::log(rho) - (rho < kBare ? 0.5 * std::expint(-s / 2) : 0);
  }

 protected:
  static constexpr long double kPi = 3.14159265358979323846264338327950288L;
  static constexpr double kRootHalf = 0.70710678118654752440, kRootTwoOverPi = 0.79788456080286535588;
  static constexpr double kBare = 9;  // beyond, erf is 1 in double precision

  /// exp(-x) sum_{n < m} x^n/n!, x = (k sigma)^2/2: the Gaussian of order 2 m (Beale and Majda 1985).
  static double filterOfOrder(int m, double kSigma) {
    const double x = 0.5 * kSigma * kSigma;
    double term = std::exp(-x), sum = 0;
    for (int n = 0; n < m; ++n) {
      sum += term;
      term *= x / (n + 1);
    }
    return sum;
  }

 private:
  /// sqrt(2/pi) int_0^rho t^2 exp(-t^2/2) dt term by term, where the closed form cancels.
  static double shareSeries(double rho) {
    const double s = rho * rho;
    double term = kRootTwoOverPi * rho * s, sum = 0;
    for (int n = 0; n < 16; ++n) {
      sum += term / (2 * n + 3);
      term *= -0.5 * s / (n + 1);
    }
    return sum;
  }
};

}  // namespace fmm
#endif
