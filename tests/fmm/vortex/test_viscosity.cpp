// Viscosity by core spreading, and the relaxation of strengths.

#include "fmm/fmm.h"
#include "fmm/support/support.h"
#include "support/test.h"

namespace fmm {
namespace {

using fmm_test::add;
using fmm_test::directDouble;
using fmm_test::filament;

Settings viscous(double viscosity) {
  Settings settings = directDouble();
  settings.viscosity = viscosity;
  return settings;
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
