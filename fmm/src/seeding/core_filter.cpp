#include "seeding/core_filter.h"

#include <cmath>

namespace fmm {
namespace {

/// exp(-x) sum_{n < terms} x^n/n!, x = (k sigma)^2/2: the Gaussian of order 2 `terms` (Beale and Majda 1985).
double gaussianFilter(double kSigma, int terms) {
  const double x = 0.5 * kSigma * kSigma;
  double term = std::exp(-x), sum = 0;
  for (int n = 0; n < terms; ++n) {
    sum += term;
    term *= x / (n + 1);
  }
  return sum;
}

/// The transform of (rho^2 + 1)^(-order - 3/2), 1 at 0.
double besselFilter(double kSigma, int order) {
  if (kSigma < 1e-6) return 1;
  if (kSigma > 600) return 0;
  const double scale = order == 1 ? 1 : 0.5;
  return scale * std::pow(kSigma, order) * std::cyl_bessel_k(static_cast<double>(order), kSigma);
}

}  // namespace

double coreFilter(Regularisation kind, double kSigma) {
  switch (kind) {
    case Regularisation::cutoff: {
      const double half = kSigma / 2, wave = half > 0 ? std::sin(half) / half : 1;
      return wave * wave;
    }
    case Regularisation::gaussian:
      return gaussianFilter(kSigma, 1);
    case Regularisation::gaussian4:
      return gaussianFilter(kSigma, 2);
    case Regularisation::gaussian6:
      return gaussianFilter(kSigma, 3);
    case Regularisation::winckelmans:
      return besselFilter(kSigma, 2);
    case Regularisation::rosenhead:
      return besselFilter(kSigma, 1);
  }
  return 1;
}

double filterSpread(Regularisation kind) {
  constexpr double kSmall = 1e-3;
  const double spread = 2 * (1 - coreFilter(kind, kSmall)) / (kSmall * kSmall);
  return spread > kSmall ? spread : 0;
}

}  // namespace fmm
