// The CUDA backend against the CPU backend and against double-precision direct sums, in one process. Skipped by name
// where there is no GPU; RINGLET_REQUIRE_CUDA=1 makes that a failure. What holds on both backends is in
// test_accuracy.cpp and vortex/test_system.cpp.

#include "fmm/cuda.h"
#include "fmm/fmm.h"
#include "fmm/support/cuda_fixture.h"
#include "fmm/support/degenerate_sets.h"
#include "fmm/support/support.h"
#include "fmm/support/tree_checks.h"
#include "support/test.h"

namespace fmm {
namespace {

using fmm_test::rounded;
using fmm_test::settingsFor;
using fmm_test::Workload;

class Cuda : public fmm_test::CudaFixture {};

void expectField(const Workload& work, const Settings& settings, double velocityBound, double gradientBound) {
  const Field field = evaluateField(settings, work.elements, work.targets, true);
  ASSERT_EQ(field.report.backend, "cuda");
  const auto exact =
      fmm_test::referenceField(work.elements, settings.regularisation, fmm_test::sample(work.targets, 200));
  EXPECT_LE(fmm_test::errorOf(fmm_test::sample(field.velocity, 200), exact.velocity).relativeL2, velocityBound)
      << work.name << " " << toString(settings.regularisation) << " " << toString(settings.precision) << " at "
      << settings.tolerance << ", p " << field.report.order;
  EXPECT_LE(fmm_test::errorOf(fmm_test::sample(field.gradient, 200), exact.gradient).relativeL2, gradientBound)
      << work.name << " " << toString(settings.regularisation) << " " << toString(settings.precision) << " at "
      << settings.tolerance << ", gradient";
}

// Enough tracers for brief keys, in trees deeper than these keys where elements crowd. Compared with the sum of all
// pairs at all targets.
TEST_F(Cuda, ManyTracersInsideAndOutsideTheElementsCube) {
  for (const double crowd : {1.0, 1e-6}) {
    Workload work = fmm_test::thin(fmm_test::cube(3000, 600000));
    // The root is twice as wide as the elements' cube; so few tracers outside do not widen it.
    for (std::size_t i = 0; i < work.targets.size(); i += 600) {
      Vec3& x = work.targets[i];
      x = 3 * x - Vec3{1, 1, 1};
      x.x = x.y < 0.5 ? 1.51 : -0.6;
    }
    work.targets[7] = {1e6, -1e6, 0};
    ASSERT_EQ(fmm_test::outsideTheRoot(work), 1001);
    for (std::size_t i = 0; i < 1000; ++i) work.elements.position[i] = crowd * work.elements.position[i];
    work = rounded(work);
    Settings settings = settingsFor(Backend::cuda, Regularisation::cutoff, Precision::single, 1e-4);
    settings.order = 9;  // all parameters given: the test is about sums, not choices
    settings.theta = 0.6;
    settings.leafElements = 64;
    settings.leafPoints = 2048;
    const Field field = evaluateField(settings, work.elements, work.targets, false);
    Settings direct = settingsFor(Backend::cuda, Regularisation::cutoff, Precision::real64, 1e-4);
    direct.solver = SolverKind::direct;
    const Field exact = evaluateField(direct, work.elements, work.targets, false);
    ASSERT_EQ(field.report.backend, "cuda");
    EXPECT_GT(field.report.levels, crowd < 1 ? 10 : 2);
    EXPECT_LE(fmm_test::errorOf(field.velocity, exact.velocity).relativeL2, settings.tolerance) << crowd;
  }
}

/// Targets outside the root have the velocities and gradients of the CPU.
TEST_F(Cuda, StraysOutsideTheRootHaveWhatTheProcessorFinds) {
  for (const Precision precision : {Precision::single, Precision::real64}) {
    Workload work = fmm_test::overlapped(fmm_test::cube(6000, 4000));
    for (std::size_t i = 0; i < 14; ++i) work.targets[290 * i] = {1.51 + 0.03 * static_cast<double>(i), 0.4, 0.6};
    work.targets[5] = {-40, 3, 7};
    work.elements.coreRadius[0] = 0.3;  // this core reaches the strays
    ASSERT_EQ(fmm_test::outsideTheRoot(work), 15);
    Settings settings = settingsFor(Backend::cuda, Regularisation::gaussian, precision, 1e-5);
    settings.mesh = MeshUse::never;
    settings.order = 8;
    settings.theta = 0.6;
    settings.leafElements = 32;
    settings.leafPoints = 128;
    const auto strays = [&](Backend backend) {
      settings.backend = backend;
      const Field field = evaluateField(settings, work.elements, work.targets, true);
      Field few;
      for (std::size_t i = 0; i < 14; ++i) {
        few.velocity.push_back(field.velocity[290 * i]);
        few.gradient.push_back(field.gradient[290 * i]);
      }
      few.velocity.push_back(field.velocity[5]);
      few.gradient.push_back(field.gradient[5]);
      return few;
    };
    const Field here = strays(Backend::cuda), there = strays(Backend::cpu);
    const double most = precision == Precision::single ? 2e-6 : 1e-11;
    EXPECT_LE(fmm_test::errorOf(here.velocity, there.velocity).relativeL2, most);
    EXPECT_LE(fmm_test::errorOf(here.gradient, there.gradient).relativeL2, 10 * most);
  }
}

/// Far lists without entries need no multipoles, but a tracer outside the root does.
TEST_F(Cuda, AStrayHasItsFieldWhereNothingElseIsFar) {
  for (const std::size_t elements : {1000, 60}) {  // in one expansion, and as single elements
    Workload work = fmm_test::overlapped(fmm_test::cube(elements, 500));
    work.targets[5] = {-40, 3, 7};
    ASSERT_EQ(fmm_test::outsideTheRoot(work), 1);
    Settings settings = settingsFor(Backend::cuda, Regularisation::gaussian, Precision::single, 1e-4);
    settings.mesh = MeshUse::never;
    settings.order = 8;
    settings.theta = 0.6;
    settings.leafElements = 1024;
    settings.leafPoints = 2048;
    for (const bool gradient : {false, true}) {
      const Field field = evaluateField(settings, work.elements, work.targets, gradient);
      EXPECT_EQ(field.report.farPairs, 0u);
      const auto exact = fmm_test::referenceField(work.elements, settings.regularisation, {work.targets[5]});
      EXPECT_LE(norm(field.velocity[5] - exact.velocity[0]), 1e-5 * norm(exact.velocity[0])) << elements;
      const auto all = fmm_test::referenceField(work.elements, settings.regularisation, work.targets);
      EXPECT_LE(fmm_test::errorOf(field.velocity, all.velocity).relativeL2, 1e-5) << elements;
    }
  }
}

TEST_F(Cuda, EveryOrderWorks) {
  const Workload work = fmm_test::rounded(fmm_test::thin(fmm_test::cube(20000, 4000)));
  for (int order = 4; order <= 16; ++order) {
    Settings settings = settingsFor(Backend::cuda, Regularisation::cutoff, Precision::single, 1e-5);
    settings.order = order;
    settings.theta = 0.5;
    // At this angle each order gains a factor of 3 to 4, from 3e-4 at p = 4 down to the round-off of floats.
    const double bound = 6e-4 * std::pow(0.45, order - 4) + 3e-6;
    expectField(work, settings, bound, 30 * bound);
    settings.precision = Precision::real64;
    expectField(work, settings, 6e-4 * std::pow(0.45, order - 4), 30 * 6e-4 * std::pow(0.45, order - 4));
  }
}

TEST_F(Cuda, WaitingForEveryLaunchChangesNothing) {
  const Workload work = fmm_test::rounded(fmm_test::overlapped(fmm_test::rings(3000, 5000)));
  const Settings settings = settingsFor(Backend::cuda, Regularisation::gaussian, Precision::single, 1e-4);
  const Field usual = evaluateField(settings, work.elements, work.targets, true);
  setenv("RINGLET_SYNC_LAUNCHES", "1", 1);
  const Field waiting = evaluateField(settings, work.elements, work.targets, true);
  unsetenv("RINGLET_SYNC_LAUNCHES");
  EXPECT_EQ(usual.velocity, waiting.velocity);
}

TEST_F(Cuda, GroundReformulationAndAdaptiveStepsAreTheCpus) {
  const Workload work = rounded(fmm_test::overlapped(fmm_test::rings(4000, 8000)));
  Settings settings = settingsFor(Backend::cuda, Regularisation::gaussian, Precision::single, 1e-5);
  settings.integrator = Integrator::rk3;
  settings.formulation = fmm::Formulation::reformulated;
  settings.timeStep = 10;
  settings.courant = 0.02;
  settings.ground = fmm::GroundPlane{{0, 0, -0.6}, {0, 0.1, 1}};
  VortexSystem gpu(settings, work.elements, work.tracers());
  settings.backend = Backend::cpu;
  VortexSystem cpu(settings, work.elements, work.tracers());
  for (int k = 0; k < 3; ++k) {
    gpu.step();
    cpu.step();
  }
  EXPECT_LT(cpu.time(), 30) << "the steps did not adapt";
  EXPECT_NEAR(gpu.time(), cpu.time(), 1e-3 * cpu.time());
  EXPECT_LT(fmm_test::errorOf(gpu.tracers().position, cpu.tracers().position).maximum, 1e-4);
  EXPECT_LT(fmm_test::errorOf(gpu.elements().position, cpu.elements().position).maximum, 1e-4);
  EXPECT_LT(fmm_test::errorOf(gpu.elements().strength, cpu.elements().strength).relativeL2, 1e-3);
}

TEST_F(Cuda, ShowsItsTree) {
  for (const Workload& work : fmm_test::degenerateSets()) {
    if (work.name == "coincident") continue;
    Settings settings = settingsFor(Backend::cuda, Regularisation::cutoff, Precision::real64, 1e-4);
    settings.order = 4;
    settings.leafElements = 10;
    settings.leafPoints = 25;
    VortexSystem system(settings, work.elements, work.tracers());
    system.evaluate();
    fmm_test::expectSoundTree(system, work);
    fmm_test::expectStrengthsWritten(system);
  }
  const Workload work = rounded(fmm_test::overlapped(fmm_test::rings(4000, 8000)));
  Settings settings = settingsFor(Backend::cuda, Regularisation::gaussian, Precision::single, 1e-4);
  VortexSystem system(settings, work.elements, work.tracers());
  system.evaluate();
  fmm_test::expectSoundTree(system, work);
  settings.solver = SolverKind::direct;
  system.apply(settings);
  system.evaluate();
  EXPECT_TRUE(system.treeCells().empty());
}

TEST_F(Cuda, StepsAsTheCpuDoes) {
  const Workload work = rounded(fmm_test::overlapped(fmm_test::rings(4000, 8000)));
  for (const Integrator integrator : {Integrator::euler, Integrator::rk2, Integrator::rk3, Integrator::rk4}) {
    for (const Stretching stretching : {Stretching::classical, Stretching::transpose, Stretching::off}) {
      Settings settings = settingsFor(Backend::cuda, Regularisation::gaussian, Precision::single, 1e-5);
      settings.integrator = integrator;
      settings.stretching = stretching;
      settings.timeStep = 0.02;
      VortexSystem gpu(settings, work.elements, work.tracers());
      settings.backend = Backend::cpu;
      VortexSystem cpu(settings, work.elements, work.tracers());
      for (int k = 0; k < 3; ++k) {
        gpu.step();
        cpu.step();
      }
      EXPECT_LT(fmm_test::errorOf(gpu.tracers().position, cpu.tracers().position).maximum, 1e-5);
      EXPECT_LT(fmm_test::errorOf(gpu.elements().position, cpu.elements().position).maximum, 1e-5);
      EXPECT_LT(fmm_test::errorOf(gpu.elements().strength, cpu.elements().strength).relativeL2, 1e-4);
      EXPECT_LT(fmm_test::errorOf(gpu.tracerVelocities(), cpu.tracerVelocities()).relativeL2, 3e-5);
      EXPECT_EQ(gpu.elements().ring, work.elements.ring);
      const std::vector<double> ours = gpu.elements().length, theirs = cpu.elements().length;
      for (std::size_t i = 0; i < ours.size(); ++i) ASSERT_NEAR(ours[i], theirs[i], 1e-3 * theirs[i]);
    }
  }
}

TEST_F(Cuda, TheSameBitsTwice) {
  const Workload work = rounded(fmm_test::overlapped(fmm_test::rings(5000, 50000)));
  const Settings settings = settingsFor(Backend::cuda, Regularisation::gaussian, Precision::single, 1e-4);
  const auto run = [&] {
    VortexSystem system(settings, work.elements, work.tracers());
    for (int k = 0; k < 4; ++k) system.step();
    return std::pair{system.tracers().position, system.elements().strength};
  };
  const auto first = run();
  EXPECT_EQ(first, run());
}

TEST_F(Cuda, NothingIsAllocatedWhileASceneRuns) {
  const Workload work = rounded(fmm_test::overlapped(fmm_test::rings(4000, 40000)));
  for (const Precision precision : {Precision::single, Precision::real64}) {
    VortexSystem system(settingsFor(Backend::cuda, Regularisation::gaussian, precision, 1e-4), work.elements,
                        work.tracers());
    for (int k = 0; k < 2; ++k) system.step();
    const std::size_t before = cudaAllocations();
    EXPECT_GT(before, 0u);
    for (int k = 0; k < 10; ++k) system.step();
    EXPECT_EQ(cudaAllocations(), before) << toString(precision);
  }
}

TEST_F(Cuda, SwitchesBackendAndPrecisionWithoutLosingParticles) {
  const Workload work = rounded(fmm_test::overlapped(fmm_test::rings(2000, 3000)));
  Settings settings = settingsFor(Backend::cpu, Regularisation::gaussian, Precision::single, 1e-4);
  VortexSystem system(settings, work.elements, work.tracers());
  system.step();
  const auto before = system.tracers().position;
  settings.backend = Backend::cuda;
  system.apply(settings);
  EXPECT_EQ(system.tracers().position, before);
  settings.precision = Precision::real64;
  system.apply(settings);
  EXPECT_EQ(system.tracers().position, before);
  system.step();
  EXPECT_EQ(system.report().backend, "cuda");
}

}  // namespace
}  // namespace fmm
