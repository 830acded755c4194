// The error probe during an evaluation, on both backends.

#include <gtest/gtest.h>

#include <optional>

#include "fmm/cuda.h"
#include "fmm/support/cuda_fixture.h"
#include "fmm/support/support.h"
#include "fmm/vortex_system.h"

namespace fmm {
namespace {

Settings settingsOn(Backend backend) {
  Settings settings;
  settings.backend = backend;
  settings.integrator = Integrator::rk2;
  settings.timeStep = 1e-3;
  settings.tolerance = 1e-4;
  return settings;
}

/// Expects a probed error that agrees with measureError() within a factor of 5.
void expectTheErrorOf(VortexSystem& system) {
  const std::optional<MeasuredError> error = system.takeError();
  ASSERT_TRUE(error);
  EXPECT_FALSE(system.takeError()) << "once";
  const MeasuredError thorough = system.measureError(1024);
  EXPECT_EQ(error->samples, 600u);
  EXPECT_GT(error->relativeL2, thorough.relativeL2 / 5);
  EXPECT_LT(error->relativeL2, thorough.relativeL2 * 5);
  EXPECT_GE(error->bound, error->relativeL2);
}

void probeOn(Backend backend) {
  const fmm_test::Workload work = fmm_test::rings(6000, 9000);
  VortexSystem system(settingsOn(backend), work.elements, work.tracers());
  system.evaluate();
  EXPECT_FALSE(system.takeError()) << "nobody has asked";
  system.probeError(300);
  system.evaluate();
  expectTheErrorOf(system);
  system.probeError(300);
  EXPECT_FALSE(system.takeError()) << "nothing was evaluated since";
  system.step();
  expectTheErrorOf(system);
}

TEST(ErrorProbe, FindsWhatTheThoroughMeasureFinds) {
  probeOn(Backend::cpu);
}

TEST(ErrorProbe, LeavesTheStepsAsTheyAre) {
  const fmm_test::Workload work = fmm_test::rings(600, 900);
  VortexSystem plain(settingsOn(Backend::cpu), work.elements, work.tracers());
  VortexSystem probed(settingsOn(Backend::cpu), work.elements, work.tracers());
  probed.probeError();
  for (int k = 0; k < 3; ++k) {
    plain.step();
    probed.step();
  }
  EXPECT_EQ(probed.elements().position, plain.elements().position);
  EXPECT_EQ(probed.tracers().position, plain.tracers().position);
}

TEST(ErrorProbe, SeesImagesOfAGround) {
  const fmm_test::Workload work = fmm_test::rings(600, 900);
  Settings settings = settingsOn(Backend::cpu);
  settings.solver = SolverKind::direct;
  settings.precision = Precision::real64;
  settings.ground = GroundPlane{{0, 0, -3}, {0, 0, 1}};
  VortexSystem system(settings, work.elements, work.tracers());
  system.probeError();
  system.evaluate();
  const std::optional<MeasuredError> error = system.takeError();
  ASSERT_TRUE(error);
  EXPECT_LT(error->relativeL2, 1e-10);
}

using CudaErrorProbe = fmm_test::CudaFixture;

TEST_F(CudaErrorProbe, FindsWhatTheThoroughMeasureFinds) {
  probeOn(Backend::cuda);
}

TEST_F(CudaErrorProbe, ReadsTwoNumbersASampleAndDoesNotWait) {
  const fmm_test::Workload work = fmm_test::rings(6000, 9000);
  VortexSystem system(settingsOn(Backend::cuda), work.elements, work.tracers());
  const auto stepped = [&](bool probed) {
    if (probed) system.probeError(300);
    const CudaTransfers before = cudaTransfers();
    system.step();
    const CudaTransfers after = cudaTransfers();
    return CudaTransfers{after.bytes - before.bytes, after.waits - before.waits};
  };
  for (int k = 0; k < 3; ++k) stepped(true);  // the solver chooses, buffers grow, samples are drawn
  const CudaTransfers plain = stepped(false), probed = stepped(true);
  EXPECT_EQ(plain.waits, 1u);
  EXPECT_LT(plain.bytes, 2048u);
  EXPECT_EQ(probed.waits, 1u);
  EXPECT_EQ(probed.bytes, plain.bytes + 600 * 2 * sizeof(double));
}

}  // namespace
}  // namespace fmm
