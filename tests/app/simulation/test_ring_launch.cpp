// Rings that join a running simulation.

#include "app/support/flow_support.h"
#include "fmm/error.h"
#include "scene/start/scene_particles.h"
#include "simulation/simulation.h"
#include "support/test.h"

namespace app {
namespace {

using test::tracerValues;
using test::twoRings;
using test::waitUntilIdle;

RingLaunch thirdRing() {
  RingLaunch launch;
  launch.ring = test::ringAt({1, 0.5, 0}, 0.2);
  launch.ring.axis = {1, 0, 0};
  launch.elements = 32;
  launch.tracers = 100;
  launch.tracerTube = 0.08;
  return launch;
}

void makeSteps(Simulation& simulation, int frames) {
  for (int i = 0; i < frames; ++i) {
    simulation.step();
    ASSERT_TRUE(waitUntilIdle(simulation));
  }
}

TEST(RingLaunch, JoinsWhilePausedWithoutAFrameOrAJump) {
  Simulation simulation(FlowStart{twoRings()});
  makeSteps(simulation, 3);
  const auto state = [&]() -> const SimulationState& { return simulation.state(); };
  const std::uint64_t number = state().number, generation = state().generation;
  const double time = state().time, drift = state().impulseDrift;
  const std::int64_t steps = state().steps;
  const fmm::Vec3 shift = state().shift, centroid = state().centroid;
  const std::vector<float> before = tracerValues(state());
  EXPECT_EQ(state().rings, 2);
  EXPECT_GT(shift.z, 0);

  simulation.launch(thirdRing());
  ASSERT_TRUE(waitUntilIdle(simulation));
  EXPECT_EQ(state().elementCount, 96u);
  EXPECT_EQ(state().tracerCount, 300u);
  EXPECT_EQ(state().elements->count(), 96u);
  EXPECT_EQ(state().tracers->count(), 300u);
  EXPECT_EQ(state().rings, 3);
  EXPECT_EQ(state().number, number) << "a film takes no frame for it";
  EXPECT_EQ(state().generation, generation);
  EXPECT_EQ(state().time, time);
  EXPECT_EQ(state().steps, steps);
  EXPECT_GT(fmm::norm(state().centroid - centroid), 0.2) << "the new ring counts";
  EXPECT_NEAR(fmm::norm(state().shift - shift), 0, 1e-12) << "the camera must not jump";
  EXPECT_LT(state().impulseDrift, drift + 1e-6) << "its impulse is no drift";
  ASSERT_EQ(state().launched.size(), 1u);
  EXPECT_EQ(state().launched.front().time, time);
  ASSERT_EQ(state().tags->size(), 300u);
  EXPECT_EQ((*state().tags)[199], (TracerTag{1, 0}));
  EXPECT_EQ((*state().tags)[200], (TracerTag{2, static_cast<float>(time)}));
  const std::vector<float> after = tracerValues(state());
  int moved = 0, faster = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const bool speed = i % 4 == 3;
    moved += !speed && before[i] != after[i];
    faster += speed && before[i] != after[i];
  }
  EXPECT_EQ(moved, 0) << "the tracers that were there stay where they are";
  EXPECT_GT(faster, 150) << "and feel the new ring at once";

