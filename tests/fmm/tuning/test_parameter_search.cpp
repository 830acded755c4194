// The search for parameters, with known laws of work and error.

#include "support/test.h"
#include "tuning/parameter_search.h"
#include "tuning/processor_costs.h"

namespace fmm {
namespace {

/// An evaluation whose work and error follow known laws.
class LawfulTrials final : public Trials {
 public:
  WorkCounts count(const FmmParameters& p) override {
    ++counts;
    WorkCounts work;
    work.velocityPairs = 1e9 * (p.limits.leafElements / 64.0) / std::pow(p.theta, 3);
    work.farPairs = 1e6 * (64.0 / p.limits.leafElements) / std::pow(p.theta, 3);
    work.targets = work.elements = 1e5;
    return work;
  }
  double error(const FmmParameters& p) override {
    ++errors;
    const double lawful = std::max(floor, scale * std::pow(0.5 * p.theta, p.order + 1));
    return errors == unlucky ? first : first = lawful;
  }

  int counts = 0, errors = 0;
  int unlucky = 0;  ///< this trial tells the error of the one before, as samples with the largest errors do
  double floor = 0, scale = 0.3, first = 0;
};

/// The costs of one instruction set, whichever this machine has.
CostModel processor() {
  return processorCosts(InstructionSet::avx2, Precision::single, Space::space);
}

SearchTask searchTask(double tolerance) {
  FieldSettings settings;
  settings.tolerance = tolerance;
  return {chooseParameters(settings, 100000, 0, false), Regularisation::gaussian, tolerance, true, true};
}

double secondsOf(LawfulTrials& trials, const FmmParameters& p) {
  return processor().seconds(trials.count(p), Regularisation::gaussian, false, p.order);
}

TEST(ParameterSearch, FindsTheCheapestThatKeepsTheTolerance) {
  for (const double tolerance : {1e-2, 1e-3, 1e-4}) {
    SCOPED_TRACE(tolerance);
    LawfulTrials trials;
    const SearchTask task = searchTask(tolerance);
    const FoundParameters found = cheapestParameters(trials, task, processor());
    EXPECT_LE(trials.error(found.parameters), kErrorMargin * tolerance);
    EXPECT_LE(trials.errors, 9);
    double best = INFINITY;  // near the table's pair, with these leaves
    for (int order = task.start.order - 3; order <= task.start.order + 3; ++order) {
      for (double theta = 0.3; theta < task.start.theta + 0.035; theta += 0.05) {
        FmmParameters p = found.parameters;
        p.order = order;
        p.theta = theta;
        if (order >= 4 && trials.error(p) <= kErrorMargin * tolerance) best = std::min(best, secondsOf(trials, p));
      }
    }
    EXPECT_LE(secondsOf(trials, found.parameters), 1.1 * best);
  }
}

TEST(ParameterSearch, GivesUpAtRoundOff) {
  LawfulTrials trials;
  trials.floor = 3e-6;
  const FoundParameters found = cheapestParameters(trials, searchTask(1e-6), processor());
  EXPECT_LE(trials.errors, 8);
  EXPECT_LE(trials.error(found.parameters), 1.5 * trials.floor);
}

TEST(ParameterSearch, GoesOnAfterAnUnluckySample) {
  const double tolerance = 1e-4;
  const SearchTask task = searchTask(tolerance);
  LawfulTrials trials;
  trials.scale *= tolerance / trials.error(task.start);  // the first pair does not keep the tolerance
  trials.errors = 0;
  trials.unlucky = 2;
  const FoundParameters found = cheapestParameters(trials, task, processor());
  EXPECT_LE(trials.error(found.parameters), kErrorMargin * tolerance);
}

/// Targets in a few large leaves around elements: all pairs are near until the angle is wide enough.
class SteepTrials final : public Trials {
 public:
  WorkCounts count(const FmmParameters& p) override {
    WorkCounts work;
    work.velocityPairs = p.theta > 0.68 ? 1e6 : 5e9;
    work.farPairs = 2000;
    work.targets = work.elements = 1e5;
    return work;
  }
  double error(const FmmParameters& p) override {
    return p.theta > 0.68 ? 0.3 * std::pow(0.54 * p.theta, p.order + 1) : 1e-7;
  }
};

TEST(ParameterSearch, TakesNoSmallAngleToBeCheapBecauseCostsFallSteeply) {
  SteepTrials trials;
  const SearchTask task = searchTask(3e-6);
  const FoundParameters found = cheapestParameters(trials, task, processor());
  EXPECT_EQ(found.work.velocityPairs, 1e6) << "angle " << found.parameters.theta;
  EXPECT_LE(trials.error(found.parameters), kErrorMargin * task.tolerance);
}

/// Large leaves are cheap at the table's angle, and not at the one that keeps the tolerance.
class LateTrials final : public Trials {
 public:
  WorkCounts count(const FmmParameters& p) override {
    WorkCounts work;
    const double size = std::max(1.0, p.limits.leafElements / 64.0), narrow = p.theta < 0.7 ? 1 : 0;
    work.velocityPairs = 1e7 + narrow * 1e7 * std::pow(size, 3);
    work.farPairs = 1e5 / size;
    work.targets = work.elements = 1e5;
    return work;
  }
  double error(const FmmParameters& p) override { return p.theta < 0.7 ? 1e-6 : 1e-3; }
};

TEST(ParameterSearch, ChoosesLeavesAnewWhereThoseOfTheFirstPairCostManyTimes) {
  LateTrials trials;
  const SearchTask task = searchTask(1e-4);
  const CostModel costs = processor();
  const FoundParameters found = cheapestParameters(trials, task, costs);
  EXPECT_LE(trials.error(found.parameters), kErrorMargin * task.tolerance);
  FmmParameters usual = found.parameters;
  usual.limits = task.start.limits;
  const auto seconds = [&](const FmmParameters& p) {
    return costs.seconds(trials.count(p), task.core, false, p.order);
  };
  EXPECT_LE(seconds(found.parameters), seconds(usual)) << found.parameters.limits.leafElements;
}

/// Few particles: division into leaves costs more than it saves.
class FewTrials final : public Trials {
 public:
  WorkCounts count(const FmmParameters& p) override {
    ++counts;
    WorkCounts work;
    const bool one = p.limits.leafElements >= kElements && p.limits.leafPoints >= 2 * kElements;
    work.velocityPairs = one ? kElements * kElements : 0.9 * kElements * kElements;
    work.farPairs = one ? 0 : 1e5 * (1 + p.limits.leafElements / 1000.0);  // each step of a walk costs more
    work.elements = work.targets = kElements;
    return work;
  }
  double error(const FmmParameters& p) override { return count(p).farPairs > 0 ? 1e-5 : 1e-7; }

