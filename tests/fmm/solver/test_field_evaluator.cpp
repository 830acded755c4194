// A solver that is kept between evaluations gives the same results as a new one for each.

#include <gtest/gtest.h>

#include "fmm/error.h"
#include "fmm/field.h"
#include "fmm/support/support.h"

namespace {

using fmm::FieldEvaluator;
using fmm::FieldResults;
using fmm::Settings;
using fmm::Vec3;
using fmm_test::Workload;

std::vector<Vec3> evaluated(FieldEvaluator& evaluator, const Workload& work) {
  std::vector<Vec3> velocity(work.targets.size());
  evaluator.evaluate(viewOf(work.elements), viewOf(work.targets), {viewOf(velocity), {}, {}});
  return velocity;
}

TEST(FieldEvaluator, GivesTheSameBitsEveryTime) {
  const Workload work = thin(fmm_test::rings(2000, 3000));
  Settings settings = fmm_test::fmmFloat();
  settings.regularisation = fmm::Regularisation::cutoff;
  const auto once = fmm::evaluateField(settings, work.elements, work.targets, false).velocity;
  FieldEvaluator evaluator(settings);
  EXPECT_EQ(evaluated(evaluator, work), once);
  EXPECT_EQ(evaluated(evaluator, work), once);
}

TEST(FieldEvaluator, ChoosesAnewForOtherCounts) {
  Settings settings = fmm_test::fmmFloat();
  settings.regularisation = fmm::Regularisation::cutoff;
  FieldEvaluator evaluator(settings);
  for (const std::size_t count : {500, 3000, 500}) {
    const Workload work = thin(fmm_test::cube(count, 2 * count));
    EXPECT_EQ(evaluated(evaluator, work), fmm::evaluateField(settings, work.elements, work.targets, false).velocity);
  }
}

TEST(FieldEvaluator, RefusesWhatEvaluateFieldRefuses) {
  Settings settings = fmm_test::fmmFloat();
  settings.tolerance = -1;
  EXPECT_THROW(FieldEvaluator{settings}, fmm::InvalidInput);
  FieldEvaluator evaluator(fmm_test::fmmFloat());
  Workload work = thin(fmm_test::cube(10, 10));
  work.elements.coreRadius.pop_back();
  EXPECT_THROW(evaluated(evaluator, work), fmm::InvalidInput);
}

}  // namespace
