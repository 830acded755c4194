// Systems keep their particles in place: copies beside them, appending, and steps with a single wait of the host.

#include <gtest/gtest.h>

#include <optional>

#include "fmm/cuda.h"
#include "fmm/support/cuda_fixture.h"
#include "fmm/support/support.h"
#include "fmm/vortex_system.h"

namespace fmm {
namespace {

using fmm_test::Workload;

Settings settingsOn(Backend backend) {
  Settings settings;
  settings.backend = backend;
  settings.integrator = Integrator::rk2;
  settings.timeStep = 1e-3;
  return settings;
}

void keepOn(Backend backend) {
  const Workload work = fmm_test::rings(600, 900), more = fmm_test::rings(200, 100, 2);
  VortexSystem system(settingsOn(backend), work.elements, work.tracers());
  EXPECT_FALSE(system.keptParticles());
  system.step();
  const Elements elements = system.elements();
  const Tracers tracers = system.tracers();
  system.keepParticles();
  const auto expectThem = [&] {
    const std::optional<KeptParticles> kept = system.keptParticles();
    ASSERT_TRUE(kept);
    EXPECT_EQ(kept->elements.position, elements.position);
    EXPECT_EQ(kept->elements.strength, elements.strength);
    EXPECT_EQ(kept->elements.length, elements.length);
    EXPECT_EQ(kept->elements.ring, elements.ring);
    EXPECT_EQ(kept->tracers.position, tracers.position);
    EXPECT_EQ(kept->tracers.ring, tracers.ring);
  };
  expectThem();
  system.step();
  expectThem();
  system.append(more.elements, more.tracers());
  const std::vector<Vec3> now = system.elements().position;
  expectThem();
  EXPECT_EQ(system.elements().position, now) << "looking changes nothing";
  system.step();
  system.keepParticles();
  ASSERT_TRUE(system.keptParticles());
  EXPECT_EQ(system.keptParticles()->elements.position, system.elements().position) << "the newest";
  Settings other = settingsOn(backend);
  other.precision = Precision::real64;
  system.apply(other);
  EXPECT_FALSE(system.keptParticles());
}

TEST(ResidentSystem, KeepsItsParticlesWhereTheyAre) {
  keepOn(Backend::cpu);
}

TEST(ResidentSystem, JoiningParticlesLeaveTheSolversParameters) {
  const Workload work = fmm_test::rings(3000, 3000), more = fmm_test::rings(300, 100, 2);
  VortexSystem system(settingsOn(Backend::cpu), work.elements, work.tracers());
  system.step();
  const Tuning before = system.tuning();
  system.append(more.elements, more.tracers());
  EXPECT_EQ(system.tuning().order, before.order);
  EXPECT_EQ(system.tuning().theta, before.theta);
  system.step();
  EXPECT_LE(system.measureError().relativeL2, system.settings().tolerance);
}

using CudaResidentSystem = fmm_test::CudaFixture;

TEST_F(CudaResidentSystem, KeepsItsParticlesWhereTheyAre) {
  keepOn(Backend::cuda);
}

TEST_F(CudaResidentSystem, KeepingReadsNothing) {
  const Workload work = fmm_test::rings(600, 900);
  VortexSystem system(settingsOn(Backend::cuda), work.elements, work.tracers());
  system.step();
  const CudaTransfers before = cudaTransfers();
  system.keepParticles();
  EXPECT_EQ(cudaTransfers().bytes, before.bytes);
  EXPECT_EQ(cudaTransfers().waits, before.waits);
}

TEST_F(CudaResidentSystem, AStepThatOutgrowsItsBuffersIsTakenAnew) {
  Workload work = fmm_test::rings(20000, 20000);
  for (double& sigma : work.elements.coreRadius) sigma *= 10;  // near lists far beyond their first buffers
  Settings settings = settingsOn(Backend::cuda);
  settings.order = 4;  // given, since trial evaluations would let the buffers grow before
  settings.theta = 0.6;
  settings.leafElements = settings.leafPoints = 16;
  VortexSystem fresh(settings, work.elements, work.tracers()), grown(settings, work.elements, work.tracers());
  grown.evaluate();
  const CudaTransfers before = cudaTransfers();
  fresh.step();
  EXPECT_GT(cudaTransfers().waits, before.waits + 1) << "the set is to outgrow the buffers";
  grown.step();
  EXPECT_EQ(fresh.elements().position, grown.elements().position);
  EXPECT_EQ(fresh.elements().strength, grown.elements().strength);
  EXPECT_EQ(fresh.tracers().position, grown.tracers().position);
  EXPECT_EQ(fresh.report().evaluations, 2);
}

TEST_F(CudaResidentSystem, AFrameIsMeasuredWithOneWait) {
  const Workload work = fmm_test::rings(6000, 9000);
  VortexSystem system(settingsOn(Backend::cuda), work.elements, work.tracers());
  for (int k = 0; k < 2; ++k) {
    system.step();
    system.measureFrame({true, false, true, 2});
  }
  for (const bool energy : {false, true}) {
    const CudaTransfers before = cudaTransfers();
    const FrameMeasures seen = system.measureFrame({energy, false, true, 2});
    EXPECT_EQ(cudaTransfers().waits, before.waits + 1) << energy;
    EXPECT_LT(cudaTransfers().bytes, before.bytes + (84 << 10)) << "positions and strengths of 3000 as floats";
    EXPECT_EQ(seen.sample.size(), 3000u);
    EXPECT_LT(norm(seen.centroid - system.centroid()), 1e-12);
    const std::vector<RingMeasures> rings =
        measureRings(system.elements(), system.elementVelocities(), system.strengthRates());
    ASSERT_EQ(seen.rings.size(), rings.size());
    for (std::size_t k = 0; k < rings.size(); ++k) {
      EXPECT_NEAR(seen.rings[k].radius, rings[k].radius, 1e-9);
      EXPECT_NEAR(seen.rings[k].speed, rings[k].speed, 1e-6);
      EXPECT_NEAR(seen.rings[k].circulation, rings[k].circulation, 1e-9);
    }
  }
}

}  // namespace
}  // namespace fmm
