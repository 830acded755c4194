// States that a simulation saves, and flows that continue from them.
#include <sys/resource.h>

#include <csignal>

#include "app/support/flow_support.h"
#include "app/support/free_leapfrog.h"
#include "app/support/run_scene.h"
#include "files/user_error.h"
#include "scene/text/scene_file.h"
#include "simulation/flow_start.h"
#include "simulation/simulation.h"
#include "support/test.h"

namespace app {
namespace {

namespace fs = std::filesystem;

void makeFrames(Simulation& simulation, int frames) {
  for (int i = 0; i < frames; ++i) simulation.step();
  ASSERT_TRUE(test::waitFor(simulation, [&] { return simulation.idle(); }));
}

class SavedStates : public testing::Test {
 protected:
  std::string save(Simulation& simulation, const Scene& look) {
    simulation.save(folder_ / "state", look);
    std::string path;
    EXPECT_TRUE(test::waitFor(simulation, [&] {
      path = simulation.takeSaved();
      return !path.empty() || !simulation.status().failure.empty();
    }));
    EXPECT_EQ(simulation.status().failure, "");
    return path;
  }
  std::string failureOfSaving(Simulation& simulation) {
    simulation.save(folder_ / "state", scene_);
    EXPECT_TRUE(test::waitFor(simulation, [&] { return !simulation.status().failure.empty(); }));
    return simulation.status().failure;
  }
  /// Saves between the change and the next frame.
  std::string saveBetween(Simulation& simulation, const std::function<void()>& change) {
    simulation.save(folder_ / "busy", scene_);  // the calls below queue up while this is written
    change();
    simulation.save(folder_ / "between", scene_);
    simulation.step();
    simulation.tick();
    EXPECT_TRUE(test::waitFor(simulation, [&] { return simulation.idle(); }));
    EXPECT_EQ(simulation.status().failure, "");
    EXPECT_EQ(simulation.takeSaved(), folder_ / "between-0001.ringlet");
    return folder_ / "between-0001.ringlet";
  }
  static Scene smallScene() {
    Scene scene = test::freeLeapfrog();
    scene.settings.viscosity = scene.settings.relaxation = 0;  // so that the flow can run backwards
    scene.elements = 600;
    scene.tracers = 3000;
    scene.settings.courant = 0;
    return scene;
  }
  static RingLaunch ring() {
    RingLaunch launch;
    launch.ring.centre = {0.9, 0.1, 0};
    launch.ring.radius = 0.25;
    launch.ring.coreRadius = 0.06;
    launch.elements = 200;
    launch.tracers = 400;
    launch.tracerTube = 0.06;
    return launch;
  }

