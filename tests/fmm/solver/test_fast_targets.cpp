// The tolerance is kept where a few targets, which evenly drawn samples miss, have much of the squared velocity.

#include "solver/accuracy/fast_targets.h"

#include "exec/cpu/exec.h"
#include "fmm/fmm.h"
#include "fmm/support/cuda_fixture.h"
#include "fmm/support/support.h"
#include "pairs/cpu/direct_sum.h"
#include "pairs/cpu/loaded_particles.h"
#include "support/test.h"

namespace {

using namespace fmm;
using fmm_test::Workload;

constexpr std::size_t kElements = 1500, kTracers = 60000, kNear = 12;

class FastTargetsTest : public fmm_test::BackendFixture {
 protected:
  Settings settings() const {
    Settings settings = fmm_test::fmmFloat();
    settings.backend = GetParam();
    settings.regularisation = Regularisation::cutoff;
    settings.stretching = Stretching::off;
    settings.integrator = Integrator::euler;
    settings.timeStep = 1e-20;  // particles do not move
    return settings;
  }
  VortexSystem system() const { return {settings(), work_.elements, work_.tracers()}; }

  std::vector<Vec3> exact() const {
    Settings precise = fmm_test::directDouble();
    precise.regularisation = settings().regularisation;
    VortexSystem system(precise, work_.elements, work_.tracers());
    system.evaluate();
    return system.tracerVelocities();
  }
  double errorOf(const VortexSystem& system) const {
    return fmm_test::errorOf(system.tracerVelocities(), exact_).relativeL2;
  }
  /// The tolerance holds for elements and tracers together; for the tracers alone, which are slower, twice of it.
  void expectKept(VortexSystem& system) const {
    EXPECT_LE(system.measureError(kElements + kTracers + 12).relativeL2, settings().tolerance);
    EXPECT_LE(errorOf(system), 2 * settings().tolerance);
  }

  const Workload work_ = fmm_test::speck(kElements, kTracers, kNear);
  const std::vector<Vec3> exact_ = exact();
};

TEST_P(FastTargetsTest, HaveMostOfTheSquares) {
  std::vector<double> squares;
  for (const Vec3& u : exact_) squares.push_back(dot(u, u));
  std::sort(squares.rbegin(), squares.rend());
  const double of = std::accumulate(squares.begin(), squares.begin() + kNear, 0.);
  EXPECT_GT(of, 0.8 * std::accumulate(squares.begin(), squares.end(), 0.));
}

TEST_P(FastTargetsTest, KeepTheTolerance) {
  VortexSystem system = this->system();
  system.evaluate();
  expectKept(system);
  const EvaluationReport first = system.report();
  double stages = 0;
  for (const StageTime& stage : first.stages) stages += stage.seconds;
  EXPECT_NEAR(stages, first.seconds, 1e-6 + 1e-3 * first.seconds);
  system.evaluate();
  expectKept(system);
  EXPECT_EQ(system.report().order, first.order);
  EXPECT_EQ(system.report().nearPairs, first.nearPairs) << "an evaluation that was made anew counts once";
  EXPECT_EQ(system.report().farPairs, first.farPairs);
}

TEST_P(FastTargetsTest, ARunThatGoesOnHasTheSameBits) {
  VortexSystem first = system(), second = system();
  first.evaluate();
  second.setTuning(first.tuning());
  second.evaluate();
  EXPECT_EQ(second.report().order, first.report().order);
  const std::vector<Vec3> a = first.tracerVelocities(), b = second.tracerVelocities();
  for (std::size_t i = 0; i < a.size(); ++i) ASSERT_TRUE(a[i].x == b[i].x && a[i].y == b[i].y && a[i].z == b[i].z) << i;
}

TEST_P(FastTargetsTest, KeepItAfterALook) {
  VortexSystem system = this->system();
  system.setClock(0, 127);
  system.setTuning({6, 0.75, 176, 512, 2 * kElements});
  system.step();
  EXPECT_EQ(system.report().order, 6);
  EXPECT_GT(errorOf(system), 2 * settings().tolerance);
  system.step();  // the check at step 128
  EXPECT_GT(system.report().order, 6);
  expectKept(system);
}

/// Errors of tracers that an even sample has missed; no elements were missed.
class MissedTracers : public testing::Test {
 protected:
  MissedTracers() : exec_(0), particles_(exec_, work_.elements, work_.tracers().position) {
    task_ = particles_.task;
    atElements_.resize(task_.elementCount);
    atTracers_.resize(task_.tracerCount);
    task_.tracerVelocity = atTracers_.vector();
    settings_.regularisation = Regularisation::cutoff;
    EvaluationReport unused;
    DirectSum<CpuExec, double>().evaluate(exec_, task_, settings_, unused);
    for (Index i = 0; i < task_.tracerCount; ++i) {
      for (std::size_t k = 0; k < 3; ++k) {
        atTracers_[k][i] *= 1 + kOff;
        meanSquare_ += atTracers_[k][i] * atTracers_[k][i] / task_.tracerCount;
      }
    }
  }
  /// Measured error; `elements` is the mean square velocity of elements over that of tracers.
  double errorWith(double elements, double rest) {
    task_.elementVelocity = atElements_.vector();
    for (Index i = 0; i < task_.elementCount; ++i) {
      atElements_[0][i] = std::sqrt(elements * meanSquare_);
      atElements_[1][i] = atElements_[2][i] = 0;
    }
    FastTargets<CpuExec, double> fast(exec_, task_, settings_, nullptr);
    return fast.error({1, {1.1 * elements * meanSquare_, 0}}, rest, 2000);
  }

