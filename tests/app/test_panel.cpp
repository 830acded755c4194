// The panel without any window: gestures through ImGui's own input state, values and requests checked.
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <string>

#include "gui_harness.h"
#include "panel/colour_controls.h"
#include "panel/panel_sections.h"
#include "scene/look_file.h"
#include "scene/scene_file.h"

namespace app {
namespace {

class Panel : public testing::Test {
 protected:
  Panel() : gui(700, 4000) {
    Scene leapfrog = loadScene("leapfrog");
    leapfrog.settings.timeStep = 0.004;
    leapfrog.settings.tolerance = 1e-4;
    setRingRadius(leapfrog, 0.3);
    setRingGap(leapfrog, 0.2);
    openScene(gui.state, leapfrog);
    gui.state.scene.elements = gui.state.counts.elements;
    gui.state.built = gui.state.scene;
    gui.state.sceneNames = {"collide", "leapfrog", "ring"};
    gui.state.colourMaps = {"inferno", "viridis", "dye"};
    gui.unfoldAll();
  }

  const Scene& scene() const { return gui.state.scene; }
  bool stale() const { return needsReset(gui.state.scene, gui.state.built); }

  GuiHarness gui;
};

/// Pixels of the rectangle that differ from its upper left corner.
int distinctPixels(const Image& image, const WidgetRect& rect) {
  int distinct = 0;
  const int left = static_cast<int>(rect.low.x), top = static_cast<int>(rect.low.y);
  const std::uint8_t* corner = image.at(left, top);
  for (int y = top; y < static_cast<int>(rect.high.y); ++y) {
    for (int x = left; x < static_cast<int>(rect.high.x); ++x) {
      const std::uint8_t* p = image.at(x, y);
      distinct += std::abs(p[0] - corner[0]) + std::abs(p[1] - corner[1]) + std::abs(p[2] - corner[2]) > 30;
    }
  }
  return distinct;
}

TEST_F(Panel, ShowsItsControls) {
  gui.readout.elements = 4096;
  fmm::EvaluationReport report;
  report.seconds = 0.02;
  report.stages = {{"tree", 0.004}, {"near", 0.010}, {"transfer", 0.005}};
  for (int i = 0; i < 60; ++i) gui.history.add(report);
  gui.frame();
  const Image image = gui.picture();
  for (const char* name : {"Play", "Step", "Reset", "Record", "Rings", "Radius", "Tolerance", "Colours", "File"}) {
    ASSERT_TRUE(gui.has(name)) << name;
    EXPECT_GT(distinctPixels(image, gui.state.widgets.rects().at(name)), 15) << name;
  }
  EXPECT_TRUE(gui.state.area.contains(5, 5));
  EXPECT_FALSE(gui.state.area.contains(600, 5));
  const std::uint8_t* outside = image.at(600, 5);
  EXPECT_EQ(outside[0] + outside[1] + outside[2], 0);
}

TEST_F(Panel, ButtonsAskForWhatTheySay) {
  EXPECT_EQ(gui.click("Play").action, Action::playPause);
  EXPECT_EQ(gui.click("Step").action, Action::step);
  EXPECT_EQ(gui.click("Reset").action, Action::reset);
  EXPECT_EQ(gui.click("Record").action, Action::record);
  EXPECT_EQ(gui.click("Fit").action, Action::fit);
  EXPECT_EQ(gui.click("Save picture").action, Action::screenshot);
  EXPECT_EQ(gui.click("?").action, Action::help);
  gui.readout.playing = gui.readout.recording = true;
  EXPECT_EQ(gui.click("Pause").action, Action::playPause);
  EXPECT_EQ(gui.click("Stop").action, Action::record);
}

TEST_F(Panel, HiddenPanelCoversNothing) {
  gui.state.visible = false;
  gui.frame();
  EXPECT_FALSE(gui.state.area.contains(5, 5));
  EXPECT_FALSE(gui.has("Play"));
}

TEST_F(Panel, GroupsFoldAndStaySo) {
  for (const PanelSection& section : panelSections()) {
    SCOPED_TRACE(section.name);
    ASSERT_TRUE(gui.has(section.name));
    EXPECT_FALSE(section.parts.empty());
    EXPECT_GT(std::string(section.hint).size(), 10u);
    gui.click(section.name);
    EXPECT_FALSE(gui.state.openSections.at(section.name));
  }
  gui.frame();
  EXPECT_FALSE(gui.has("Rings"));
  gui.click("Flow");
  gui.frame();
  EXPECT_TRUE(gui.has("Rings"));
  EXPECT_FALSE(gui.has("Tolerance"));
}

TEST_F(Panel, RingValuesNeedAReset) {
  EXPECT_FALSE(stale());
  const PanelRequests requests = gui.typeInto("Rings", "3");
  EXPECT_FALSE(requests.settings);
  EXPECT_EQ(scene().rings.size(), 3u);
  EXPECT_TRUE(stale());
  gui.typeInto("Rings", "2");
  EXPECT_FALSE(stale()) << "back to what was built";
  gui.drag("Radius", 0.2f);
  EXPECT_GT(scene().rings[0].radius, gui.state.built.rings[0].radius);
  EXPECT_TRUE(stale());
}

TEST_F(Panel, EveryRingAndParticleControlActs) {
  gui.typeInto("Circulation", "2");
  EXPECT_DOUBLE_EQ(scene().rings[0].circulation, 2);
  gui.typeInto("Gap", "0.25");
  EXPECT_NEAR(ringGap(scene()), 0.25, 1e-12);
  gui.typeInto("Core radius", "0.04");
  EXPECT_DOUBLE_EQ(scene().rings[1].coreRadius, 0.04);
  gui.typeInto("Elements", "1000");
  EXPECT_EQ(scene().elements, std::size_t{1000});
  gui.typeInto("Tracers", "5000");
  EXPECT_EQ(scene().tracers, std::size_t{5000});
  gui.typeInto("Tracer tube", "0.08");
  EXPECT_DOUBLE_EQ(scene().tracerTube, 0.08);
  gui.typeInto("Seed", "7");
  EXPECT_EQ(scene().seed, 7u);
  EXPECT_TRUE(stale());
}

TEST_F(Panel, NonsenseCannotBeEntered) {
  const ValueRange range = gui.state.ranges.radius;
  for (const char* text : {"nan", "inf", "-inf", "1e999", "-1e999", "-3", "0", "", "+", "1e", "abc", "/0", "*1e308"}) {
    gui.typeInto("Radius", text);
    EXPECT_TRUE(std::isfinite(scene().rings[0].radius)) << text;
    EXPECT_GE(scene().rings[0].radius, range.low) << text;
    EXPECT_LE(scene().rings[0].radius, range.high) << text;
    gui.typeInto("Time step", text);
    EXPECT_TRUE(std::isfinite(scene().settings.timeStep)) << text;
    EXPECT_NE(scene().settings.timeStep, 0) << text;
    gui.typeInto("Tracers", text);
    EXPECT_NO_THROW(scene().settings.validate()) << text;
  }
  EXPECT_NO_THROW(parseScene(formatScene(scene()), "edited")) << "the edited scene is one that can be loaded";
}

TEST_F(Panel, SlidersWorkAtAnySizeOfScene) {
  for (const double size : {1e-6, 1e6}) {
    Scene scaled = scene();
    for (fmm::Ring& ring : scaled.rings) ring.centre = size * ring.centre;
    setRingRadius(scaled, size);
    openScene(gui.state, scaled);
    gui.drag("Radius", 0.25f);
    EXPECT_GT(scene().rings[0].radius, 1.5 * size);
    EXPECT_LT(scene().rings[0].radius, 8.01 * size);
    gui.drag("Radius", -0.45f);
    EXPECT_LT(scene().rings[0].radius, size);
  }
}

TEST_F(Panel, ToleranceSlidesOverDecades) {
  EXPECT_TRUE(gui.drag("Tolerance", 0.25f).settings);
  EXPECT_NEAR(std::log10(scene().settings.tolerance), -3, 0.3);
  EXPECT_TRUE(gui.drag("Tolerance", -0.25f).settings);
  EXPECT_NEAR(std::log10(scene().settings.tolerance), -5, 0.3);
}

TEST_F(Panel, SettingsApplyAtOnce) {
  EXPECT_TRUE(gui.typeInto("Time step", "0.003").settings);
  EXPECT_DOUBLE_EQ(scene().settings.timeStep, 0.003);
  EXPECT_TRUE(gui.click("Backwards").settings);
  EXPECT_DOUBLE_EQ(scene().settings.timeStep, -0.003);
  EXPECT_TRUE(gui.typeInto("Tolerance", "1e-5").settings);
  EXPECT_DOUBLE_EQ(scene().settings.tolerance, 1e-5);
  EXPECT_TRUE(gui.choose("Integrator", "rk4").settings);
  EXPECT_EQ(scene().settings.integrator, fmm::Integrator::rk4);
  EXPECT_TRUE(gui.choose("Stretching", "classical").settings);
  EXPECT_EQ(scene().settings.stretching, fmm::Stretching::classical);
  EXPECT_TRUE(gui.choose("Precision", "double").settings);
  EXPECT_EQ(scene().settings.precision, fmm::Precision::real64);
  EXPECT_FALSE(stale());
}

TEST_F(Panel, RosenheadBringsTheDirectSumAlong) {
  EXPECT_TRUE(gui.choose("Core function", "rosenhead").settings);
  EXPECT_EQ(scene().settings.solver, fmm::SolverKind::direct);
  EXPECT_NO_THROW(scene().settings.validate());
  EXPECT_TRUE(gui.choose("Solver", "fmm").settings);
  EXPECT_EQ(scene().settings.regularisation, fmm::Regularisation::gaussian);
  EXPECT_NO_THROW(scene().settings.validate());
}

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
  for (const char* name : {"ring", "age", "depth", "speed"}) {
    EXPECT_FALSE(gui.choose("Colour by", name).settings);
    EXPECT_EQ(toString(scene().view.colourBy), name);
    EXPECT_EQ(gui.has("Auto range"), std::string(name) == "age" || std::string(name) == "speed") << name;
  }
  gui.click("Legend");
  EXPECT_TRUE(scene().view.legend);
  EXPECT_EQ(scene().settings, before);
  EXPECT_FALSE(stale());
  EXPECT_EQ(nextOf(ColourBy::speed), ColourBy::ring);
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
  gui.readout.speedRange = 3.5;
  gui.readout.time = -1.25;
  EXPECT_FALSE(gui.has("Top speed"));
  gui.click("Auto range");
  EXPECT_DOUBLE_EQ(scene().view.speedRange, 3.5) << "it begins where it was";
  gui.typeInto("Top speed", "2");
  EXPECT_DOUBLE_EQ(scene().view.speedRange, 2);
  gui.click("Auto range");
  EXPECT_EQ(scene().view.speedRange, 0);
  gui.choose("Colour by", "age");
  gui.click("Auto range");
  EXPECT_DOUBLE_EQ(scene().view.ageRange, 1.25);
  EXPECT_EQ(scene().view.speedRange, 0);
}

TEST_F(Panel, LooksSetAllOfTheViewButWhereItIsSeenFrom) {
  std::vector<std::string> trouble;
  gui.state.looks = loadLooks(trouble);
  gui.state.scene.view.follow = false;
  gui.choose("Preset", "ink");
  EXPECT_TRUE(sameLook(scene().view, loadLook("ink")));
  EXPECT_FALSE(scene().view.follow);
  EXPECT_FALSE(stale());
  EXPECT_EQ(lookOf(scene().view, gui.state.looks), "ink");
  gui.typeInto("Glow", "0.5");
  EXPECT_EQ(lookOf(scene().view, gui.state.looks), "");
}

TEST_F(Panel, OwnLooksAreKeptUnderAName) {
  gui.doubleClickAndType("Own look", "dusk");
  EXPECT_EQ(gui.state.lookName, "dusk");
  EXPECT_TRUE(gui.click("Keep look").keepLook);
  gui.state.confirmLook = true;
  EXPECT_TRUE(gui.click("Replace look").keepLook);
  gui.doubleClickAndType("Own look", "dawn");
  EXPECT_FALSE(gui.state.confirmLook) << "another name";
}

TEST_F(Panel, LightIsSetWhereItActs) {
  ViewSettings& view = gui.state.scene.view;
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

TEST_F(Panel, OpensAndSavesScenes) {
  EXPECT_EQ(gui.choose("Scene", "collide").open, std::string("collide"));
  EXPECT_FALSE(gui.doubleClickAndType("File", "mine.toml").save);
  EXPECT_EQ(gui.state.saveName, "mine.toml");
  PanelRequests requests = gui.click("Save");
  EXPECT_TRUE(requests.save);
  EXPECT_FALSE(requests.overwrite);
  gui.state.confirmOverwrite = true;
  gui.click("Keep it");
  EXPECT_FALSE(gui.state.confirmOverwrite);
  gui.state.confirmOverwrite = true;
  requests = gui.click("Overwrite");
  EXPECT_TRUE(requests.save);
  EXPECT_TRUE(requests.overwrite);
  gui.state.confirmOverwrite = false;  // the program clears it when it has saved
  EXPECT_EQ(gui.click("Load").open, std::string("mine.toml"));
}

TEST_F(Panel, FilmNameAndSizeAreFixedWhileRecording) {
  gui.doubleClickAndType("Film file", "a.webm");
  EXPECT_EQ(gui.state.filmName, "a.webm");
  gui.choose("Size", "own");
  gui.typeInto("Width", "641");
  EXPECT_EQ(scene().film.width, 640) << "film encoders want even sizes";
  gui.readout.recording = true;
  gui.typeInto("Width", "320");
  gui.doubleClickAndType("Film file", "b.webm");
  EXPECT_EQ(scene().film.width, 640);
  EXPECT_EQ(gui.state.filmName, "a.webm");
}

TEST_F(Panel, CameraGroupAsksForViewsFlightAndLens) {
  for (const CameraPreset preset : cameraPresets()) {
    const std::string name(label(preset));
    const PanelRequests requests = gui.click(name);
    ASSERT_TRUE(requests.action) << name;
    EXPECT_EQ(presetOf(*requests.action), preset) << name;
  }
  EXPECT_EQ(presetOf(Action::fit), std::nullopt);
  EXPECT_EQ(gui.click("Fit").action, Action::fit);
  EXPECT_EQ(gui.click("Fly").action, Action::fly);
  const PanelRequests requests = gui.typeInto("Field of view", "50");
  ASSERT_TRUE(requests.fieldOfView);
  EXPECT_NEAR(*requests.fieldOfView, 50, 0.1);
  EXPECT_FALSE(gui.has("Fly hint"));
  gui.readout.camera.flying = true;
  gui.state.visible = false;
  gui.frame();
  EXPECT_TRUE(gui.has("Fly hint")) << "without the panel too";
  gui.readout.camera.secondsSinceNotice = 60;
  gui.frame();
  EXPECT_FALSE(gui.has("Fly hint")) << "it does not stand in the picture for ever";
}

TEST_F(Panel, MessagesCanBeDismissed) {
  EXPECT_FALSE(gui.has("message"));
  gui.state.message = "film.mp4: no space left on device";
  gui.state.isError = true;
  EXPECT_TRUE(gui.click("Dismiss").dismissMessage);
}

TEST_F(Panel, NotesGoByThemselvesErrorsStay) {
  for (const bool error : {false, true}) {
    gui.state.message = "Saved ring.toml";
    gui.state.isError = error;
    gui.state.messageSince = -1;
    gui.rest("Radius", 3);
    EXPECT_FALSE(gui.click("Radius").dismissMessage);
    gui.rest("Radius", 6);
    EXPECT_EQ(gui.click("Radius").dismissMessage, !error);
  }
}

TEST_F(Panel, EveryControlExplainsItselfInOneSentence) {
  gui.state.confirmOverwrite = false;
  gui.state.message = "something happened";
  gui.frame();
  EXPECT_GT(gui.state.widgets.hints().size(), 35u);
  for (const auto& [name, hint] : gui.state.widgets.hints()) {
    SCOPED_TRACE(name + ": " + hint);
    const std::string sentence = hint.substr(0, hint.find('\n'));
    ASSERT_GT(sentence.size(), 15u);
    EXPECT_TRUE(std::isupper(static_cast<unsigned char>(sentence.front())));
    EXPECT_EQ(sentence.back(), '.');
    EXPECT_EQ(sentence.find(". "), std::string::npos) << "more than one sentence";
    EXPECT_GE(std::count(sentence.begin(), sentence.end(), ' '), 3);
    EXPECT_LE(sentence.size(), 180u) << "too long to be read in passing";
    EXPECT_TRUE(gui.has(name));
  }
  for (const auto& [name, rect] : gui.state.widgets.rects()) {
    const bool partOfAControl = name.find('/') != std::string::npos;
    EXPECT_TRUE(partOfAControl || name == "message" || gui.state.widgets.hints().count(name) == 1) << name;
  }
}

TEST_F(Panel, NumbersGiveTheirRangeAndUnit) {
  const auto& hints = gui.state.widgets.hints();
  EXPECT_NE(hints.at("Radius").find("\n0.0375 to 2.4 L"), std::string::npos) << hints.at("Radius");
  EXPECT_NE(hints.at("Circulation").find(" L\u00b2/T"), std::string::npos);
  EXPECT_NE(hints.at("Time step").find(" T"), std::string::npos);
  EXPECT_NE(hints.at("Tracers").find("\n1 024 to 16 777 216"), std::string::npos);
}

TEST_F(Panel, HintsComeUpBesideThePanelWhenThePointerRests) {
  gui.frame();
  const auto inkBeside = [&] {
    const Image image = gui.picture();
    int ink = 0;
    for (int y = 0; y < image.height; ++y) {
      for (int x = 360; x < image.width; ++x) ink += image.at(x, y)[1] > 120;
    }
    return ink;
  };
  EXPECT_EQ(inkBeside(), 0);
  gui.rest("Radius", 0.1f);
  EXPECT_EQ(inkBeside(), 0) << "in passing";
  gui.rest("Radius", 1);
  EXPECT_GT(inkBeside(), 300);
}

TEST_F(Panel, ArrowsAndWheelStepNumbersFinely) {
  const double before = scene().rings[0].radius;
  gui.stepWithKey("Radius", ImGuiKey_RightArrow);
  EXPECT_NEAR(scene().rings[0].radius, 1.01 * before, 1e-3 * before);
  gui.stepWithKey("Radius", ImGuiKey_LeftArrow);
  EXPECT_NEAR(scene().rings[0].radius, before, 1e-3 * before);
  EXPECT_TRUE(gui.state.widgets.stepping());
  gui.stepWithWheel("Seed", 1);
  EXPECT_EQ(scene().seed, 2u);
  gui.stepWithWheel("Seed", -1);
  gui.stepWithWheel("Seed", -1);
  gui.stepWithWheel("Seed", -1);
  EXPECT_EQ(scene().seed, 0u) << "not below the range";
  const std::size_t tracers = gui.state.counts.tracers;
  gui.stepWithKey("Tracers", ImGuiKey_RightArrow);
  EXPECT_NEAR(static_cast<double>(*scene().tracers), 1.01 * static_cast<double>(tracers), 1);
  EXPECT_TRUE(gui.stepWithKey("Time step", ImGuiKey_RightArrow).settings);
  gui.choose("Size", "own");
  gui.readout.recording = true;
  const int width = scene().film.width;
  gui.stepWithKey("Width", ImGuiKey_RightArrow);
  EXPECT_EQ(scene().film.width, width) << "disabled";
}

TEST_F(Panel, FoldedGroupsSayWhatIsInThem) {
  PanelRequests requests;
  PanelContext context{gui.state, gui.readout, gui.history, requests};
  gui.readout.backend = "cpu";
  for (const PanelSection& section : panelSections()) {
    EXPECT_TRUE(!section.summary || section.summary(context).size() > 3) << section.name;
  }
}

TEST(StageHistory, KeepsTheLastFramesAndAccountsForAllTime) {
  StageHistory history;
  fmm::EvaluationReport report;
  report.seconds = 0.010;
  report.stages = {{"near", 0.006}};
  for (int i = 0; i < 130; ++i) history.add(report);
  EXPECT_EQ(history.frames().size(), StageHistory::kLength);
  EXPECT_EQ(history.names(), (std::vector<std::string>{"near", "other"}));
  EXPECT_NEAR(StageHistory::total(history.frames().back()), 10, 1e-4);
}

}  // namespace
}  // namespace app
