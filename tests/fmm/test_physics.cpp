// The physics of vortex rings, through the public interface only. Expected numbers come from closed formulas and from
// the coaxial-ring equations of coaxial_rings.h.

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "coaxial_rings.h"
#include "fmm/diagnostics.h"
#include "fmm/initial_conditions.h"
#include "fmm/vortex_system.h"
#include "support.h"

namespace {

using fmm::CoaxialRings;
using fmm::Integrator;
using fmm::Precision;
using fmm::Regularisation;
using fmm::ringSpeed;
using fmm::Settings;
using fmm::SolverKind;
using fmm::Stretching;
using fmm::Vec3;
using fmm::VortexSystem;
using fmm_test::add;
using fmm_test::circle;
using fmm_test::directDouble;
using fmm_test::Elements;
using fmm_test::filament;
using fmm_test::fmmFloat;
using fmm_test::Leapfrog;
using fmm_test::leapfrogOfRings;
using fmm_test::leapfrogPair;
using fmm_test::PairShape;
using fmm_test::SeenLeapfrog;
using fmm_test::shapeOf;
using fmm_test::watchLeapfrog;

constexpr double kPi = fmm_test::kPi;
constexpr double kSigma = 0.1;

Elements oneRing(std::size_t count, double sigma = kSigma) {
  Elements elements;
  add(filament(), count, sigma, elements);
  return elements;
}

/// Largest deviation of the element velocities of a ring in the plane z = 0 from `speed` along z, over `speed`.
double deviationFromSpeed(const std::vector<Vec3>& velocities, double speed) {
  double largest = 0;
  for (const Vec3& u : velocities) largest = std::max(largest, norm(u - Vec3{0, 0, speed}) / std::abs(speed));
  return largest;
}

// ---- ring speed -----------------------------------------------------------------------------------------------------

TEST(RingSpeed, DirectDoubleFollowsTheClosedFormula) {
  for (const auto kind :
       {Regularisation::cutoff, Regularisation::gaussian, Regularisation::winckelmans, Regularisation::rosenhead}) {
    for (const std::size_t count : {7u, 64u, 200u}) {
      Settings settings = directDouble();
      settings.regularisation = kind;
      VortexSystem system(settings, oneRing(count), {});
      system.evaluate();
      EXPECT_LT(deviationFromSpeed(system.elementVelocities(), ringSpeed(kind, kSigma, count)), 1e-10)
          << toString(kind) << ", " << count << " elements";
    }
  }
}

TEST(RingSpeed, FmmFloatFollowsTheClosedFormula) {
  for (const auto kind : {Regularisation::cutoff, Regularisation::gaussian, Regularisation::winckelmans}) {
    for (const std::size_t count : {128u, 4000u}) {
      Settings settings = fmmFloat();
      settings.regularisation = kind;
      VortexSystem system(settings, oneRing(count), {});
      system.evaluate();
      EXPECT_LT(deviationFromSpeed(system.elementVelocities(), ringSpeed(kind, kSigma, count)), 1e-3)
          << toString(kind) << ", " << count << " elements";
    }
  }
}

TEST(RingSpeed, FmmHasNoAzimuthalScatterAboveTheTolerance) {
  const std::size_t count = 4000;
  for (const auto kind : {Regularisation::cutoff, Regularisation::gaussian, Regularisation::winckelmans}) {
    Settings settings = fmmFloat();
    settings.regularisation = kind;
    VortexSystem system(settings, oneRing(count), {});
    system.evaluate();
    const double expected = ringSpeed(kind, kSigma, count);
    double squared = 0;
    for (const Vec3& u : system.elementVelocities()) squared += (u.z - expected) * (u.z - expected);
    EXPECT_LT(std::sqrt(squared / static_cast<double>(count)) / expected, settings.tolerance) << toString(kind);
    EXPECT_GT(system.report().farPairs, 0u) << "nothing went through expansions";
  }
}

TEST(RingSpeed, ScalesFromTinyToHuge) {
  for (const double scale : {1e-6, 1e6}) {
    fmm::Ring ring = filament();
    ring.radius = scale;
    Elements elements;
    const std::size_t count = 1000;
    add(ring, count, kSigma * scale, elements);
    VortexSystem system(fmmFloat(), elements, {});
    system.evaluate();
    const double expected = ringSpeed(Regularisation::gaussian, kSigma * scale, count, scale);
    EXPECT_LT(deviationFromSpeed(system.elementVelocities(), expected), 1e-3) << scale;
  }
}

TEST(RingSpeed, ThinRingsHaveTheConstantOfTheirKernel) {
  // U = Gamma/(4 pi R) [ln(8 R/sigma) - C] for sigma -> 0.
  struct Case {
    Regularisation kind;
    double constant;
  };
  const double euler = 0.57721566490153286;
  const double sigma = 0.005;
  for (const Case& c : {Case{Regularisation::rosenhead, 1}, Case{Regularisation::winckelmans, 0.5},
                        Case{Regularisation::gaussian, 1 + std::log(2.0) / 2 - euler / 2}}) {
    Settings settings = directDouble();
    settings.regularisation = c.kind;
    VortexSystem system(settings, oneRing(3000, sigma), {});
    system.evaluate();
    const double constant = std::log(8 / sigma) - 4 * kPi * system.elementVelocities().front().z;
    EXPECT_NEAR(constant, c.constant, 5e-4) << toString(c.kind);
  }
}

/// dZ/dt of the centroid Z = sum Gamma_i r_i^2 z_i / sum Gamma_i r_i^2 of elements of equal circulation about the z
/// axis (Lamb, art. 162), |alpha| = Gamma_i times an arc ~ r_i.
double centroidSpeed(const Elements& elements, const std::vector<Vec3>& velocity) {
  double moment = 0;
  double weight = 0;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const Vec3 x = elements.position[i];
    const double r = std::hypot(x.x, x.y);
    const double radial = (velocity[i].x * x.x + velocity[i].y * x.y) / r;
    const double strength = norm(elements.strength[i]);
    moment += strength * (r * velocity[i].z + 2 * x.z * radial);
    weight += strength * r;
  }
  return moment / weight;
}

