// Costs of this machine: measured, and gone by.

#include <gtest/gtest.h>

#include "fmm/costs.h"
#include "fmm/error.h"
#include "fmm/support/support.h"
#include "fmm/vortex_system.h"
#include "solver/cost_model.h"

namespace {

using namespace fmm;

class CostsTest : public ::testing::Test {
 protected:
  ~CostsTest() override { useCosts(Backend::cpu, Precision::single, {1, 1, 1, 1}); }
};

TEST_F(CostsTest, AreOfTheOrderThatTheConstantsSay) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "the constants are those of optimised code, which takes a fiftieth of the time";
#endif
  FieldSettings machine;
  machine.backend = Backend::cpu;
  const CostParts factors = measureCosts(machine);
  for (const double factor : {factors.pairs, factors.translations, factors.expansions, factors.points}) {
    EXPECT_GT(factor, kLeastCostFactor);
    EXPECT_LT(factor, kMostCostFactor);
  }
}

TEST_F(CostsTest, InUseArePredicted) {
  const fmm_test::Workload work = fmm_test::overlapped(fmm_test::rings(2000, 8000));
  Settings settings = fmm_test::fmmFloat();
  settings.backend = Backend::cpu;
  settings.leafElements = settings.leafPoints = 64;
  VortexSystem system(settings, work.elements, work.tracers());
  system.evaluate();
  const CostParts before = system.report().predicted;
  useCosts(Backend::cpu, Precision::single, {2, 3, 4, 5});
  system.evaluate();
  const CostParts after = system.report().predicted;
  EXPECT_DOUBLE_EQ(after.pairs, 2 * before.pairs);
  EXPECT_DOUBLE_EQ(after.translations, 3 * before.translations);
  EXPECT_DOUBLE_EQ(after.expansions, 4 * before.expansions);
  EXPECT_GT(after.points, 3 * before.points) << "lists go with translations";
  EXPECT_LT(after.points, 5 * before.points);
  EXPECT_EQ(costsInUse(Backend::cpu, Precision::real64).pairs, 1) << "another arithmetic";
}

TEST_F(CostsTest, SteerWhatMeetsDirectly) {
  const auto directPairs = [] {
    return costModel(false, Precision::single).directPairs(Regularisation::gaussian, false, 8);
  };
  const Index before = directPairs();
  useCosts(Backend::cpu, Precision::single, {4, 1, 1, 1});
  EXPECT_NEAR(directPairs(), before / 4., 1);
}

TEST_F(CostsTest, OutOfRangeAreRefused) {
  for (const double factor : {0., -1., 1e3, static_cast<double>(NAN)})
    EXPECT_THROW(useCosts(Backend::cpu, Precision::single, {1, factor, 1, 1}), InvalidInput) << factor;
}

}  // namespace
