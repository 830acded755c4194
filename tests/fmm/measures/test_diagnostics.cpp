// Invariants of elements at rest, order of the time integrators, and integration backwards. Conservation of the
// invariants by the motion is among the checks of fmm/verification.h.

#include "fmm/fmm.h"
#include "fmm/support/support.h"
#include "support/test.h"

namespace {

using fmm::Elements;
using fmm::Invariants;
using fmm::Vec3;
using fmm_test::add;
using fmm_test::directDouble;
using fmm_test::filament;

void expectNear(Vec3 actual, Vec3 expected, double tolerance) {
  EXPECT_NEAR(actual.x, expected.x, tolerance);
  EXPECT_NEAR(actual.y, expected.y, tolerance);
  EXPECT_NEAR(actual.z, expected.z, tolerance);
}

Elements ringAt(Vec3 centre, double radius, double circulation, std::size_t count) {
  fmm::Ring ring;
  ring.centre = centre;
  ring.radius = radius;
  ring.circulation = circulation;
  ring.profile = fmm::CoreProfile::filament;
  Elements elements;
  fmm::addLine(ring, {count, 0.1}, elements);
  return elements;
}

TEST(Diagnostics, NothingHasNoInvariants) {
  const Invariants none = fmm::invariants({});
  expectNear(none.totalStrength, {}, 0);
  expectNear(none.linearImpulse, {}, 0);
  expectNear(none.angularImpulse, {}, 0);
}

TEST(Diagnostics, OneElementByHand) {
  Elements elements;
  elements.position = {{1, 2, 3}};
  elements.strength = {{4, -5, 6}};
  const Invariants sums = fmm::invariants(elements);
  expectNear(sums.totalStrength, {4, -5, 6}, 0);
  expectNear(sums.linearImpulse, {13.5, 3, -6.5}, 1e-15);  // x cross alpha = (27, 6, -13)
  // x cross (x cross alpha) = x (x.alpha) - alpha |x|^2 = 12 (1, 2, 3) - 14 (4, -5, 6)
  expectNear(sums.angularImpulse, {-44.0 / 3, 94.0 / 3, -48.0 / 3}, 1e-14);
}

TEST(Diagnostics, RingHasImpulseGammaPiRSquaredAlongItsAxis) {
  // A regular polygon of tangents has exactly the impulse of its circle, at any place.
  for (const Vec3 centre : {Vec3{0, 0, 0}, Vec3{5, -3, 2}}) {
    const Invariants sums = fmm::invariants(ringAt(centre, 2, 1.5, 32));
    expectNear(sums.totalStrength, {}, 1e-13);
    expectNear(sums.linearImpulse, {0, 0, 1.5 * std::acos(-1.0) * 4}, 1e-12);
  }
}

TEST(Diagnostics, AngularImpulseOfARingAboutADistantOrigin) {
  // Saffman: moving the origin by -c adds c cross I if Omega = 0. With the factor 1/3 on the double cross product that
  // holds for closed lines, and a centred ring has A = 0.
  const Vec3 centre = {0.7, -0.4, 1.1};
  expectNear(fmm::invariants(ringAt({}, 1, 1, 64)).angularImpulse, {}, 1e-13);
  const Invariants moved = fmm::invariants(ringAt(centre, 1, 1, 64));
  expectNear(moved.angularImpulse, cross(centre, moved.linearImpulse), 1e-12);
}

TEST(Diagnostics, SumsAreLinear) {
  Elements both = ringAt({0, 0, 0}, 1, 1, 16);
  const Elements other = ringAt({1, 0, 0.5}, 0.5, -2, 20);
  const Vec3 expected = fmm::invariants(both).linearImpulse + fmm::invariants(other).linearImpulse;
  both.position.insert(both.position.end(), other.position.begin(), other.position.end());
  both.strength.insert(both.strength.end(), other.strength.begin(), other.strength.end());
  expectNear(fmm::invariants(both).linearImpulse, expected, 1e-14);
}

// ---- conservation by moving elements --------------------------------------------------------------------------------

constexpr double kSigma = 0.1;

/// A leapfrogging pair whose rear ring has a 5 % wave of mode 3, so that nothing is conserved by symmetry.
Elements wavyPair(std::size_t count) {
  Elements elements;
  fmm::Ring ring = filament();
  ring.waveAmplitude = 0.05;
  ring.waveMode = 3;
  add(ring, count, kSigma, elements);
  add(filament({0, 0, 0.5}), count, kSigma, elements);
  return elements;
}

Elements afterUnitTime(fmm::Settings settings, const Elements& elements) {
  settings.integrator = fmm::Integrator::rk4;
  settings.timeStep = 0.02;
  fmm::VortexSystem system(settings, elements, {});
  for (int i = 0; i < 50; ++i) system.step();
  return system.elements();
}

TEST(Conservation, WithoutStretchingStrengthsStayBitForBit) {
  const Elements before = wavyPair(64);
  fmm::Settings settings = directDouble();
  settings.stretching = fmm::Stretching::off;
  const Elements after = afterUnitTime(settings, before);
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(after.strength[i], before.strength[i]);
  EXPECT_GT(norm(after.position[0] - before.position[0]), 0.1);
}

TEST(Conservation, SystemReportsTheSameInvariants) {
  const Elements elements = wavyPair(50);
  fmm::VortexSystem system(directDouble(), elements, {});
  const Invariants expected = fmm::invariants(elements);
  expectNear(system.invariants().totalStrength, expected.totalStrength, 1e-12);
  expectNear(system.invariants().linearImpulse, expected.linearImpulse, 1e-12);
  expectNear(system.invariants().angularImpulse, expected.angularImpulse, 1e-12);
}

// ---- time integration -----------------------------------------------------------------------------------------------

/// Position of one element of a perturbed, leapfrogging pair at t = 0.8 after `steps` equal steps.
Vec3 endPoint(fmm::Integrator integrator, int steps) {
  Elements elements;
  fmm::Ring ring = filament();
  ring.waveAmplitude = 0.1;
  ring.waveMode = 2;
  add(ring, 24, 0.3, elements);
  add(filament({0, 0, 0.5}), 24, 0.3, elements);
  fmm::Settings settings = directDouble();
  settings.integrator = integrator;
  settings.timeStep = 0.8 / steps;
  fmm::VortexSystem system(settings, elements, {});
  for (int i = 0; i < steps; ++i) system.step();
  return system.elements().position[5];
}

TEST(TimeIntegration, SchemesConvergeWithTheirOrder) {
  const Vec3 exact = endPoint(fmm::Integrator::rk4, 512);
  struct Case {
    fmm::Integrator integrator;
    int steps;
    double order;
  };
  for (const Case& c : {Case{fmm::Integrator::euler, 64, 1}, Case{fmm::Integrator::rk2, 16, 2},
                        Case{fmm::Integrator::rk3, 16, 3}, Case{fmm::Integrator::rk4, 8, 4}}) {
    const double coarse = norm(endPoint(c.integrator, c.steps) - exact);
    const double fine = norm(endPoint(c.integrator, 2 * c.steps) - exact);
    EXPECT_NEAR(std::log2(coarse / fine), c.order, 0.25) << toString(c.integrator);
    EXPECT_GT(fine, 1e-12) << "too fine to see an order";
  }
}

}  // namespace
