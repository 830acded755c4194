// Vorticity on the GPU against double-precision direct sums on the CPU, in one process.

#include "fmm/cuda.h"
#include "fmm/fmm.h"
#include "fmm/support/cuda_fixture.h"
#include "fmm/support/support.h"
#include "support/test.h"

namespace fmm {
namespace {

using fmm_test::settingsFor;
using fmm_test::Workload;

class CudaVorticity : public fmm_test::CudaFixture {};

std::vector<Vec3> exactly(const Elements& elements, Regularisation kind, const std::vector<Vec3>& targets) {
  Settings settings = settingsFor(Backend::cpu, kind, Precision::real64, 1e-4);
  settings.solver = SolverKind::direct;
  return evaluateVorticity(settings, elements, targets).vorticity;
}

/// Rings of thin and of wide cores, a singular element, targets on elements and far outside.
Workload mixedRings() {
  Workload work = fmm_test::rounded(fmm_test::overlapped(fmm_test::rings(6000, 20000)));
  for (std::size_t i = 0; i < work.elements.size(); i += 7) work.elements.coreRadius[i] *= 2;
  work.elements.coreRadius[11] = 0;
  for (std::size_t i = 0; i < 30; ++i) work.targets[100 * i] = work.elements.position[200 * i];
  for (std::size_t i = 0; i < 30; ++i) work.targets[100 * i + 1] = Vec3{1.03125 * work.elements.position[i].x, 2, 3};
  return work;
}

TEST_F(CudaVorticity, DirectSumsAreThoseOfTheCpu) {
  const Workload work = mixedRings();
  for (const Regularisation kind : allCores()) {
    const auto exact = exactly(work.elements, kind, work.targets);
    for (const Precision precision : {Precision::single, Precision::real64}) {
      Settings settings = settingsFor(Backend::cuda, kind, precision, 1e-4);
      settings.solver = SolverKind::direct;
      const Field field = evaluateVorticity(settings, work.elements, work.targets);
      EXPECT_EQ(field.report.backend, "cuda");
      EXPECT_LT(fmm_test::errorOf(field.vorticity, exact).relativeL2, precision == Precision::single ? 1e-5 : 2e-12)
          << toString(kind) << toString(precision);
    }
  }
}

TEST_F(CudaVorticity, KeepsTheToleranceAloneAndWithTheVelocities) {
  const Workload work = mixedRings();
  for (const Regularisation kind : allCores()) {
    if (!coreFacts(kind).farField) continue;
    const auto exact = exactly(work.elements, kind, work.targets);
    const auto exactAtElements = exactly(work.elements, kind, work.elements.position);
    for (const double tolerance : {1e-4, 1e-6}) {
      const Precision precision = tolerance < 1e-5 ? Precision::real64 : Precision::single;
      Settings settings = settingsFor(Backend::cuda, kind, precision, tolerance);
      EXPECT_LT(fmm_test::errorOf(evaluateVorticity(settings, work.elements, work.targets).vorticity, exact).relativeL2,
                tolerance)
          << toString(kind) << " at " << tolerance;
      for (const Stretching stretching : {Stretching::transpose, Stretching::off}) {
        settings.stretching = stretching;
        for (const bool atElements : {false, true}) {
          VortexSystem system(settings, work.elements, work.tracers());
          system.keepVorticity(atElements, true);
          system.evaluate();
          EXPECT_LT(fmm_test::errorOf(system.tracerVorticities(), exact).relativeL2, tolerance) << toString(kind);
          EXPECT_LT(fmm_test::errorOf(system.elementVorticities(), exactAtElements).relativeL2, tolerance)
              << toString(kind) << atElements;
        }
      }
    }
  }
}

TEST_F(CudaVorticity, TheGaussTransformKeepsTheTolerance) {
  Workload work = fmm_test::rounded(fmm_test::overlapped(fmm_test::rings(8000, 20000)));
  work.elements.coreRadius.assign(work.elements.size(), 8 * work.spacing[0]);
  work.targets[3] = {1e6, 0, 0};
  const auto exact = exactly(work.elements, Regularisation::gaussian, work.targets);
  for (const double tolerance : {1e-3, 1e-4, 1e-6}) {
    const Precision precision = tolerance < 1e-5 ? Precision::real64 : Precision::single;
    const Settings settings = settingsFor(Backend::cuda, Regularisation::gaussian, precision, tolerance);
    const Field field = evaluateVorticity(settings, work.elements, work.targets);
    EXPECT_EQ(field.report.stages.back().name, "gauss");
    EXPECT_LT(fmm_test::errorOf(field.vorticity, exact).relativeL2, tolerance);
    EXPECT_EQ(field.vorticity, evaluateVorticity(settings, work.elements, work.targets).vorticity);
  }
}

TEST_F(CudaVorticity, MeasuresTheFlowAsTheCpuDoes) {
  Workload work = mixedRings();
  work.elements.coreRadius[11] = work.elements.coreRadius[12];
  for (const bool ground : {false, true}) {
    for (const Regularisation kind : {Regularisation::gaussian, Regularisation::winckelmans, Regularisation::cutoff}) {
      Settings settings = settingsFor(Backend::cuda, kind, Precision::real64, 1e-6);
      if (ground) settings.ground = GroundPlane{{0, 0, -0.6}, {0, 0.1, 1}};
      VortexSystem gpu(settings, work.elements, {});
      settings.backend = Backend::cpu;
      VortexSystem cpu(settings, work.elements, {});
      gpu.evaluate();
      cpu.evaluate();
      const FlowMeasures a = gpu.measure(true), b = cpu.measure(true);
      const auto near = [](double x, double y, double share) {
        EXPECT_EQ(std::isnan(x), std::isnan(y));
        if (!std::isnan(y)) {
          EXPECT_NEAR(x, y, share * std::abs(y));
        }
      };
      near(a.energy, b.energy, 1e-9);
      near(a.enstrophy, b.enstrophy, 1e-6);
      near(a.largestGradient, b.largestGradient, 1e-4);
      near(a.leastOverlap, b.leastOverlap, 1e-6);
      near(a.meanOverlap, b.meanOverlap, 1e-12);
      EXPECT_NEAR(a.divergence, b.divergence, 1e-5);
      EXPECT_NEAR(a.helicity, b.helicity, 1e-6);
      EXPECT_LT(norm(a.invariants.linearImpulse - b.invariants.linearImpulse), 1e-12);
      EXPECT_LT(norm(a.invariants.angularImpulse - b.invariants.angularImpulse), 1e-12);
      EXPECT_LT(norm(a.invariants.totalStrength - b.invariants.totalStrength), 1e-12);
      const FlowMeasures again = gpu.measure(true);
      EXPECT_EQ(again.invariants.linearImpulse, a.invariants.linearImpulse) << "the same bits twice";
      EXPECT_EQ(again.energy, a.energy);
      EXPECT_EQ(again.divergence, a.divergence);
      const FlowMeasures light = gpu.measure(false, false);
      EXPECT_EQ(light.invariants.angularImpulse, a.invariants.angularImpulse);
      EXPECT_TRUE(std::isnan(light.enstrophy));
    }
  }
}

TEST_F(CudaVorticity, MeasuresEnergyByATreeAsTheCpuDoes) {
  const Workload work = rounded(overlapped(fmm_test::rings(20000, 0)));
  for (const Regularisation kind : {Regularisation::gaussian, Regularisation::gaussian8, Regularisation::winckelmans}) {
    for (const Precision precision : {Precision::single, Precision::real64}) {
      Settings settings = settingsFor(Backend::cuda, kind, precision, 1e-4);
      VortexSystem gpu(settings, work.elements, {});
      settings.backend = Backend::cpu;
      settings.precision = Precision::real64;
      const FlowMeasures a = gpu.measure(true, false);
      const FlowMeasures b = VortexSystem(settings, work.elements, {}).measure(true, false);
      EXPECT_NEAR(a.energy, b.energy, 1e-6 * b.energy) << toString(kind);
      EXPECT_EQ(std::isnan(a.enstrophy), kind == Regularisation::winckelmans);
      if (!std::isnan(b.enstrophy)) {
        EXPECT_NEAR(a.enstrophy, b.enstrophy, 1e-5 * b.enstrophy) << toString(kind);
      }
      EXPECT_EQ(gpu.measure(true, false).energy, a.energy) << "the same bits twice";
    }
  }
}

TEST_F(CudaVorticity, MeasuresRingsAsTheCpuDoes) {
  Workload work = mixedRings();
  work.elements.ring.resize(work.elements.size());
  for (std::size_t i = 0; i < work.elements.size(); ++i)  // in runs, some of them short
    work.elements.ring[i] = i % 100 == 7 ? 5 : static_cast<std::int32_t>(3 * i / work.elements.size());
  Settings settings = settingsFor(Backend::cuda, Regularisation::gaussian, Precision::real64, 1e-6);
  VortexSystem gpu(settings, work.elements, {});
  gpu.evaluate();
  const auto expected = measureRings(gpu.elements(), gpu.elementVelocities(), gpu.strengthRates());
  const auto seen = gpu.measureRings();
  ASSERT_EQ(seen.size(), expected.size());
  ASSERT_EQ(seen.size(), 4u);
  for (std::size_t k = 0; k < seen.size(); ++k) {
    const RingMeasures &a = seen[k], &b = expected[k];
    EXPECT_EQ(a.ring, b.ring);
    EXPECT_EQ(a.elements, b.elements);
    EXPECT_LT(norm(a.centre - b.centre), 1e-11);
    EXPECT_LT(norm(a.axis - b.axis), 1e-9);
    EXPECT_LT(norm(a.velocity - b.velocity), 1e-9 * (1 + norm(b.velocity)));
    EXPECT_NEAR(a.radius, b.radius, 1e-10 * b.radius);
    EXPECT_NEAR(a.strength, b.strength, 1e-11 * b.strength);
    EXPECT_NEAR(a.circulation, b.circulation, 1e-9 * (1 + std::abs(b.circulation)));
    EXPECT_NEAR(a.sigma, b.sigma, 1e-12);
  }
  const auto again = gpu.measureRings();
  for (std::size_t k = 0; k < seen.size(); ++k) {
    EXPECT_EQ(again[k].centre, seen[k].centre) << "the same bits twice";
    EXPECT_EQ(again[k].radius, seen[k].radius);
  }
}

TEST_F(CudaVorticity, DoesNotMoveAnything) {
  const Workload work = mixedRings();
  const Settings settings = settingsFor(Backend::cuda, Regularisation::gaussian, Precision::single, 1e-4);
  const auto run = [&](bool atElements, bool atTracers) {
    VortexSystem system(settings, work.elements, work.tracers());
    system.keepVorticity(atElements, atTracers);
    for (int k = 0; k < 3; ++k) system.step();
    return std::pair{system.tracers().position, system.elements().strength};
  };
  const auto plain = run(false, false), kept = run(true, true);
  EXPECT_LT(fmm_test::errorOf(kept.first, plain.first).maximum, 1e-5);
  EXPECT_LT(fmm_test::errorOf(kept.second, plain.second).relativeL2, 1e-4);
  EXPECT_EQ(kept, run(true, true)) << "the same bits twice";
}

TEST_F(CudaVorticity, NothingIsAllocatedWhileItIsKeptAndMeasured) {
  const Workload work = mixedRings();
  VortexSystem system(settingsFor(Backend::cuda, Regularisation::gaussian, Precision::single, 1e-4), work.elements,
                      work.tracers());
  system.keepVorticity(true, true);
  const auto stepAndMeasure = [&] {
    system.step();
    system.measure(true);
    system.measureRings();
  };
  for (int k = 0; k < 2; ++k) stepAndMeasure();
  const std::size_t before = cudaAllocations();
  for (int k = 0; k < 5; ++k) stepAndMeasure();
  EXPECT_EQ(cudaAllocations(), before);
}

}  // namespace
}  // namespace fmm
