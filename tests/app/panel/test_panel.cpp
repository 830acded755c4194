// The panel without any window: gestures through ImGui's own input state, values and requests checked.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <imgui.h>

#include <string>

#include "app/panel/panel_fixture.h"
#include "panel/widgets/panel_numbers.h"
#include "panel/widgets/panel_style.h"

namespace app {
namespace {

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
  gui.flow.elementCount = 4096;
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
  gui.status.playing = gui.readout.recording = true;
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
  EXPECT_EQ(scene().rings().size(), 3u);
  EXPECT_TRUE(stale());
  gui.typeInto("Rings", "2");
  EXPECT_FALSE(stale()) << "back to what was built";
  gui.drag("Radius", 0.2f);
  EXPECT_GT(scene().rings()[0].radius, gui.document.built.rings()[0].radius);
  EXPECT_TRUE(stale());
}

TEST_F(Panel, EveryRingAndParticleControlActs) {
  gui.typeInto("Circulation", "2");
  EXPECT_DOUBLE_EQ(scene().rings()[0].circulation, 2);
  gui.typeInto("Gap", "0.25");
  EXPECT_NEAR(ringGap(scene()), 0.25, 1e-12);
  gui.typeInto("Core radius", "0.04");
  EXPECT_DOUBLE_EQ(scene().rings()[1].coreRadius, 0.04);
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
  const ValueRange range = gui.document.ranges.radius;
  for (const char* text : {"nan", "inf", "-inf", "1e999", "-1e999", "-3", "0", "", "+", "1e", "abc", "/0", "*1e308"}) {
    gui.typeInto("Radius", text);
    EXPECT_TRUE(std::isfinite(scene().rings()[0].radius)) << text;
    EXPECT_GE(scene().rings()[0].radius, range.low) << text;
    EXPECT_LE(scene().rings()[0].radius, range.high) << text;
    gui.typeInto("Time step", text);
    EXPECT_TRUE(std::isfinite(scene().settings.timeStep)) << text;
    EXPECT_NE(scene().settings.timeStep, 0) << text;
    gui.typeInto("Tracers", text);
    EXPECT_NO_THROW(scene().settings.validate()) << text;
  }
  EXPECT_NO_THROW(parseScene(formatScene(scene()), "edited")) << "the edited scene is one that can be loaded";
}

TEST_F(Panel, TakesWhatIsTypedExactlyBeyondTheSliderToo) {
  const auto radius = [&] { return scene().rings()[0].radius; };
  for (const double value : {0.02, 0.012345678, 7.25, 1e9}) {
    gui.typeInto("Radius", fmt::format("{}", value));
    EXPECT_EQ(radius(), value);
    EXPECT_EQ(gui.state.message, "");
    EXPECT_NO_THROW(parseScene(formatScene(scene()), "edited"));
  }
  gui.typeInto("Radius", "0.3");
  for (const char* text : {"1e99", "0", "-1"}) {
    gui.state.message.clear();
    gui.typeInto("Radius", text);
    EXPECT_EQ(radius(), 0.3) << text;
    EXPECT_TRUE(gui.state.isError);
    EXPECT_NE(gui.state.message.find("allowed: more than 0, at most 1 000 000 000 L"), std::string::npos)
        << gui.state.message;
  }
  gui.typeInto("Tracers", "12");
  EXPECT_EQ(scene().tracers, std::size_t{12});
  gui.typeInto("Steps/frame", "1000");
  EXPECT_EQ(scene().stepsPerFrame, 1000);
  gui.state.message.clear();
  gui.typeInto("Core radius", "0.5");
  EXPECT_NE(gui.state.message.find("Core radius: 0.5 is out of range"), std::string::npos) << gui.state.message;
  EXPECT_LT(scene().rings()[0].coreRadius, 0.3);
}

TEST_F(Panel, AStepFromBeyondTheSliderIsSmall) {
  gui.typeInto("Radius", "20");
  gui.stepWithKey("Radius", ImGuiKey_LeftArrow);
  EXPECT_NEAR(scene().rings()[0].radius, 20 / 1.01, 0.01);
}

TEST_F(Panel, ColoursToChooseStandApart) {
  gui.frame();
  EXPECT_FALSE(gui.has("Colour by/ring")) << "a list where there is no room";
  gui.state.width = 600;
  gui.frame();
  gui.frame();
  EXPECT_TRUE(gui.has("Colour by/ring"));
}

TEST_F(Panel, HiddenItStillTellsOfAFilmAndOfTheScene) {
  gui.document.scene.note = "What this scene shows.";
  gui.readout.recording = true;
  gui.frame();
  EXPECT_FALSE(gui.has("Recording sign")) << "the panel says it";
  EXPECT_FALSE(gui.has("Note"));
  gui.state.visible = false;
  gui.frame();
  gui.frame();
  ASSERT_TRUE(gui.has("Recording sign"));
  EXPECT_GT(gui.state.widgets.rects().at("Recording sign").low.x, 500);
  ASSERT_TRUE(gui.has("Note"));
  EXPECT_GT(gui.state.widgets.rects().at("Note").low.y, 3900);
  gui.readout.recording = false;
  ImGui::GetIO().DeltaTime = 10;
  gui.frame();
  gui.frame();
  EXPECT_FALSE(gui.has("Recording sign"));
  EXPECT_FALSE(gui.has("Note")) << "after some seconds";
}

TEST_F(Panel, SlidersWorkAtAnySizeOfScene) {
  for (const double size : {1e-6, 1e6}) {
    Scene scaled = scene();
    for (fmm::Ring& ring : scaled.rings()) ring.centre = size * ring.centre;
    setRingRadius(scaled, size);
    openScene(gui.state, gui.document, scaled);
    gui.drag("Radius", 0.25f);
    EXPECT_GT(scene().rings()[0].radius, 1.5 * size);
    EXPECT_LT(scene().rings()[0].radius, 8.01 * size);
    gui.drag("Radius", -0.45f);
    EXPECT_LT(scene().rings()[0].radius, size);
  }
}

TEST_F(Panel, ToleranceSlidesOverDecades) {
  EXPECT_TRUE(gui.drag("Tolerance", 0.25f).settings);
  EXPECT_NEAR(std::log10(scene().settings.tolerance), -3, 0.3);
  EXPECT_TRUE(gui.drag("Tolerance", -0.25f).settings);
  EXPECT_NEAR(std::log10(scene().settings.tolerance), -5, 0.3);
}

TEST_F(Panel, SaysWhyTimeCannotBeTurnedRound) {
  EXPECT_FALSE(gui.has("No way back"));
  gui.document.scene.settings.viscosity = 1e-3;
  gui.frame();
  EXPECT_TRUE(gui.has("No way back"));
  EXPECT_FALSE(gui.click("Backwards").settings);
  EXPECT_GT(scene().settings.timeStep, 0);
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

TEST_F(Panel, SwitchesTheFlowsOtherPhysics) {
  const fmm::Settings& settings = scene().settings;
  EXPECT_TRUE(gui.click("Adaptive").settings);
  EXPECT_EQ(settings.courant, 0.2);
  EXPECT_TRUE(gui.typeInto("Courant", "0.5").settings);
  EXPECT_EQ(settings.courant, 0.5);
  EXPECT_TRUE(gui.choose("Integrator", "rk3").settings);
  EXPECT_EQ(settings.integrator, fmm::Integrator::rk3);
  EXPECT_TRUE(gui.choose("Formulation", "reformulated").settings);
  EXPECT_EQ(settings.formulation, fmm::Formulation::reformulated);
  EXPECT_TRUE(gui.click("Viscous").settings);
  EXPECT_GT(settings.viscosity, 0);
  EXPECT_TRUE(gui.typeInto("Viscosity \u03bd", "0.002").settings);
  EXPECT_EQ(settings.viscosity, 0.002);
  EXPECT_TRUE(gui.choose("Diffusion", "lattice").settings);
  EXPECT_EQ(settings.diffusion, fmm::Diffusion::lattice);
  EXPECT_TRUE(settings.redistribution.isOn()) << "it goes with it";
  EXPECT_TRUE(gui.choose("Diffusion", "core_spreading").settings);
  EXPECT_TRUE(gui.click("Relaxation").settings);
  EXPECT_GT(settings.relaxation, 0);
  EXPECT_TRUE(gui.click("Ground plane").settings);
  ASSERT_TRUE(settings.ground.has_value());
  EXPECT_NO_THROW(settings.validate());
  EXPECT_FALSE(gui.click("Backwards").settings);
  for (const char* name : {"Viscous", "Relaxation"}) EXPECT_TRUE(gui.click(name).settings) << name;
  EXPECT_TRUE(gui.click("Backwards").settings);
  EXPECT_LT(settings.timeStep, 0);
  EXPECT_TRUE(gui.click("Viscous").settings);
  EXPECT_GT(settings.timeStep, 0);
  EXPECT_NO_THROW(settings.validate());
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
  gui.choose("Size", "other");
  gui.typeInto("Width", "641");
  EXPECT_EQ(scene().film.size.width, 640) << "film encoders want even sizes";
  gui.readout.recording = true;
  gui.typeInto("Width", "320");
  gui.doubleClickAndType("Film file", "b.webm");
  EXPECT_EQ(scene().film.size.width, 640);
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

TEST_F(Panel, WhyTheFlowStoppedStaysBesideANewerNote) {
  say(gui.state, "the rings have broken up", true);
  gui.state.offersWayOn = true;
  say(gui.state, "Look: smoke", false);
  gui.frame();
  EXPECT_EQ(gui.state.message, "The rings have broken up");
  EXPECT_EQ(gui.state.toast.message, "Look: smoke");
  EXPECT_TRUE(gui.has("message") && gui.has("toast") && gui.has("Go on anyway"));
  const auto& rects = gui.state.widgets.rects();
  EXPECT_LE(rects.at("toast").high.y, rects.at("message").low.y) << "one below the other";
  const PanelRequests requests = gui.click("Dismiss toast");
  EXPECT_TRUE(requests.dismissToast && !requests.dismissMessage);
}

TEST_F(Panel, TextsAreWholeSentencesAndNumbersWhole) {
  EXPECT_EQ(sentence("h grew to 0.1"), "H grew to 0.1");
  for (const char* name : {"film.mp4: no space left", "my-ring.toml:3: what", "node_threshold is 1", ""})
    EXPECT_EQ(sentence(name), name) << "names stay";
  EXPECT_EQ(grouped(5e8), "500 000 000");
  EXPECT_EQ(grouped(0.4275), "0.4275");
  EXPECT_EQ(grouped(1e30), "1e+30");
  EXPECT_EQ(formatted("%.3f", -0.0004), "0.000");
  EXPECT_EQ(formatted("%.1e", -1e-5), "-1.0e-05");
  const std::string numbers = brokenAtSpaces("reaches 0.285 L or 1 048 576 elements", 1);
  EXPECT_EQ(numbers, "reaches\n0.285\nL\nor\n1 048 576\nelements");
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
