// Recurring sequences of launches as CUDA graphs, and evaluations that use them.

#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "exec/cuda/buffer.h"
#include "exec/cuda/launch_graphs.cuh"
#include "exec/cuda/stage_timer.cuh"
#include "fmm/support/cuda_fixture.h"
#include "fmm/support/support.h"
#include "fmm/vortex_system.h"

namespace fmm {
namespace {

struct Add {
  int* to;
  int number;
  FMM_HD void operator()(Index) const { *to += number; }
};

class CudaGraphs : public fmm_test::CudaFixture {
 protected:
  void SetUp() override {
    CudaFixture::SetUp();
    if (const char* waits = std::getenv(kWaits)) waits_ = waits;
    unsetenv(kWaits);
    if (IsSkipped() || HasFatalFailure()) return;
    exec_.emplace(0);
    sum_.resize(1);
    exec_->fill(sum_.data(), 1, 0);
  }
  void TearDown() override {
    if (waits_) setenv(kWaits, waits_->c_str(), 1);
  }
  /// Adds `key` to the sum twice, by two launches.
  template <class Before>
  void add(int key, const Before& before) {
    graphs_.run(
        *exec_, "test", key,
        [&] {
          ++enqueued_;
          before();
          timer_.start(*exec_);
          for (int k = 0; k < 2; ++k) exec_->forEach("test", 1, Add{sum_.data(), key});
          timer_.finish(*exec_, "adding");
        },
        [&](const auto& launch) {
          timer_.start(*exec_);
          launch();
          timer_.finishAll(*exec_);
        });
  }
  void add(int key) {
    add(key, [] {});
  }
  int sum() {
    const Later<std::vector<int>> found = exec_->read(sum_.data(), 1);
    exec_->synchronize();
    return found.value().front();
  }

  std::optional<CudaExec> exec_;
  LaunchGraphs<int> graphs_;
  CudaStageTimer timer_;
  CudaBuffer<int> sum_;
  int enqueued_ = 0;
  static constexpr const char* kWaits = "RINGLET_SYNC_LAUNCHES";
  std::optional<std::string> waits_;
};

TEST_F(CudaGraphs, DoWhatWasEnqueued) {
  for (int k = 0; k < 20; ++k) add(1);
  EXPECT_EQ(sum(), 40);
  EXPECT_EQ(enqueued_, 4) << "three times, and once to make the graph";
  for (int k = 0; k < 180; ++k) add(1);
  EXPECT_EQ(sum(), 400);
  EXPECT_EQ(enqueued_, 7) << "every 64th time, too";
}

TEST_F(CudaGraphs, AreOneForEachOfAFewSequences) {
  int expected = 0;
  for (int round = 0; round < 12; ++round) {
    for (int key = 1; key <= 3; ++key) {
      add(key);
      expected += 2 * key;
    }
  }
  EXPECT_EQ(sum(), expected);
  EXPECT_EQ(enqueued_, 12);
  // More keys than graphs that are kept: each graph is gone when its key recurs, except keys 1 to 3 in round 0.
  for (int round = 0; round < 12; ++round) {
    for (int key = 1; key <= 20; ++key) {
      add(key);
      expected += 2 * key;
    }
  }
  EXPECT_EQ(sum(), expected);
  EXPECT_EQ(enqueued_, 12 + 12 * 20 - 3);
}

TEST_F(CudaGraphs, AreGivenUpWhereACallCannotBePartOfOne) {
  const auto takeMemory = [] { CudaBuffer<int> other(1 << 20); };
  for (int k = 0; k < 10; ++k) add(1, takeMemory);
  EXPECT_EQ(sum(), 20);
  EXPECT_EQ(enqueued_, 11) << "the fourth time again, after the attempt";
}

TEST_F(CudaGraphs, AreTimedByTheStagesOfWhatTheyRepeat) {
  EvaluationReport report;
  for (int k = 0; k < 10; ++k) {
    add(1);
    exec_->synchronize();
    report = {};
    timer_.read(report, true);
    ASSERT_EQ(report.stages.size(), 1U) << k;
    EXPECT_EQ(report.stages.front().name, "adding");
    EXPECT_GT(report.stages.front().seconds, 0);
    EXPECT_NEAR(report.seconds, report.stages.front().seconds, 1e-3 * report.seconds);
  }
}

/// Positions after steps with append(), apply() and measurements in between.
std::vector<Vec3> lifeOf(Settings settings) {
  const fmm_test::Workload work = fmm_test::rings(3000, 9000), more = fmm_test::rings(300, 900, 2);
  settings.backend = Backend::cuda;
  VortexSystem system(settings, work.elements, work.tracers());
  const auto steps = [&](int count) {
    for (int k = 0; k < count; ++k) system.step();
  };
  steps(9);
  system.append(more.elements, more.tracers());
  steps(9);
  settings.tolerance = 1e-3;
  system.apply(settings);
  steps(9);
  system.measure(true);
  system.tracerVorticities();
  steps(9);
  EXPECT_GE(system.report().stages.size(), 4U);
  std::vector<Vec3> all = system.elements().position;
  const std::vector<Vec3> tracers = system.tracers().position;
  all.insert(all.end(), tracers.begin(), tracers.end());
  return all;
}

TEST_F(CudaGraphs, ChangeNoBitOfAFlow) {
  for (const Integrator integrator : {Integrator::euler, Integrator::rk2, Integrator::rk4}) {
    Settings settings;
    settings.integrator = integrator;
    settings.timeStep = 1e-3;
    std::size_t before = graphLaunchCount();
    const std::vector<Vec3> byGraphs = lifeOf(settings);
    EXPECT_GT(graphLaunchCount(), before + 10);
    before = graphLaunchCount();
    setenv(kWaits, "1", 1);  // without graphs
    const std::vector<Vec3> oneByOne = lifeOf(settings);
    unsetenv(kWaits);
    EXPECT_EQ(graphLaunchCount(), before);
    EXPECT_EQ(byGraphs, oneByOne) << toString(integrator);
  }
}

// Releases count: otherwise a graph could use memory that a failed allocation has left to others.
TEST_F(CudaGraphs, AreNotRepeatedAfterABufferWentAway) {
  CudaBuffer<int> buffer(100);
  const std::size_t before = cudaAllocationCount();
  buffer = CudaBuffer<int>();
  EXPECT_GT(cudaAllocationCount(), before);
}

}  // namespace
}  // namespace fmm
