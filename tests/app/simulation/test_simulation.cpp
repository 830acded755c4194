

#include "app/support/flow_support.h"
#include "scene/start/scene_particles.h"
#include "simulation/simulation.h"
#include "simulation/triple_buffer.h"
#include "support/test.h"

namespace app {
namespace {

using Clock = std::chrono::steady_clock;
using test::tracerValues;
using test::twoRings;
using test::waitUntilIdle;

TEST(TripleBuffer, ReaderSeesTheNewestAndOnlyCompleteValues) {
  TripleBuffer<int> buffer;
  EXPECT_FALSE(buffer.update());
  for (int i = 1; i <= 3; ++i) {
    buffer.back() = i;
    buffer.publish();
  }
  EXPECT_TRUE(buffer.update());
  EXPECT_EQ(buffer.front(), 3);
  EXPECT_FALSE(buffer.update());
  buffer.back() = 4;
  EXPECT_EQ(buffer.front(), 3);
  buffer.publish();
  EXPECT_TRUE(buffer.update());
  EXPECT_EQ(buffer.front(), 4);
}

TEST(TripleBuffer, ValuesNeverTearBetweenThreads) {
  struct Pair {
    long a = 0, b = 0;
  };
  TripleBuffer<Pair> buffer;
  constexpr long kLast = 200000;
  std::thread writer([&] {
    for (long i = 1; i <= kLast; ++i) {
      buffer.back() = {i, -i};
      buffer.publish();
    }
  });
  long before = 0, torn = 0, backwards = 0;
  while (before < kLast) {
    buffer.update();
    const Pair seen = buffer.front();
    torn += seen.a != -seen.b;
    backwards += seen.a < before;
    before = seen.a;
  }
  writer.join();
  EXPECT_EQ(torn, 0);
  EXPECT_EQ(backwards, 0);
}

TEST(Simulation, PublishesTheSceneAndRests) {
  Simulation simulation(FlowStart{twoRings()});
  ASSERT_TRUE(waitUntilIdle(simulation));
  const SimulationState& state = simulation.state();
  EXPECT_EQ(state.generation, 1u);
  EXPECT_EQ(state.steps, 0);
  EXPECT_EQ(state.time, 0);
  EXPECT_EQ(state.elementCount, 64u);
  EXPECT_EQ(state.tracerCount, 200u);
  EXPECT_EQ(state.elements->count(), 64u);
  EXPECT_NEAR(state.centroid.z, 0.1, 0.02);
  EXPECT_GT(state.extent, 0.3);
  EXPECT_NEAR(state.ringExtent, 0.35, 0.03) << "the first ring's";
  EXPECT_LT(state.ringCentre.z, state.centroid.z);
  EXPECT_NEAR(fmm::norm(state.shift), 0, 1e-7);
  const std::vector<float> values = tracerValues(state);
  const auto fastest = std::max_element(values.begin() + 3, values.end());
  EXPECT_TRUE(std::all_of(values.begin(), values.end(), [](float v) { return std::isfinite(v); }));
  EXPECT_GT(*fastest, 0);
  for (int i = 0; i < 20; ++i) {
    simulation.tick();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  EXPECT_FALSE(simulation.update()) << "a paused simulation moved by itself";
}

TEST(Simulation, StepIsOneFrameAndMatchesTheSystemItself) {
  const Scene scene = twoRings();
  Simulation simulation(FlowStart{scene});
  ASSERT_TRUE(waitUntilIdle(simulation));
  simulation.step();
  ASSERT_TRUE(waitUntilIdle(simulation));
  const SimulationState& state = simulation.state();
  EXPECT_EQ(state.steps, 2);
  EXPECT_DOUBLE_EQ(state.time, 0.004);
  EXPECT_GT(state.shift.z, 0);
  EXPECT_GT(state.report.evaluations, 2) << "the report covers both steps";

  fmm::VortexSystem system(scene.settings, makeElements(scene), makeTracers(scene));
  system.evaluate();
  system.step();
  system.step();
  std::vector<float> expected(4 * system.tracerCount());
  system.writeTracers({expected.data(), system.tracerCount(), false});
  EXPECT_EQ(tracerValues(state), expected);
}

TEST(Simulation, EveryFrameIsMeasured) {
  Simulation simulation(FlowStart{twoRings()});
  ASSERT_TRUE(waitUntilIdle(simulation));
  EXPECT_TRUE(simulation.state().diagnostics.looked);
  EXPECT_EQ(simulation.state().diagnostics.drift.impulse, 0);
  EXPECT_GT(simulation.state().diagnostics.flow.energy, 0) << "the start is always summed";
  for (int i = 1; i <= 3; ++i) {
    simulation.step();
    ASSERT_TRUE(waitUntilIdle(simulation));
    const SimulationState& state = simulation.state();
    EXPECT_EQ(state.diagnostics.time, state.time);
    EXPECT_EQ(state.diagnostics.steps, 2 * i);
    ASSERT_EQ(state.diagnostics.rings.size(), 2u);
    EXPECT_NEAR(state.diagnostics.rings[0].measured.radius, 0.3, 0.02);
    EXPECT_EQ(state.diagnostics.seconds, state.report.seconds);
    EXPECT_FALSE(state.diagnostics.stages.empty());
  }
  fmm::Settings settings = simulation.state().settings;
  settings.regularisation = fmm::Regularisation::winckelmans;
  simulation.apply(settings, 2);
  ASSERT_TRUE(waitUntilIdle(simulation));
  EXPECT_EQ(simulation.state().diagnostics.drift.impulse, 0) << "other cores, another flow";
}

TEST(Simulation, PlayingSkipsAndRepeatsNoFrame) {
  const Scene scene = twoRings();
  Simulation simulation(FlowStart{scene});
  ASSERT_TRUE(waitUntilIdle(simulation));
  simulation.play();
  std::uint64_t last = simulation.state().number;
  const std::uint64_t first = last;
  const auto advanced = [&] {
    if (simulation.state().number == last) return false;
    EXPECT_EQ(simulation.state().number, last + 1);
    EXPECT_EQ(simulation.state().steps, static_cast<std::int64_t>(2 * (last + 1 - first)));
    last = simulation.state().number;
    return true;
  };
  for (int i = 0; i < 20; ++i) ASSERT_TRUE(test::waitFor(simulation, advanced));
  EXPECT_TRUE(simulation.status().playing);
  simulation.pause();
  ASSERT_TRUE(waitUntilIdle(simulation));
  EXPECT_FALSE(simulation.status().playing);
}

TEST(Simulation, WaitsForTheDrawingThread) {
  Simulation simulation(FlowStart{twoRings()});
  ASSERT_TRUE(waitUntilIdle(simulation));
  simulation.play();
  for (int i = 0; i < 30; ++i) {  // requests frames, but never takes a published one
    simulation.tick();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  ASSERT_TRUE(test::waitFor(simulation, [&] { return simulation.state().steps > 0; }));
  EXPECT_EQ(simulation.state().steps, 2);
}

TEST(Simulation, ApplyKeepsParticlesAndTakesTheNewTimeStep) {
  Scene scene = twoRings();
  Simulation simulation(FlowStart{scene});
  ASSERT_TRUE(waitUntilIdle(simulation));
  const std::uint64_t number = simulation.state().number;
  const std::vector<float> before = tracerValues(simulation.state());
  scene.settings.timeStep = 0.004;
  simulation.apply(scene.settings, 1);
  ASSERT_TRUE(test::waitFor(simulation, [&] { return simulation.state().settings.timeStep == 0.004; }));
  EXPECT_EQ(simulation.state().number, number) << "the same particles are no new frame";
  EXPECT_EQ(tracerValues(simulation.state()), before);
  simulation.step();
  ASSERT_TRUE(waitUntilIdle(simulation));
  EXPECT_DOUBLE_EQ(simulation.state().time, 0.004);
  EXPECT_EQ(simulation.state().steps, 1);
}

TEST(Simulation, GoesBackToZeroAndNoFarther) {
  Scene scene = twoRings();
  scene.stepsPerFrame = 3;
  Simulation simulation{FlowStart(scene)};
  ASSERT_TRUE(waitUntilIdle(simulation));
  simulation.step();
  ASSERT_TRUE(test::waitFor(simulation, [&] { return simulation.state().steps == 3; }));
  fmm::Settings back = scene.settings;
  back.timeStep = -back.timeStep;
  simulation.apply(back, 2);
  simulation.play();
  ASSERT_TRUE(test::waitFor(simulation, [&] { return !simulation.status().halt.empty(); }));
  ASSERT_TRUE(waitUntilIdle(simulation));
  EXPECT_EQ(simulation.state().time, 0) << "two steps, then the one that is left";
  EXPECT_EQ(simulation.state().steps, 6);
  EXPECT_FALSE(simulation.status().playing);
  EXPECT_EQ(simulation.status().failure, "");
  simulation.dismissFailure(simulation.status());
  simulation.play();
  EXPECT_FALSE(simulation.status().playing);
  EXPECT_EQ(simulation.status().halt, Simulation::kAtZero);
  simulation.apply(scene.settings, 1);
  simulation.play();
  ASSERT_TRUE(test::waitFor(simulation, [&] { return simulation.state().time > 0; })) << "forwards it goes on";
}

TEST(Simulation, SceneThatBeginsBackwardsGoesBelowZero) {
  Scene scene = twoRings();
  scene.settings.timeStep = -scene.settings.timeStep;
  Simulation simulation{FlowStart(scene)};
  simulation.play();
  EXPECT_TRUE(test::waitFor(simulation, [&] { return simulation.state().time < 2 * scene.settings.timeStep; }));
}

TEST(Simulation, ResetStartsAnewWithAnotherScene) {
  Simulation simulation(FlowStart{twoRings()});
  simulation.step();
  ASSERT_TRUE(waitUntilIdle(simulation));
  const std::uint64_t number = simulation.state().number;
  simulation.reset(FlowStart(twoRings(96, 50)));
  ASSERT_TRUE(waitUntilIdle(simulation));
  EXPECT_EQ(simulation.state().generation, 2u);
  EXPECT_EQ(simulation.state().number, number + 1);
  EXPECT_EQ(simulation.state().time, 0);
  EXPECT_EQ(simulation.state().elementCount, 96u);
  EXPECT_EQ(simulation.state().tracers->count(), 50u);
  EXPECT_NEAR(fmm::norm(simulation.state().shift), 0, 1e-7);
}

TEST(Simulation, RefusesASceneThatNeedsMoreMemoryThanThereIs) {
  Scene scene = twoRings();
  Simulation simulation(FlowStart{scene});
  ASSERT_TRUE(waitUntilIdle(simulation));
  scene.tracers = std::size_t{1} << 50;
  simulation.reset(FlowStart(scene));
  ASSERT_TRUE(test::waitFor(simulation, [&] { return !simulation.status().failure.empty(); }));
  EXPECT_NE(simulation.status().failure.find("GiB"), std::string::npos) << simulation.status().failure;
  EXPECT_EQ(simulation.state().tracerCount, 200u);
}

TEST(Simulation, RejectedRequestsLeaveEverythingAsItWas) {
  Scene scene = twoRings();
  Simulation simulation(FlowStart{scene});
  simulation.step();
  ASSERT_TRUE(waitUntilIdle(simulation));
  Scene thick = scene;
  thick.rings().back().coreRadius = 5;
  simulation.reset(FlowStart(thick));
  ASSERT_TRUE(test::waitFor(simulation, [&] { return !simulation.status().failure.empty(); }));
  EXPECT_EQ(simulation.state().steps, 2);
  simulation.dismissFailure(simulation.status());

  fmm::Settings bad = scene.settings;
  bad.tolerance = 5;
  simulation.apply(bad, 2);
  ASSERT_TRUE(test::waitFor(simulation, [&] { return !simulation.status().failure.empty(); }));
  EXPECT_NE(simulation.status().failure.find("tolerance"), std::string::npos);
  simulation.step();
  ASSERT_TRUE(waitUntilIdle(simulation));
  EXPECT_EQ(simulation.state().steps, 4);
}

TEST(Simulation, FirstSceneThatCannotBeBuiltIsReported) {
  Scene scene = twoRings();
  scene.settings.tolerance = 5;
  Simulation simulation(FlowStart{scene});
  ASSERT_TRUE(test::waitFor(simulation, [&] { return !simulation.status().failure.empty(); }));
  EXPECT_EQ(simulation.state().generation, 0u);
  simulation.play();
  simulation.reset(FlowStart(twoRings()));
  ASSERT_TRUE(test::waitFor(simulation, [&] { return simulation.state().steps > 0; }));
}

TEST(Simulation, MeasuresItsError) {
  Simulation simulation(FlowStart{twoRings()});
  ASSERT_TRUE(test::waitFor(simulation, [&] { return simulation.status().error.samples > 0; }));
  EXPECT_GT(simulation.status().error.relativeL2, 0);
  EXPECT_LT(simulation.status().error.relativeL2, 1e-4);
}

TEST(Simulation, DrawingThreadNeverWaitsForAStep) {
  Scene scene = twoRings(4096, 20000);
  scene.settings.backend = fmm::Backend::cpu;  // a GPU's step is too short to observe
  Simulation simulation(FlowStart{scene});
  ASSERT_TRUE(waitUntilIdle(simulation));
  simulation.step();
  simulation.tick();
  double longest = 0;
  int calls = 0;
  bool busy = false;
  for (; simulation.state().steps == 0; ++calls) {
    const Clock::time_point start = Clock::now();
    simulation.update();
    simulation.tick();
    busy |= simulation.status().busy;
    longest = std::max(longest, std::chrono::duration<double>(Clock::now() - start).count());
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_TRUE(busy);
  EXPECT_GT(calls, 3) << "the step was too short to tell";
  EXPECT_LT(longest, 0.5 * simulation.state().seconds);
}

}  // namespace
}  // namespace app
