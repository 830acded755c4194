// The search for leaf sizes by the costs of a few of them.

#include "support/test.h"
#include "tuning/leaf_search.h"

namespace fmm {
namespace {

/// Cost of pairs proportional to the leaf size, of translations to its inverse; least where both are equal.
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

TEST(LeafSearch, HoldsNoMorePointsThanItMay) {
  Law law{352};
  const TreeLimits limits = found(law, {true, true, 900});
  EXPECT_EQ(limits.leafPoints, 800);
  EXPECT_EQ(limits.leafElements, 352) << "whose cost these are";
}

TEST(ApartFromEachOther, SizesChangeWhereOneAlonePays) {
  const auto found = [](double perElement, double perPoint, OpenLimits open = {true, true}) {
    const auto costOf = [&](const TreeLimits& limits) {
      return CostParts{1, 1, perElement * limits.leafElements / 64., perPoint * limits.leafPoints / 512.};
    };
    const TreeLimits limits = cheapestApart({64, 512}, costOf({64, 512}).total(), open, costOf);
    return std::vector<Index>{limits.leafElements, limits.leafPoints};
  };
  EXPECT_EQ(found(0, 0), (std::vector<Index>{64, 512})) << "neither pays";
  EXPECT_EQ(found(-0.5, 0), (std::vector<Index>{128, 512}));
  EXPECT_EQ(found(0, 1), (std::vector<Index>{64, 256}));
  EXPECT_EQ(found(0, -0.5), (std::vector<Index>{64, 1024}));
  EXPECT_EQ(found(-0.5, 0.6), (std::vector<Index>{128, 256})) << "one after the other";
  EXPECT_EQ(found(-0.5, 1, {false, true}), (std::vector<Index>{64, 256}));
  EXPECT_EQ(found(-0.5, 1, {true, false}), (std::vector<Index>{128, 512}));
}

TEST(LeavesBetween, AreTakenWhereTheyPay) {
  const auto found = [](Index best, OpenLimits open = {true, true}) {
    const auto costOf = [&](const TreeLimits& limits) {  // cells of 60 elements: smaller leaves have halves
      return CostParts{limits.leafElements < 60 ? 1. : 2., 0, 0,
                       limits.leafElements >= 70 || limits.leafPoints > 300 ? 1. : 0.};
    };
    const TreeLimits limits = cheapestBetween({best, 200}, costOf({best, 200}).total(), open, costOf);
    return std::vector<Index>{limits.leafElements, limits.leafPoints};
  };
  EXPECT_EQ(found(90), (std::vector<Index>{64, 141}));
  EXPECT_EQ(found(45), (std::vector<Index>{45, 200})) << "nothing beside it is cheaper";
  EXPECT_EQ(found(90, {true, false}), (std::vector<Index>{64, 200}));
  EXPECT_EQ(found(8), (std::vector<Index>{8, 200})) << "no leaf is smaller";
  EXPECT_EQ(found(5000, {false, true, 250}), (std::vector<Index>{5000, 200})) << "what is given stays";
}

TEST(LargerLeaves, AreFoundBehindSomeThatCostMore) {
  const auto found = [](Index most, double levels) {
    const auto costOf = [&](const TreeLimits& limits) {
      return CostParts{limits.leafElements / 64., 0, 0, limits.leafElements < 512 ? levels : 1};
    };
    const TreeLimits limits = cheapestLarger({64, 128}, costOf({64, 128}).total(), {true, true, most}, costOf);
    return std::vector<Index>{limits.leafElements, limits.leafPoints};
  };
  EXPECT_EQ(found(4096, 10), (std::vector<Index>{512, 1024})) << "128 and 256 cost more than 64";
  EXPECT_EQ(found(4096, 3), (std::vector<Index>{64, 128}));
  EXPECT_EQ(found(512, 10), (std::vector<Index>{512, 512})) << "no more points than a leaf may hold";
}

TEST(OneLeaf, IsTheStartDoubledUntilItHoldsAll) {
  const auto whole = [](double elements, double points, OpenLimits open = {true, true}) {
    const std::optional<TreeLimits> limits = oneLeaf({44, 96}, open, elements, points);
    return limits ? std::vector<Index>{limits->leafElements, limits->leafPoints} : std::vector<Index>{};
  };
  EXPECT_EQ(whole(44, 96), (std::vector<Index>{44, 96}));
  EXPECT_EQ(whole(45, 96), (std::vector<Index>{88, 96}));
  EXPECT_EQ(whole(2000, 6000), (std::vector<Index>{2816, 6144}));
  EXPECT_EQ(whole(1e5, 2e5), std::vector<Index>{}) << "no leaf is that large";
  EXPECT_EQ(whole(100, 96, {false, true}), std::vector<Index>{}) << "it is not to be chosen";
  EXPECT_EQ(whole(40, 300, {false, true}), (std::vector<Index>{44, 384}));
}

TEST(LeafSearch, LeavesOfAGpuAreAsManyAsItsMultiprocessors) {
  EXPECT_EQ(mostLeafPointsOnGpu(4096, 61440), 512);
  EXPECT_EQ(mostLeafPointsOnGpu(1 << 20, 1 << 22), OpenLimits{}.mostPoints) << "and never larger than others";
  EXPECT_EQ(mostLeafPointsOnGpu(256, 3840), 1024) << "few elements";
  EXPECT_EQ(mostLeafPointsOnGpu(2048, 2048), 1024);
  EXPECT_EQ(mostLeafPointsOnGpu(2176, 2048), 512);
  EXPECT_EQ(mostLeafPointsOnGpu(8192, 61440), 544);
  EXPECT_EQ(mostLeafPointsOnGpu(8320, 8192), 129) << "not so few";
  EXPECT_EQ(mostLeafPointsOnGpu(1280, 1 << 18), 2058) << "few elements, many leaves";
}

}  // namespace
}  // namespace fmm
