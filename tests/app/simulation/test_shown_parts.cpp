// Parts of the solver's inside that the simulation publishes, only while they are shown.

#include "app/support/flow_support.h"
#include "scene/colour_quantity.h"
#include "scene/start/scene_particles.h"
#include "simulation/inspection.h"
#include "simulation/simulation.h"
#include "support/test.h"

namespace app {
namespace {

Scene ringScene(fmm::SolverKind solver = fmm::SolverKind::fmm) {
  Scene scene = test::twoRings(600, 2000);
  scene.stepsPerFrame = 1;
  scene.settings.solver = solver;
  scene.settings.backend = fmm::Backend::cpu;
  scene.settings.order = 4;
  scene.settings.leafElements = 20;
  scene.settings.leafPoints = 80;
  return scene;
}

ShownParts everything() {
  ShownParts parts;
  parts.strengths = parts.tree = true;
  return parts;
}

/// The fourth floats of the published tracers.
std::vector<float> scalarsOf(const Simulation& simulation) {
  const auto* store = dynamic_cast<const HostParticleStore*>(simulation.state().tracers.get());
  std::vector<float> scalars;
  for (std::size_t i = 3; store != nullptr && i < store->values().size(); i += 4) scalars.push_back(store->values()[i]);
  return scalars;
}

TEST(ShownParts, TracersHaveSpeedOrVorticity) {
  Simulation simulation(FlowStart(ringScene()), [] { return std::make_unique<HostParticleStore>(); });
  ASSERT_TRUE(test::waitFor(simulation, [&] { return simulation.idle(); }));
  const std::vector<float> speeds = scalarsOf(simulation);
  ShownParts wanted;
  wanted.scalar = fmm::ParticleScalar::vorticity;
  simulation.show(wanted);
  ASSERT_TRUE(test::waitFor(simulation, [&] { return simulation.state().shown == wanted; }));
  const std::vector<float> vorticities = scalarsOf(simulation);
  ASSERT_EQ(vorticities.size(), speeds.size());
  EXPECT_NE(vorticities, speeds);
  const float most = *std::max_element(vorticities.begin(), vorticities.end());
  EXPECT_GT(most, 0.3 * colourTops(ringScene())[ColourBy::vorticity]) << "the estimate is that of the strongest core";
  EXPECT_LT(most, 2.5 * colourTops(ringScene())[ColourBy::vorticity]);
  simulation.show({});
  ASSERT_TRUE(test::waitFor(simulation, [&] { return simulation.state().shown == ShownParts(); }));
  EXPECT_EQ(scalarsOf(simulation), speeds);
}

TEST(ShownParts, AnotherQuantityIsSummedOnlyForAView) {
  ViewSettings view;
  view.vortexBy = VortexQuantity::q;
  EXPECT_FALSE(partsFor(view).quantity) << "nothing shows it";
  view.slice = SliceAxis::y;
  view.sliceAt = 0.25;
  EXPECT_EQ(partsFor(view).quantity, (QuantityWanted{VortexQuantity::q, SliceAxis::y, 0.25}));
  view.isosurface = 0.5;
  EXPECT_EQ(partsFor(view).quantity, QuantityWanted{VortexQuantity::q}) << "a surface needs all cells";
  Simulation simulation(FlowStart{ringScene()});
  simulation.show(partsFor(view));
  ASSERT_TRUE(test::waitFor(simulation, [&] { return simulation.state().quantity != nullptr; }));
  const QuantityGrid& grid = *simulation.state().quantity;
  EXPECT_EQ(grid.values.size(), grid.shape.size());
  simulation.show({});
  EXPECT_TRUE(test::waitFor(simulation, [&] { return simulation.state().quantity == nullptr; }));
}

TEST(ShownParts, AFlowWithoutHeatSaysThatItHasNoBuoyancy) {
  ViewSettings view;
  view.vorticity = 1;
  view.vortexBy = VortexQuantity::buoyancy;
  Simulation simulation(FlowStart{ringScene()});
  simulation.show(partsFor(view));
  ASSERT_TRUE(test::waitFor(simulation, [&] { return simulation.state().quantity != nullptr; }));
  EXPECT_EQ(simulation.state().quantity->wanted.quantity, VortexQuantity::buoyancy);
  EXPECT_EQ(simulation.state().quantity->unknown, "no buoyancy in a flow without heat");
  EXPECT_TRUE(test::waitFor(simulation, [&] { return simulation.idle(); }));
}

TEST(ShownParts, IsPublishedOnlyWhileItIsWanted) {
  Simulation simulation(FlowStart{ringScene()});
  ASSERT_TRUE(test::waitFor(simulation, [&] { return simulation.idle(); }));
  const SimulationState* state = &simulation.state();
  EXPECT_TRUE(state->tree.cells.empty());
  EXPECT_EQ(state->strengths, nullptr);
  const std::uint64_t number = state->number;

  simulation.show(everything());
  ASSERT_TRUE(test::waitFor(simulation, [&] { return !simulation.state().tree.cells.empty(); }));
  state = &simulation.state();
  EXPECT_EQ(state->number, number) << "the same simulation frame";
  EXPECT_EQ(state->steps, 0);
  EXPECT_EQ(state->tree.cells.size(), state->report.cells);
  EXPECT_EQ(state->tree.cells.front().elements, 600u);
  ASSERT_NE(state->strengths, nullptr);
  std::vector<float> strengths(4 * 600);
  ASSERT_EQ(state->strengths->count(), 600u);
  state->strengths->copyTo({strengths.data(), 600, false});
  for (std::size_t i = 3; i < strengths.size(); i += 4) ASSERT_GT(strengths[i], 0) << "a core radius";

  simulation.step();
  ASSERT_TRUE(test::waitFor(simulation, [&] { return simulation.state().steps == 1; }));
  EXPECT_FALSE(simulation.state().tree.cells.empty());

  simulation.show({});
  ASSERT_TRUE(test::waitFor(simulation, [&] { return simulation.state().tree.cells.empty(); }));
  EXPECT_FALSE(simulation.state().shown.strengths);
  EXPECT_TRUE(test::waitFor(simulation, [&] { return simulation.idle(); }));
}

TEST(ShownParts, APickedLeafIsFollowedByItsParticle) {
  Simulation simulation(FlowStart{ringScene()});
  ShownParts parts = everything();
  simulation.show(parts);
  ASSERT_TRUE(test::waitFor(simulation, [&] { return !simulation.state().tree.cells.empty(); }));
  const std::vector<fmm::TreeCell>& cells = simulation.state().tree.cells;
  EXPECT_FALSE(simulation.state().tree.picked);
  const auto leaf =
      std::find_if(cells.begin(), cells.end(), [](const fmm::TreeCell& c) { return c.leaf && c.elements > 3; });
  ASSERT_NE(leaf, cells.end());
  const auto index = static_cast<std::size_t>(leaf - cells.begin());
  parts.picked = particleOf(*leaf);
  EXPECT_TRUE(parts.picked->element);
  simulation.show(parts);
  ASSERT_TRUE(test::waitFor(simulation, [&] { return simulation.state().tree.picked.has_value(); }));
  const TreePicture& tree = simulation.state().tree;
  EXPECT_EQ(tree.picked, index);
  EXPECT_TRUE(std::binary_search(tree.near.begin(), tree.near.end(), index));
  for (const std::size_t n : tree.near) EXPECT_TRUE(tree.cells.at(n).leaf);

  for (int i = 1; i <= 5; ++i) {
    simulation.step();
    ASSERT_TRUE(test::waitFor(simulation, [&] { return simulation.state().steps == i; }));
    const TreePicture& now = simulation.state().tree;
    ASSERT_TRUE(now.picked);
    const fmm::Vec3 x = simulation.state().elements->position(parts.picked->index);
    const fmm::TreeCell& cell = now.cells[*now.picked];
    EXPECT_TRUE(cell.leaf);
    const fmm::Vec3 d = x - cell.centre;
    EXPECT_LT(std::max({std::abs(d.x) / cell.halfEdges.x, std::abs(d.y) / cell.halfEdges.y,
                        std::abs(d.z) / cell.halfEdges.z}),
              1.1);
  }
  parts.picked = ParticleName{true, 100000};
  simulation.show(parts);
  ASSERT_TRUE(test::waitFor(simulation, [&] { return simulation.state().shown == parts; }));
  EXPECT_FALSE(simulation.state().tree.picked) << "there is no such element";
}

TEST(ShownParts, ImagesBehindTheGroundHaveLeavesToo) {
  Scene scene = ringScene();
  scene.settings.ground = fmm::GroundPlane{{0, 0, -0.5}, {0, 0, 1}};
  Simulation simulation(FlowStart{scene});
  ShownParts parts = everything();
  simulation.show(parts);
  ASSERT_TRUE(test::waitFor(simulation, [&] { return !simulation.state().tree.cells.empty(); }));
  const std::vector<fmm::TreeCell>& cells = simulation.state().tree.cells;
  EXPECT_EQ(cells.front().elements, 1200u);
  const auto leaf =
      std::find_if(cells.begin(), cells.end(), [](const fmm::TreeCell& c) { return c.leaf && c.high.z < -0.6; });
  ASSERT_NE(leaf, cells.end());
  const auto index = static_cast<std::size_t>(leaf - cells.begin());
  parts.picked = particleOf(*leaf);
  simulation.show(parts);
  ASSERT_TRUE(test::waitFor(simulation, [&] { return simulation.state().tree.picked.has_value(); }));
  EXPECT_EQ(simulation.state().tree.picked, index);
  EXPECT_EQ(simulation.state().floor->height, -0.5);
}

TEST(ShownParts, DirectSumsHaveStrengthsButNoTree) {
  Simulation simulation(FlowStart(ringScene(fmm::SolverKind::direct)));
  simulation.show(everything());
  ASSERT_TRUE(test::waitFor(simulation, [&] { return simulation.state().shown.tree; }));
  EXPECT_TRUE(simulation.state().tree.cells.empty());
  ASSERT_NE(simulation.state().strengths, nullptr);
  EXPECT_EQ(simulation.state().strengths->count(), 600u);
}

}  // namespace
}  // namespace app
