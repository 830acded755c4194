// Every kernel of the solver once, on few particles: what tests/check_gpu.sh runs under compute-sanitizer, whose tools
// take a hundred times as long. Skipped by name where there is no GPU.

#include "fmm/fmm.h"
#include "fmm/support/cuda_fixture.h"
#include "fmm/support/support.h"
#include "support/test.h"

namespace fmm {
namespace {

class CudaSmall : public fmm_test::CudaFixture {
 protected:
  /// Leaves of a few elements, so that there are levels, and lists of every kind.
  static Settings settings(Precision precision, int order) {
    Settings settings;
    settings.backend = Backend::cuda;
    settings.precision = precision;
    settings.order = order;
    settings.theta = 0.6;
    settings.leafElements = 8;
    settings.leafPoints = 16;
    return settings;
  }
  static void expectFinite(const std::vector<Vec3>& vectors) {
    for (const Vec3& v : vectors) ASSERT_TRUE(std::isfinite(v.x + v.y + v.z));
  }

  const fmm_test::Workload work_ = fmm_test::overlapped(fmm_test::cube(600, 300));
};

TEST_F(CudaSmall, EveryOrder) {
  for (const Precision precision : {Precision::single, Precision::real64}) {
    for (int order = 4; order <= 16; ++order)
      expectFinite(evaluateField(settings(precision, order), work_.elements, work_.targets, true).velocity);
  }
}

TEST_F(CudaSmall, EveryCore) {
  for (const Precision precision : {Precision::single, Precision::real64}) {
    for (const Regularisation kind : allCores()) {
      Settings of = settings(precision, 6);
      of.regularisation = kind;
      of.solver = SolverKind::direct;
      expectFinite(evaluateField(of, work_.elements, work_.targets, true).velocity);
      if (!coreFacts(kind).farField) continue;
      of.solver = SolverKind::fmm;
      expectFinite(evaluateField(of, work_.elements, work_.targets, true).velocity);
      expectFinite(evaluateVorticity(of, work_.elements, work_.targets).vorticity);
    }
  }
}

TEST_F(CudaSmall, TheGaussTransform) {
  Settings of = settings(Precision::single, 6);
  of.regularisation = Regularisation::gaussian;
  fmm_test::Workload many = fmm_test::cube(5000, 200);
  many.elements.coreRadius.assign(many.elements.size(), 0.3);
  expectFinite(evaluateVorticity(of, many.elements, many.targets).vorticity);
}

TEST_F(CudaSmall, AMesh) {
  for (const Precision precision : {Precision::single, Precision::real64}) {
    Settings of;
    of.backend = Backend::cuda;
    of.precision = precision;
    of.mesh = MeshUse::always;
    of.tolerance = 1e-3;
    const fmm_test::Workload work = fmm_test::overlapped(fmm_test::cube(300, 100));
    expectFinite(evaluateField(of, work.elements, work.targets, true).velocity);
  }
}

TEST_F(CudaSmall, StepsAndWhatIsMeasured) {
  for (const Precision precision : {Precision::single, Precision::real64}) {
    VortexSystem system(settings(precision, 6), work_.elements, work_.tracers());
    system.keepVorticity(true, true);
    system.step();
    EXPECT_TRUE(std::isfinite(system.measure(true).energy));
    expectFinite(system.tracerVorticities());
    EXPECT_FALSE(system.treeCells().empty());
    system.measureRings();
  }
}

}  // namespace
}  // namespace fmm
