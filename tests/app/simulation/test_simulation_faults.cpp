// A simulation on a machine that fails: it pauses with the last good state and a message of one line. It continues bit
// for bit from there, or says that the particles are lost and which state it can return to.

#include "app/support/flow_support.h"
#include "fmm/faults.h"
#include "fmm/support/cuda_fixture.h"
#include "simulation/simulation.h"
#include "support/test.h"

namespace app {
namespace {

using fmm::Fault;
using test::tracerValues;
using test::twoRings;
using test::waitUntilIdle;
using ::testing::HasSubstr;

class SimulationFaults : public fmm_test::BackendFixture {
 protected:
  void TearDown() override {
    for (const Fault kind : {Fault::allocation, Fault::launch}) fmm::setFault(kind, 0);
  }

  /// Two rings that a third one joins later, which needs new memory.
  static Scene scene() {
    Scene scene = twoRings();
    scene.settings.backend = GetParam();
    scene.settings.solver = fmm::SolverKind::fmm;
    scene.settings.precision = fmm::Precision::single;
    scene.stepsPerFrame = 2;
    RingLaunch late;
    late.ring.centre = {0, 0, 1};
    late.time = 3 * scene.settings.timeStep;
    late.elements = 150;
    late.tracers = 100;
    scene.launches.push_back(late);
    return scene;
  }
  static bool failed(const Simulation& simulation) { return !simulation.status().failure.empty(); }
  static void expectOneLine(const std::string& text) { EXPECT_EQ(text.find('\n'), std::string::npos) << text; }

  /// Tracers after `frames` frames; a frame that fails is requested again.
  static std::vector<float> after(int frames, int* failures = nullptr) {
    Simulation simulation{FlowStart(scene())};
    EXPECT_TRUE(test::waitFor(simulation, [&] { return failed(simulation) || simulation.state().generation > 0; }));
    if (failed(simulation)) {
      expectOneLine(simulation.status().failure);
      simulation.dismissFailure(simulation.status());
      simulation.reset(FlowStart(scene()));
      EXPECT_TRUE(test::waitFor(simulation, [&] { return simulation.state().generation > 0; }));
      if (failures != nullptr) ++*failures;
    }
    while (simulation.state().number < static_cast<std::uint64_t>(frames)) {
      const std::vector<float> good = tracerValues(simulation.state());
      simulation.dismissFailure(simulation.status());
      simulation.step();
      EXPECT_TRUE(waitUntilIdle(simulation));
      if (!failed(simulation)) continue;
      expectOneLine(simulation.status().failure);
      EXPECT_FALSE(simulation.status().playing);
      if (failures != nullptr) ++*failures;
      if (fmm::faultIsSet(Fault::allocation)) break;
    }
    return tracerValues(simulation.state());
  }
};

TEST_P(SimulationFaults, WithoutMemoryItPausesAndGoesOnToTheSameBits) {
  const std::vector<float> whole = after(5);
  int failures = 0, n = 1;
  for (;; n += 1 + n / 16) {
    fmm::setFault(Fault::allocation, n);
    const std::vector<float> values = after(5, &failures);
    if (fmm::faultIsSet(Fault::allocation)) break;
    ASSERT_TRUE(values == whole) << "after allocation " << n << " failed";
  }
  EXPECT_GT(failures, 10);
}

TEST_P(SimulationFaults, ALossKeepsThePictureAndLeadsBack) {
  Simulation simulation{FlowStart(scene())};
  ASSERT_TRUE(waitUntilIdle(simulation));
  simulation.step();
  ASSERT_TRUE(waitUntilIdle(simulation));
  ASSERT_TRUE(simulation.status().canStepBack);
  const std::int64_t steps = simulation.state().steps;
  fmm::setFault(Fault::launch, 20);
  simulation.play();
  ASSERT_TRUE(test::waitFor(simulation, [&] { return !simulation.status().lost.empty(); }));
  const SimulationStatus status = simulation.status();
  EXPECT_FALSE(status.playing);
  EXPECT_EQ(status.failure, status.lost);
  EXPECT_THAT(status.lost, HasSubstr("the particles are lost; Step back returns to t = "));
  expectOneLine(status.lost);
  EXPECT_EQ(simulation.state().steps, steps) << "the last good one stays";

  fmm::setFault(Fault::launch, 0);  // the machine works again
  simulation.dismissFailure(simulation.status());
  ASSERT_TRUE(simulation.stepBack());
  ASSERT_TRUE(test::waitFor(simulation, [&] { return simulation.state().generation == 2; }));
  EXPECT_EQ(simulation.state().steps, steps);
  EXPECT_EQ(simulation.status().lost, "");
  simulation.step();
  ASSERT_TRUE(waitUntilIdle(simulation));
  EXPECT_EQ(simulation.state().steps, steps + 2);
}

TEST_P(SimulationFaults, AResetThatFailsAfterALossSaysItsOwnReason) {
  Simulation simulation{FlowStart(scene())};
  ASSERT_TRUE(waitUntilIdle(simulation));
  fmm::setFault(Fault::launch, 20);
  simulation.play();
  ASSERT_TRUE(test::waitFor(simulation, [&] { return !simulation.status().lost.empty(); }));
  fmm::setFault(Fault::launch, 0);
  simulation.dismissFailure(simulation.status());
  fmm::setFault(Fault::allocation, 1);
  simulation.reset(FlowStart(scene()));
  ASSERT_TRUE(test::waitFor(simulation, [&] { return failed(simulation); }));
  EXPECT_THAT(simulation.status().failure, AnyOf(HasSubstr("out of memory"), HasSubstr("GPU memory: ")));
  EXPECT_NE(simulation.status().lost, "") << "it still is";
}

INSTANTIATE_TEST_SUITE_P(On, SimulationFaults, testing::Values(fmm::Backend::cpu, fmm::Backend::cuda),
                         [](const auto& of) { return of.param == fmm::Backend::cuda ? "Gpu" : "Cpu"; });

}  // namespace
}  // namespace app
