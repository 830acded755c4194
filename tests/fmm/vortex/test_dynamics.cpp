// Ground plane, reformulated vortex particles and adaptive steps, through the public interface.

#include "fmm/fmm.h"
#include "fmm/support/support.h"
#include "support/test.h"

namespace {

using fmm::GroundPlane;
using fmm::Integrator;
using fmm::Settings;
using fmm::Vec3;
using fmm::VortexSystem;
using fmm_test::add;
using fmm_test::directDouble;
using fmm_test::Elements;
using fmm_test::filament;
using fmm_test::fmmFloat;

constexpr double kSigma = 0.1;
const GroundPlane kOblique = {{0.3, -0.2, 0.1}, {0.3, -0.5, 2}};

/// A tilted ring over the oblique plane.
Elements tiltedRing() {
  Elements elements;
  fmm::Ring ring = filament({0.2, -0.1, 1.6}, -1);
  ring.axis = {0.3, 0.2, 1};
  add(ring, 100, kSigma, elements);
  return elements;
}

TEST(Ground, MovesARingAsItsImageRingDoes) {
  const GroundPlane plane = {{0, 0, 0}, {0, 0, 2}};
  Elements pair;
  add(filament({0, 0, 1}, -1), 64, kSigma, pair);
  Elements ring = pair;
  add(filament({0, 0, -1}, 1), 64, kSigma, pair);
  Settings settings = directDouble();
  settings.integrator = Integrator::rk3;
  settings.timeStep = 0.02;
  VortexSystem free(settings, pair, {});
  settings.ground = plane;
  VortexSystem bounded(settings, ring, {{{1.2, 0, 0.05}}, {0}});
  for (int k = 0; k < 60; ++k) {
    free.step();
    bounded.step();
  }
  ASSERT_EQ(bounded.elementCount(), 64u) << "images are nobody else's business";
  for (std::size_t i = 0; i < 64; ++i) {
    EXPECT_LT(norm(bounded.elements().position[i] - free.elements().position[i]), 1e-12);
    EXPECT_LT(norm(bounded.elements().strength[i] - free.elements().strength[i]), 1e-12);
  }
  EXPECT_GT(bounded.tracers().position[0].z, 0) << "a tracer went through the plane";
}

TEST(Ground, FmmMeetsTheDirectSumAndMeasuresItself) {
  const fmm_test::Workload work = fmm_test::overlapped(fmm_test::rings(3000, 6000));
  Settings settings = fmmFloat();
  settings.ground = GroundPlane{{0, 0, -0.6}, {0, 0, 1}};
  VortexSystem system(settings, work.elements, work.tracers());
  const fmm::MeasuredError error = system.measureError();
  EXPECT_GT(error.samples, 100u);
  EXPECT_LE(error.relativeL2, settings.tolerance);
  settings.solver = fmm::SolverKind::direct;
  EXPECT_LE(VortexSystem(settings, work.elements, work.tracers()).measureError().relativeL2, 3e-6);
}

TEST(Ground, ParticlesBelowItAreRefused) {
  Settings settings = directDouble();
  settings.ground.emplace();
  Elements elements = tiltedRing();
  elements.position[7].z = -0.25;
  EXPECT_THAT(test::refusal<fmm::InvalidInput>([&] { VortexSystem(settings, elements, {}); }),
              testing::HasSubstr("element 7 lies 0.25"));
  EXPECT_THROW(VortexSystem(settings, tiltedRing(), {{{0, 0, 0}}, {0}}), fmm::InvalidInput) << "a tracer on it";
  settings.ground->normal = {0, 0, 0};
  EXPECT_THROW(settings.validate(), fmm::InvalidInput);
  settings.ground->normal = {0, 0, std::numeric_limits<double>::quiet_NaN()};
  EXPECT_THROW(settings.validate(), fmm::InvalidInput);
}

TEST(Ground, CanBePutUnderARunningSystem) {
  Settings settings = directDouble();
  VortexSystem system(settings, tiltedRing(), {});
  system.step();
  settings.ground = GroundPlane{{0, 0, 3}, {0, 0, 1}};
  EXPECT_THROW(system.apply(settings), fmm::InvalidInput);
  EXPECT_FALSE(system.settings().ground.has_value());
  settings.ground = kOblique;
  system.apply(settings);
  const Vec3 before = system.elements().position[0];
  system.step();
  EXPECT_GT(norm(system.elements().position[0] - before), 1e-4);
}

// ---- reformulated vortex particles ----------------------------------------------------------------------------------

TEST(Reformulated, ThinsWhatItStretches) {
  Settings settings = directDouble();
  settings.integrator = Integrator::euler;
  settings.timeStep = 1e-3;
  Elements elements;
  add(filament({0, 0, -0.5}, 1), 80, kSigma, elements);
  add(filament({0, 0, 0.5}, -1), 80, kSigma, elements);
  VortexSystem classic(settings, elements, {});
  settings.formulation = fmm::Formulation::reformulated;
  VortexSystem reformulated(settings, elements, {});
  classic.step();
  reformulated.step();
  const double before = norm(elements.strength[3]);
  const double growth = norm(classic.elements().strength[3]) / before - 1;
  ASSERT_GT(growth, 1e-5) << "colliding rings stretch";
  EXPECT_NEAR(norm(reformulated.elements().strength[3]) / before - 1, 0.4 * growth, 1e-6 * growth + 1e-12);
  const double thinner = reformulated.elements().coreRadius[3] / kSigma;  // a step advances its square
  EXPECT_NEAR(thinner * thinner - 1, -0.4 * growth, 1e-6 * growth + 1e-12);
  EXPECT_EQ(classic.elements().coreRadius[3], kSigma);
}

// ---- adaptive steps -------------------------------------------------------------------------------------------------

TEST(AdaptiveStep, IsTheCourantNumberOverTheLargestGradient) {
  const Elements elements = fmm_test::leapfrogPair(64, kSigma, 0.5);
  Settings settings = directDouble();
  const fmm::Field field = fmm::evaluateField(settings, elements, elements.position, true);
  double largest = 0;
  for (const fmm::Mat3& j : field.gradient) {
    double sum = 0;
    for (const double v : j.m) sum += v * v;
    largest = std::max(largest, std::sqrt(sum));
  }
  settings.courant = 0.2;
  settings.timeStep = 1e3;
  for (const double sign : {1.0, -1.0}) {
    for (const fmm::Stretching stretching : {fmm::Stretching::transpose, fmm::Stretching::off}) {
      settings.timeStep = sign * 1e3;
      settings.stretching = stretching;
      VortexSystem system(settings, elements, {});
      system.step();
      EXPECT_NEAR(system.time(), sign * 0.2 / largest, 1e-6 * 0.2 / largest);
    }
  }
  settings.timeStep = 1e-4;
  VortexSystem system(settings, elements, {});
  system.step();
  EXPECT_EQ(system.time(), 1e-4) << "the time step is the upper bound";
  EXPECT_EQ(system.steps(), 1);
}

}  // namespace
