#include "measures/core_functions.h"

#include <cmath>

namespace fmm {
namespace {

const double kRootHalf = std::sqrt(0.5);
const double kRootTwoOverPi = std::sqrt(2 / 3.14159265358979323846);
constexpr double kEuler = 0.57721566490153286;
constexpr double kBare = 9;  // beyond, erf is 1 in double precision

/// sqrt(2/pi) int_0^rho t^2 exp(-t^2/2) dt term by term, where the closed form cancels.
double gaussianSeries(double rho) {
  const double s = rho * rho;
  double term = kRootTwoOverPi * rho * s, sum = 0;
  for (int n = 0; n < 16; ++n) {
    sum += term / (2 * n + 3);
    term *= -0.5 * s / (n + 1);
  }
  return sum;
}

double gaussianShare(double rho) {
  if (rho < 0.7) return gaussianSeries(rho);
  if (rho > kBare) return 1;
  return std::erf(rho * kRootHalf) - kRootTwoOverPi * rho * std::exp(-rho * rho / 2);
}

/// arsech(rho), 0 < rho <= 1.
double inverseSech(double rho) {
  return std::log((1 + std::sqrt((1 - rho) * (1 + rho))) / rho);
}

}  // namespace

double coreShare(Regularisation kind, double rho) {
  const double s = rho * rho;
  switch (kind) {
    case Regularisation::cutoff:
      return rho < 1 ? s : 1;
    case Regularisation::gaussian:
      return gaussianShare(rho);
    case Regularisation::winckelmans:
      return s < 1e15 ? rho * s * (s + 2.5) / ((s + 1) * (s + 1) * std::sqrt(s + 1)) : 1;
    case Regularisation::rosenhead:
      return s < 1e17 ? rho * s / ((s + 1) * std::sqrt(s + 1)) : 1;
  }
  return std::nan("");
}

double corePotential(Regularisation kind, double rho) {
  const double s = rho * rho;
  switch (kind) {
    case Regularisation::cutoff:
      return rho < 1 ? 2 - rho : 1 / rho;
    case Regularisation::gaussian:
      if (rho > kBare) return 1 / rho;
      return rho > 1e-8 ? std::erf(rho * kRootHalf) / rho : kRootTwoOverPi;
    case Regularisation::winckelmans:
      return (s + 1.5) / ((s + 1) * std::sqrt(s + 1));
    case Regularisation::rosenhead:
      return 1 / std::sqrt(s + 1);
  }
  return std::nan("");
}

double filamentShare(Regularisation kind, double rho) {
  const double s = rho * rho;
  switch (kind) {
    case Regularisation::cutoff: {
      if (rho >= 1) return 1;
      const double w = std::sqrt(1 - s);
      return rho > 0 ? s * inverseSech(rho) + s / (1 + w) : 0;
    }
    case Regularisation::gaussian:
      return -std::expm1(-s / 2);
    case Regularisation::winckelmans:
      return s * (s + 2) / ((s + 1) * (s + 1));
    case Regularisation::rosenhead:
      return s / (s + 1);
  }
  return std::nan("");
}

double filamentLogarithm(Regularisation kind, double rho) {
  const double s = rho * rho;
  switch (kind) {
    case Regularisation::cutoff: {
      if (rho >= 1) return std::log(rho);
      const double w = std::sqrt(1 - s);
      return std::log1p(w) - 1.5 * w + (rho > 0 ? 0.5 * s * inverseSech(rho) : 0);
    }
    case Regularisation::gaussian:  // ln(rho) + E1(s/2)/2
      if (s < 1e-8) return 0.5 * (std::log(2) - kEuler) + s / 4;
      return std::log(rho) - (rho < kBare ? 0.5 * std::expint(-s / 2) : 0);
    case Regularisation::winckelmans:
      return 0.5 * (std::log1p(s) - 1 / (1 + s));
    case Regularisation::rosenhead:
      return 0.5 * std::log1p(s);
  }
  return std::nan("");
}

}  // namespace fmm