  test::TemporaryFolder folder_;
  Scene scene_ = smallScene();
};

void expectSameParticles(const Checkpoint& a, const Checkpoint& b) {
  EXPECT_EQ(a.steps, b.steps);
  EXPECT_EQ(a.frames, b.frames);
  EXPECT_EQ(a.time, b.time);
  EXPECT_TRUE(a.elements.position == b.elements.position);
  EXPECT_TRUE(a.elements.strength == b.elements.strength);
  EXPECT_TRUE(a.elements.coreRadius == b.elements.coreRadius);
  EXPECT_TRUE(a.elements.ring == b.elements.ring);
  EXPECT_TRUE(a.tracers.position == b.tracers.position);
  EXPECT_TRUE(a.tracers.ring == b.tracers.ring);
}

TEST_F(SavedStates, GoOnBitForBit) {
  RingLaunch later = ring();
  later.ring.centre.x = -0.9;
  later.time = 92 * scene_.settings.timeStep;
  scene_.elements = 300;
  scene_.tracers = 900;
  scene_.stepsPerFrame = 8;
  scene_.launches = {later};
  Simulation simulation(FlowStart{scene_});
  makeFrames(simulation, 5);
  simulation.launch(ring());
  makeFrames(simulation, 5);
  Scene look = scene_;
  look.view.bloom = 0.125;
  const std::string path = save(simulation, look);
  EXPECT_EQ(path, folder_ / "state-0001.ringlet");
  makeFrames(simulation, 8);
  const Checkpoint whole = readCheckpoint(save(simulation, look));
  constexpr std::int64_t kCheck = 128;  // the step at which the solver asks whether its parameters are still right
  EXPECT_LT(readCheckpoint(path).steps, kCheck);
  EXPECT_GT(whole.steps, kCheck);

  FlowStart start = loadFlow(path);
  EXPECT_EQ(start.scene.view.bloom, 0.125);
  EXPECT_EQ(start.scene.launches.size(), 2u) << "with the one launched by hand";
  const std::weak_ptr<const Checkpoint> particles = start.from;
  Simulation resumed(std::move(start));
  ASSERT_TRUE(test::waitFor(resumed, [&] { return resumed.idle(); }));
  EXPECT_TRUE(particles.expired()) << "the system has its own";
  EXPECT_EQ(resumed.state().rings, 3);
  EXPECT_EQ(resumed.state().diagnostics.rings.size(), 3u);
  makeFrames(resumed, 8);
  EXPECT_EQ(resumed.state().rings, 4);
  const Checkpoint end = readCheckpoint(save(resumed, look));
  expectSameParticles(end, whole);
  EXPECT_EQ(end.tuning.order, whole.tuning.order);
  EXPECT_EQ(end.tuning.theta, whole.tuning.theta);
  EXPECT_LT(fmm::norm(resumed.state().shift - simulation.state().shift), 1e-12) << "the camera stands where it would";
  EXPECT_TRUE(*resumed.state().tags == *simulation.state().tags);

  resumed.reset(FlowStart(scene_));
  ASSERT_TRUE(test::waitFor(resumed, [&] { return resumed.idle(); }));
  EXPECT_EQ(resumed.state().time, 0);
  EXPECT_EQ(resumed.state().rings, 2) << "the scene's beginning";
}

/// Viscous, on a lattice.
TEST_F(SavedStates, PlaneFlowsGoOnBitForBit) {
  Scene scene = loadScene("merger");
  scene.settings.backend = fmm::Backend::cpu;
  scene.elements = 600;
  scene.tracers = 500;
  Simulation simulation(FlowStart{scene});
  makeFrames(simulation, 7);
  const std::string path = save(simulation, scene);
  makeFrames(simulation, 9);
  const Checkpoint whole = readCheckpoint(save(simulation, scene));
  EXPECT_EQ(whole.settings.space, fmm::Space::plane);
  EXPECT_GT(whole.lattice.passes, 0u);
  Simulation resumed(loadFlow(path));
  ASSERT_TRUE(test::waitFor(resumed, [&] { return resumed.idle(); }));
  makeFrames(resumed, 9);
  expectSameParticles(readCheckpoint(save(resumed, scene)), whole);
}

void expectEvaluated(const std::string& path) {
  const Checkpoint saved = readCheckpoint(path);
  EXPECT_NE(saved.settings.backend, fmm::Backend::automatic) << "the one that has computed it";
  EXPECT_GT(saved.tuning.order, 0);
}

TEST_F(SavedStates, BetweenAChangeAndTheNextFrameGoOnBitForBit) {
  Simulation simulation(FlowStart{scene_});
  makeFrames(simulation, 3);
  fmm::Settings finer = scene_.settings;
  finer.tolerance = 1e-6;
  finer.precision = fmm::Precision::real64;
  const std::string path = saveBetween(simulation, [&] { simulation.apply(finer, 2 * scene_.stepsPerFrame); });
  expectEvaluated(path);
  makeFrames(simulation, 3);
  Simulation resumed(loadFlow(path));
  ASSERT_TRUE(test::waitFor(resumed, [&] { return resumed.idle(); }));
  makeFrames(resumed, 4);
  const Checkpoint whole = readCheckpoint(save(simulation, scene_));
  expectSameParticles(readCheckpoint(save(resumed, scene_)), whole);
}

TEST_F(SavedStates, BetweenALaunchAndTheNextFrameHaveSpeeds) {
  Simulation simulation(FlowStart{scene_});
  makeFrames(simulation, 2);
  const std::string path = saveBetween(simulation, [&] { simulation.launch(ring()); });
  expectEvaluated(path);
  EXPECT_EQ(readCheckpoint(path).scene.launches.size(), 1u);
  Simulation resumed(loadFlow(path));
  ASSERT_TRUE(test::waitFor(resumed, [&] { return resumed.idle(); }));
  makeFrames(resumed, 1);
  const Checkpoint whole = readCheckpoint(save(simulation, scene_));
  expectSameParticles(readCheckpoint(save(resumed, scene_)), whole);
}

TEST_F(SavedStates, ClockGoesOnBitForBitAfterAChangeOfTheStep) {
  scene_.settings.timeStep = 0.003;
  scene_.settings.solver = fmm::SolverKind::direct;
  scene_.stepsPerFrame = 1;
  scene_.elements = 100;
  scene_.tracers = 100;
  Simulation simulation(FlowStart{scene_});
  makeFrames(simulation, 7);
  fmm::Settings shorter = scene_.settings;
  shorter.timeStep = 0.0017;
  simulation.apply(shorter, 1);
  makeFrames(simulation, 6);
  const std::string path = save(simulation, scene_);
  makeFrames(simulation, 25);
  Simulation resumed(loadFlow(path));
  ASSERT_TRUE(test::waitFor(resumed, [&] { return resumed.idle(); }));
  makeFrames(resumed, 25);
  EXPECT_EQ(resumed.state().time, simulation.state().time);
  Simulation twice(loadFlow(save(resumed, scene_)));
  ASSERT_TRUE(test::waitFor(twice, [&] { return twice.idle(); }));
  makeFrames(twice, 25);
  makeFrames(simulation, 25);
  EXPECT_EQ(twice.state().time, simulation.state().time);
}

TEST_F(SavedStates, KnowHowTheirRingsWereMade) {
  scene_.stepsPerFrame = 10;
  Simulation simulation(FlowStart{scene_});
  makeFrames(simulation, 2);
  simulation.launch(ring());
  makeFrames(simulation, 8);
  Simulation resumed(loadFlow(save(simulation, scene_)));
  ASSERT_TRUE(test::waitFor(resumed, [&] { return resumed.idle(); }));
  const auto &before = simulation.state().diagnostics.rings, &after = resumed.state().diagnostics.rings;
  ASSERT_EQ(before.size(), 3u);
  ASSERT_EQ(after.size(), 3u);
  for (std::size_t i = 0; i < before.size(); ++i)
    EXPECT_NEAR(after[i].overlap, before[i].overlap, 1e-6 * before[i].overlap) << "ring " << i;
  EXPECT_GT(std::abs(after[0].overlap - after[1].overlap), 0.02) << "one is wide, the other narrow";
}

TEST_F(SavedStates, HaveTheCountsOfTheBackendThatMadeThem) {
  if (!fmm::cudaBackendAvailable()) GTEST_SKIP() << "no GPU: every backend has the same counts";
  scene_.settings.backend = fmm::Backend::cpu;
  scene_.elements.reset();
  Simulation simulation(FlowStart{scene_});
  makeFrames(simulation, 0);
  const std::size_t made = simulation.state().elementCount;
  fmm::Settings moved = scene_.settings;
  moved.backend = fmm::Backend::cuda;
  simulation.apply(moved, scene_.stepsPerFrame);
  EXPECT_EQ(readCheckpoint(save(simulation, scene_)).scene.elements, made);
}

TEST_F(SavedStates, OtherWishesFromTheSolverAreTunedAnew) {
  Simulation simulation(FlowStart{scene_});
  makeFrames(simulation, 1);
  Checkpoint saved = readCheckpoint(save(simulation, scene_));
  const fmm::Tuning odd = {13, 0.4, 32, 32};
  saved.tuning = odd;
  const auto tuned = [&](const std::function<void(fmm::Settings&)>& change) {
    Scene scene = saved.scene;
    scene.settings = saved.settings;
    change(scene.settings);
    Flow flow(scene, &saved);
    flow.evaluate();
    return flow.system().tuning().order;
  };
  EXPECT_EQ(tuned([](fmm::Settings&) {}), odd.order);
  EXPECT_EQ(tuned([](fmm::Settings& s) { s.timeStep *= 2; }), odd.order) << "no matter of the field";
  EXPECT_LT(tuned([](fmm::Settings& s) { s.tolerance = 1e-3; }), odd.order);
  EXPECT_LT(tuned([](fmm::Settings& s) { s.stretching = fmm::Stretching::off; }), odd.order);
  EXPECT_LT(tuned([](fmm::Settings& s) { s.regularisation = fmm::Regularisation::winckelmans; }), odd.order);
  EXPECT_LT(tuned([](fmm::Settings& s) { s.ground = fmm::GroundPlane{{0, 0, -9}, {0, 0, 1}}; }), odd.order);
  EXPECT_EQ(tuned([](fmm::Settings& s) { s.order = 6; }), 6);
}

TEST_F(SavedStates, RunGoesOnFromThem) {
  const std::string file = folder_ / "scene.toml", end = folder_ / "end.ringlet";
  scene_.name = "scene";
  saveScene(scene_, file, false);
  const int steps = scene_.stepsPerFrame;
  Simulation simulation(FlowStart{scene_});
  makeFrames(simulation, 4);
  const std::string path = save(simulation, scene_);
  const auto resumed = test::runProgram({"run", "--resume", path, "--frames", "9", "--checkpoint", end, "--quiet"});
  ASSERT_EQ(resumed.exitCode, 0) << resumed.err;
  const auto whole =
      test::runProgram({"run", file, "--frames", "9", "--checkpoint", folder_ / "whole.ringlet", "--quiet"});
  ASSERT_EQ(whole.exitCode, 0) << whole.err;
  const Checkpoint expected = readCheckpoint(folder_ / "whole.ringlet");
  EXPECT_EQ(expected.steps, 8 * steps);
  expectSameParticles(readCheckpoint(end), expected);
}

TEST_F(SavedStates, NeverReplaceAFile) {
  Simulation simulation(FlowStart{scene_});
  makeFrames(simulation, 0);
  test::writeFile(folder_ / "state-0001.ringlet", "mine");
  fs::create_symlink("nowhere", folder_ / "state-0002.ringlet");
  EXPECT_EQ(save(simulation, scene_), folder_ / "state-0003.ringlet");
  EXPECT_EQ(save(simulation, scene_), folder_ / "state-0004.ringlet");
  EXPECT_EQ(test::readFile(folder_ / "state-0001.ringlet"), "mine");
}

TEST_F(SavedStates, TroubleIsAFailureOfOneLineAndTheFlowGoesOn) {
  Simulation simulation(FlowStart{scene_});
  makeFrames(simulation, 1);
  fs::remove_all(folder_.path());
  const std::string missing = failureOfSaving(simulation);
  EXPECT_NE(missing.find("state-0001.ringlet: "), std::string::npos) << missing;
  EXPECT_EQ(missing.find('\n'), std::string::npos);
  fs::create_directory(folder_.path());
  simulation.dismissFailure(simulation.status());

  const auto before = std::signal(SIGXFSZ, SIG_IGN);
  rlimit old{};
  getrlimit(RLIMIT_FSIZE, &old);
  const rlimit full{4096, old.rlim_max};
  setrlimit(RLIMIT_FSIZE, &full);
  const std::string limited = failureOfSaving(simulation);
  setrlimit(RLIMIT_FSIZE, &old);
  std::signal(SIGXFSZ, before);
  EXPECT_NE(limited.find("state-0001.ringlet: "), std::string::npos) << limited;
  EXPECT_TRUE(folder_.files().empty()) << "no half a file is left";
  simulation.dismissFailure(simulation.status());
  makeFrames(simulation, 1);
  EXPECT_EQ(simulation.state().steps, 2 * scene_.stepsPerFrame);
  EXPECT_EQ(simulation.status().failure, "");
}

TEST_F(SavedStates, FlowThatWentBackToALaunchIsSavedWithItsRing) {
  Simulation simulation(FlowStart{scene_});
  makeFrames(simulation, 3);
  simulation.launch(ring());
  fmm::Settings back = scene_.settings;
  back.timeStep = -back.timeStep;
  simulation.apply(back, scene_.stepsPerFrame);
  makeFrames(simulation, 2);
  EXPECT_NE(simulation.status().failure.find("joined at"), std::string::npos) << simulation.status().failure;
  simulation.dismissFailure(simulation.status());
  const std::size_t elements = simulation.state().elementCount;
  EXPECT_EQ(readCheckpoint(save(simulation, scene_)).elements.size(), elements);
}

TEST_F(SavedStates, ScenesAndCheckpointsAreToldApart) {
  EXPECT_FALSE(loadFlow("ring").from);
  Simulation simulation(FlowStart{scene_});
  makeFrames(simulation, 0);
  const std::string path = save(simulation, scene_);
  fs::rename(path, folder_ / "other.h5");
  EXPECT_TRUE(loadFlow(folder_ / "other.h5").from) << "whatever it is called";
  EXPECT_THROW(loadFlow(folder_ / "none.ringlet"), std::exception);
  Checkpoint elsewhere = readCheckpoint(folder_ / "other.h5");
  elsewhere.settings.backend = fmm::Backend::cuda;
  writeCheckpoint(folder_ / "gpu.ringlet", elsewhere);
  const FlowStart moved = loadFlow(folder_ / "gpu.ringlet");
  EXPECT_EQ(moved.scene.settings.backend, fmm::cudaBackendAvailable() ? fmm::Backend::cuda : fmm::Backend::automatic);
  EXPECT_EQ(moved.note.empty(), fmm::cudaBackendAvailable()) << moved.note;
  std::string bytes = test::readFile(folder_ / "other.h5");
  bytes[bytes.size() / 2] ^= 0x10;
  test::writeFile(folder_ / "damaged.ringlet", bytes);
  EXPECT_THROW(loadFlow(folder_ / "damaged.ringlet"), UserError);
  test::expectFailure(test::runProgram({folder_ / "damaged.ringlet"}, {{"DISPLAY"}}), 1, "damaged.ringlet");
  EXPECT_EQ(test::runProgram({folder_ / "other.h5", "--seed", "2"}, {{"DISPLAY"}}).exitCode, 2);
}

}  // namespace
}  // namespace app
