// Parameters of the fast multipole method: checked every 128 steps, and taken over by a resumed run.

#include "fmm/fmm.h"
#include "fmm/support/cuda_fixture.h"
#include "fmm/support/support.h"
#include "support/test.h"

namespace {

using namespace fmm;
using fmm_test::Workload;

constexpr std::int64_t kInterval = 128;  // steps

bool checked(const EvaluationReport& report) {
  return std::any_of(report.stages.begin(), report.stages.end(), [](const StageTime& s) { return s.name == "check"; });
}

class TuningTest : public fmm_test::BackendFixture {
 protected:
  Settings settings() const {
    Settings settings = fmm_test::fmmFloat();
    settings.backend = GetParam();
    settings.timeStep = 1e-6;  // particles hardly move
    settings.integrator = Integrator::euler;
    settings.leafElements = settings.leafPoints = 32;
    return settings;
  }

  VortexSystem system() const {
    const Workload work = fmm_test::overlapped(fmm_test::cube(4000, 500));
    return {settings(), work.elements, work.tracers()};
  }
};

TEST_P(TuningTest, TooLittleIsMended) {
  VortexSystem system = this->system();
  system.setClock(0, kInterval - 1);
  system.setTuning({4, 0.85, 32, 32});
  system.step();
  EXPECT_EQ(system.report().order, 4);
  EXPECT_EQ(system.tuning().theta, 0.85);
  EXPECT_GT(system.measureError().relativeL2, settings().tolerance);
  system.step();  // the check at step 128
  EXPECT_GT(system.tuning().order, 4);
  EXPECT_EQ(system.report().order, system.tuning().order);
  EXPECT_EQ(system.report().evaluations, 1);
  EXPECT_LE(system.measureError().relativeL2, settings().tolerance);
}

TEST_P(TuningTest, AreLookedAtWhereATenthOfTheElementsHasComeOrGone) {
  for (const auto& [before, due] : {std::pair<std::int64_t, bool>{3700, false}, {3500, true}, {4500, true}}) {
    VortexSystem system = this->system();  // 4000 elements
    system.setClock(0, 1);
    system.setTuning({4, 0.85, 32, 32, before});
    system.step();
    EXPECT_EQ(checked(system.report()), due) << before;
    EXPECT_EQ(system.report().order > 4, due) << before;
    EXPECT_EQ(system.tuning().elements, due ? 4000 : before);
    system.step();
    EXPECT_FALSE(checked(system.report())) << before;
  }
}

TEST_P(TuningTest, ARunThatGoesOnFromAStepWithALookLooks) {
  VortexSystem system = this->system();
  system.setClock(0, kInterval);
  system.setTuning({4, 0.85, 32, 32, 4000});
  system.step();
  EXPECT_TRUE(checked(system.report()));
  EXPECT_GT(system.tuning().order, 4);
}

TEST_P(TuningTest, TooMuchIsGivenUp) {
  VortexSystem fresh = this->system(), system = this->system();
  fresh.evaluate();
  system.setClock(0, kInterval - 1);
  system.setTuning({13, 0.4, 32, 32});
  system.step();
  EXPECT_EQ(system.tuning().order, 13);
  system.step();
  EXPECT_EQ(system.tuning().order, fresh.tuning().order);
  EXPECT_NEAR(system.tuning().theta, fresh.tuning().theta, 1e-3) << "the particles have moved on by a step";
  EXPECT_LE(system.measureError().relativeL2, settings().tolerance);
}

TEST_P(TuningTest, WhatIsRightStays) {
  VortexSystem system = this->system();
  system.setClock(0, kInterval - 1);
  system.step();
  const fmm::Tuning before = system.tuning();
  EXPECT_GT(before.order, 0);
  EXPECT_FALSE(checked(system.report()));
  system.step();
  EXPECT_TRUE(checked(system.report()));
  system.step();
  EXPECT_FALSE(checked(system.report()));
  EXPECT_EQ(system.tuning().order, before.order);
  EXPECT_EQ(system.tuning().theta, before.theta);
}

TEST_P(TuningTest, WhatTheSettingsSayStays) {
  const Workload work = fmm_test::overlapped(fmm_test::cube(1000, 0));
  Settings given = settings();
  given.order = 4;
  VortexSystem system(given, work.elements, {});
  system.setTuning({9, 0.5, 16, 16});
  system.setClock(0, kInterval - 1);
  system.step();
  system.step();
  EXPECT_FALSE(checked(system.report()));
  EXPECT_EQ(system.tuning().order, 4);
  EXPECT_EQ(system.tuning().theta, 0.5) << "which they leave open";
  EXPECT_EQ(system.tuning().leafPoints, 32);
}

TEST_P(TuningTest, IsThatOfThePresentSettings) {
  VortexSystem system = this->system();
  EXPECT_EQ(system.tuning().order, 0) << "there was no evaluation";
  system.evaluate();
  const int order = system.tuning().order;
  Settings finer = settings();
  finer.tolerance = 1e-5;
  system.apply(finer);
  EXPECT_EQ(system.tuning().order, 0) << "the next evaluation is to choose";
  system.apply(settings());
  EXPECT_EQ(system.tuning().order, order);
  Settings still = settings();
  still.stretching = Stretching::off;  // no gradients are asked for
  system.apply(still);
  EXPECT_EQ(system.tuning().order, 0);
  system.apply(finer);
  system.evaluate();
  EXPECT_LE(system.measureError().relativeL2, finer.tolerance);
}

TEST_P(TuningTest, ARunThatGoesOnDoesSoBitForBit) {
  VortexSystem whole = this->system();
  whole.setClock(0, kInterval - 3);
  whole.setTuning({4, 0.85, 32, 32});  // so that the check changes something
  whole.step();
  VortexSystem rest(whole.settings(), whole.elements(), whole.tracers());
  rest.setClock(whole.time(), whole.steps());
  rest.setTuning(whole.tuning());
  for (int k = 0; k < 4; ++k) {
    whole.step();
    rest.step();
  }
  EXPECT_GT(whole.tuning().order, 4);
  EXPECT_EQ(rest.tuning().order, whole.tuning().order);
  EXPECT_EQ(rest.elements().position, whole.elements().position);
  EXPECT_EQ(rest.elements().strength, whole.elements().strength);
  EXPECT_EQ(rest.tracers().position, whole.tracers().position);
}

TEST_P(TuningTest, IsNotTakenForOtherSettings) {
  VortexSystem system = this->system();
  system.setTuning({4, 0.85, 32, 32});
  Settings finer = settings();
  finer.tolerance = 1e-5;
  system.apply(finer);
  EXPECT_EQ(system.tuning().order, 0);
  system.evaluate();
  EXPECT_GT(system.tuning().order, 4);
  EXPECT_LE(system.measureError().relativeL2, finer.tolerance);
}

TEST_P(TuningTest, WhatNoSystemChoosesIsRefused) {
  VortexSystem system = this->system();
  EXPECT_THROW(system.setTuning({99, 0.5, 32, 32}), InvalidInput);
  EXPECT_THROW(system.setTuning({8, -1, 32, 32}), InvalidInput);
  EXPECT_THROW(system.setTuning({8, 0.5, -3, 32}), InvalidInput);
  EXPECT_THROW(system.setTuning({8, 0, 32, 32}), InvalidInput);
  EXPECT_THROW(system.setTuning({8, 0.5, 32, 0}), InvalidInput);
  system.setTuning({});
  system.evaluate();
  EXPECT_GT(system.tuning().order, 4);
}

INSTANTIATE_TEST_SUITE_P(Cpu, TuningTest, ::testing::Values(Backend::cpu));
INSTANTIATE_TEST_SUITE_P(Cuda, TuningTest, ::testing::Values(Backend::cuda));

}  // namespace
