// Torus knots and links: shape, linking, closed strengths, impulse, perturbations.

#include "fmm/fmm.h"
#include "fmm/support/support.h"
#include "support/test.h"

namespace {

using fmm::CoreLayout;
using fmm::CoreProfile;
using fmm::Elements;
using fmm::TorusKnot;
using fmm::Vec3;

constexpr double kPi = 3.14159265358979323846;

TorusKnot knotOf(int p, int q, CoreProfile profile = CoreProfile::filament) {
  TorusKnot knot;
  knot.p = p;
  knot.q = q;
  knot.profile = profile;
  knot.coreRadius = 0.05;
  return knot;
}

Elements elementsOf(const TorusKnot& knot, std::size_t count, int component = 0) {
  Elements elements;
  fmm::addLine({knot, component}, {count, 0.1, component}, elements);
  return elements;
}

std::string messageOf(const TorusKnot& knot, int component = 0) {
  return test::refusal<fmm::InvalidInput>([&] { elementsOf(knot, 30, component); });
}

/// Linking number: Gauss's integral over two lines of unit circulation.
double linking(const Elements& a, const Elements& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) {
      const Vec3 r = a.position[i] - b.position[j];
      sum += dot(r, cross(a.strength[i], b.strength[j])) / std::pow(norm(r), 3);
    }
  return sum / (4 * kPi);
}

TEST(Knots, LieOnTheirTorusWithEqualSteps) {
  for (const auto& [p, q] : {std::pair{2, 3}, {3, 2}, {2, -5}, {5, 4}, {1, 6}}) {
    const std::size_t count = 600;
    const Elements knot = elementsOf(knotOf(p, q), count);
    double shortest = 1e9, longest = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const Vec3 x = knot.position[i];
      EXPECT_NEAR(std::hypot(std::hypot(x.x, x.y) - 1, x.z), 0.4, 1e-12);
      const double step = norm(knot.position[(i + 1) % count] - x);
      shortest = std::min(shortest, step);
      longest = std::max(longest, step);
    }
    EXPECT_LT(longest / shortest, 1.01) << p << ", " << q << ": chords of equal arcs differ by the curvature only";
  }
}

TEST(Knots, HaveOneComponentPerCommonDivisorEachLinkedWithTheOthers) {
  // Components of T(p, q) with g = gcd(p, q) are linked (p/g)(q/g) times.
  const struct {
    int p, q, components, linking;
  } rows[] = {{2, 2, 2, 1}, {2, -2, 2, -1}, {3, 3, 3, 1}, {4, 2, 2, 2}, {2, 4, 2, 2}, {3, 0, 3, 0}, {2, 3, 1, 0}};
  for (const auto& row : rows) {
    const TorusKnot knot = knotOf(row.p, row.q);
    ASSERT_EQ(fmm::componentsOf(knot), row.components) << row.p << ", " << row.q;
    for (int k = 1; k < row.components; ++k)
      EXPECT_NEAR(linking(elementsOf(knot, 400, 0), elementsOf(knot, 400, k)), row.linking, 1e-3)
          << row.p << ", " << row.q;
  }
}

TEST(Knots, StrengthsAddUpToNothingAndToTheCirculation) {
  for (const CoreProfile profile : {CoreProfile::filament, CoreProfile::uniform, CoreProfile::gaussian})
    for (const CoreLayout layout : {CoreLayout::random, CoreLayout::layers})
      for (const auto& [p, q] : {std::pair{2, 3}, {3, 2}, {2, 2}, {2, 5}})
        for (const std::size_t count : {50u, 333u}) {
          TorusKnot knot = knotOf(p, q, profile);
          knot.coreRadius = 0.02;
          knot.layout = layout;
          knot.circulation = -1.5;
          const Elements elements = elementsOf(knot, count);
          EXPECT_LT(norm(fmm::invariants(elements).totalStrength), 1e-13 * 15) << p << q << count;
          double sum = 0;
          for (const Vec3& alpha : elements.strength) sum += norm(alpha);
          EXPECT_NEAR(sum, 1.5 * fmm::lineLength(knot), 1e-11);
        }
}

TEST(Knots, FilamentHasTheImpulseOfItsCurve) {
  // I_z = Gamma/2 int r^2 dphi = Gamma pi p (R^2 + c^2/2) for q != 0; the other components vanish by symmetry.
  for (const auto& [p, q] : {std::pair{2, 3}, {3, 2}, {2, -5}, {4, 3}}) {
    const fmm::Invariants sums = fmm::invariants(elementsOf(knotOf(p, q), 800));
    EXPECT_NEAR(sums.linearImpulse.z, kPi * p * (1 + 0.16 / 2), 1e-9) << p << ", " << q;
    EXPECT_LT(std::hypot(sums.linearImpulse.x, sums.linearImpulse.y), 1e-9);
  }
}

