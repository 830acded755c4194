#include <gtest/gtest.h>

#include <cmath>

#include "fmm/diagnostics.h"
#include "fmm/initial_conditions.h"

namespace {

using fmm::Elements;
using fmm::Invariants;
using fmm::Vec3;

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
  fmm::addRing(ring, count, 0.1, 0, 1, elements);
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
  // A regular polygon of tangents on the circle has the impulse of the circle exactly, wherever it stands.
  for (const Vec3 centre : {Vec3{0, 0, 0}, Vec3{5, -3, 2}}) {
    const Invariants sums = fmm::invariants(ringAt(centre, 2, 1.5, 32));
    expectNear(sums.totalStrength, {}, 1e-13);
    expectNear(sums.linearImpulse, {0, 0, 1.5 * std::acos(-1.0) * 4}, 1e-12);
  }
}

TEST(Diagnostics, AngularImpulseOfARingAboutADistantOrigin) {
  // Saffman: moving the origin by -c adds c cross I where Omega = 0; with the factor 1/3 on the double cross product
  // that holds for closed lines, and a centred ring has A = 0.
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

}  // namespace
