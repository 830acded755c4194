// The panel's controls of redistribution.

#include <gtest/gtest.h>

#include "app/panel/panel_fixture.h"

namespace app {
namespace {

TEST_F(Panel, PutsElementsOntoALattice) {
  const fmm::Settings& settings = scene().settings;
  EXPECT_FALSE(gui.has("Choose spacing"));
  gui.click("Viscous");
  gui.click("Relaxation");
  EXPECT_TRUE(gui.click("Redistribution/auto").settings);
  EXPECT_EQ(settings.redistribution.steps, fmm::Redistribution::kAutomatic);
  EXPECT_EQ(settings.diffusion, fmm::Diffusion::lattice) << "what goes with it";
  EXPECT_GT(settings.viscosity, 0);
  EXPECT_EQ(settings.relaxation, 0) << "what does not";
  EXPECT_NO_THROW(settings.validate());
  gui.frame();
  EXPECT_TRUE(gui.has("No way back"));
  EXPECT_TRUE(gui.click("Redistribution/every").settings);
  EXPECT_EQ(settings.redistribution.steps, 5);
  EXPECT_TRUE(gui.typeInto("Every", "8").settings);
  EXPECT_EQ(settings.redistribution.steps, 8);
  gui.flow.lattice.passes = 3;
  gui.flow.lattice.spacing = 0.0125;
  EXPECT_TRUE(gui.click("Choose spacing").settings);
  EXPECT_EQ(settings.spacing, 0.0125) << "the present one";
  EXPECT_TRUE(gui.typeInto("Spacing h", "0.01").settings);
  EXPECT_EQ(settings.spacing, 0.01);
  EXPECT_TRUE(gui.typeInto("Node threshold", "1e-4").settings);
  EXPECT_EQ(settings.nodeThreshold, 1e-4);
  EXPECT_TRUE(gui.click("Remove divergence").settings);
  EXPECT_FALSE(settings.divergenceRemoval);
  EXPECT_TRUE(gui.typeInto("Budget", "9999").settings);
  EXPECT_EQ(settings.elementBudget, 9999u);
  EXPECT_NO_THROW(settings.validate());
  EXPECT_FALSE(gui.has("Coarsened"));
  gui.flow.lattice.coarsenings = 1;
  gui.frame();
  EXPECT_TRUE(gui.has("Coarsened"));
  EXPECT_FALSE(stale());
  EXPECT_TRUE(gui.choose("Diffusion", "core_spreading").settings) << "chosen last, it wins";
  EXPECT_FALSE(settings.redistribution.isOn());
  EXPECT_NO_THROW(settings.validate());
}

}  // namespace
}  // namespace app
