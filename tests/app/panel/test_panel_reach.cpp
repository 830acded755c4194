// The panel has a control for every setting of scene files.
#include <set>
#include <string>

#include "app/panel/panel_fixture.h"
#include "fmm/settings_table.h"
#include "scene/scene_settings_table.h"
#include "scene/view_settings_table.h"

namespace app {
namespace {

class PanelReach : public Panel {
 protected:
  /// Shows the panel of this scene, and remembers its controls.
  void show(const Scene& scene) {
    openScene(gui.state, gui.document, scene);
    for (std::size_t i = 0; i < 2; ++i) gui.frame();
    for (const auto& [name, hint] : gui.state.widgets.hints()) controls_.insert(name);
  }
  bool has(const std::string& name) const { return controls_.count(name) > 0; }
  /// Expects a control, by its title, for each setting of the group that scene files have.
  template <class Group>
  void expectAll() const {
    fmm::forEachSetting<Group>([&](const auto& setting) {
      if (setting.kept != fmm::Kept::inScenes) return;
      if (setting.key == std::string("space")) return;        // a flow's space cannot change
      if (setting.key == std::string("wake_length")) return;  // of flows with bodies: Panel.BodiesAreChangedOneByOne
      const std::string key = setting.key;                    // some have a control for each of their parts
      const std::string title = key == "dyes"            ? "Dye 1"
                                : key == "light"         ? "Light height"
                                : key == "second_light"  ? "Second height"
                                : key == "lamp_colours"  ? "Lamp colour"
                                : key == "slice_colours" ? "Slice minus"
                                                         : setting.title;
      EXPECT_TRUE(has(title)) << key << ": " << title;
    });
  }

