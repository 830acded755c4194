// A window's simulation whose evaluations the other ranks serve, held to the same one on its own, whatever its user
// does.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "app/support/flow_support.h"
#include "app/support/run_program.h"
#include "ranks/with_crew.h"
#include "simulation/simulation.h"

namespace ranks_test {
namespace {

using app::FlowStart;
using app::Scene;
using app::Simulation;
using app::SimulationState;

app::RingLaunch thirdRing() {
  app::RingLaunch launch;
  launch.ring = test::ringAt({1, 0.5, 0}, 0.2);
  launch.elements = 32;
  launch.tracers = 101;
  launch.tracerTube = 0.08;
  return launch;
}

double differenceOf(const std::vector<float>& a, const std::vector<float>& b) {
  if (a.size() != b.size()) return INFINITY;
  double off = 0, all = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    off += (a[i] - b[i]) * (a[i] - b[i]);
    all += b[i] * b[i];
  }
  return std::sqrt(off / all);
}

/// A simulation with the crew and one without, to which the same is done.
class Pair {
 public:
  Pair(const Scene& scene, fmm::Crew& crew)
      : shared_(FlowStart{scene}, {}, app::Costs::shipped, &crew), one_(FlowStart{scene}) {
    alike("the beginning");
  }

  template <class Action>
  void both(const std::string& what, const Action& action) {
    for (Simulation* simulation : {&shared_, &one_}) action(*simulation);
    alike(what);
  }
  void steps(int count) {
    for (int i = 0; i < count; ++i) both("a step", [](Simulation& s) { s.step(); });
  }
  Simulation& shared() { return shared_; }

 private:
  void alike(const std::string& what) {
    SCOPED_TRACE(what);
    ASSERT_TRUE(test::waitUntilIdle(shared_));
    ASSERT_TRUE(test::waitUntilIdle(one_));
    const SimulationState &state = shared_.state(), &exact = one_.state();
    EXPECT_EQ(shared_.status().failure, "");
    EXPECT_EQ(state.steps, exact.steps);
    EXPECT_EQ(state.time, exact.time);
    EXPECT_EQ(state.generation, exact.generation);
    EXPECT_EQ(state.rings, exact.rings);
    EXPECT_EQ(state.elementCount, exact.elementCount);
    EXPECT_EQ(state.tracerCount, exact.tracerCount);
    EXPECT_EQ(state.otherTracers, 0U);
    EXPECT_LT(differenceOf(test::tracerValues(state), test::tracerValues(exact)), 1e-3);
    EXPECT_NEAR(state.diagnostics.flow.invariants.linearImpulse.z, exact.diagnostics.flow.invariants.linearImpulse.z,
                1e-3);
  }

  Simulation shared_, one_;
};

Scene scene() {
  Scene scene = test::twoRings(300, 900);
  scene.settings.backend = fmm::Backend::cpu;
  scene.settings.threads = 1;
  scene.camera.eye = {1, 2, 3};
  return scene;
}

TEST(RankSimulation, DoesWhatItsUserWants) {
  withCrew([](fmm::Crew& crew) {
    Pair pair(scene(), crew);
    pair.steps(3);
    pair.both("a ring", [](Simulation& s) { s.launch(thirdRing()); });
    pair.steps(1);
    pair.both("without the ring", [](Simulation& s) { EXPECT_TRUE(s.takeBackLaunch()); });
    pair.steps(1);
    fmm::Settings settings = scene().settings;
    const auto change = [&](const std::string& what) {
      pair.both(what, [&](Simulation& s) { s.apply(settings, 2); });
      pair.steps(2);
    };
    settings.solver = fmm::SolverKind::fmm;
    change("the fast multipole method");
    settings.precision = fmm::Precision::real64;
    change("double precision");
    settings.timeStep = -settings.timeStep;
    change("backwards");
    Scene more = scene();
    more.tracers = 1700;
    pair.both("another scene", [&](Simulation& s) { s.reset(FlowStart{more}); });
    pair.steps(2);
  });
}

TEST(RankSimulation, PlaysSavesAndGoesBack) {
  withCrew([](fmm::Crew& crew) {
    const test::TemporaryFolder folder;
    Pair pair(scene(), crew);
    Simulation& simulation = pair.shared();
    simulation.play();
    EXPECT_TRUE(
        test::waitFor(simulation, [&] { return simulation.state().number > 5 && simulation.status().canStepBack; }));
    simulation.pause();
    EXPECT_TRUE(test::waitUntilIdle(simulation));
    simulation.save(folder / "state", scene());
    EXPECT_TRUE(test::waitUntilIdle(simulation));
    EXPECT_EQ(simulation.takeSaved(), folder / "state-0001.vtkhdf") << simulation.status().failure;
    const std::uint64_t generation = simulation.state().generation;
    EXPECT_TRUE(simulation.stepBack());
    EXPECT_TRUE(test::waitUntilIdle(simulation));
    EXPECT_EQ(simulation.state().generation, generation + 1);
    EXPECT_EQ(simulation.status().failure, "");
    simulation.reset(FlowStart{scene()});
    EXPECT_TRUE(test::waitUntilIdle(simulation));
    EXPECT_EQ(simulation.state().steps, 0);
  });
}

TEST(RankSimulation, AFlowThatCannotBeHadLeavesThePresentOne) {
  withCrew([](fmm::Crew& crew) {
    Pair pair(scene(), crew);
    pair.steps(1);
    Scene bad = scene();
    bad.settings.solver = fmm::SolverKind::fmm;
    bad.settings.regularisation = fmm::Regularisation::rosenhead;  // which has no expansions
    Simulation& simulation = pair.shared();
    simulation.reset(FlowStart{bad});
    EXPECT_TRUE(test::waitFor(simulation, [&] { return !simulation.status().failure.empty(); }));
    simulation.dismissFailure(simulation.status());
    pair.steps(2);
  });
}

}  // namespace
}  // namespace ranks_test
