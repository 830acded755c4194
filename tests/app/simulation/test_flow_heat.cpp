// Flows with heat: states that they go on from, and the watch over their impulse.

#include <numeric>

#include "app/support/run_program.h"
#include "scene/text/scene_file.h"
#include "simulation/flow.h"
#include "support/test.h"

namespace app {
namespace {

/// A warm ball, and a place that is heated all the time.
Scene warmScene(const std::string& space) {
  return parseScene(
      "[physics]\nspace = \"" + space +
          "\"\nviscosity = 2e-3\ndiffusion = \"lattice\"\nredistribution = \"auto\"\nspacing = 0.1\ndt = 0.02\n"
          "backend = \"cpu\"\n[particles]\ntracers = 50\n[[heat]]\nradius = 0.3\nedge = 0.15\n"
          "[[heat]]\nshape = \"box\"\nsupply = \"steady\"\ncentre = [0, -1]\nhalf_axes = [0.3, 0.1]\nbuoyancy = 3\n",
      "s.toml");
}

class FlowWithHeat : public testing::TestWithParam<std::string> {
 protected:
  static void advance(Flow& flow, int steps) {
    fmm::EvaluationReport report;
    for (int i = 0; i < steps; ++i) {
      flow.advance(1, report);
      flow.judge();
    }
  }
  test::TemporaryFolder folder_;
};
INSTANTIATE_TEST_SUITE_P(Both, FlowWithHeat, testing::Values("space", "plane"));

TEST_P(FlowWithHeat, GoesOnFromItsStateInTheSameBits) {
  Flow whole(warmScene(GetParam()));
  whole.evaluate();
  advance(whole, 3);
  Checkpoint middle = whole.checkpoint(whole.scene(), 3);
  middle.clock = whole.clock();
  writeCheckpoint(folder_ / "middle.ringlet", middle, Existing::replace);
  advance(whole, 5);
  const Checkpoint read = readCheckpoint(folder_ / "middle.ringlet");
  EXPECT_EQ(read.elements.heat, middle.elements.heat);
  EXPECT_EQ(read.settings, middle.settings);
  EXPECT_EQ(read.lattice.buoyancyGradient, middle.lattice.buoyancyGradient);
  EXPECT_EQ(read.lattice.origin, middle.lattice.origin);
  Flow resumed(read.scene, &read);
  advance(resumed, 5);
  const fmm::Elements a = whole.system().elements(), b = resumed.system().elements();
  EXPECT_GT(std::accumulate(a.heat.begin(), a.heat.end(), 0.0), 0);
  EXPECT_EQ(a.heat, b.heat);
  EXPECT_EQ(a.position, b.position);
  EXPECT_EQ(a.strength, b.strength);
  EXPECT_EQ(whole.system().lattice(), resumed.system().lattice());
}

/// b on a wall that heat rises along makes circulation there: 54 % of the impulse about the flow's middle after 4
/// steps.
TEST_P(FlowWithHeat, HasNoDriftAlongAnUprightWall) {
  Scene scene = warmScene(GetParam());
  scene.settings.heatSources.resize(1);
  scene.settings.ground = fmm::GroundPlane{{0, 0, 0}, {1, 0, 0}};
  Flow flow(scene);
  advance(flow, 25);
  EXPECT_EQ(flow.whyLost(), "");
  EXPECT_LT(flow.impulseDrift(flow.judge().invariants), 0.05);
}

/// Buoyancy gives impulse from the first step after a start, a resumption or a change of settings on.
TEST_P(FlowWithHeat, HasNoDriftOfTheImpulseThatItsHeatGives) {
  Flow whole(warmScene(GetParam()));
  advance(whole, 1);
  const Checkpoint young = whole.checkpoint(whole.scene(), 1);
  advance(whole, 6);
  EXPECT_EQ(whole.whyLost(), "");
  Flow resumed(young.scene, &young);
  advance(resumed, 6);
  EXPECT_EQ(resumed.whyLost(), "");
  EXPECT_LT(resumed.impulseDrift(resumed.judge().invariants), 0.05);

  fmm::Settings settings = whole.scene().settings;
  const std::vector<fmm::HeatSource> sources = std::exchange(settings.heatSources, {});
  settings.heat = false;
  whole.apply(settings);
  advance(whole, 5);
  settings.heat = true;
  settings.heatSources = sources;
  whole.apply(settings);
  advance(whole, 5);
  EXPECT_EQ(whole.whyLost(), "");
}

}  // namespace
}  // namespace app
