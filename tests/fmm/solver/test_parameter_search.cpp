// The search for parameters, and the sampled leaves that it goes by.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "exec/cpu/exec.h"
#include "exec/cpu/key_sorter.h"
#include "fmm/field.h"
#include "fmm/support/support.h"
#include "solver/cpu/direct_sum.h"
#include "solver/cpu/fmm_pipeline.h"
#include "solver/cpu/loaded_particles.h"
#include "solver/parameter_search.h"
#include "solver/reference.h"

namespace fmm {
namespace {

/// An evaluation whose work and error follow laws that are known.
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
    return std::max(floor, 0.3 * std::pow(0.5 * p.theta, p.order + 1));
  }

  int counts = 0, errors = 0;
  double floor = 0;
};

SearchTask searchTask(double tolerance) {
  FieldSettings settings;
  settings.tolerance = tolerance;
  return {chooseParameters(settings, 100000, 0, false), Regularisation::gaussian, tolerance, true, true};
}

double secondsOf(LawfulTrials& trials, const FmmParameters& p) {
  return shippedCosts(false, Precision::single).seconds(trials.count(p), Regularisation::gaussian, false, p.order);
}

TEST(ParameterSearch, FindsTheCheapestThatKeepsTheTolerance) {
  for (const double tolerance : {1e-2, 1e-3, 1e-4}) {
    SCOPED_TRACE(tolerance);
    LawfulTrials trials;
    const SearchTask task = searchTask(tolerance);
    const FoundParameters found = cheapestParameters(trials, task, shippedCosts(false, Precision::single));
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
  const FoundParameters found = cheapestParameters(trials, searchTask(1e-6), shippedCosts(false, Precision::single));
  EXPECT_LE(trials.errors, 8);
  EXPECT_LE(trials.error(found.parameters), 1.5 * trials.floor);
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
  const FoundParameters found = cheapestParameters(trials, task, shippedCosts(false, Precision::single));
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
  const CostModel costs = shippedCosts(false, Precision::single);
  const FoundParameters found = cheapestParameters(trials, task, costs);
  EXPECT_LE(trials.error(found.parameters), kErrorMargin * task.tolerance);
  FmmParameters usual = found.parameters;
  usual.limits = task.start.limits;
  const auto seconds = [&](const FmmParameters& p) {
    return costs.seconds(trials.count(p), task.core, false, p.order);
  };
  EXPECT_LE(seconds(found.parameters), seconds(usual)) << found.parameters.limits.leafElements;
}

/// Few particles: whatever leaves they are divided into, they need more than they save.
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
  const FoundParameters found = cheapestParameters(trials, searchTask(1e-4), shippedCosts(false, Precision::single));
  EXPECT_GE(found.parameters.limits.leafElements, FewTrials::kElements);
  EXPECT_EQ(found.work.farPairs, 0);
  FewTrials given;
  SearchTask task = searchTask(1e-4);
  task.anyLeafElements = task.anyLeafPoints = false;
  const TreeLimits limits = cheapestParameters(given, task, shippedCosts(false, Precision::single)).parameters.limits;
  EXPECT_EQ(limits.leafElements, task.start.limits.leafElements) << "no leaves but those that were asked for";
}

/// Cells of 60 elements: it matters whether those are divided, and small leaves have larger errors.
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
    return cheapestParameters(trials, task, shippedCosts(false, Precision::single));
  };
  const FoundParameters few = found(4096, 2e-5);
  EXPECT_EQ(few.parameters.limits.leafElements, 62);
  EXPECT_EQ(few.error, 2e-5);
  EXPECT_EQ(found(4096, 2e-4).parameters.limits.leafElements, 88) << "not where the tolerance is missed";
  EXPECT_EQ(found(1e6, 2e-5).parameters.limits.leafElements, 88) << "of many, sizes differ";
}

/// Large leaves spare levels, and nothing speaks for small ones.
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
  const CostModel costs = shippedCosts(true, Precision::single);
  const Index start = task.start.limits.leafPoints;
  for (const Index most : {start / 2, start, 3 * start, 8 * start}) {
    task.mostLeafPoints = most;
    DeepTrials trials;
    const Index found = cheapestParameters(trials, task, costs).parameters.limits.leafPoints;
    EXPECT_LE(found, std::max(start, most)) << most;
    EXPECT_GT(2 * found, most) << "as large as it may be";
  }
}

/// The same, but where leaves are large one of them is near very many elements.
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
    CrowdedTrials trials;
    const CostModel costs = shippedCosts(gpu, Precision::single);
    EXPECT_EQ(cheapestParameters(trials, task, costs).parameters.limits.leafPoints == 128, gpu) << gpu;
  }
}

