// Q and lambda_2 of exports on grids.

#include <cmath>
#include <vector>

#include "fmm/field.h"
#include "scene/saved/grid_file.h"
#include "support/test.h"

namespace {

/// The gradient that these vortices of the plane induce at a point, by direct sums.
fmm::Mat3 gradientAt(const std::vector<fmm::Vec3>& vortices, double circulation, double core, fmm::Vec3 point) {
  fmm::Elements elements;
  for (const fmm::Vec3& x : vortices) {
    elements.position.push_back(x);
    elements.strength.push_back({0, 0, circulation});
    elements.coreRadius.push_back(core);
  }
  fmm::Settings settings;
  settings.space = fmm::Space::plane;
  settings.regularisation = fmm::Regularisation::gaussian;
  settings.solver = fmm::SolverKind::direct;
  settings.precision = fmm::Precision::real64;
  settings.backend = fmm::Backend::cpu;
  return fmm::evaluateField(settings, elements, {point}, true).gradient.at(0);
}

TEST(VortexCriteria, AreThoseOfALambOseenVortex) {
  constexpr double kCirculation = 2, kCore = 0.3, kPi = 3.14159265358979323846;
  for (const double r : {0.05, 0.2, 0.3, 0.45, 0.8}) {
    const double rest = std::exp(-r * r / (2 * kCore * kCore));
    const double turn = kCirculation / (2 * kPi * r * r) * (1 - rest);              // u/r
    const double slope = kCirculation / (2 * kPi) * rest / (kCore * kCore) - turn;  // du/dr
    const app::VortexCriteria criteria =
        app::vortexCriteria(gradientAt({{0, 0, 0}}, kCirculation, kCore, {r * std::cos(0.7), r * std::sin(0.7), 0}));
    EXPECT_NEAR(criteria.q / (turn * slope), 1, 0.01) << r;
    EXPECT_NEAR(criteria.lambda2 / (-turn * slope), 1, 0.01) << r;
  }
}

TEST(VortexCriteria, AreThoseOfAStagnationPointAndOfARotation) {
  constexpr double kCirculation = 2, kDistance = 0.5, kPi = 3.14159265358979323846;
  const app::VortexCriteria between =
      app::vortexCriteria(gradientAt({{kDistance, 0, 0}, {-kDistance, 0, 0}}, kCirculation, 0.02, {0, 0, 0}));
  const double strain = kCirculation / (kPi * kDistance * kDistance);
  EXPECT_NEAR(between.q / -(strain * strain), 1, 0.01);
  EXPECT_NEAR(between.lambda2 / (strain * strain), 1, 0.01);
  const app::VortexCriteria turning = app::vortexCriteria({{0, -3, 0, 3, 0, 0, 0, 0, 0}});
  EXPECT_NEAR(turning.q, 9, 1e-12);
  EXPECT_NEAR(turning.lambda2, -9, 1e-6);
  const app::VortexCriteria strained = app::vortexCriteria({{2, 0, 0, 0, -1, 0, 0, 0, -1}});
  EXPECT_NEAR(strained.q, -3, 1e-12);
  EXPECT_NEAR(strained.lambda2, 1, 1e-6);
}

}  // namespace