  static constexpr double kElements = 1500;
  int counts = 0;
};

TEST(ParameterSearch, SumsAllPairsOfFewParticlesWhereNoLeavesPay) {
  FewTrials trials;
  const FoundParameters found = cheapestParameters(trials, searchTask(1e-4), processor());
  EXPECT_GE(found.parameters.limits.leafElements, FewTrials::kElements);
  EXPECT_EQ(found.work.farPairs, 0);
  FewTrials given;
  SearchTask task = searchTask(1e-4);
  task.anyLeafElements = task.anyLeafPoints = false;
  const TreeLimits limits = cheapestParameters(given, task, processor()).parameters.limits;
  EXPECT_EQ(limits.leafElements, task.start.limits.leafElements) << "no leaves but those that were asked for";
}

/// Cells of 60 elements: the cost depends on their division, and small leaves have larger errors.
class LikeCellsTrials final : public Trials {
 public:
  explicit LikeCellsTrials(double points) : points_(points) {}
  WorkCounts count(const FmmParameters& p) override {
    WorkCounts work;
    const Index leaf = p.limits.leafElements;
    work.velocityPairs = 1e9 * (leaf < 60 ? 1.2 : leaf < 80 ? 0.8 : leaf < 120 ? 1 : 2);
    work.elements = work.targets = points_ / 2;
    return work;
  }
  double error(const FmmParameters& p) override { return p.limits.leafElements < 80 ? smallLeaves : 1e-5; }

  double smallLeaves = 2e-5;

 private:
  const double points_;
};

TEST(ParameterSearch, LooksBetweenItsLeavesWhereParticlesAreFew) {
  const auto found = [](double points, double smallLeaves) {
    SearchTask task = searchTask(1e-4);
    task.start.limits = {88, 192};
    task.maySumAll = false;
    LikeCellsTrials trials(points);
    trials.smallLeaves = smallLeaves;
    return cheapestParameters(trials, task, processor());
  };
  const FoundParameters few = found(4096, 2e-5);
  EXPECT_EQ(few.parameters.limits.leafElements, 62);
  EXPECT_EQ(few.error, 2e-5);
  EXPECT_EQ(found(4096, 2e-4).parameters.limits.leafElements, 88) << "not where the tolerance is missed";
  EXPECT_EQ(found(1e6, 2e-5).parameters.limits.leafElements, 88) << "of many, sizes differ";
}

/// Large leaves save levels, and small ones have no advantage.
class DeepTrials final : public Trials {
 public:
  WorkCounts count(const FmmParameters& p) override {
    WorkCounts work;
    work.velocityPairs = work.elements = work.targets = 1000;
    work.levels = std::max(0., std::log2(kPoints / p.limits.leafPoints));
    return work;
  }
  double error(const FmmParameters&) override { return 1e-7; }

  static constexpr double kPoints = 16384;
};

TEST(ParameterSearch, ALeafHoldsNoMorePointsThanIsAllowed) {
  SearchTask task = searchTask(1e-4);
  task.maySumAll = false;
  const CostModel costs = costModel(true, Precision::single);
  const Index start = task.start.limits.leafPoints;
  for (const Index most : {start / 2, start, 3 * start, 8 * start}) {
    task.mostLeafPoints = most;
    DeepTrials trials;
    const Index found = cheapestParameters(trials, task, costs).parameters.limits.leafPoints;
    EXPECT_LE(found, std::max(start, most)) << most;
    EXPECT_GT(2 * found, most) << "as large as it may be";
  }
}

/// As DeepTrials, but among large leaves one has a very long near list.
class CrowdedTrials final : public Trials {
 public:
  WorkCounts count(const FmmParameters& p) override {
    WorkCounts work = deep_.count(p);
    work.longestList = p.limits.leafPoints > 128 ? 1e5 : 100;
    return work;
  }
  double error(const FmmParameters& p) override { return deep_.error(p); }

 private:
  DeepTrials deep_;
};

TEST(ParameterSearch, LeavesOfAGpuHaveNoListThatOutlastsAllOthers) {
  SearchTask task = searchTask(1e-4);
  task.start.limits = {88, 128};
  task.maySumAll = false;
  task.mostLeafPoints = 2048;
  for (const bool gpu : {true, false}) {
    CrowdedTrials crowded;
    DeepTrials deep;
    const CostModel costs = gpu ? costModel(true, Precision::single) : processor();
    const Index found = cheapestParameters(crowded, task, costs).parameters.limits.leafPoints;
    const Index without = cheapestParameters(deep, task, costs).parameters.limits.leafPoints;
    EXPECT_EQ(found, gpu ? 128 : without);
    EXPECT_GT(without, gpu ? 128 : 0);
  }
}

}  // namespace
}  // namespace fmm