TEST(Knots, LayeredCoreHasTheImpulseOfItsProfile) {
  // I = Gamma/2 int (x x t + <s^2>/2 kappa b) dl, kappa b dl = x' x x''/|x'|^2 dt, <s^2> = a^2/2 or a^2.
  const auto curve = [](double t) {
    const double r = 1 + 0.4 * std::cos(3 * t);
    return Vec3{r * std::cos(2 * t), r * std::sin(2 * t), 0.4 * std::sin(3 * t)};
  };
  double bend = 0;
  const double h = 1e-3;
  for (int i = 0; i < 400; ++i) {
    const double t = 2 * kPi * i / 400;
    const Vec3 slope = (0.5 / h) * (curve(t + h) - curve(t - h));
    const Vec3 turn = (1 / (h * h)) * (curve(t + h) + curve(t - h) - 2 * curve(t));
    bend += cross(slope, turn).z / dot(slope, slope) * 2 * kPi / 400;
  }
  for (const auto& [profile, square] : {std::pair{CoreProfile::uniform, 0.5}, {CoreProfile::gaussian, 1.0}}) {
    TorusKnot knot = knotOf(2, 3, profile);
    knot.layout = CoreLayout::layers;
    const double core = square * knot.coreRadius * knot.coreRadius;
    const double expected = 2 * kPi * (1 + 0.16 / 2) + core / 4 * bend;
    EXPECT_NEAR(fmm::invariants(elementsOf(knot, 9 * 400)).linearImpulse.z, expected, 1e-8);
  }
}

TEST(Knots, WavesHaveTheirModeAndAmplitude) {
  TorusKnot knot = knotOf(2, 3);
  knot.waveMode = 7;
  knot.waveAmplitude = 0.1;
  knot.wavePhase = 0.5;
  const Elements elements = elementsOf(knot, 2000);
  // On the torus the line's parameter is t = (phi + 2 pi k)/2; the wave makes the minor radius 0.4 (1 + 0.1 cos(7 t +
  // 0.5)).
  double t = 0, before = 0, cosine = 0, sine = 0;
  for (const Vec3& x : elements.position) {
    const double phi = std::atan2(x.y, x.x);
    t += std::remainder(phi - before, 2 * kPi) / 2;
    before = phi;
    const double minor = std::hypot(std::hypot(x.x, x.y) - 1, x.z);
    ASSERT_NEAR(minor, 0.4 * (1 + 0.1 * std::cos(7 * t + 0.5)), 1e-12);
    cosine += minor * std::cos(7 * t), sine += minor * std::sin(7 * t);
  }
  EXPECT_NEAR(t, 2 * kPi, 0.01) << "once around";
  EXPECT_NEAR(std::atan2(-sine, cosine), 0.5, 0.1);
  EXPECT_LT(norm(fmm::invariants(elements).totalStrength), 1e-13);
}

TEST(Knots, TracersStayInTheTube) {
  const TorusKnot knot = knotOf(2, 3, CoreProfile::uniform);
  const Elements line = elementsOf(knotOf(2, 3), 3000);
  fmm::Tracers tracers;
  fmm::addTracersAround(knot, 0.08, 300, 5, 1, tracers);
  fmm::addTracersOnShell(knot, 0.1, 300, 5, 1, tracers);
  ASSERT_EQ(tracers.size(), 600u);
  for (std::size_t i = 0; i < tracers.size(); ++i) {
    double nearest = 1e9;
    for (const Vec3& on : line.position) nearest = std::min(nearest, norm(tracers.position[i] - on));
    if (i < 300) {
      EXPECT_LT(nearest, 0.0801);
    } else {
      EXPECT_NEAR(nearest, 0.1, 1e-4);
    }
    EXPECT_EQ(tracers.ring[i], 5);
  }
}

TEST(Knots, RefusesWhatIsNoKnot) {
  TorusKnot knot = knotOf(0, 3);
  EXPECT_EQ(messageOf(knot), "knot.p = 0: allowed is 1 to 20");
  knot = knotOf(2, 21);
  EXPECT_EQ(messageOf(knot), "knot.q = 21: allowed is -20 to 20");
  knot = knotOf(2, 3);
  knot.minorRadius = 1;
  EXPECT_EQ(messageOf(knot), "knot.minorRadius = 1: allowed is more than 0 and less than 1");
  EXPECT_EQ(messageOf(knotOf(2, 2), 2), "component = 2: allowed is 0 to 1");
  // Strands of T(2, 3) on opposite sides of the tube are 0.8 apart.
  knot = knotOf(2, 3, CoreProfile::uniform);
  knot.coreRadius = 0.45;
  EXPECT_NE(messageOf(knot).find("knot.coreRadius = 0.45: allowed is more than 0 and less than 0."), std::string::npos)
      << messageOf(knot);
  EXPECT_NEAR(fmm::widestTube(fmm_test::filament()), 1, 1e-12);
}

}  // namespace
