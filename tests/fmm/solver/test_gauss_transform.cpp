// The fast Gauss transform: its expansions, its errors against direct sums, and when it is chosen.

#include <gtest/gtest.h>

#include <cmath>

#include "exec/cpu/sort.h"
#include "fmm/field.h"
#include "fmm/support/field_rows.h"
#include "fmm/support/support.h"
#include "solver/gauss_transform.h"

namespace fmm {
namespace {

using fmm_test::Workload;

/// Elements of one core radius: `overlap` times their mean spacing.
Workload withOverlap(Workload work, double overlap) {
  work.elements.coreRadius.assign(work.elements.size(), overlap * work.spacing[0]);
  return work;
}

/// The transform alone, at a workload's targets and elements.
template <class Real>
class Transform {
 public:
  explicit Transform(const Workload& work) : rows_(work) {
    atElements_.resize(rows_.task.elementCount);
    atTargets_.resize(rows_.task.tracerCount);
    rows_.task.elementVorticity = atElements_.vector();
    rows_.task.tracerVorticity = atTargets_.vector();
  }
  bool run(double tolerance, Regularisation kind = Regularisation::gaussian) {
    Settings settings;
    settings.regularisation = kind;
    settings.tolerance = tolerance;
    if (!transform_.prepare(rows_.exec, rows_.task, settings)) return false;
    transform_.evaluate(rows_.exec, rows_.task);
    return true;
  }
  GaussWork work() { return transform_.work(rows_.exec); }
  std::vector<Vec3> atElements() { return rows_.vectors(atElements_, rows_.task.elementCount); }
  std::vector<Vec3> atTargets() { return rows_.vectors(atTargets_, rows_.task.tracerCount); }

 private:
  fmm_test::FieldRows<Real> rows_;
  Rows<CpuExec, Real, 3> atElements_, atTargets_;
  GaussTransform<CpuExec, Real> transform_;
};

std::vector<Vec3> exactly(const Elements& elements, const std::vector<Vec3>& targets) {
  return evaluateVorticity(fmm_test::directDouble(), elements, targets).vorticity;
}

TEST(GaussTransform, LayoutHasAPlaceForEachTerm) {
  const HermiteLayout layout = {6};
  int next = 0;
  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ(layout.slice(i), next);
    for (int degree = 0; i + degree < 6; ++degree) {
      for (int k = 0; k <= degree; ++k, ++next) {
        EXPECT_EQ(layout.index(i, degree - k, k), next);
        int j = -1, last = -1;
        HermiteLayout::pairAt(next - layout.slice(i), j, last);
        EXPECT_EQ(j, degree - k);
        EXPECT_EQ(last, k);
      }
    }
  }
  EXPECT_EQ(layout.size(), next);
}

TEST(GaussTransform, ShiftsAreDerivativesOfTheGaussian) {
  const std::vector<double> shifts = hermiteShifts(4, 1, 0.7);
  const double t = 0.7, bell = std::exp(-t * t);
  const auto at = [&](int d, std::size_t m, std::size_t n) {
    return shifts[(static_cast<std::size_t>(d + 1) * 4 + m) * 4 + n];
  };
  EXPECT_NEAR(at(1, 0, 0), bell, 1e-15);
  EXPECT_NEAR(at(1, 0, 1), 2 * t * bell, 1e-15);
  EXPECT_NEAR(at(-1, 0, 1), -2 * t * bell, 1e-15);
  EXPECT_NEAR(at(1, 1, 1), -(4 * t * t - 2) * bell, 1e-15) << "-h_2";
  EXPECT_NEAR(at(1, 2, 0), (4 * t * t - 2) * bell / 2, 1e-15);
  EXPECT_NEAR(at(0, 3, 3), 120.0 / 6, 1e-12) << "-h_6(0)/3!, h_6(0) = H_6(0) = -120";
}

// The worst sets: strengths of random signs cancel, and half of the targets lie at the edge of the field.
TEST(GaussTransform, KeepsTheTolerance) {
  for (const double overlap : {1.5, 4.0}) {
    for (const Workload& work :
         {withOverlap(fmm_test::cube(1500, 300), overlap), withOverlap(fmm_test::rings(1500, 300), overlap)}) {
      const auto atTargets = exactly(work.elements, work.targets);
      const auto atElements = exactly(work.elements, work.elements.position);
      for (const double tolerance : {1e-2, 1e-3, 1e-4, 1e-6, 1e-8}) {
        if (tolerance < 1e-7 && overlap < 2) continue;
        Transform<double> transform(work);
        ASSERT_TRUE(transform.run(tolerance)) << work.name << overlap;
        EXPECT_LT(fmm_test::errorOf(transform.atTargets(), atTargets).relativeL2, tolerance) << work.name << overlap;
        EXPECT_LT(fmm_test::errorOf(transform.atElements(), atElements).relativeL2, tolerance) << work.name << overlap;
      }
      Transform<float> single(work);
      ASSERT_TRUE(single.run(1e-4));
      EXPECT_LT(fmm_test::errorOf(single.atTargets(), atTargets).relativeL2, 1e-4) << work.name << overlap;
    }
  }
}

TEST(GaussTransform, TargetsBeyondTheFieldHaveNone) {
  Workload work = withOverlap(fmm_test::rings(500, 10), 3);
  work.targets[0] = {1e6, 0, 0};
  work.targets[1] = {0, -50, 0};
  Transform<float> transform(work);
  ASSERT_TRUE(transform.run(1e-4));
  EXPECT_EQ(transform.atTargets()[0], Vec3());
  EXPECT_EQ(transform.atTargets()[1], Vec3());
}

TEST(GaussTransform, ServesOneSizeOfGaussianCores) {
  Workload work = withOverlap(fmm_test::rings(500, 10), 3);
  EXPECT_FALSE(Transform<float>(work).run(1e-4, Regularisation::winckelmans));
  EXPECT_TRUE(Transform<float>(work).run(1e-4));
  work.elements.coreRadius[7] *= 1.01;
  EXPECT_FALSE(Transform<float>(work).run(1e-4)) << "unequal";
  EXPECT_FALSE(Transform<float>(withOverlap(work, 0)).run(1e-4)) << "singular";
  EXPECT_FALSE(Transform<float>(withOverlap(work, 1e-4)).run(1e-4)) << "too many boxes";
}

TEST(GaussTransform, IsChosenByCountsWhereCoresOverlapMuch) {
  for (const double overlap : {1.5, 6.0}) {
    const Workload work = withOverlap(fmm_test::rings(6000, 6000), overlap);
    const Field field = evaluateVorticity(fmm_test::fmmFloat(), work.elements, work.targets, 200);
    EXPECT_EQ(field.report.stages.back().name == "gauss", overlap > 3) << overlap;
    EXPECT_LT(field.error.relativeL2, 1e-4) << overlap;
    Settings one = fmm_test::fmmFloat();
    one.threads = 1;
    EXPECT_EQ(field.vorticity, evaluateVorticity(one, work.elements, work.targets).vorticity) << "the same bits";
  }
}

TEST(GaussTransform, CountsThePairsThatItSaves) {
  const Workload work = withOverlap(fmm_test::cube(2000, 1000), 8);
  Transform<double> transform(work);
  ASSERT_TRUE(transform.run(1e-4));
  EXPECT_EQ(transform.work().pairs, 2000.0 * 3000) << "all are within reach of each other";
  EXPECT_GT(transform.work().translations, 0);
  EXPECT_GT(transform.work().series, 0);
}

}  // namespace
}  // namespace fmm
