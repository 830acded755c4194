// Viscosity by core spreading, and the relaxation of strengths.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "fmm/diagnostics.h"
#include "fmm/error.h"
#include "fmm/field.h"
#include "fmm/support/support.h"
#include "fmm/vortex_system.h"

namespace fmm {
namespace {

using fmm_test::add;
using fmm_test::directDouble;
using fmm_test::filament;
using fmm_test::kPi;

Settings viscous(double viscosity) {
  Settings settings = directDouble();
  settings.viscosity = viscosity;
  return settings;
}

std::string refusal(const Settings& settings) {
  try {
    settings.validate();
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "";
}

// ---- settings -------------------------------------------------------------------------------------------------------

TEST(Viscosity, RefusesWhatCannotBe) {
  using testing::HasSubstr;
  Settings settings = viscous(-1);
  EXPECT_THAT(refusal(settings), HasSubstr("viscosity"));
  settings = viscous(std::nan(""));
  EXPECT_THAT(refusal(settings), HasSubstr("viscosity"));
  settings = viscous(0.1);
  EXPECT_EQ(refusal(settings), "");
  settings.regularisation = Regularisation::winckelmans;
  EXPECT_THAT(refusal(settings), HasSubstr("gaussian"));
  settings = viscous(0.1);
  settings.timeStep = -0.01;
  EXPECT_THAT(refusal(settings), HasSubstr("viscosity = 0.1 and a negative dt exclude each other"));
  settings = viscous(0);
  settings.timeStep = -0.01;
  EXPECT_EQ(refusal(settings), "");
  settings.relaxation = 1;
  EXPECT_THAT(refusal(settings), HasSubstr("relaxation"));
}

// ---- core spreading -------------------------------------------------------------------------------------------------

TEST(CoreSpreading, GrowsCoresExactlyInEveryScheme) {
  for (const Integrator integrator : {Integrator::euler, Integrator::rk2, Integrator::rk3, Integrator::rk4}) {
    for (const Stretching stretching : {Stretching::off, Stretching::transpose}) {
      Settings settings = viscous(0.03);
      settings.integrator = integrator;
      settings.stretching = stretching;
      settings.timeStep = 0.07;
      Elements elements;
      add(filament(), 16, 0.1, elements);
      elements.coreRadius[3] = 0;
      VortexSystem system(settings, elements, {});
      for (int k = 0; k < 20; ++k) system.step();
      const double grown = 2 * 0.03 * system.time();
      EXPECT_NEAR(system.elements().coreRadius[0], std::sqrt(0.01 + grown), 1e-14);
      EXPECT_NEAR(system.elements().coreRadius[3], std::sqrt(grown), 1e-14);
    }
  }
}

/// Elements on a straight line along z through the origin, each of circulation 1 over its length.
Elements straightLine(double half, double spacing, double sigma) {
  Elements line;
  const int count = static_cast<int>(std::lround(2 * half / spacing));
  for (int i = 0; i < count; ++i) {
    const double z = (i + 0.5) * spacing - half;
    line.position.push_back({0, 0, z});
    line.strength.push_back({0, 0, spacing});
    line.coreRadius.push_back(sigma);
    line.length.push_back(spacing);
    line.volume.push_back(0);
    line.ring.push_back(0);
  }
  return line;
}

TEST(CoreSpreading, IsTheLambOseenVortex) {
  const double nu = 0.01;
  Settings settings = viscous(nu);
  settings.timeStep = 0.25;
  VortexSystem system(settings, straightLine(40, 0.1, 0), {});
  for (int k = 0; k < 4; ++k) system.step();
  for (const double r : {0.05, 0.2, 0.4, 1.0}) {
    const Field field = evaluateField(settings, system.elements(), {{r, 0, 0}}, false);
    const double expected = (1 - std::exp(-r * r / (4 * nu * 1.0))) / (2 * kPi * r);
    EXPECT_NEAR(field.velocity[0].y, expected, 1e-3 * expected) << "r = " << r << ", nu t = 0.01";
  }
}

TEST(CoreSpreading, SlowsARingAsSaffmanSays) {
  // A core-spread filament: U = Gamma/(4 pi R) [ln(8 R/a) - C], C = 0.7114 with a = sqrt(2) sigma.
  Settings settings = viscous(1e-3);
  settings.integrator = Integrator::rk4;
  settings.timeStep = 0.02;
  Elements elements;
  add(filament(), 200, 0.03, elements);
  VortexSystem system(settings, elements, {});
  for (int k = 0; k < 50; ++k) system.step();
  const Elements after = system.elements();
  const double a = std::sqrt(2 * 0.03 * 0.03 + 4e-3 * system.time());
  system.evaluate();
  const double expected = (std::log(8 / a) - 0.7114) / (4 * kPi);
  EXPECT_NEAR(system.elementVelocities()[0].z, expected, 5e-3 * expected);
  EXPECT_NEAR(a / std::sqrt(2), after.coreRadius[0], 1e-12);
}

// ---- relaxation -----------------------------------------------------------------------------------------------------

/// Mean angle between the strengths and curl u.
double meanAngle(const Elements& elements) {
  const Field field = evaluateField(directDouble(), elements, elements.position, true);
  double sum = 0;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const double* j = field.gradient[i].m;
    const Vec3 omega = {j[7] - j[5], j[2] - j[6], j[3] - j[1]};
    const Vec3 alpha = elements.strength[i];
    sum += std::acos(std::min(1.0, dot(alpha, omega) / (norm(alpha) * norm(omega))));
  }
  return sum / static_cast<double>(elements.size());
}

TEST(Relaxation, TurnsStrengthsTowardsTheVorticityAndKeepsTheirLengths) {
  Ring ring;
  ring.coreRadius = 0.2;
  Elements elements;
  add(ring, 1500, 0.15, elements);
  fmm_test::Random random(2);
  for (Vec3& alpha : elements.strength) alpha = alpha + (0.5 * norm(alpha)) * random.onSphere();
  Settings settings = directDouble();
  settings.stretching = Stretching::off;
  settings.timeStep = 1e-3;
  settings.relaxation = 200;
  VortexSystem system(settings, elements, {});
  const double before = meanAngle(elements);
  for (int k = 0; k < 5; ++k) system.step();
  const Elements after = system.elements();
  EXPECT_GT(before, 0.2);
  EXPECT_LT(meanAngle(after), 0.5 * before);
  for (std::size_t i = 0; i < after.size(); ++i)
    ASSERT_NEAR(norm(after.strength[i]), norm(elements.strength[i]), 1e-14 * norm(elements.strength[i]));
}

TEST(Relaxation, LeavesALoneElementAlone) {
  Elements one;
  one.position = {{0, 0, 0}};
  one.strength = {{1, 2, -3}};
  one.coreRadius = {0.1};
  Settings settings = directDouble();
  settings.relaxation = 10;
  VortexSystem system(settings, one, {});
  system.step();
  EXPECT_LT(norm(system.elements().strength[0] - one.strength[0]), 1e-15);
}

}  // namespace
}  // namespace fmm