/// Rings in double on the CPU, with room for the results.
struct Problem {
  explicit Problem(const fmm_test::Workload& work, int threads = 0)
      : exec(threads), particles(exec, work.elements, work.targets) {
    task = particles.task;
    atElements.resize(task.elementCount);
    atTracers.resize(task.tracerCount);
    task.elementVelocity = atElements.vector();
    task.tracerVelocity = atTracers.vector();
    settings.regularisation = Regularisation::cutoff;
    parameters = chooseParameters(settings, task.elementCount, task.tracerCount, false);
  }
  std::vector<Vec3> results() {
    std::vector<Vec3> all = exec.download<double>(std::as_const(atElements).vector(), task.elementCount);
    const std::vector<Vec3> more = exec.download<double>(std::as_const(atTracers).vector(), task.tracerCount);
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }

  CpuExec exec;
  LoadedParticles particles;
  FieldTask<double> task;
  Rows<CpuExec, double, 3> atElements, atTracers;
  FieldSettings settings;
  FmmParameters parameters;
  FmmPipeline<CpuExec, double> pipeline;
};

constexpr TreeLimits kLeast = {8, 16};

constexpr TreeLimits kAll = {4096, 32768};  // one leaf, which is summed in many blocks

class SampledLeavesOf : public testing::TestWithParam<bool> {};

TEST_P(SampledLeavesOf, HaveTheResultsOfAWholeEvaluation) {
  Problem p(fmm_test::thin(fmm_test::rings(3000, 20000)));
  if (GetParam()) p.parameters.limits = kAll;
  p.pipeline.sort(p.exec, p.task, kLeast, 128);
  const std::vector<Vec3> at = p.pipeline.sampledPositions(p.exec);
  p.pipeline.count(p.exec, p.task, p.parameters, {});
  const std::vector<Vec3> sampled = p.pipeline.tryOut(p.exec, p.task, p.settings, p.parameters);
  ASSERT_EQ(sampled.size(), at.size());
  ASSERT_GE(at.size(), 240u);
  EvaluationReport report;
  p.pipeline.run(p.exec, p.task, p.settings, p.parameters, report);
  const std::vector<Vec3> whole = p.results();
  std::vector<Vec3> positions =
      p.exec.download<double>({p.task.elements.x, p.task.elements.y, p.task.elements.z}, p.task.elementCount);
  const std::vector<Vec3> tracers = p.exec.download<double>(p.task.tracers, p.task.tracerCount);
  positions.insert(positions.end(), tracers.begin(), tracers.end());
  for (std::size_t k = 0; k < at.size(); ++k) {
    const auto i = static_cast<std::size_t>(std::find(positions.begin(), positions.end(), at[k]) - positions.begin());
    ASSERT_LT(i, positions.size());
    EXPECT_LE(norm(sampled[k] - whole[i]), 1e-12 * norm(whole[i]));
  }
}

INSTANTIATE_TEST_SUITE_P(Leaves, SampledLeavesOf, testing::Bool(),
                         [](const auto& one) { return one.param ? "One" : "Many"; });

TEST(LargeLeaves, HaveTheSameBitsOnAnyNumberOfThreads) {
  const auto work = fmm_test::overlapped(fmm_test::rings(1500, 4000));
  const auto sums = [&](int threads) {
    Problem p(work, threads);
    p.settings.regularisation = Regularisation::gaussian;
    p.parameters.limits = kAll;
    EvaluationReport report;
    p.pipeline.run(p.exec, p.task, p.settings, p.parameters, report);
    EXPECT_EQ(report.leaves, 1u);
    return p.results();
  };
  const std::vector<Vec3> one = sums(1), many = sums(0);
  ASSERT_EQ(one.size(), many.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    ASSERT_EQ(one[i].x, many[i].x) << i;
    ASSERT_EQ(one[i].y, many[i].y) << i;
    ASSERT_EQ(one[i].z, many[i].z) << i;
  }
}

TEST(LargeLeaves, KeepTheDigitsOfWhatIsFarFromTheirMiddle) {
  const auto work = fmm_test::thin(workloads::plummer(2048, 2048));
  Settings settings;
  settings.backend = Backend::cpu;
  settings.regularisation = Regularisation::cutoff;
  settings.tolerance = 1e-4;
  settings.order = 8;
  settings.theta = 0.74;
  settings.leafElements = kAll.leafElements;
  settings.leafPoints = kAll.leafPoints;
  const Field field = evaluateField(settings, work.elements, work.targets, false, 1024);
  EXPECT_EQ(field.report.leaves, 1u);
  EXPECT_LT(field.error.relativeL2, 2e-5) << "5e-5 in the frame of the leaf's middle";
}

