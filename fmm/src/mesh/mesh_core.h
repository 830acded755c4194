#pragma once

#include <cmath>

#include "core/math.h"

namespace fmm {

/// A window along an axis: exp(b (root - 1)), root = sqrt(1 - (2 x/w)^2).
template <class Real>
struct MeshBump {
  Real sharpness, inverse;  ///< b, 2/w

  FMM_HD Real root(Real x) const {
    const Real z = x * inverse;
    return std::sqrt(larger(Real(0), 1 - z * z));
  }
  FMM_HD Real along(Real root) const { return exponential(sharpness * (root - 1)); }

 private:
  FMM_HD static float exponential(float x) {
#if defined(__CUDA_ARCH__)
    return __expf(x);
#else
    return std::exp(x);
#endif
  }
  FMM_HD static double exponential(double x) {
    return std::exp(x);
  }
};

/// The kernel's core between nodes of a mesh: a core of the Gaussian family less the Gaussians of the two windows. Its
/// filter is exp(-x) (1 + q x + (q x)^2/2 ...), x = k^2 s^2/2, with as many terms as the core's order has. s^2 is the
/// share of sigma^2 that the windows leave, q = sigma^2/s^2 (docs/math.md, section 19).
struct MeshCore {
  double s;      ///< in spacings
  double ratio;  ///< q
  int order;     ///< terms: CoreFacts::filterOrder

  /// g(r)/r^3 of the core, r in spacings; at r = 0, where there is no pair, a finite number.
  FMM_HD double factor(double r) const {
    constexpr double kRootHalf = 0.70710678118654752440, kRootTwoOverPi = 0.79788456080286535588;
    const double rho = r / s, square = rho * rho, bell = kRootTwoOverPi * std::exp(-square / 2);
    const double share = rho < 0.7 ? series(rho) : std::erf(rho * kRootHalf) - rho * bell;
    double f = rho > 0 ? share / (rho * square) : kRootTwoOverPi / 3;
    if (order > 1) f += ratio / 2 * bell;
    if (order > 2) f += ratio * ratio / 8 * (5 - square) * bell;
    if (order > 3) f += ratio * ratio * ratio / 48 * (35 + square * (square - 14)) * bell;
    return f / (s * s * s);
  }
  /// The filter; k in radians per spacing.
  FMM_HD double filter(double k2) const {
    const double x = k2 * s * s / 2, y = ratio * x;
    return std::exp(-x) * (1 + (order > 1 ? y : 0) + (order > 2 ? y * y / 2 : 0) + (order > 3 ? y * y * y / 6 : 0));
  }

 private:
  /// sqrt(2/pi) int_0^rho t^2 exp(-t^2/2) dt, where the closed form cancels.
  FMM_HD static double series(double rho) {
    const double square = rho * rho;
    double term = 0.79788456080286535588 * rho * square, sum = 0;
    for (int n = 0; n < 16; ++n) {
      sum += term / (2 * n + 3);
      term *= -0.5 * square / (n + 1);
    }
    return sum;
  }
};

}  // namespace fmm
