// The polynomial fits of the Gaussian core keep the errors stated in core_fit.h.

#include <gtest/gtest.h>

#include <cmath>

#include "expansion/cores/with_core.h"
#include "fmm/support/support.h"

namespace fmm {
namespace {

/// Relative error of g/rho^3 = (s + c)^(-3/2) with `c` in place of the softening at s.
double errorWith(double c, double s) {
  return std::abs(std::pow((s + c) / (s + static_cast<double>(softening<GaussianCore>(s))), -1.5) - 1);
}

template <class Real>
double softeningOf(const CoreFit<Real>& fit, int degree, double s) {
  const double x = static_cast<double>(fit.scale) * s - 1;
  double c = 0;
  for (int k = degree; k >= 0; --k) c = c * x + static_cast<double>(fit.coefficients[k]);
  return c;
}

template <class Real>
void expectErrors(FitQuality quality, double inside, double beyond) {
  const CoreFit<Real>& fit = *coreFit<GaussianCore, Real>(quality);
  const int degree = fitPlan<GaussianCore>(quality).degree;
  const auto range = static_cast<double>(fit.range);
  constexpr int kSteps = 20000;
  double worstInside = 0, worstBeyond = 0;
  for (int i = 0; i <= kSteps; ++i) {
    const double s = range * i / kSteps;
    worstInside = std::max(worstInside, errorWith(softeningOf(fit, degree, s), s));
    worstBeyond = std::max(worstBeyond, errorWith(0, range + s));
  }
  EXPECT_LE(worstInside, inside);
  EXPECT_GT(worstInside, inside / 10);  // the stated error is not much too large
  EXPECT_LE(worstBeyond, beyond);
  EXPECT_GT(worstBeyond, beyond / 10);
}

TEST(CoreFit, ErrorsAreAsStated) {
  expectErrors<float>(FitQuality::fast, 3.4e-6, 1.6e-5);
  expectErrors<double>(FitQuality::fast, 3.4e-6, 1.6e-5);
  expectErrors<float>(FitQuality::fine, 4e-7, 9e-7);
  expectErrors<double>(FitQuality::fine, 4e-7, 9e-7);
  expectErrors<double>(FitQuality::exact, 1e-12, 3e-12);
}

TEST(CoreFit, SofteningBelongsToTheCoreFunction) {
  for (const double s : {1e-6, 0.01, 0.5, 1.99, 2.01, 7.0, 30.0, 60.0}) {
    const double q = fmm_test::coreFunction(Regularisation::gaussian, s).q;
    EXPECT_NEAR(std::pow(s + static_cast<double>(softening<GaussianCore>(s)), -1.5) / q, 1, 1e-12) << "s = " << s;
  }
}

}  // namespace
}  // namespace fmm
