#pragma once

#include <array>
#include <cmath>
#include <cstddef>

namespace fmm {

/// Polynomial fit of a core's softening c(s) = (g(rho)/rho^3)^(-2/3) - s, s = rho^2, on [0, range]:
/// c(s) = sum coefficients[k] x^k, x = scale s - 1, scale = 2/range. Beyond the range c is 0 to the fit's accuracy.
template <class Real>
struct CoreFit {
  static constexpr int kMaximumDegree = 40;
  Real range = 0;
  Real scale = 0;
  Real coefficients[kMaximumDegree + 1] = {};
};

/// Accuracy of a fitted core; the core's kFits have a plan for each.
enum class FitQuality {
  fast,  ///< velocity at tolerances from 2e-5
  fine,  ///< velocity to 1e-6, gradients
  exact  ///< double precision
};
constexpr std::size_t kFitQualities = 3;

struct FitPlan {
  int degree;
  double range;  ///< of s
  double reach;  ///< s beyond which the core is 1/r^3 to the accuracy at the fit's end
};

/// The plan of a fitted core for a quality.
template <class Core>
constexpr FitPlan fitPlan(FitQuality quality) {
  return Core::kFits[static_cast<std::size_t>(quality)];
}

/// s beyond which the bell part of a fitted core, sqrt(2/pi) exp(-s/2) times a polynomial of s, is negligible: 1e-14.
constexpr double kBellEnd = 88;

/// c(s) of a fitted core, to round-off: from g/rho^3 near 0, where the closed form of 1 - g loses digits.
template <class Core>
long double softening(long double s) {
  if (s < 2) return std::pow(Core::nearShare(s), -2.0L / 3) - s;
  return s * std::expm1(-2.0L / 3 * std::log1p(-Core::lack(std::sqrt(s), s)));
}

/// Fit of a softening by interpolation in Chebyshev nodes.
template <class Real>
CoreFit<Real> makeFit(long double (*softening)(long double), FitPlan plan);

/// The fit of a core, made once and kept; null for cores that have none.
template <class Core, class Real>
const CoreFit<Real>* coreFit(FitQuality quality) {
  if constexpr (Core::kFitted) {
    static const std::array<CoreFit<Real>, kFitQualities> fits = {makeFit<Real>(softening<Core>, Core::kFits[0]),
                                                                  makeFit<Real>(softening<Core>, Core::kFits[1]),
                                                                  makeFit<Real>(softening<Core>, Core::kFits[2])};
    return &fits[static_cast<std::size_t>(quality)];
  } else {
    static_cast<void>(quality);
    return nullptr;
  }
}

}  // namespace fmm
