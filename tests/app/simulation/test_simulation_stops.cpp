// Reasons for which a simulation stops, and ways to continue.

#include "app/support/flow_support.h"
#include "simulation/simulation.h"
#include "support/test.h"

namespace app {
namespace {

using test::tracerValues;
using test::twoRings;
using test::waitUntilIdle;

TEST(SimulationStops, FailedStepPausesWithTheLastGoodState) {
  Scene scene = twoRings();
  Simulation simulation(FlowStart{scene});
  ASSERT_TRUE(waitUntilIdle(simulation));
  const std::vector<float> good = tracerValues(simulation.state());
  fmm::Settings wild = scene.settings;
  wild.timeStep = 1e12;
  wild.integrator = fmm::Integrator::rk4;
  simulation.apply(wild, 100);
  simulation.play();
  ASSERT_TRUE(test::waitFor(simulation, [&] { return !simulation.status().failure.empty(); }));
  EXPECT_FALSE(simulation.status().playing);
  EXPECT_EQ(simulation.status().failure.find('\n'), std::string::npos);
  ASSERT_TRUE(waitUntilIdle(simulation));
  EXPECT_EQ(tracerValues(simulation.state()), good);

  SimulationStatus before = simulation.status();
  before.failure = "another";
  simulation.dismissFailure(before);
  EXPECT_FALSE(simulation.status().failure.empty()) << "it came after what was told";
  simulation.dismissFailure(simulation.status());
  EXPECT_TRUE(simulation.status().failure.empty());
  simulation.reset(FlowStart(scene));
  simulation.step();
  ASSERT_TRUE(waitUntilIdle(simulation));
  EXPECT_EQ(simulation.state().steps, 2);
  EXPECT_TRUE(simulation.status().failure.empty());
}

TEST(SimulationStops, PausesBeforeTheElementsFlyApart) {
  Scene scene = twoRings();
  scene.settings.timeStep = 0.2;  // far too long: the flow is lost within a few steps
  scene.stepsPerFrame = 1;
  Simulation simulation(FlowStart{scene});
  simulation.play();
  ASSERT_TRUE(test::waitFor(simulation, [&] { return !simulation.status().failure.empty(); }));
  EXPECT_NE(simulation.status().failure.find("Reset"), std::string::npos) << simulation.status().failure;
  EXPECT_EQ(simulation.status().lost, simulation.status().failure);
  EXPECT_EQ(simulation.status().failure.find('\n'), std::string::npos);
  EXPECT_FALSE(simulation.status().playing);
  ASSERT_TRUE(waitUntilIdle(simulation));
  EXPECT_LT(simulation.state().impulseDrift, ImpulseWatch::kLost);
  const std::vector<float> shown = tracerValues(simulation.state());

  simulation.dismissFailure(simulation.status());
  fmm::Settings direct = scene.settings;
  direct.timeStep = 0.001;
  simulation.apply(direct, 1);
  simulation.step();
  ASSERT_TRUE(test::waitFor(simulation, [&] { return !simulation.status().failure.empty(); }));
  ASSERT_TRUE(waitUntilIdle(simulation));
  EXPECT_EQ(tracerValues(simulation.state()), shown) << "what is lost is not shown";

  simulation.dismissFailure(simulation.status());
  simulation.reset(FlowStart(twoRings()));
  simulation.step();
  ASSERT_TRUE(waitUntilIdle(simulation));
  EXPECT_EQ(simulation.state().steps, 2);
  EXPECT_TRUE(simulation.status().failure.empty());
  EXPECT_TRUE(simulation.status().lost.empty());
}

TEST(SimulationStops, StepsBackToASoundStateOrGoesOnAfterAStop) {
  Scene scene = twoRings();
  scene.stepsPerFrame = 1;
  Simulation simulation{FlowStart(scene)};
  ASSERT_TRUE(waitUntilIdle(simulation));
  EXPECT_FALSE(simulation.stepBack()) << "nothing is kept yet";
  simulation.step();
  ASSERT_TRUE(test::waitFor(simulation, [&] { return simulation.state().steps == 1; }));
  ASSERT_TRUE(waitUntilIdle(simulation));
  EXPECT_TRUE(simulation.status().canStepBack);
  std::map<std::int64_t, std::vector<fmm::Vec3>> seen;  // by steps; timing decides which state is kept
  fmm::Settings wild = scene.settings;
  wild.timeStep = 0.2;  // far too long
  simulation.apply(wild, 1);
  simulation.play();
  ASSERT_TRUE(test::waitFor(simulation, [&] {
    seen.emplace(simulation.state().steps, simulation.state().tracers->sample(1));
    return !simulation.status().stopped.empty();
  }));
  ASSERT_NE(simulation.status().lost, "");
  const std::int64_t stoppedAt = simulation.state().steps;
  simulation.goOn();
  EXPECT_EQ(simulation.status().stopped, "");
  ASSERT_TRUE(test::waitFor(simulation, [&] { return simulation.state().steps > stoppedAt + 1; })) << "unwatched";
  ASSERT_TRUE(simulation.stepBack());
  ASSERT_TRUE(test::waitFor(simulation, [&] { return simulation.state().generation == 2; }));
  ASSERT_EQ(seen.count(simulation.state().steps), 1u) << simulation.state().steps;
  EXPECT_TRUE(simulation.state().tracers->sample(1) == seen[simulation.state().steps]);
  EXPECT_LE(simulation.state().impulseDrift, ImpulseWatch::kLost / 2);
  EXPECT_FALSE(simulation.status().playing);
}

TEST(SimulationStops, ResetAfterAFailurePlaysOnIfItWasPlaying) {
  Scene wild = twoRings();
  wild.settings.timeStep = 0.2;
  wild.stepsPerFrame = 1;
  Simulation simulation(FlowStart{wild});
  const auto lose = [&] {
    simulation.play();
    ASSERT_TRUE(test::waitFor(simulation, [&] { return !simulation.status().failure.empty(); }));
    ASSERT_FALSE(simulation.status().playing);
    EXPECT_EQ(simulation.status().stopped, simulation.status().failure);
    simulation.dismissFailure(simulation.status());
    EXPECT_FALSE(simulation.status().stopped.empty()) << "until another frame comes";
  };
  lose();
  simulation.reset(FlowStart(twoRings()));
  EXPECT_TRUE(simulation.status().playing);
  ASSERT_TRUE(
      test::waitFor(simulation, [&] { return simulation.state().generation == 2 && simulation.state().steps >= 4; }));
  EXPECT_TRUE(simulation.status().stopped.empty());

  simulation.pause();
  ASSERT_TRUE(waitUntilIdle(simulation));
  simulation.reset(FlowStart(wild));
  ASSERT_TRUE(waitUntilIdle(simulation));
  lose();
  simulation.pause();
  simulation.reset(FlowStart(twoRings()));
  ASSERT_TRUE(waitUntilIdle(simulation));
  EXPECT_FALSE(simulation.status().playing) << "the user has paused it since";
}

}  // namespace
}  // namespace app