TEST(RingSpeed, FilledCoresMoveAsSaffmanSays) {
  // U = Gamma/(4 pi R) [ln(8 R/a) - C]. The elements' cores widen the vortex: its section's mean square radius, a^2/2
  // (uniform) or a^2 (gaussian), grows by 2 sigma^2.
  struct Case {
    fmm::CoreProfile profile;
    double coreRadius, widening, constant;
  };
  const double sigma = 0.03;
  for (const Case& c :
       {Case{fmm::CoreProfile::uniform, 0.1, 4, 0.25}, Case{fmm::CoreProfile::gaussian, 0.05, 2, 0.557966}}) {
    fmm::Ring ring;
    ring.profile = c.profile;
    ring.coreRadius = c.coreRadius;
    Elements elements;
    add(ring, 6000, sigma, elements);
    VortexSystem system(fmmFloat(), elements, {});
    system.evaluate();
    const double a = std::sqrt(c.coreRadius * c.coreRadius + c.widening * sigma * sigma);
    const double expected = (std::log(8 / a) - c.constant) / (4 * kPi);
    EXPECT_NEAR(centroidSpeed(elements, system.elementVelocities()), expected, 0.01 * expected);
  }
}

// ---- the field ------------------------------------------------------------------------------------------------------

TEST(Field, ReferenceGradientIsTheDerivativeOfTheVelocity) {
  const Vec3 alpha = {0.3, -1, 0.7};
  const double h = 1e-5;
  for (const auto kind :
       {Regularisation::cutoff, Regularisation::gaussian, Regularisation::winckelmans, Regularisation::rosenhead}) {
    for (const double rho : {0.3, 0.98, 1.02, 2.0, 5.0}) {  // on both sides of where the cores change their formula
      const Vec3 r = (0.5 * rho) * Vec3{0.6, -0.64, 0.48};
      const fmm_test::Mat3 gradient = fmm_test::referencePair(kind, 0.5, alpha, r).gradient;
      for (const Vec3 along : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}) {
        const Vec3 ahead = fmm_test::referencePair(kind, 0.5, alpha, r + h * along).velocity;
        const Vec3 behind = fmm_test::referencePair(kind, 0.5, alpha, r - h * along).velocity;
        EXPECT_LT(norm(0.5 / h * (ahead - behind) - fmm_test::apply(gradient, along)), 1e-8) << toString(kind) << rho;
      }
    }
  }
}

