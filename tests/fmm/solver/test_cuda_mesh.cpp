// Sums over a mesh on the GPU against direct sums and against the CPU's. Skipped by name where there is no GPU.

#include "fmm/fmm.h"
#include "fmm/support/cuda_fixture.h"
#include "fmm/support/support.h"
#include "support/test.h"

namespace fmm {
namespace {

using fmm_test::errorOf;
using fmm_test::Workload;

class CudaMesh : public fmm_test::CudaFixture {
 protected:
  static Settings settings(Backend backend, Regularisation kind, Precision precision, double tolerance) {
    Settings settings = fmm_test::settingsFor(backend, kind, precision, tolerance);
    settings.mesh = MeshUse::always;
    return settings;
  }
  static Workload equalCores(Workload work, double overlap) {
    work.elements.coreRadius.assign(work.elements.size(), overlap * work.spacing[0]);
    return fmm_test::rounded(work);
  }
};

TEST_F(CudaMesh, KeepsTolerances) {
  for (const Workload& work :
       {equalCores(fmm_test::rings(8000, 20000), 1.5), equalCores(fmm_test::cube(8000, 9000), 2)}) {
    for (const Regularisation kind : {Regularisation::gaussian, Regularisation::gaussian8}) {
      for (const double tolerance : {1e-3, 1e-4, 1e-5}) {
        const Field field = evaluateField(settings(Backend::cuda, kind, Precision::single, tolerance), work.elements,
                                          work.targets, false, 2000);
        EXPECT_GT(field.report.mesh[0], 0);
        EXPECT_LT(field.error.bound, tolerance) << work.name << " " << toString(kind);
      }
      for (const double tolerance : {1e-6, 1e-8, 1e-10}) {
        const Field field = evaluateField(settings(Backend::cuda, kind, Precision::real64, tolerance), work.elements,
                                          work.targets, false, 2000);
        EXPECT_GT(field.report.mesh[0], 0);
        EXPECT_LT(field.error.bound, tolerance) << work.name << " " << toString(kind);
      }
    }
  }
}

/// Lines of up to 1728 floats or 1350 doubles need more shared memory than the default limit of a block.
TEST_F(CudaMesh, TakesLongLines) {
  struct Lines {
    Precision precision;
    double tolerance;
    std::array<double, 3> lengths;  // in core radii
  };
  for (const Lines& lines :
       {Lines{Precision::single, 1e-4, {150, 300, 480}}, Lines{Precision::real64, 1e-8, {100, 147, 230}}}) {
    for (const double length : lines.lengths) {
      Workload work = equalCores(fmm_test::cube(500, 400), 1);
      for (auto* points : {&work.elements.position, &work.targets})
        for (Vec3& x : *points) x = {length * x.x, x.y, x.z};
      work.elements.coreRadius.assign(work.elements.size(), 1);
      const Field field =
          evaluateField(settings(Backend::cuda, Regularisation::gaussian, lines.precision, lines.tolerance),
                        work.elements, work.targets, false, 400);
      EXPECT_GT(field.report.mesh[0], 0) << length;
      EXPECT_LT(field.error.bound, lines.tolerance) << field.report.mesh[0];
    }
  }
}

TEST_F(CudaMesh, DoesWhatTheCpuDoes) {
  const Workload work = equalCores(fmm_test::rings(4000, 4000), 1.2);
  for (const Precision precision : {Precision::single, Precision::real64}) {
    Settings of = settings(Backend::cuda, Regularisation::gaussian8, precision, 1e-5);
    VortexSystem gpu(of, work.elements, work.tracers());
    of.backend = Backend::cpu;
    VortexSystem cpu(of, work.elements, work.tracers());
    for (VortexSystem* system : {&gpu, &cpu}) {
      system->keepVorticity(false, true);
      for (int step = 0; step < 4; ++step) system->step();
      EXPECT_GT(system->report().mesh[0], 0);
    }
    const double round = precision == Precision::single ? 2e-5 : 1e-9;
    EXPECT_LT(errorOf(gpu.tracers().position, cpu.tracers().position).relativeL2, round);
    EXPECT_LT(errorOf(gpu.elements().strength, cpu.elements().strength).relativeL2, 10 * round);
    // The CPU sums vorticities over nearby nodes, the GPU by transforms; each is within the tolerance.
    EXPECT_LT(errorOf(gpu.tracerVorticities(), cpu.tracerVorticities()).relativeL2, of.tolerance);
  }
}

TEST_F(CudaMesh, RepeatsToTheBit) {
  const Workload work = equalCores(fmm_test::rings(4000, 4000), 1.5);
  const Settings of = settings(Backend::cuda, Regularisation::gaussian8, Precision::single, 1e-4);
  const auto flow = [&] {
    VortexSystem system(of, work.elements, work.tracers());
    for (int step = 0; step < 6; ++step) system.step();
    return system.tracers().position;
  };
  const std::vector<Vec3> first = flow(), second = flow();
  for (std::size_t i = 0; i < first.size(); ++i) {
    ASSERT_EQ(first[i].x, second[i].x);
    ASSERT_EQ(first[i].y, second[i].y);
    ASSERT_EQ(first[i].z, second[i].z);
  }
}

}  // namespace
}  // namespace fmm
