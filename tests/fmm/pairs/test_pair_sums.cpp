// Direct sums of the library (SIMD, float and double, every core) against the plain reference.

#include "expansion/cores/with_core.h"
#include "fmm/fmm.h"
#include "fmm/support/support.h"
#include "support/test.h"

namespace fmm {
namespace {

using fmm_test::Workload;

const std::vector<Regularisation> kAll = allCores();

Settings direct(Regularisation kind, Precision precision) {
  Settings settings = fmm_test::directDouble();
  settings.regularisation = kind;
  settings.precision = precision;
  return settings;
}

TEST(PairSums, DoubleMatchesTheReferenceToRoundOff) {
  Workload work = fmm_test::overlapped(fmm_test::cube(700, 333));
  work.elements.coreRadius[3] = 0;                    // a singular element among smooth ones
  work.targets.push_back(work.elements.position[5]);  // a target on an element
  for (const Regularisation kind : kAll) {
    const auto exact = fmm_test::referenceField(work.elements, kind, work.targets);
    const Field field = evaluateField(direct(kind, Precision::real64), work.elements, work.targets, true);
    const bool fitted = withCore(kind, [](auto core) { return core.kFitted; });
    const double bound = fitted ? 1e-11 : 1e-13;
    EXPECT_LT(fmm_test::errorOf(field.velocity, exact.velocity).maximum, bound) << toString(kind);
    EXPECT_LT(fmm_test::errorOf(field.gradient, exact.gradient).maximum, 100 * bound) << toString(kind);
  }
}

TEST(PairSums, FloatKeepsSixDigits) {
  const Workload work = fmm_test::overlapped(fmm_test::cube(5000, 300));
  for (const Regularisation kind : kAll) {
    const auto exact = fmm_test::referenceField(work.elements, kind, work.targets);
    const Field field = evaluateField(direct(kind, Precision::single), work.elements, work.targets, true);
    EXPECT_LT(fmm_test::errorOf(field.velocity, exact.velocity).relativeL2, 2e-6) << toString(kind);
    EXPECT_LT(fmm_test::errorOf(field.gradient, exact.gradient).relativeL2, 2e-5) << toString(kind);
  }
}

TEST(PairSums, TheReportKnowsTheParticlesMemory) {
  const Workload work = fmm_test::thin(fmm_test::cube(1000, 2000));
  const Field field =
      evaluateField(direct(Regularisation::cutoff, Precision::real64), work.elements, work.targets, true);
  // x, alpha, sigma of an element; x, u, J of a target
  EXPECT_GE(field.report.bytes, sizeof(double) * (7 * 1000 + 15 * 2000));
  EXPECT_LE(field.report.bytes, 2 * sizeof(double) * (7 * 1000 + 15 * 2000));
}

TEST(PairSums, CoincidentSingularPointsInduceNothing) {
  Elements elements;
  for (int i = 0; i < 20; ++i) {
    elements.position.push_back({0.1, 0.2, 0.3});
    elements.strength.push_back({1, 2, 3});
    elements.coreRadius.push_back(0);
  }
  for (const Regularisation kind : kAll) {
    for (const Precision precision : {Precision::single, Precision::real64}) {
      const Field field = evaluateField(direct(kind, precision), elements, {{0.1, 0.2, 0.3}}, true);
      EXPECT_EQ(field.velocity[0], Vec3()) << toString(kind);
      for (const double j : field.gradient[0].m) EXPECT_EQ(j, 0) << toString(kind);
    }
  }
}

TEST(PairSums, ScenesOfEverySizeWorkInFloat) {
  for (const double size : {1e-6, 1.0, 1e6}) {
    const Workload work = fmm_test::overlapped(fmm_test::cube(500, 200, 1, size));
    for (const SolverKind solver : {SolverKind::direct, SolverKind::fmm}) {
      Settings settings = direct(Regularisation::gaussian, Precision::single);
      settings.solver = solver;
      settings.leafElements = 20;
      settings.leafPoints = 40;
      const Field field = evaluateField(settings, work.elements, work.targets, true);
      const auto exact = fmm_test::referenceField(work.elements, Regularisation::gaussian, work.targets);
      EXPECT_LT(fmm_test::errorOf(field.velocity, exact.velocity).relativeL2, 1e-4) << size << toString(solver);
      EXPECT_LT(fmm_test::errorOf(field.gradient, exact.gradient).relativeL2, 1e-3) << size << toString(solver);
    }
  }
}

}  // namespace
}  // namespace fmm