TEST(Field, DirectSumsMeetTheIndependentReference) {
  const fmm_test::Workload work = fmm_test::overlapped(fmm_test::rings(600, 150));
  for (const auto kind :
       {Regularisation::cutoff, Regularisation::gaussian, Regularisation::winckelmans, Regularisation::rosenhead}) {
    const auto exact = fmm_test::referenceField(work.elements, kind, work.targets);
    for (const auto precision : {Precision::single, Precision::real64}) {
      Settings settings = directDouble();
      settings.regularisation = kind;
      settings.precision = precision;
      const fmm::Field field = fmm::evaluateField(settings, work.elements, work.targets, true);
      const bool coarse = precision == Precision::single;
      ASSERT_EQ(field.velocity.size(), work.targets.size());
      ASSERT_EQ(field.gradient.size(), work.targets.size());
      EXPECT_LT(fmm_test::errorOf(field.velocity, exact.velocity).relativeL2, coarse ? 2e-5 : 1e-10)
          << toString(kind) << ", " << toString(precision);
      EXPECT_LT(fmm_test::errorOf(field.gradient, exact.gradient).relativeL2, coarse ? 2e-4 : 1e-9)
          << toString(kind) << ", " << toString(precision);
    }
  }
}

TEST(Field, StretchingRatesMeetTheIndependentReference) {
  const fmm_test::Workload work = fmm_test::overlapped(fmm_test::cube(300, 0));
  const auto exact = fmm_test::referenceField(work.elements, Regularisation::gaussian, work.elements.position);
  for (const auto scheme : {Stretching::off, Stretching::classical, Stretching::transpose, Stretching::mixed}) {
    Settings settings = directDouble();
    settings.stretching = scheme;
    VortexSystem system(settings, work.elements, {});
    system.evaluate();
    const std::vector<Vec3> rates = system.strengthRates();
    ASSERT_EQ(rates.size(), work.elements.size());
    double worst = 0;
    double scale = 1e-300;
    for (std::size_t i = 0; i < rates.size(); ++i) {
      const Vec3 expected = fmm_test::referenceStretching(scheme, exact.gradient[i], work.elements.strength[i]);
      worst = std::max(worst, norm(rates[i] - expected));
      scale = std::max(scale, norm(expected));
    }
    EXPECT_LE(worst, 1e-9 * scale) << toString(scheme);
  }
}

TEST(Field, TracersMoveWithElementsAtTheSamePlace) {
  const Elements elements = leapfrogPair(64, kSigma, 0.5);
  fmm::Tracers tracers;
  tracers.position = elements.position;
  tracers.ring.assign(tracers.position.size(), 0);
  for (const bool direct : {true, false}) {
    Settings settings = direct ? directDouble() : fmmFloat();
    settings.timeStep = 0.02;
    VortexSystem system(settings, elements, tracers);
    for (int i = 0; i < 10; ++i) system.step();
    const std::vector<Vec3> moved = system.elements().position;
    const std::vector<Vec3> carried = system.tracers().position;
    double worst = 0;
    for (std::size_t i = 0; i < moved.size(); ++i) worst = std::max(worst, norm(moved[i] - carried[i]));
    EXPECT_LT(worst, direct ? 1e-12 : 1e-5);
    EXPECT_GT(norm(moved.front() - elements.position.front()), 0.05) << "nothing moved";
  }
}

TEST(Field, MirroredRingsLetNothingThroughThePlaneBetween) {
  Elements elements;
  fmm::Ring ring = filament({0.2, -0.1, 0.7}, -1);
  ring.axis = {0.3, 0.2, 1};
  add(ring, 100, kSigma, elements);
  Elements image = elements;
  for (std::size_t i = 0; i < image.size(); ++i) {
    const Vec3 x = elements.position[i];
    const Vec3 alpha = elements.strength[i];
    image.position[i] = {x.x, x.y, -x.z};
    image.strength[i] = {-alpha.x, -alpha.y, alpha.z};
  }
  fmm::append(elements, image);
  std::vector<Vec3> plane;
  for (int i = -3; i <= 3; ++i) {
    for (int j = -3; j <= 3; ++j) plane.push_back({0.5 * i, 0.5 * j, 0});
  }
  const fmm::Field field = fmm::evaluateField(directDouble(), elements, plane, false);
  double speed = 0;
  for (const Vec3& u : field.velocity) {
    EXPECT_LT(std::abs(u.z), 1e-14);
    speed = std::max(speed, norm(u));
  }
  EXPECT_GT(speed, 0.1) << "the plane itself is not at rest";
}

