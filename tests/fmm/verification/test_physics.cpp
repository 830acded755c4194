// The physics of vortex rings, through the public interface only: every quick check of `ringlet verify`, and tests
// without a published number.

#include "fmm/fmm.h"
#include "fmm/support/cuda_fixture.h"
#include "fmm/support/support.h"
#include "support/test.h"

namespace {

using fmm::Regularisation;
using fmm::ringSpeed;
using fmm::Settings;
using fmm::Stretching;
using fmm::Vec3;
using fmm::VortexSystem;
using fmm_test::add;
using fmm_test::directDouble;
using fmm_test::Elements;
using fmm_test::filament;
using fmm_test::fmmFloat;
using fmm_test::leapfrogPair;

constexpr double kSigma = 0.1;

/// Largest deviation of the element velocities of a ring in the plane z = 0 from `speed` along z, over `speed`.
double deviationFromSpeed(const std::vector<Vec3>& velocities, double speed) {
  double largest = 0;
  for (const Vec3& u : velocities) largest = std::max(largest, norm(u - Vec3{0, 0, speed}) / std::abs(speed));
  return largest;
}

// ---- checks ---------------------------------------------------------------------------------------------------------

class Physics : public testing::TestWithParam<const fmm::Check*> {};

void expectPass(const fmm::Check& check, fmm::Backend backend) {
  Settings machine;
  machine.backend = backend;
  const std::vector<fmm::Measurement> measured = measure(check, machine);
  EXPECT_FALSE(measured.empty());
  for (const fmm::Measurement& m : measured)
    EXPECT_TRUE(m.pass()) << m.name << ": " << m.measured << ", expected " << m.expected << " +- " << m.tolerance << ' '
                          << m.note;
}

TEST_P(Physics, IsAsTheorySays) {
  expectPass(*GetParam(), fmm::Backend::cpu);
}

std::vector<const fmm::Check*> quickChecks() {
  std::vector<const fmm::Check*> quick;
  for (const fmm::Check& check : fmm::checks()) {
    if (check.quick) quick.push_back(&check);
  }
  return quick;
}

std::string testName(const testing::TestParamInfo<const fmm::Check*>& info) {
  std::string name = info.param->name;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Checks, Physics, testing::ValuesIn(quickChecks()), testName);

using CudaPhysics = fmm_test::CudaFixture;

TEST_F(CudaPhysics, EveryQuickCheckPassesOnTheGpu) {
  for (const fmm::Check* check : quickChecks()) expectPass(*check, fmm::Backend::cuda);
}

// ---- ring speed -----------------------------------------------------------------------------------------------------

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

// ---- the field ------------------------------------------------------------------------------------------------------

TEST(Field, ReferenceGradientIsTheDerivativeOfTheVelocity) {
  const Vec3 alpha = {0.3, -1, 0.7};
  const double h = 1e-5;
  for (const auto kind : fmm::allCores()) {
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

}  // namespace
