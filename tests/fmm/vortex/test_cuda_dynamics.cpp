// Viscosity and relaxation on the GPU against the CPU. Skipped by name where there is no GPU.

#include "fmm/fmm.h"
#include "fmm/support/cuda_fixture.h"
#include "fmm/support/support.h"
#include "support/test.h"

namespace fmm {
namespace {

using fmm_test::add;
using fmm_test::errorOf;
using fmm_test::filament;

using CudaDynamics = fmm_test::CudaFixture;

Settings settingsFor(Backend backend) {
  Settings settings = fmm_test::directDouble();
  settings.backend = backend;
  settings.integrator = Integrator::rk2;
  settings.timeStep = 0.02;
  return settings;
}

/// Compares both backends after `steps` steps.
void expectTheSame(Settings settings, const Elements& elements, int steps) {
  const Tracers tracers{{{0.5, 0, 0.3}, {1, 0.2, 0.4}}, {0, 0}};
  settings.backend = Backend::cuda;
  VortexSystem gpu(settings, elements, tracers);
  settings.backend = Backend::cpu;
  VortexSystem cpu(settings, elements, tracers);
  for (int k = 0; k < steps; ++k) {
    gpu.step();
    cpu.step();
  }
  const Elements ours = gpu.elements(), theirs = cpu.elements();
  ASSERT_EQ(ours.size(), theirs.size());
  EXPECT_LT(errorOf(ours.position, theirs.position).maximum, 1e-10);
  EXPECT_LT(errorOf(ours.strength, theirs.strength).maximum, 1e-9);
  EXPECT_LT(errorOf(gpu.tracers().position, cpu.tracers().position).maximum, 1e-10);
  for (std::size_t i = 0; i < ours.size(); ++i) {
    ASSERT_NEAR(ours.coreRadius[i], theirs.coreRadius[i], 1e-12);
    ASSERT_NEAR(ours.length[i], theirs.length[i], 1e-10);
    ASSERT_NEAR(ours.volume[i], theirs.volume[i], 1e-14);
  }
}

Elements headOn(std::size_t countEach, double sigma) {
  Elements elements;
  add(filament({0, 0, -0.4}, 1), countEach, sigma, elements);
  add(filament({0, 0, 0.4}, -1), countEach, sigma, elements);
  return elements;
}

Elements filledCore() {
  Elements elements;
  add(Ring(), 800, 0.05, elements);
  return elements;
}

TEST_F(CudaDynamics, SpreadsCoresAsTheCpuDoes) {
  Settings settings = settingsFor(Backend::cuda);
  settings.viscosity = 0.01;
  expectTheSame(settings, headOn(32, 0.1), 20);
}

TEST_F(CudaDynamics, RelaxesAsTheCpuDoes) {
  Settings settings = settingsFor(Backend::cuda);
  settings.relaxation = 5;
  expectTheSame(settings, filledCore(), 3);
}

TEST_F(CudaDynamics, NamesTheParticleThatIsLost) {
  Elements elements = headOn(20, 0.1);
  elements.strength[5] = {1e260, 0, 0};
  Settings settings = settingsFor(Backend::cuda);
  settings.timeStep = 1e9;
  VortexSystem system(settings, elements, {});
  EXPECT_THAT(test::refusal<NumericalError>([&] { system.step(); }), testing::HasSubstr("first for element "));
  EXPECT_EQ(system.elements().position, elements.position);
}

// A stage of a step may produce positions that are not numbers; the next stage still sorts them.
TEST_F(CudaDynamics, AStepThatFailsAmongManyTracersTouchesNothingElse) {
  for (const Integrator integrator : {Integrator::euler, Integrator::rk2, Integrator::rk4}) {
    fmm_test::Workload work = fmm_test::rounded(fmm_test::rings(100, 5000));
    for (Vec3& alpha : work.elements.strength) alpha = 1e25 * alpha;
    Settings settings = settingsFor(Backend::cuda);
    settings.precision = Precision::single;
    settings.solver = SolverKind::fmm;
    settings.integrator = integrator;
    settings.timeStep = 1e12;
    VortexSystem system(settings, work.elements, work.tracers());
    const auto run = [&] {
      for (int k = 0; k < 5; ++k) system.step();
    };
    EXPECT_THROW(run(), NumericalError) << toString(integrator);
    settings.timeStep = 1e-3;
    VortexSystem other(settings, fmm_test::rings(100, 0).elements, work.tracers());
    other.step();
    EXPECT_EQ(other.steps(), 1) << "the GPU still works";
  }
}

}  // namespace
}  // namespace fmm
