#pragma once

#include <gtest/gtest.h>

#include "app/support/free_leapfrog.h"
#include "app/support/gui_harness.h"
#include "panel/panel_sections.h"
#include "scene/text/scene_file.h"

namespace app {

/// The panel of leapfrog with all groups open, driven through a GuiHarness.
class Panel : public testing::Test {
 protected:
  Panel() : gui(700, 4000) {
    Scene leapfrog = test::freeLeapfrog();
    leapfrog.settings.viscosity = leapfrog.settings.relaxation = 0;  // so that the flow can run backwards
    leapfrog.settings.timeStep = 0.004;
    leapfrog.settings.tolerance = 1e-4;
    setRingRadius(leapfrog, 0.3);
    setRingGap(leapfrog, 0.2);
    openScene(gui.state, gui.document, leapfrog);
    gui.document.scene.elements = gui.document.counts.elements;
    gui.document.built = gui.document.scene;
    gui.state.sceneNames = {"collide", "leapfrog", "ring"};
    gui.state.colourMaps = {"inferno", "viridis", "dye"};
    gui.unfoldAll();
  }

  const Scene& scene() const { return gui.document.scene; }
  /// Expects that the scene survives writing and reading.
  void expectSaves() const {
    EXPECT_EQ(formatScene(parseScene(formatScene(scene()), "again.toml")), formatScene(scene()));
  }
  bool stale() const { return needsReset(gui.document.scene, gui.document.built); }

  GuiHarness gui;
};

}  // namespace app