 private:
  std::set<std::string> controls_;
};

/// The scene with all switches on that show more controls, as far as they are compatible.
Scene viscous(Scene scene) {
  scene.settings.viscosity = scene.settings.relaxation = 0.01;
  scene.settings.diffusion = fmm::Diffusion::coreSpreading;
  scene.settings.regularisation = fmm::Regularisation::gaussian;
  scene.settings.courant = 0.2;
  scene.settings.order = 8;
  scene.settings.theta = 0.6;
  scene.sigma = 0.05;
  scene.view.mode = ViewMode::both;
  scene.view.secondLamp = 1;
  scene.view.exposure = 1;
  scene.view.arrows = true;
  scene.view.colourMap = "dye";
  scene.view.backgroundColour = Colour{1, 0, 0};
  scene.view.slice = SliceAxis::x;
  scene.view.sliceOf = SliceQuantity::normal;
  scene.view.isosurface = 0.5;
  scene.view.isosurfaceColour = Colour{1, 0, 0};
  scene.view.speedRange = scene.view.vorticityRange = scene.view.ageRange = 1;
  scene.film.timePerSecond = 0.1;
  scene.film.shots = 8;
  scene.settings.ground = groundBelow(scene);
  return scene;
}

Scene onALattice(Scene scene) {
  scene.settings.redistribution.steps = fmm::Redistribution::kAutomatic;
  scene.settings.diffusion = fmm::Diffusion::lattice;
  scene.settings.viscosity = 1e-3;
  scene.settings.spacing = 0.02;
  scene.view.colourBy = ColourBy::vorticity;
  scene.view.vorticityRange = 1;
  return scene;
}

TEST_F(PanelReach, EverySettingOfASceneFileHasAControl) {
  const Scene plain = scene();
  Scene aged = plain;
  aged.view.colourBy = ColourBy::age;
  aged.view.ageRange = 1;
  Scene warm = onALattice(plain);
  warm.settings.heat = true;
  const Scene flat = parseScene("[physics]\nspace = \"plane\"\n[[vortex]]\n", "plane.toml");
  for (const Scene& one : {plain, viscous(plain), onALattice(plain), warm, aged, flat}) show(one);
  expectAll<fmm::MotionSettings>();
  expectAll<fmm::FieldSettings>();
  expectAll<WidthSettings>();
  expectAll<ParticleSettings>();
  expectAll<PaceSettings>();
  expectAll<CameraPose>();
  expectAll<ViewSettings>();
  expectAll<FilmSettings>();
  for (const char* name : {"Title", "About", "Remark", "Ground plane", "Ground at", "Upwards"})
    EXPECT_TRUE(has(name)) << name;
}

TEST_F(PanelReach, APlaneFlowHasNoControlsOfFlowsInSpace) {
  show(parseScene("[physics]\nspace = \"plane\"\nredistribution = \"auto\"\n[[vortex]]\n", "plane.toml"));
  for (const char* name : {"Integrator", "Viscous", "Redistribution", "Stream"}) EXPECT_TRUE(has(name)) << name;
  for (const char* name : {"Stretching", "Formulation", "Relaxation", "Remove divergence", "Rings"})
    EXPECT_FALSE(has(name)) << name;
}

TEST_F(PanelReach, RegionsAreEditedOneByOne) {
  gui.click("Add region");
  gui.frame();
  gui.choose("Region's shape", "rectangle");
  gui.frame();
  for (const char* name : {"Region's share", "Region's middle", "Region's size", "Region's normal",
                           "Region's width along", "Region's dye"})
    EXPECT_TRUE(gui.has(name)) << name;
  EXPECT_FALSE(gui.has("Region's line"));
  gui.choose("Region's shape", "tube");
  gui.frame();
  gui.typeInto("Region's radius", "0.02");
  gui.typeInto("Region's line", "2");
  ASSERT_EQ(scene().regions.size(), 1u);
  EXPECT_EQ(scene().regions[0].radius, 0.02);
  EXPECT_EQ(scene().regions[0].line, 1u);
  gui.choose("Region's shape", "sheet");
  gui.frame();
  gui.typeInto("Region's angle", "90");
  gui.typeInto("Region's thickness", "0.001");
  gui.typeInto("Region's puffs", "0.5");
  gui.frame();
  gui.typeInto("Region's puff size", "0.05");
  EXPECT_EQ(scene().regions[0].angle, 90);
  EXPECT_EQ(scene().regions[0].thickness, 0.001);
  EXPECT_EQ(scene().regions[0].puffs, 0.5);
  EXPECT_EQ(scene().regions[0].puffSize, 0.05);
  EXPECT_EQ(parseScene(formatScene(scene()), "again.toml").regions, scene().regions);
  gui.choose("Region's shape", "shell");
  gui.frame();
  gui.typeInto("Region's layers", "3");
  EXPECT_EQ(scene().regions[0].layers, 3);
  gui.choose("Region's shape", "core");
  EXPECT_FALSE(scene().regions[0].radius) << "a core has its own";
  EXPECT_EQ(parseScene(formatScene(scene()), "again.toml").regions, scene().regions);
  gui.click("Add region");
  gui.frame();
  EXPECT_TRUE(gui.has("Region"));
  gui.click("Delete region");
  gui.click("Delete region");
  EXPECT_TRUE(scene().regions.empty());
}

TEST_F(PanelReach, EmittersAreEditedOneByOne) {
  gui.click("Add emitter");
  gui.frame();
  gui.typeInto("Emitter's rate", "1234");
  gui.typeInto("Emitter's most", "500");
  gui.typeInto("Emitter's radius", "0.25");
  gui.typeInto("Emitter's start", "0.5");
  gui.click("Choose emitter's colour");
  gui.frame();
  for (const char* name : {"Emitter's name", "Emitter's colour", "Emitter's place", "Emitter's normal"})
    EXPECT_TRUE(gui.has(name)) << name;
  ASSERT_EQ(scene().emitters.size(), 1u);
  EXPECT_EQ(scene().emitters[0].rate, 1234);
  EXPECT_EQ(scene().emitters[0].most, 500u);
  EXPECT_EQ(parseScene(formatScene(scene()), "again.toml").emitters, scene().emitters);
  EXPECT_TRUE(stale());
  gui.click("Delete emitter");
  EXPECT_TRUE(scene().emitters.empty());
}

TEST_F(PanelReach, WhatTheSolverChoosesCanBeSetByHand) {
  gui.flow.report.order = 9;
  gui.flow.report.theta = 0.7;
  EXPECT_FALSE(gui.has("Order p"));
  gui.click("Tune solver manually");
  gui.frame();
  EXPECT_EQ(scene().settings.order, 9);
  EXPECT_EQ(scene().settings.theta, 0.7);
  gui.typeInto("Leaf elements", "30");
  EXPECT_EQ(scene().settings.leafElements, 30);
  gui.click("Tune solver manually");
  gui.frame();
  EXPECT_EQ(scene().settings.order, 0);
  EXPECT_EQ(scene().settings.theta, 0);
  EXPECT_EQ(scene().settings.leafElements, 0);
}

TEST_F(PanelReach, TheCameraIsPlacedByNumbers) {
  gui.readout.camera.pose = {{0, 0, 3}, {0, 0, 0}, {0, 1, 0}, 35};
  EXPECT_TRUE(gui.drag("Eye", 0.1F).timeline.place.has_value());
}

}  // namespace
}  // namespace app