  simulation.step();
  ASSERT_TRUE(waitUntilIdle(simulation));
  EXPECT_EQ(state().number, number + 1);
  EXPECT_EQ(state().steps, steps + 2);
  EXPECT_LT(state().impulseDrift, 1e-3);
  EXPECT_LT(fmm::norm(state().shift - shift), 0.05);
}

TEST(RingLaunch, JoinsWhileRunning) {
  Simulation simulation(FlowStart{twoRings()});
  ASSERT_TRUE(waitUntilIdle(simulation));
  simulation.play();
  ASSERT_TRUE(test::waitFor(simulation, [&] { return simulation.state().steps >= 4; }));
  simulation.launch(thirdRing());
  std::uint64_t last = simulation.state().number;
  ASSERT_TRUE(test::waitFor(simulation, [&] {
    EXPECT_LE(simulation.state().number, last + 1) << "no frame is skipped";
    last = simulation.state().number;
    return simulation.state().elementCount == 96;
  }));
  EXPECT_TRUE(simulation.status().playing);
  const double time = simulation.state().launched.front().time;
  EXPECT_LE(time, simulation.state().time);
  EXPECT_NEAR(std::remainder(time, 0.004), 0, 1e-12) << "between two frames";
  ASSERT_TRUE(test::waitFor(simulation, [&] { return simulation.state().number > last + 3; }));
}

TEST(RingLaunch, MeasuresTheErrorAnew) {
  Simulation simulation(FlowStart{twoRings()});
  ASSERT_TRUE(test::waitFor(simulation, [&] { return simulation.status().error.samples > 0; }));
  simulation.launch(thirdRing());
  ASSERT_TRUE(test::waitFor(simulation, [&] { return simulation.status().error.samples == 0; }));
  ASSERT_TRUE(test::waitFor(simulation, [&] { return simulation.status().error.samples > 0; }));
}

TEST(RingLaunch, RefusedOneLeavesEverythingAsItWas) {
  Simulation simulation(FlowStart{twoRings()});
  makeSteps(simulation, 1);
  RingLaunch bad = thirdRing();
  bad.ring.coreRadius = 0.5;
  simulation.launch(bad);
  ASSERT_TRUE(test::waitFor(simulation, [&] { return !simulation.status().failure.empty(); }));
  EXPECT_NE(simulation.status().failure.find("coreRadius"), std::string::npos) << simulation.status().failure;
  simulation.dismissFailure(simulation.status());
  bad = thirdRing();
  bad.tracers = std::size_t{1} << 50;
  simulation.launch(bad);
  ASSERT_TRUE(test::waitFor(simulation, [&] { return !simulation.status().failure.empty(); }));
  EXPECT_NE(simulation.status().failure.find("GiB"), std::string::npos) << simulation.status().failure;
  simulation.dismissFailure(simulation.status());
  makeSteps(simulation, 1);
  EXPECT_EQ(simulation.state().elementCount, 64u);
  EXPECT_EQ(simulation.state().steps, 4);
  EXPECT_TRUE(simulation.state().launched.empty());
  EXPECT_TRUE(simulation.status().failure.empty());
}

TEST(RingLaunch, NoWayBackBeforeItJoined) {
  const Scene scene = twoRings();
  Simulation simulation(FlowStart{scene});
  makeSteps(simulation, 2);
  simulation.launch(thirdRing());
  makeSteps(simulation, 2);
  fmm::Settings backwards = scene.settings;
  backwards.timeStep = -backwards.timeStep;
  simulation.apply(backwards, scene.stepsPerFrame);
  simulation.play();
  ASSERT_TRUE(test::waitFor(simulation, [&] { return !simulation.status().failure.empty(); }));
  EXPECT_EQ(simulation.status().failure,
            "ring 3 joined at t = 0.008; before that the flow was another one. Play forwards, or Reset");
  EXPECT_FALSE(simulation.status().playing);
  EXPECT_TRUE(simulation.status().stopped.empty()) << "nothing has failed";
  simulation.dismissFailure(simulation.status());
  ASSERT_TRUE(waitUntilIdle(simulation));
  EXPECT_NEAR(simulation.state().time, 0.008, 1e-12);

  simulation.apply(scene.settings, scene.stepsPerFrame);
  makeSteps(simulation, 1);
  EXPECT_TRUE(simulation.status().failure.empty());
  EXPECT_NEAR(simulation.state().time, 0.012, 1e-12);

  Scene kept = scene;
  kept.settings = backwards;
  kept.launches = simulation.state().launched;
  simulation.reset(FlowStart(kept));
  makeSteps(simulation, 1);
  EXPECT_NEAR(simulation.state().time, -0.004, 1e-12) << "before the beginning no ring has joined";
}

TEST(RingLaunch, WayBackOfASavedStateEndsThereToo) {
  Scene scene = twoRings();
  EXPECT_FALSE(lastJoinedBefore(scene, 1, 0.01));
  for (const double time : {0., 0.3, 0.1, 0.5}) {
    scene.launches.push_back(thirdRing());
    scene.launches.back().time = time;
  }
  EXPECT_FALSE(lastJoinedBefore(scene, 0, 0.01)) << "what is there from the beginning";
  EXPECT_EQ(lastJoinedBefore(scene, 0.4, 0.01), 0.3);
  EXPECT_EQ(lastJoinedBefore(scene, 0.5, 0.01), 0.5);
}

TEST(RingLaunch, ResetGoesBackToTheSceneWithoutIt) {
  const Scene scene = twoRings();
  Simulation simulation(FlowStart{scene});
  ASSERT_TRUE(waitUntilIdle(simulation));
  simulation.launch(thirdRing());
  ASSERT_TRUE(waitUntilIdle(simulation));
  ASSERT_EQ(simulation.state().elementCount, 96u);
  simulation.reset(FlowStart(scene));
  ASSERT_TRUE(waitUntilIdle(simulation));
  EXPECT_EQ(simulation.state().elementCount, 64u);
  EXPECT_EQ(simulation.state().rings, 2);
  EXPECT_TRUE(simulation.state().launched.empty());
  EXPECT_NEAR(fmm::norm(simulation.state().shift), 0, 1e-7);
}

TEST(RingLaunch, KeptInTheSceneItRepeatsToTheLastBit) {
  Scene scene = twoRings();
  Simulation simulation(FlowStart{scene});
  makeSteps(simulation, 2);
  simulation.launch(thirdRing());
  makeSteps(simulation, 2);
  const std::vector<float> first = tracerValues(simulation.state());
  const fmm::Vec3 shift = simulation.state().shift;
  scene.launches = simulation.state().launched;
  simulation.reset(FlowStart(scene));
  makeSteps(simulation, 1);
  EXPECT_EQ(simulation.state().tracerCount, 200u) << "its time has not come";
  makeSteps(simulation, 1);
  EXPECT_EQ(simulation.state().tracerCount, 300u);
  EXPECT_EQ(simulation.state().rings, 3);
  makeSteps(simulation, 2);
  EXPECT_EQ(tracerValues(simulation.state()), first);
  EXPECT_NEAR(fmm::norm(simulation.state().shift - shift), 0, 1e-12);
}

TEST(RingLaunch, JoinsAnEmptyScene) {
  Scene scene = twoRings();
  scene.rings().clear();
  Simulation simulation(FlowStart{scene});
  ASSERT_TRUE(waitUntilIdle(simulation));
  EXPECT_EQ(simulation.state().elementCount, 0u);
  EXPECT_EQ(simulation.state().tracerCount, 0u);
  makeSteps(simulation, 2);
  EXPECT_EQ(simulation.state().steps, 4);
  EXPECT_EQ(simulation.state().impulseDrift, 0);
  RingLaunch ring = thirdRing();
  ring.elements = 128;
  simulation.launch(ring);
  ASSERT_TRUE(waitUntilIdle(simulation));
  EXPECT_EQ(simulation.state().rings, 1);
  EXPECT_NEAR(fmm::norm(simulation.state().shift), 0, 1e-12);
  makeSteps(simulation, 2);
  EXPECT_EQ(simulation.state().elementCount, 128u);
  EXPECT_GT(simulation.state().shift.x, 0) << "it travels";
  EXPECT_LT(simulation.state().impulseDrift, 1e-3);
}

TEST(RingLaunch, LaterRingsShareTheScenesCounts) {
  Scene scene = twoRings();
  scene.elements = 100;
  scene.tracers = 1000;
  scene.launches = {thirdRing(), thirdRing()};
  for (RingLaunch& launch : scene.launches) {
    launch.ring.radius = 0.3;
    launch.time = 1;
  }
  scene.launches[0].elements.reset();
  scene.launches[0].tracers.reset();
  scene.launches[0].tracerTube.reset();
  EXPECT_EQ(makeElements(scene).size(), 67u) << "two of three equal shares";
  const std::vector<RingLaunch> launches = sceneLaunches(scene);
  EXPECT_EQ(launches[0].elements, std::size_t{33});
  EXPECT_EQ(launches[0].tracerTube, scene.tracerTube);
  EXPECT_EQ(launches[1].elements, std::size_t{32}) << "its own";
  EXPECT_EQ(totalCounts(scene), (Counts{132, 1100}));
  EXPECT_EQ(makeTracers(scene).size() + *launches[0].tracers, 1000u);
}

TEST(RingLaunch, MostTracersStartOnItsSheet) {
  RingLaunch launch = thirdRing();
  launch.ring.centre = {};
  launch.ring.axis = {0, 0, 1};
  launch.ring.radius = 0.3;
  launch.tracers = 900;
  launch.tracerTube = 0.05;
  launch.tracerSheet = 0.12;
  const Scene scene = twoRings();
  const fmm::Tracers tracers = makeRing(scene, launch, 2).tracers;
  ASSERT_EQ(tracers.size(), 900u);
  std::size_t flat = 0, wide = 0;
  for (const fmm::Vec3& x : tracers.position) {
    const double aside = std::hypot(x.x, x.y) - 0.3;
    flat += std::abs(x.z) <= 0.12 / 32 + 1e-12 ? 1 : 0;
    wide += std::abs(aside) > 0.06 ? 1 : 0;
    EXPECT_LE(std::abs(aside), 0.12 + 1e-12);
  }
  EXPECT_GE(flat, 600u);
  EXPECT_LT(flat, 680u) << "the others fill the tube";
  EXPECT_GT(wide, 200u);
  EXPECT_EQ(tracers.ring, std::vector<std::int32_t>(900, 2));
  launch.tracerSheet = 0.3;
  EXPECT_THROW(makeRing(scene, launch, 2), fmm::InvalidInput);
}

TEST(RingLaunch, ANozzleIsDrawnOnceForAllRingsThatLeaveIt) {
  Scene scene = twoRings();
  RingLaunch launch = thirdRing();
  launch.time = 5;
  launch.nozzle = 0.5;
  launch.ring.axis = {0, 2, 0};
  scene.launches = {launch, launch};
  launch.ring.centre.x += 1;
  scene.launches.push_back(launch);
  Flow flow(scene);
  FlowState state;
  flow.show(state, {});
  flow.show(state, {});
  ASSERT_EQ(state.solids.size(), 2U);
  const Solid& nozzle = state.solids[1];
  EXPECT_TRUE(nozzle.drawing);
  EXPECT_NEAR(fmm::norm(nozzle.axes[2] - fmm::Vec3{0, 1, 0}), 0, 1e-12);
  EXPECT_NEAR(fmm::norm(fmm::cross(nozzle.axes[0], nozzle.axes[1]) - nozzle.axes[2]), 0, 1e-12);
  EXPECT_NEAR(nozzle.centre.x, launch.ring.centre.x, 1e-12);
  EXPECT_LT(nozzle.centre.y, launch.ring.centre.y) << "behind the ring";
  fmm::BodySurface surface = *nozzle.surface;
  EXPECT_NO_THROW(fmm::requireClosed(surface));
  EXPECT_EQ(surface.triangle, nozzle.surface->triangle) << "not inside out";
}

TEST(RingLaunch, ALaterRingThatCannotBeMadeIsRefusedAtOnce) {
  Scene scene = twoRings();
  scene.launches = {thirdRing()};
  scene.launches.front().time = 5;
  scene.launches.front().tracerTube = 3;
  EXPECT_THROW(LaunchSchedule{scene}, fmm::InvalidInput);
}

TEST(LaunchSchedule, GivesEachRingOnceAtItsTime) {
  Scene scene = twoRings();
  for (const double time : {0.02, 0., 0.01}) {
    scene.launches.push_back(thirdRing());
    scene.launches.back().time = time;
  }
  LaunchSchedule schedule(scene);
  EXPECT_EQ(schedule.rings(), 2);
  const RingParticles start = schedule.start();
  EXPECT_EQ(start.elements.size(), 96u);
  EXPECT_EQ(start.elements.ring.back(), 2);
  EXPECT_EQ(start.tracers.ring.back(), 2);
  EXPECT_EQ(schedule.rings(), 3);
  EXPECT_TRUE(schedule.takeDue(0.008, 0.002).empty());
  double time = 0;
  for (int k = 0; k < 5; ++k) time += 0.002;
  EXPECT_EQ(schedule.takeDue(time, 0.002).size(), 1u) << "a sum of steps";
  EXPECT_TRUE(schedule.takeDue(time, 0.002).empty());

  LaunchSchedule resumed(scene);
  resumed.resumeAt(0.012, 0.002);
  EXPECT_EQ(resumed.rings(), 4);
  EXPECT_EQ(resumed.takeDue(1, 0.002).size(), 1u);
}

TEST(ImpulseWatch, AdvisesWhatTheFlowDoesNotHaveYet) {
  const auto advice = [](const auto& change) {
    fmm::Settings settings;
    change(settings);
    const std::string text = ImpulseWatch::describe(0.6, {}, settings);
    return text.substr(text.find("); ") + 3);
  };
  EXPECT_EQ(advice([](fmm::Settings&) {}),
            "redistribution, viscosity with relaxation or classical stretching last longer");
  EXPECT_EQ(advice([](fmm::Settings& s) { s.stretching = fmm::Stretching::classical; }),
            "redistribution or viscosity with relaxation last longer");
  EXPECT_EQ(advice([](fmm::Settings& s) { s.viscosity = 1; }),
            "redistribution, relaxation or classical stretching last longer");
  EXPECT_EQ(advice([](fmm::Settings& s) { s.redistribution.steps = 4; }), "classical stretching lasts longer");
  EXPECT_EQ(advice([](fmm::Settings& s) {
              s.redistribution.steps = 4;
              s.stretching = fmm::Stretching::classical;
            }),
            "more elements last longer");
  EXPECT_EQ(advice([](fmm::Settings& s) { s.timeStep = -0.01; }), "classical stretching lasts longer");
  EXPECT_EQ(advice([](fmm::Settings& s) { s.space = fmm::Space::plane; }), "redistribution lasts longer");
}

TEST(ImpulseWatch, DriftSoFarStaysWhenARingJoins) {
  const Scene scene = twoRings();
  fmm::Elements elements = makeElements(scene);
  ImpulseWatch watch;
  watch.start(elements, {}, {});
  for (fmm::Vec3& alpha : elements.strength) alpha = 1.1 * alpha;
  const double before = watch.drift(fmm::invariants(elements));
  EXPECT_NEAR(before, 0.1, 0.01);
  const RingParticles added = makeRing(scene, thirdRing(), 2);
  fmm::Elements all = elements;
  for (std::size_t i = 0; i < added.elements.size(); ++i) {
    all.position.push_back(added.elements.position[i]);
    all.strength.push_back(added.elements.strength[i]);
  }
  watch.join(added.elements, all, {});
  const double after = watch.drift(fmm::invariants(all));
  EXPECT_LT(after, before) << "the same, of more";
  EXPECT_GT(after, 0.3 * before);
}

}  // namespace
}  // namespace app