  static constexpr double kOff = 1e-3;
  const Workload work_ = fmm_test::speck(kElements, 3000, kNear);
  CpuExec exec_;
  LoadedParticles particles_;
  FieldTask<double> task_;
  FieldSettings settings_;
  Rows<CpuExec, double, 3> atElements_, atTracers_;
  double meanSquare_ = 0;
};

TEST_F(MissedTracers, CountLikeOtherTargetsAndHalfByThemselves) {
  EXPECT_NEAR(errorWith(1e-9, 0), kOff, 0.1 * kOff) << "the elements are at rest";
  EXPECT_NEAR(errorWith(1, 0), kOff / std::sqrt(2), 0.1 * kOff);
  EXPECT_NEAR(errorWith(1, 2 * kOff), kOff * std::sqrt(0.5 + 4), 0.1 * kOff);
  EXPECT_NEAR(errorWith(1e4, 0), kOff / 2, 0.1 * kOff) << "slow, and still to be right";
}

TEST_F(MissedTracers, AreNotLookedForWhereNothingIsMissed) {
  task_.elementVelocity = atElements_.vector();
  for (std::size_t k = 0; k < 3; ++k) std::fill_n(atElements_[k], task_.elementCount, 0.0);
  FastTargets<CpuExec, double> fast(exec_, task_, settings_, nullptr);
  EXPECT_EQ(fast.error({1, {1, meanSquare_}}, 1, 2000), 0);
}

/// The elements are six times as fast as the tracers, whose fastest 256 samples miss. All targets together keep the
/// tolerance; the tracers alone do not ask for less.
TEST(FastTargetsOfAFilament, AskForNoMoreThanTheTolerance) {
  const Workload work = fmm_test::overlapped(workloads::thinCurve(1 << 14, 15 << 14));
  Settings settings = fmm_test::fmmFloat();
  settings.mesh = MeshUse::never;
  VortexSystem system(settings, work.elements, work.tracers());
  system.evaluate();
  const MeasuredError error = system.measureError(4096);
  EXPECT_LE(error.relativeL2, 0.9 * settings.tolerance);
  EXPECT_GE(error.relativeL2, 0.3 * settings.tolerance);
}

INSTANTIATE_TEST_SUITE_P(Cpu, FastTargetsTest, ::testing::Values(Backend::cpu));
INSTANTIATE_TEST_SUITE_P(Cuda, FastTargetsTest, ::testing::Values(Backend::cuda));

}  // namespace