// ---- leapfrog and head-on collision ---------------------------------------------------------------------------------

void expectLeapfrog(const SeenLeapfrog& seen, const Leapfrog& expected, double tolerance, const std::string& what) {
  EXPECT_NEAR(4 * seen.firstPass, expected.period(), tolerance * expected.period()) << what;
  EXPECT_NEAR(2 * (seen.secondPass - seen.firstPass), expected.period(), tolerance * expected.period()) << what;
  EXPECT_NEAR(seen.drift, expected.drift, tolerance * expected.drift) << what;
  EXPECT_NEAR(seen.smallest, expected.smallest, 2 * tolerance * expected.smallest) << what;
  EXPECT_NEAR(seen.largest, expected.largest, 2 * tolerance * expected.largest) << what;
}

TEST(LeapfrogRings, DirectDoubleFollowsTheEquations) {
  for (const auto kind : {Regularisation::gaussian, Regularisation::winckelmans}) {
    const Leapfrog expected = leapfrogOfRings(kind, kSigma, 0.5);
    for (const auto scheme : {Stretching::classical, Stretching::transpose}) {
      Settings settings = directDouble();
      settings.regularisation = kind;
      settings.stretching = scheme;
      settings.integrator = Integrator::rk4;
      settings.timeStep = 0.02;
      expectLeapfrog(watchLeapfrog(settings, leapfrogPair(128, kSigma, 0.5)), expected, 2e-4,
                     std::string(toString(kind)) + ", " + std::string(toString(scheme)));
    }
  }
}

TEST(LeapfrogRings, FmmFloatHasThePeriodToHalfAPercent) {
  for (const auto kind : {Regularisation::gaussian, Regularisation::winckelmans}) {
    const Leapfrog expected = leapfrogOfRings(kind, kSigma, 0.5);
    for (const auto scheme : {Stretching::classical, Stretching::transpose}) {
      Settings settings = fmmFloat();
      settings.regularisation = kind;
      settings.stretching = scheme;
      settings.timeStep = 0.02;
      settings.leafElements = 8;  // so few elements would otherwise fit in a handful of leaves
      settings.leafPoints = 8;
      expectLeapfrog(watchLeapfrog(settings, leapfrogPair(128, kSigma, 0.5)), expected, 5e-3,
                     std::string(toString(kind)) + ", " + std::string(toString(scheme)));
    }
  }
}

TEST(HeadOnCollision, RingsSpreadAsTheEquationsSay) {
  for (const bool direct : {true, false}) {
    for (const auto kind : {Regularisation::gaussian, Regularisation::winckelmans}) {
      Elements elements;
      add(filament({0, 0, -1}, 1), 256, kSigma, elements);
      add(filament({0, 0, 1}, -1), 256, kSigma, elements);
      Settings settings = direct ? directDouble() : fmmFloat();
      settings.regularisation = kind;
      settings.stretching = Stretching::classical;
      settings.timeStep = 0.02;  // at 0.05 the winckelmans rings break up as they touch
      VortexSystem system(settings, elements, {});
      CoaxialRings expected(kind, {circle(kSigma, -1), circle(kSigma, 1, -1)});
      for (int half : {1, 2}) {
        for (int i = 0; i < 100; ++i) system.step();
        expected.advance(2);
        const PairShape shape = shapeOf(system.elements());
        for (int ring : {0, 1}) {
          EXPECT_NEAR(shape.radius[ring], expected.rings()[ring].radius, 0.005 * expected.rings()[ring].radius);
          EXPECT_NEAR(shape.height[ring], expected.rings()[ring].height, 0.005)
              << toString(kind) << ", t = " << 2 * half;
        }
      }
    }
  }
}

}  // namespace