TEST(SampledLeaves, AnEvaluationThatGoesOnFromATrialHasTheSameBits) {
  Problem p(fmm_test::thin(fmm_test::rings(3000, 20000)));
  EvaluationReport report;
  p.pipeline.run(p.exec, p.task, p.settings, p.parameters, report);
  const std::vector<Vec3> fresh = p.results();
  p.pipeline.sort(p.exec, p.task, kLeast, 128);
  FmmParameters higher = p.parameters;
  higher.order += 3;
  p.pipeline.count(p.exec, p.task, higher, {});
  p.pipeline.tryOut(p.exec, p.task, p.settings, higher);
  p.pipeline.complete(p.exec, p.task, p.settings, p.parameters, report);
  EXPECT_EQ(p.results(), fresh);
}

TEST(SampledLeaves, EstimateTheWork) {
  Problem p(fmm_test::thin(fmm_test::rings(8000, 60000)));
  const auto countOf = [&](std::size_t samples) {
    p.pipeline.sort(p.exec, p.task, kLeast, samples);
    return p.pipeline.count(p.exec, p.task, p.parameters, {});
  };
  const WorkCounts all = countOf(1000000), some = countOf(256);
  EvaluationReport report;
  p.pipeline.run(p.exec, p.task, p.settings, p.parameters, report);
  EXPECT_DOUBLE_EQ(all.velocityPairs, static_cast<double>(report.nearPairs));
  EXPECT_DOUBLE_EQ(all.farPairs, static_cast<double>(report.farPairs));
  EXPECT_NEAR(some.velocityPairs / all.velocityPairs, 1, 0.1);
  EXPECT_NEAR(some.farPairs / all.farPairs, 1, 0.15);
  EXPECT_NEAR(some.listEntries / all.listEntries, 1, 0.15);
}

double stage(const EvaluationReport& report, const std::string& name) {
  for (const StageTime& s : report.stages)
    if (s.name == name) return s.seconds;
  return 0;
}

TEST(OneOffCalls, DeliverWhatWasAskedAndNoMuchMore) {
  struct Case {
    fmm_test::Workload work;
    double tolerance;
  };
  for (const Case& c :
       {Case{fmm_test::rings(1 << 13, 1 << 15), 1e-4}, Case{fmm_test::rings(1 << 13, 1 << 14), 1e-3},
        Case{fmm_test::plummer(1 << 14, 1 << 13), 1e-4}, Case{fmm_test::sphereSurface(1 << 14, 1 << 14), 1e-5},
        Case{fmm_test::cube(1 << 15, 1 << 13), 1e-4}}) {
    SCOPED_TRACE(c.work.name);
    const fmm_test::Workload work = fmm_test::rounded(fmm_test::thin(c.work));
    Settings settings = fmm_test::fmmFloat();
    settings.regularisation = Regularisation::cutoff;
    settings.tolerance = c.tolerance;
    const Field field = evaluateField(settings, work.elements, work.targets, false, 1000);
    EXPECT_LE(field.error.relativeL2, 0.9 * c.tolerance);
    EXPECT_GE(field.error.relativeL2, 0.3 * c.tolerance);
  }
}

TEST(OneOffCalls, NameAllThatTheirTimeIsMadeOf) {
  const fmm_test::Workload work = fmm_test::rounded(fmm_test::thin(fmm_test::rings(1 << 12, 1 << 15)));
  Settings settings = fmm_test::fmmFloat();
  settings.regularisation = Regularisation::cutoff;
  const EvaluationReport report = evaluateField(settings, work.elements, work.targets, false).report;
  const double named = std::accumulate(report.stages.begin(), report.stages.end(), 0.,
                                       [](double sum, const StageTime& s) { return sum + s.seconds; });
  EXPECT_GT(stage(report, "tuning"), 0);
  EXPECT_GT(stage(report, "convert"), 0);
  EXPECT_GT(report.predicted.total(), 0);
  EXPECT_NEAR(named / report.seconds, 1, 0.05);
}

TEST(OneOffCalls, AreTheSameEveryTimeWithAnyNumberOfThreads) {
  const fmm_test::Workload work = fmm_test::rounded(fmm_test::thin(fmm_test::rings(1 << 12, 1 << 14)));
  Settings settings = fmm_test::fmmFloat();
  settings.regularisation = Regularisation::cutoff;
  settings.threads = 1;
  const Field one = evaluateField(settings, work.elements, work.targets, false);
  settings.threads = 0;
  const Field all = evaluateField(settings, work.elements, work.targets, false);
  EXPECT_EQ(one.report.order, all.report.order);
  EXPECT_EQ(one.report.theta, all.report.theta);
  EXPECT_EQ(one.report.leafElements, all.report.leafElements);
  EXPECT_EQ(one.velocity, all.velocity);
}

}  // namespace
}  // namespace fmm
