// Controls of a real window: keys, buttons, mouse, lists, undo.
#include <algorithm>
#include <filesystem>
#include <string>

#include "app/window/window_fixture.h"
#include "document/scene_document.h"
#include "fmm/cuda.h"
#include "scene/text/scene_file.h"

namespace app {
namespace {

namespace fs = std::filesystem;

class WindowSteeringTest : public WindowTest {
 protected:
  void dragScene(const std::string& button) {
    moveTo(800, 400);
    xdotool({"mousedown", button});
    moveTo(860, 430);
    xdotool({"mouseup", button});
  }
};

TEST_F(WindowSteeringTest, KeysAndButtonsSteerTheSimulation) {
  open(smallScene());
  EXPECT_EQ(state().steps, 0);
  key("period");
  ASSERT_TRUE(framesUntil([&] { return state().steps == edited().stepsPerFrame; }));
  click("Step");
  ASSERT_TRUE(framesUntil([&] { return state().steps == 2 * edited().stepsPerFrame; }));
  key("space");
  ASSERT_TRUE(framesUntil([&] { return state().steps > 5 * edited().stepsPerFrame; }));
  EXPECT_TRUE(application_->simulation().status().playing);
  click("Pause");
  ASSERT_TRUE(framesUntil([&] { return !application_->simulation().status().playing; }));
  key("r");
  ASSERT_TRUE(framesUntil([&] { return state().generation == 2; }));
  EXPECT_EQ(state().steps, 0);
  key("d");
  EXPECT_EQ(edited().settings.solver, fmm::SolverKind::direct);
  ASSERT_TRUE(framesUntil([&] { return state().settings.solver == fmm::SolverKind::direct; }));
}

TEST_F(WindowSteeringTest, AKeyPlaysBackwardsToWhereTheTracersBegan) {
  Scene scene = smallScene();
  scene.settings.integrator = fmm::Integrator::rk4;
  scene.stepsPerFrame = 10;
  open(scene);
  const double dt = scene.settings.timeStep;
  const std::vector<fmm::Vec3> start = state().tracers->sample(1);
  key("space");
  ASSERT_TRUE(framesUntil([&] { return state().steps >= 60; }));
  key("BackSpace");
  EXPECT_EQ(edited().settings.timeStep, -dt);
  ASSERT_TRUE(framesUntil([&] { return state().settings.timeStep < 0; }));
  const double turned = state().time;
  ASSERT_TRUE(framesUntil([&] { return state().time < 0.5 * dt; })) << "back from " << turned;
  const std::vector<fmm::Vec3> end = state().tracers->sample(1);
  ASSERT_EQ(end.size(), start.size());
  double farthest = 0;
  for (std::size_t i = 0; i < end.size(); ++i) farthest = std::max(farthest, norm(end[i] - start[i]));
  EXPECT_LT(farthest, 1e-3 * scene.rings()[0].radius);
  key("space");
  EXPECT_FALSE(application_->simulation().status().playing);
  key("BackSpace");
  EXPECT_EQ(edited().settings.timeStep, dt) << "forwards again";
}

TEST_F(WindowSteeringTest, WhatCannotBeUndoneIsNotPlayedBackwards) {
  Scene scene = smallScene();
  scene.settings.viscosity = 1e-4;
  open(scene);
  key("BackSpace");
  EXPECT_EQ(edited().settings.timeStep, scene.settings.timeStep);
  EXPECT_TRUE(panel().isError);
  EXPECT_NE(panel().message.find("viscosity cannot be undone"), std::string::npos) << panel().message;
  EXPECT_FALSE(application_->simulation().status().playing);
}

TEST_F(WindowSteeringTest, AllThatKeepsTheFlowFromGoingBackIsSwitchedOffTogether) {
  Scene scene = smallScene();
  scene.settings.viscosity = 1e-4;
  scene.settings.relaxation = 0.1;
  open(scene);
  key("period");
  ASSERT_TRUE(framesUntil([&] { return state().steps > 0; }));
  key("BackSpace");
  EXPECT_NE(panel().message.find("viscosity and relaxation cannot be undone"), std::string::npos) << panel().message;
  EXPECT_NE(panel().message.find("Backspace once more switches them off"), std::string::npos) << panel().message;
  EXPECT_EQ(edited().settings.viscosity, 1e-4);
  key("BackSpace");
  EXPECT_LT(edited().settings.timeStep, 0);
  EXPECT_EQ(edited().settings.viscosity, 0);
  EXPECT_EQ(edited().settings.relaxation, 0);
  ASSERT_TRUE(framesUntil([&] { return state().time == 0; }));
  key("ctrl+z");
  EXPECT_EQ(edited().settings.viscosity, 1e-4) << "one change";
  EXPECT_GT(edited().settings.timeStep, 0);
}

TEST_F(WindowSteeringTest, RewindingHaltsAtZeroAndResetGoesForwards) {
  Scene scene = smallScene();
  scene.stepsPerFrame = 3;
  open(scene);
  key("BackSpace");
  EXPECT_GT(edited().settings.timeStep, 0) << "there is nothing to play backwards";
  EXPECT_NE(panel().message.find("t = 0"), std::string::npos) << panel().message;
  for (int i = 1; i <= 2; ++i) {
    key("period");
    ASSERT_TRUE(framesUntil([&] { return state().steps == 3 * i; }));
  }
  key("BackSpace");
  ASSERT_TRUE(framesUntil([&] { return panel().message == Simulation::kAtZero; }));
  EXPECT_FALSE(panel().isError);
  EXPECT_EQ(state().time, 0);
  key("space");
  frames(5);
  EXPECT_FALSE(application_->simulation().status().playing);
  EXPECT_EQ(state().time, 0);
  key("r");
  ASSERT_TRUE(framesUntil([&] { return state().generation == 2; }));
  EXPECT_EQ(panel().message, "");
  EXPECT_EQ(edited().settings.timeStep, scene.settings.timeStep);
  key("period");
  ASSERT_TRUE(framesUntil([&] { return state().time > 0; }));
}

TEST_F(WindowSteeringTest, MessagesGoWithTheirCause) {
  Scene scene = smallScene();
  scene.settings.timeStep = 0.2;  // far too long
  scene.stepsPerFrame = 1;
  open(scene, false);
  ASSERT_TRUE(framesUntil([&] { return panel().isError && !panel().message.empty(); }));
  key("r");
  EXPECT_EQ(panel().message, "");
}

TEST_F(WindowSteeringTest, AStopOffersTheWayOn) {
  Scene scene = smallScene();
  scene.stepsPerFrame = 1;
  open(scene);
  key("period");
  ASSERT_TRUE(framesUntil([&] { return state().steps == 1 && application_->simulation().status().canStepBack; }));
  click("Physics");
  const WidgetRect field = panel().widgets.rects().at("Time step");
  moveTo(field.centre().x, field.centre().y);
  xdotool({"keydown", "ctrl"});
  xdotool({"click", "1"});
  xdotool({"keyup", "ctrl"});
  xdotool({"key", "ctrl+a"});
  type("0.2");
  key("Return");
  moveTo(900, 300);
  EXPECT_EQ(edited().settings.timeStep, 0.2);
  key("space");
  ASSERT_TRUE(framesUntil([&] { return panel().offersWayOn; }));
  const std::int64_t stopped = state().steps;
  screen();
  click("Step back");
  ASSERT_TRUE(framesUntil([&] { return state().generation == 2; }));
  EXPECT_GE(state().steps, 1);  // the state kept before playing, or some seconds ago
  EXPECT_LT(state().steps, stopped);
  EXPECT_EQ(panel().message, "Back at the last good state");
  EXPECT_EQ(panel().widgets.rects().count("Go on anyway"), 0u);
  key("space");
  ASSERT_TRUE(framesUntil([&] { return panel().offersWayOn; }));
  const std::int64_t steps = state().steps;
  click("Go on anyway");
  ASSERT_TRUE(framesUntil([&] { return state().steps > steps; }));
}

TEST_F(WindowSteeringTest, ChangingTheRingsNeedsAReset) {
  open(smallScene());
  click("Rings");  // in the middle of the slider
  EXPECT_GT(edited().rings().size(), 2u);
  EXPECT_TRUE(needsReset(edited(), document().built));
  click("Reset");
  ASSERT_TRUE(framesUntil([&] { return state().generation == 2; }));
  EXPECT_FALSE(needsReset(edited(), document().built));
  EXPECT_EQ(state().elementCount, 256u);
}

TEST_F(WindowSteeringTest, MouseTurnsMovesAndZoomsTheView) {
  open(smallScene());
  CameraPose before = application_->cameraPose();
  const auto changed = [&] {
    const CameraPose now = application_->cameraPose();
    const CameraPose old = before;
    before = now;
    return std::pair{!(now.eye == old.eye), !(now.target == old.target)};
  };
  dragScene("1");
  EXPECT_EQ(changed(), std::pair(true, false)) << "left: turns about the target";
  dragScene("3");
  EXPECT_EQ(changed(), std::pair(true, true)) << "right: moves";
  xdotool({"keydown", "shift"});
  dragScene("1");
  xdotool({"keyup", "shift"});
  EXPECT_EQ(changed(), std::pair(true, true)) << "Shift + left: moves";
  xdotool({"click", "4"});
  EXPECT_EQ(changed(), std::pair(true, false)) << "wheel: nearer";
  key("f");
  EXPECT_TRUE(changed().first);
}

TEST_F(WindowSteeringTest, KeysSwitchPrecisionAndBackendOfTheSameParticles) {
  open(smallScene());
  key("period");
  ASSERT_TRUE(framesUntil([&] { return state().steps > 0; }));
  const std::int64_t steps = state().steps;
  const std::string before = state().report.backend;
  key("p");
  ASSERT_TRUE(framesUntil([&] { return state().settings.precision == fmm::Precision::real64; }));
  key("b");
  if (fmm::cudaBackendAvailable()) {
    ASSERT_TRUE(framesUntil([&] { return state().report.backend != before; }));
  } else {
    EXPECT_FALSE(panel().isError);
    EXPECT_EQ(panel().message, "Backend cuda: " + fmm::cudaDevice().reason);
    EXPECT_NE(edited().settings.backend, fmm::Backend::cuda);
  }
  EXPECT_EQ(state().steps, steps);
}

TEST_F(WindowSteeringTest, MouseOnThePanelNeverMovesTheView) {
  open(smallScene());
  const CameraPose before = application_->cameraPose();
  moveTo(150, 600);
  xdotool({"click", "4"});
  xdotool({"mousedown", "1"});
  moveTo(700, 300);
  xdotool({"mouseup", "1"});
  xdotool({"mousedown", "3"});
  xdotool({"mouseup", "3"});
  EXPECT_TRUE(application_->cameraPose() == before);
}

TEST_F(WindowSteeringTest, TabHelpFullScreenAndEscape) {
  open(smallScene());
  key("Tab");
  EXPECT_FALSE(panel().visible);
  EXPECT_EQ(panel().widgets.rects().count("Play"), 0u);
  key("Tab");
  EXPECT_TRUE(panel().visible);
  key("h");
  EXPECT_TRUE(panel().help);
  key("Escape");
  EXPECT_FALSE(panel().help);
  EXPECT_FALSE(left_) << "the first Esc only closes the help";
  key("F11");
  frames(3);
  key("F11");
  frames(3);
  EXPECT_GT(brightPixels(screen()), 5000);
}

TEST_F(WindowSteeringTest, EscapeClosesAnOpenListFirst) {
  open(smallScene());
  click("Scene");
  ASSERT_EQ(panel().widgets.rects().count("Scene/ring"), 1u);
  key("Escape");
  frames(3);
  EXPECT_FALSE(left_);
  EXPECT_EQ(panel().widgets.rects().count("Scene/ring"), 0u);
  EXPECT_EQ(edited().name, "leapfrog");
}

TEST_F(WindowSteeringTest, KeysThatShowSomethingSayIt) {
  open(smallScene());
  const auto told = [&](const char* name) {
    key(name);
    return panel().message;
  };
  EXPECT_EQ(told("g"), "Ground grid: on");
  EXPECT_EQ(told("g"), "Ground grid: off");
  EXPECT_EQ(told("x"), "Axes x, y, z: on");
  EXPECT_EQ(told("e"), "Vortex elements as arrows: on");
  const bool legend = edited().view.legend;
  EXPECT_EQ(told("shift+l"), legend ? "Legend: off" : "Legend: on");
  EXPECT_EQ(told("j"), "T shows the boxes first");
  key("d");  // direct sums
  ASSERT_TRUE(framesUntil([&] { return state().settings.solver == fmm::SolverKind::direct; }));
  EXPECT_EQ(told("t"), "Boxes of the solver's tree: on, but nothing to show: direct sums have no tree");
}

TEST_F(WindowSteeringTest, TypingAFileNameIsNoCommand) {
  open(smallScene());
  click("File");
  xdotool({"key", "ctrl+a"});
  type("shr.toml");
  EXPECT_EQ(panel().saveName, "shr.toml");
  EXPECT_FALSE(panel().help);
  EXPECT_FALSE(fs::exists("ringlet-0001.png"));
  click("Save");
  ASSERT_TRUE(fs::exists("shr.toml"));
  EXPECT_EQ(loadScene("shr.toml").elements, std::size_t{256});
  click("Save");
  EXPECT_TRUE(panel().confirmOverwrite);
  click("Overwrite");
  EXPECT_FALSE(panel().confirmOverwrite);
  EXPECT_FALSE(panel().isError) << panel().message;
}

TEST_F(WindowSteeringTest, UndoTakesBackOneDragOrKeyAtATime) {
  open(smallScene());
  const double radius = edited().rings()[0].radius;
  const WidgetRect slider = panel().widgets.rects().at("Radius");
  moveTo(slider.centre().x, slider.centre().y);
  xdotool({"mousedown", "1"});
  for (const int x : {10, 20, 30, 40}) moveTo(slider.centre().x + x, slider.centre().y);
  xdotool({"mouseup", "1"});
  EXPECT_GT(edited().rings()[0].radius, radius);
  key("d");
  ASSERT_TRUE(framesUntil([&] { return state().settings.solver == fmm::SolverKind::direct; }));
  key("ctrl+z");
  ASSERT_TRUE(framesUntil([&] { return state().settings.solver == fmm::SolverKind::fmm; })) << "through the simulation";
  EXPECT_GT(edited().rings()[0].radius, radius);
  click("Undo");
  EXPECT_EQ(edited().rings()[0].radius, radius) << "the whole drag";
  EXPECT_FALSE(needsReset(edited(), document().built));
  key("ctrl+z");
  EXPECT_EQ(edited().rings()[0].radius, radius) << "nothing is left to undo";
  key("ctrl+shift+z");
  key("ctrl+y");
  EXPECT_GT(edited().rings()[0].radius, radius);
  EXPECT_EQ(edited().settings.solver, fmm::SolverKind::direct);
}

TEST_F(WindowSteeringTest, LooksComeByKeyAndAreKeptInTheUsersFolder) {
  open(smallScene());
  const ViewSettings before = edited().view;
  const auto present = [&] { return lookOf(edited().view, panel().looks); };
  EXPECT_EQ(present(), "glow");
  key("l");
  EXPECT_EQ(present(), panel().looks[1].name);
  key("ctrl+z");
  EXPECT_TRUE(edited().view == before);
  click("Flow");
  click("Light");
  click("Glow");
  EXPECT_EQ(present(), "");
  click("New look");
  xdotool({"key", "ctrl+a"});
  type("dusk");
  click("Keep look");
  EXPECT_TRUE(fs::exists(folder_ / "config/ringlet/looks/dusk.toml")) << panel().message;
  EXPECT_EQ(present(), "dusk");
}

TEST_F(WindowSteeringTest, UndoBringsBackTheSceneThatWasLeft) {
  open(smallScene());
  click("Rings");
  const std::size_t rings = edited().rings().size();
  click("Scene");
  click("Scene/ring");
  ASSERT_TRUE(framesUntil([&] { return state().generation == 2; }));
  EXPECT_EQ(edited().name, "ring");
  key("ctrl+z");
  ASSERT_TRUE(framesUntil([&] { return state().generation == 3; }));
  EXPECT_EQ(edited().name, "leapfrog");
  EXPECT_EQ(edited().rings().size(), rings) << "as it was edited";
  EXPECT_EQ(state().elementCount, 256u);
}

}  // namespace
}  // namespace app
