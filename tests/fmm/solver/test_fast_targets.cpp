// Tolerances are kept where a few targets have a good part of the squared velocity, which even samples miss.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "fmm/support/cuda_fixture.h"
#include "fmm/support/support.h"
#include "fmm/vortex_system.h"

namespace {

using namespace fmm;
using fmm_test::Workload;

constexpr std::size_t kElements = 1500, kTracers = 60000, kNear = 12;

class FastTargetsTest : public fmm_test::BackendFixture {
 protected:
  Settings settings() const {
    Settings settings = fmm_test::fmmFloat();
    settings.backend = GetParam();
    settings.regularisation = Regularisation::cutoff;
    settings.stretching = Stretching::off;
    settings.integrator = Integrator::euler;
    settings.timeStep = 1e-20;  // the flow stays what it is
    return settings;
  }
  VortexSystem system() const { return {settings(), work_.elements, work_.tracers()}; }

  std::vector<Vec3> exact() const {
    Settings precise = fmm_test::directDouble();
    precise.regularisation = settings().regularisation;
    VortexSystem system(precise, work_.elements, work_.tracers());
    system.evaluate();
    return system.tracerVelocities();
  }
  double errorOf(const VortexSystem& system) const {
    return fmm_test::errorOf(system.tracerVelocities(), exact_).relativeL2;
  }

  const Workload work_ = fmm_test::speck(kElements, kTracers, kNear);
  const std::vector<Vec3> exact_ = exact();
};

TEST_P(FastTargetsTest, HaveMostOfTheSquares) {
  std::vector<double> squares;
  for (const Vec3& u : exact_) squares.push_back(dot(u, u));
  std::sort(squares.rbegin(), squares.rend());
  const double of = std::accumulate(squares.begin(), squares.begin() + kNear, 0.);
  EXPECT_GT(of, 0.8 * std::accumulate(squares.begin(), squares.end(), 0.));
}

TEST_P(FastTargetsTest, KeepTheTolerance) {
  VortexSystem system = this->system();
  system.evaluate();
  EXPECT_LE(errorOf(system), settings().tolerance);
  const EvaluationReport first = system.report();
  double stages = 0;
  for (const StageTime& stage : first.stages) stages += stage.seconds;
  EXPECT_NEAR(stages, first.seconds, 1e-6 + 1e-3 * first.seconds);
  system.evaluate();
  EXPECT_LE(errorOf(system), settings().tolerance);
  EXPECT_EQ(system.report().order, first.order);
  EXPECT_EQ(system.report().nearPairs, first.nearPairs) << "an evaluation that was made anew counts once";
  EXPECT_EQ(system.report().farPairs, first.farPairs);
}

TEST_P(FastTargetsTest, ARunThatGoesOnHasTheSameBits) {
  VortexSystem first = system(), second = system();
  first.evaluate();
  second.setTuning(first.tuning());
  second.evaluate();
  EXPECT_EQ(second.report().order, first.report().order);
  const std::vector<Vec3> a = first.tracerVelocities(), b = second.tracerVelocities();
  for (std::size_t i = 0; i < a.size(); ++i) ASSERT_TRUE(a[i].x == b[i].x && a[i].y == b[i].y && a[i].z == b[i].z) << i;
}

TEST_P(FastTargetsTest, KeepItAfterALook) {
  VortexSystem system = this->system();
  system.setClock(0, 127);
  system.setTuning({6, 0.75, 176, 512, 2 * kElements});
  system.step();
  EXPECT_EQ(system.report().order, 6);
  EXPECT_GT(errorOf(system), settings().tolerance);
  system.step();  // number 128
  EXPECT_GT(system.report().order, 6);
  EXPECT_LE(errorOf(system), settings().tolerance);
}

INSTANTIATE_TEST_SUITE_P(Cpu, FastTargetsTest, ::testing::Values(Backend::cpu));
INSTANTIATE_TEST_SUITE_P(Cuda, FastTargetsTest, ::testing::Values(Backend::cuda));

}  // namespace
