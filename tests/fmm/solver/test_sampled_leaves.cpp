// Sampled leaves, on which the search for parameters is based, and single calls that begin with a search.

#include "exec/cpu/exec.h"
#include "exec/cpu/sort.h"
#include "fmm/field.h"
#include "fmm/support/support.h"
#include "pairs/cpu/direct_sum.h"
#include "pairs/cpu/loaded_particles.h"
#include "solver/cpu/fmm_pipeline.h"
#include "support/test.h"
#include "tuning/tuning.h"

namespace fmm {
namespace {

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
    EXPECT_GE(field.error.relativeL2, 0.1 * c.tolerance) << "0.2 to 0.9 by the costs of an instruction set";
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
