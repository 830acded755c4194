// Flows with heat: what is exact in them, and what redistribution and buoyancy do to it.

#include <cmath>
#include <numeric>

#include "fmm/diagnostics.h"
#include "fmm/support/lattice_support.h"
#include "fmm/vortex_system.h"
#include "support/refusal.h"
#include "support/test.h"

namespace fmm {
namespace {

constexpr double kH = 0.1;

Settings warm(Space space = Space::space) {
  Settings s;
  s.space = space;
  s.regularisation = Regularisation::gaussian8;
  s.precision = Precision::real64;
  s.backend = Backend::cpu;
  s.timeStep = 0.02;
  s.viscosity = 1e-3;
  s.diffusion = Diffusion::lattice;
  s.redistribution.steps = Redistribution::kAutomatic;
  s.spacing = kH;
  s.nodeThreshold = 1e-4;
  s.elementBudget = 200000;
  s.heat = true;
  return s;
}

/// Nodes with the buoyancy of `b`, within `reach` of 0.
template <class Buoyancy>
Elements nodesWith(Space space, double reach, const Buoyancy& b) {
  Elements all;
  const int n = static_cast<int>(reach / kH), layers = space == Space::plane ? 0 : n;
  for (int k = -layers; k <= layers; ++k)
    for (int j = -n; j <= n; ++j)
      for (int i = -n; i <= n; ++i) {
        const Vec3 x = {i * kH, j * kH, k * kH};
        const double volume = space == Space::plane ? kH * kH : kH * kH * kH;
        if (norm(x) > reach) continue;
        all.position.push_back(x);
        all.strength.push_back({});
        all.coreRadius.push_back(kH);
        all.length.push_back(kH);
        all.volume.push_back(kH * kH * kH);
        all.heat.push_back(volume * b(x));
      }
  return all;
}

/// A Gaussian spot of width s.
Elements spot(Space space, double s, Vec3 centre = {}) {
  return nodesWith(space, 5 * s, [&](Vec3 x) { return std::exp(-dot(x - centre, x - centre) / (2 * s * s)); });
}

double sumOf(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

/// Mean square along an axis of where the heat is.
double varianceOf(const Elements& all, double Vec3::*axis) {
  double sum = 0, mean = 0, square = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    sum += all.heat[i];
    mean += all.heat[i] * all.position[i].*axis;
    square += all.heat[i] * all.position[i].*axis * all.position[i].*axis;
  }
  return square / sum - mean / sum * (mean / sum);
}

class Heat : public testing::TestWithParam<Space> {};
INSTANTIATE_TEST_SUITE_P(Both, Heat, testing::Values(Space::space, Space::plane));

TEST_P(Heat, KeepsItsSumAndGivesItsImpulse) {
  const double kAlike = GetParam() == Space::plane ? 1e-10 : 1e-7;  // stretching keeps what sums of 1e-4 keep
  for (const double nu : {0.0, 2e-3}) {
    Settings s = warm(GetParam());
    s.viscosity = nu;
    const Elements given = spot(GetParam(), 0.3);
    const double b = sumOf(given.heat);
    VortexSystem system(s, given, {});
    for (int k = 0; k < 10; ++k) system.step();
    const Elements now = system.elements();
    EXPECT_NEAR(sumOf(now.heat) / b, 1, 1e-12);
    const Invariants made = system.invariants();
    const Vec3 up = upOf(s);
    EXPECT_LT(norm(made.totalStrength) / (b * system.time()), kAlike);
    EXPECT_NEAR(dot(made.linearImpulse, up) / (b * system.time()), 1, kAlike);
    EXPECT_LT(norm(made.linearImpulse - dot(made.linearImpulse, up) * up) / (b * system.time()), kAlike);
  }
}

TEST_P(Heat, SpreadsByTwoKappaTAnAxis) {
  Settings s = warm(GetParam());
  s.diffusivity = 5e-3;
  s.viscosity = 1e-3;
  Elements given = spot(GetParam(), 0.3);
  for (double& b : given.heat) b *= 1e-9;  // too weak to rise
  const double before = varianceOf(given, &Vec3::x);
  VortexSystem system(s, given, {});
  for (int k = 0; k < 20; ++k) system.step();
  const double spread = 2 * s.diffusivity * system.time();
  EXPECT_NEAR((varianceOf(system.elements(), &Vec3::x) - before) / spread, 1, 1e-3);
  EXPECT_NEAR((varianceOf(system.elements(), &Vec3::y) - before) / spread, 1, 1e-3);
}

TEST_P(Heat, RisesWithTimeSquaredAtFirst) {
  const Settings s = warm(GetParam());
  const Elements given = spot(GetParam(), 0.3);
  VortexSystem system(s, given, {});
  for (int k = 0; k < 10; ++k) system.step();
  // Kelvin: half the added mass of a cylinder or a third of a sphere's hinders the warm fluid; a Gaussian spot alike.
  double height = 0, b = 0;
  const Elements now = system.elements();
  for (std::size_t i = 0; i < now.size(); ++i) height += now.heat[i] * dot(now.position[i], upOf(s));
  b = sumOf(now.heat);
  const double share = GetParam() == Space::plane ? 0.5 : 2.0 / 3;
  const double mean = std::pow(0.5, GetParam() == Space::plane ? 1 : 1.5);  // of b over itself
  EXPECT_NEAR(height / b / (0.5 * share * mean * system.time() * system.time()), 1, 0.02);
}

TEST_P(Heat, IsOfSecondOrderInTime) {
  const auto heightAfter = [&](int steps) {
    Settings s = warm(GetParam());
    s.viscosity = 0;
    s.timeStep = 0.8 / steps;
    s.nodeThreshold = 1e-5;
    VortexSystem system(s, spot(GetParam(), 0.3), {});
    for (int k = 0; k < steps; ++k) system.step();
    double height = 0;
    const Elements now = system.elements();
    for (std::size_t i = 0; i < now.size(); ++i) height += now.heat[i] * dot(now.position[i], upOf(s));
    return height / sumOf(now.heat);
  };
  const double coarse = heightAfter(4), middle = heightAfter(8), fine = heightAfter(16);
  EXPECT_GT(std::abs(coarse - middle) / std::abs(middle - fine), 3) << coarse << ' ' << middle << ' ' << fine;
}

TEST(Heat, IsRefusedWhereItCannotBe) {
  Settings s = warm();
  s.heat = false;
  EXPECT_THAT(test::refusal<InvalidInput>([&] { VortexSystem(s, spot(Space::space, 0.2), {}); }),
              testing::HasSubstr("elements have heat, and heat is off"));
  s = warm();
  s.redistribution.steps = Redistribution::kOff;
  s.viscosity = 0;
  EXPECT_THAT(test::refusal<InvalidInput>([&] { s.validate(); }),
              testing::HasSubstr("heat = true needs redistribution"));
  Elements bad = spot(Space::space, 0.2);
  bad.heat[3] = std::nan("");
  EXPECT_THAT(test::refusal<InvalidInput>([&] { VortexSystem(warm(), bad, {}); }),
              testing::HasSubstr("heat of element 3 is not finite"));
}

}  // namespace
}  // namespace fmm
