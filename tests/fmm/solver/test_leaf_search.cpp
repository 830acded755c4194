// Leaf sizes by the costs of a few.

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "solver/leaf_search.h"

namespace fmm {
namespace {

/// Pairs that go with the leaf size, translations that go with its inverse; least where both are alike.
struct Law {
  double optimum;
  int counts = 0;

  CostParts operator()(double size) {
    ++counts;
    return {size / optimum, optimum / size, 0.3, 0.2};
  }
};

TreeLimits found(Law& law, OpenLimits open = {true, true}) {
  return cheapestLeaves({44, 400}, open, [&](const TreeLimits& limits) { return law(limits.leafElements); });
}

TEST(LeafSearch, GoesToTheCheapestWayUpAndDown) {
  for (const double optimum : {11., 22., 44., 88., 352.}) {
    Law law{optimum};
    const TreeLimits limits = found(law);
    EXPECT_EQ(limits.leafElements, optimum);
    EXPECT_EQ(limits.leafPoints, 400 * limits.leafElements / 44);
  }
}

TEST(LeafSearch, CountsNothingThatCannotPay) {
  Law here{44}, above{88};
  found(here);
  EXPECT_EQ(here.counts, 2) << "one neighbour tells of the other";
  found(above);
  EXPECT_EQ(above.counts, 2) << "nothing below, nothing beyond";
  Law farAbove{44 * std::sqrt(2.)};  // as cheap at 88 as at 44: neither neighbour of the two can be better
  found(farAbove);
  EXPECT_EQ(farAbove.counts, 2);
}

TEST(LeafSearch, GoesOnFromAStepThatChangesNothing) {
  int counts = 0;
  const TreeLimits limits = cheapestLeaves({44, 400}, {true, true}, [&](const TreeLimits& at) {
    ++counts;
    return at.leafElements < 100 ? CostParts{1, 1, 0, 0} : CostParts{0.5, 0.5, 0, 0};
  });
  EXPECT_EQ(limits.leafElements, 176);
  EXPECT_EQ(counts, 5) << "on from 88, and from 352";
}

TEST(LeafSearch, KeepsWhatIsGiven) {
  Law law{200};
  const TreeLimits elements = found(law, {true, false});
  EXPECT_EQ(elements.leafPoints, 400);
  EXPECT_GT(elements.leafElements, 44);
  const int before = law.counts;
  EXPECT_EQ(found(law, {false, false}).leafElements, 44);
  EXPECT_EQ(law.counts, before) << "nothing to choose";
}

}  // namespace
}  // namespace fmm
