// The panel's groups of light and colours.

#include "app/panel/panel_fixture.h"
#include "panel/sections/panel_parts.h"
#include "scene/text/look_file.h"
#include "support/test.h"

namespace app {
namespace {

TEST_F(Panel, ViewChangesNothingElse) {
  const fmm::Settings before = scene().settings;
  EXPECT_FALSE(gui.typeInto("Point size", "3").settings);
  EXPECT_DOUBLE_EQ(scene().view.pointSize, 3);
  gui.typeInto("Brightness", "2");
  EXPECT_DOUBLE_EQ(scene().view.brightness, 2);
  gui.choose("Colours", "viridis");
  EXPECT_EQ(scene().view.colourMap, "viridis");
  gui.choose("Background", "light");
  EXPECT_EQ(scene().view.background, app::Background::light);
  EXPECT_EQ(scene().settings, before);
  EXPECT_FALSE(stale());
}

TEST_F(Panel, ColoursSayWhatIsChosen) {
  const fmm::Settings before = scene().settings;
  for (const char* name : {"vorticity", "ring", "age", "depth", "speed"}) {
    EXPECT_FALSE(gui.choose("Colour by", name).settings);
    EXPECT_EQ(toString(scene().view.colourBy), name);
    EXPECT_EQ(gui.has("Auto range"), std::string(name) != "ring" && std::string(name) != "depth") << name;
  }
  gui.click("Legend");
  EXPECT_TRUE(scene().view.legend);
  EXPECT_EQ(scene().settings, before);
  EXPECT_FALSE(stale());
  EXPECT_EQ(nextOf(ColourBy::speed), ColourBy::vorticity);
  EXPECT_EQ(nextOf(ColourBy::vorticity), ColourBy::ring);
  EXPECT_EQ(nextOf(ColourBy::depth), ColourBy::speed);
}

TEST_F(Panel, DyesAreThereForTheDyeOnly) {
  EXPECT_FALSE(gui.has("Dye 1"));
  gui.choose("Colours", "dye");
  gui.doubleClickAndType("Dye 2", "#336699");
  const Colour& second = scene().view.dyes[1];
  EXPECT_NEAR(second[0], 0x33 / 255.0, 0.002);
  EXPECT_NEAR(second[1], 0x66 / 255.0, 0.002);
  EXPECT_NEAR(second[2], 0x99 / 255.0, 0.002);
  EXPECT_NE(scene().view.dyes[0], second);
}

TEST_F(Panel, ColourMapsShowTheirColours) {
  gui.state.colourStrips = loadColourStrips();
  ASSERT_GE(gui.state.colourStrips.size(), 7U);
  gui.choose("Colours", "viridis");
  gui.frame();
  const WidgetRect line = gui.state.widgets.rects().at("Colours");
  const Image image = gui.picture();
  const float arrow = line.high.y - line.low.y;
  const std::uint8_t* end = image.at(static_cast<int>(line.high.x - 1.4f * arrow), static_cast<int>(line.centre().y));
  EXPECT_GT(end[0], 200) << "viridis ends yellow";
  EXPECT_GT(end[1], 200);
  EXPECT_LT(end[2], 80);
}

TEST_F(Panel, RangesOfColoursAreOpenOrFixed) {
  gui.flow.tops[ColourBy::speed] = 3.5;
  gui.flow.time = -1.25;
  EXPECT_FALSE(gui.has("Top speed"));
  gui.click("Auto range");
  EXPECT_DOUBLE_EQ(scene().view.speedRange, 3.5) << "it begins where it was";
  gui.typeInto("Top speed", "2");
  EXPECT_DOUBLE_EQ(scene().view.speedRange, 2);
  gui.click("Auto range");
  EXPECT_EQ(scene().view.speedRange, 0);
  gui.flow.tops[ColourBy::vorticity] = 40;
  gui.choose("Colour by", "vorticity");
  gui.click("Auto range");
  EXPECT_DOUBLE_EQ(scene().view.vorticityRange, 40);
  gui.typeInto("Top vorticity", "8");
  EXPECT_DOUBLE_EQ(scene().view.vorticityRange, 8);
  gui.choose("Colour by", "age");
  gui.click("Auto range");
  EXPECT_DOUBLE_EQ(scene().view.ageRange, 1.25);
  EXPECT_EQ(scene().view.speedRange, 0);
}

TEST_F(Panel, LooksSetAllOfTheViewButWhereItIsSeenFrom) {
  std::vector<std::string> trouble;
  gui.state.looks = loadLooks(trouble);
  gui.document.scene.view.follow = false;
  gui.choose("Preset", "ink");
  EXPECT_TRUE(hasLook(scene().view, loadLook("ink")));
  EXPECT_FALSE(scene().view.follow);
  EXPECT_FALSE(stale());
  EXPECT_EQ(lookOf(scene().view, gui.state.looks), "ink");
  gui.typeInto("Glow", "0.5");
  EXPECT_EQ(lookOf(scene().view, gui.state.looks), "");
}

TEST_F(Panel, TheScenesOwnLookCanBeHadBack) {
  std::vector<std::string> trouble;
  gui.state.looks = loadLooks(trouble);
  Scene own = scene();
  own.view.bloom = 0.43;
  openScene(gui.state, gui.document, own);
  EXPECT_EQ(lookOf(scene().view, gui.state.looks), kSceneLook);
  gui.choose("Preset", "ink");
  gui.choose("Preset", kSceneLook);
  EXPECT_EQ(scene().view.bloom, 0.43);
  ViewSettings view = scene().view;
  for (std::size_t i = 0; i < gui.state.looks.size(); ++i) chooseNextLook(view, gui.state.looks);
  EXPECT_EQ(view, scene().view) << "the key comes round to it";
  applyLook(loadLook("ink"), own.view);
  openScene(gui.state, gui.document, own);
  EXPECT_EQ(gui.state.looks.size(), lookNames().size()) << "it is one of the others";
}

TEST_F(Panel, OwnLooksAreKeptUnderAName) {
  gui.doubleClickAndType("New look", "dusk");
  EXPECT_EQ(gui.state.lookName, "dusk");
  EXPECT_TRUE(gui.click("Keep look").keepLook);
  gui.state.confirmLook = true;
  EXPECT_TRUE(gui.click("Replace look").keepLook);
  gui.doubleClickAndType("New look", "dawn");
  EXPECT_FALSE(gui.state.confirmLook) << "another name";
}

TEST_F(Panel, LightIsSetWhereItActs) {
  ViewSettings& view = gui.document.scene.view;
  gui.choose("View", "points");
  gui.frame();
  EXPECT_TRUE(gui.has("Point size"));
  EXPECT_FALSE(gui.has("Opacity"));
  gui.choose("View", "density");
  gui.frame();
  EXPECT_FALSE(gui.has("Point size"));
  gui.typeInto("Light height", "30");
  gui.typeInto("Light bearing", "-90");
  EXPECT_NEAR(view.light.x, -std::sqrt(0.75), 1e-9);
  EXPECT_NEAR(view.light.y, 0.5, 1e-9);
  EXPECT_NEAR(view.light.z, 0, 1e-9);
  gui.typeInto("Light height", "90");
  gui.typeInto("Light height", "30");
  EXPECT_NEAR(view.light.x, -std::sqrt(0.75), 1e-6) << "the bearing is kept on the way through the zenith";
  gui.click("Auto exposure");
  gui.frame();
  gui.typeInto("Exposure", "2");
  EXPECT_EQ(view.exposure, 2);
  gui.click("Auto exposure");
  EXPECT_EQ(view.exposure, std::nullopt);
}

}  // namespace
}  // namespace app
