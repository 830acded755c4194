// Vorticity on the GPU against double-precision direct sums on the CPU, in one process.

#include <algorithm>

#include "cuda_fixture.h"
#include "fmm/cuda.h"
#include "support.h"

namespace fmm {
namespace {

using fmm_test::Workload;

class CudaVorticity : public fmm_test::CudaFixture {};

Settings settingsFor(Backend backend, Regularisation kind, Precision precision, double tolerance) {
  Settings settings;
  settings.backend = backend;
  settings.regularisation = kind;
  settings.precision = precision;
  settings.tolerance = tolerance;
  return settings;
}

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
  for (const Regularisation kind :
       {Regularisation::cutoff, Regularisation::gaussian, Regularisation::winckelmans, Regularisation::rosenhead}) {
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
  for (const Regularisation kind : {Regularisation::cutoff, Regularisation::gaussian, Regularisation::winckelmans}) {
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

TEST_F(CudaVorticity, NothingIsAllocatedWhileItIsKept) {
  const Workload work = mixedRings();
  VortexSystem system(settingsFor(Backend::cuda, Regularisation::gaussian, Precision::single, 1e-4), work.elements,
                      work.tracers());
  system.keepVorticity(true, true);
  for (int k = 0; k < 2; ++k) system.step();
  const std::size_t before = cudaAllocations();
  for (int k = 0; k < 5; ++k) system.step();
  EXPECT_EQ(cudaAllocations(), before);
}

}  // namespace
}  // namespace fmm
