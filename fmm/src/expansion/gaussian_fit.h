#pragma once

namespace fmm {

/// Polynomial fit of the Gaussian core's softening c(s) = (g(rho)/rho^3)^(-2/3) - s, s = rho^2, on [0, range]:
/// c(s) = sum coefficients[k] x^k, x = scale s - 1, scale = 2/range. Beyond the range c is 0 to the fit's accuracy.
template <class Real>
struct GaussianFit {
  static constexpr int kMaximumDegree = 40;
  Real range = 0;
  Real scale = 0;
  Real coefficients[kMaximumDegree + 1] = {};
};

/// Degrees that are compiled, with the range each is fitted on. Largest relative error of g/rho^3 inside the range, and
/// just beyond it:
///   fast    degree 10, S = 25: 3.4e-6, 1.6e-5     velocity at tolerances from 2e-5
///   fine    degree 16, S = 31: 4e-7,   9e-7       velocity to 1e-6, gradients
///   exact   degree 40, S = 57: 1e-12,  3e-12      double precision
enum class GaussianDegree : int { fast = 10, fine = 16, exact = 40 };

/// Fit of that degree by interpolation in Chebyshev nodes, computed from erf once and kept.
const GaussianFit<float>& gaussianFit(GaussianDegree degree, float);
const GaussianFit<double>& gaussianFit(GaussianDegree degree, double);

/// c(s) itself, to round-off; tests compare the fits with it.
double gaussianSoftening(double s);

}  // namespace fmm
