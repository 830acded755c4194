// Rings launched with the mouse into a running window.
#include <filesystem>

#include "app/window/window_fixture.h"
#include "files/png_file.h"

namespace app {
namespace {

class WindowRings : public WindowTest {
 protected:
  /// Presses at one place of the picture, pulls to another and lets go.
  void pull(double x, double y, double toX, double toY) {
    moveTo(x, y);
    xdotool({"mousedown", "1"});
    moveTo(toX, toY);
    xdotool({"mouseup", "1"});
  }
  /// The picture without the panel.
  Image readScreenshot() {
    const std::string name = "ringlet-000" + std::to_string(++screenshots_) + ".png";
    key("s");
    EXPECT_TRUE(framesUntil([&] { return std::filesystem::exists(name); }));
    return readPng(name);
  }
  const RingLaunch& next() const { return application_->panel().launcher.next; }
  bool aiming() {
    frames(1);
    return application_->panel().launcher.aiming;
  }

 private:
  int screenshots_ = 0;
};

TEST_F(WindowRings, AimedWithTheMouseOneIsLaunched) {
  open(smallScene());
  const CameraPose view = application_->cameraPose();
  const std::size_t elements = state().elementCount, tracers = state().tracerCount;
  const std::uint64_t number = state().number;
  moveTo(800, 350);
  const Image before = screen();
  key("n");
  EXPECT_TRUE(aiming());
  frames(2);
  EXPECT_FALSE(screen().rgb == before.rgb) << "the ring is drawn before it is launched";
  const double radius = next().ring.radius;
  xdotool({"click", "4"});
  EXPECT_GT(next().ring.radius, radius);
  pull(700, 250, 850, 300);
  ASSERT_TRUE(framesUntil([&] { return state().elementCount > elements; }));
  EXPECT_EQ(state().elementCount, elements + *next().elements);
  EXPECT_EQ(state().tracerCount, tracers + *next().tracers);
  EXPECT_EQ(state().number, number);
  EXPECT_EQ(state().launched.size(), 1u);
  const fmm::Ring& ring = state().launched.front().ring;
  EXPECT_EQ(ring.centre, next().ring.centre);
  EXPECT_GT(fmm::dot(ring.axis, fmm::cross(view.target - view.eye, view.up)), 0) << "it flies to the right";
  EXPECT_FALSE(aiming());
  EXPECT_LT(fmm::norm(application_->cameraPose().eye - view.eye), 1e-9) << "neither mouse nor ring moved the view";
  EXPECT_FALSE(needsReset(edited(), application_->document().built));

  key("period");
  ASSERT_TRUE(framesUntil([&] { return state().steps == edited().stepsPerFrame; }));
  EXPECT_GT(fmm::norm(application_->cameraPose().eye - view.eye), 0) << "the view follows again";
  EXPECT_LT(fmm::norm(application_->cameraPose().eye - view.eye), 0.05);
  key("r");
  ASSERT_TRUE(framesUntil([&] { return state().generation == 2; }));
  EXPECT_EQ(state().elementCount, elements);
}

TEST_F(WindowRings, EscapeAndRightClickLeaveTheTool) {
  open(smallScene());
  moveTo(800, 350);
  key("n");
  EXPECT_TRUE(aiming());
  key("Escape");
  EXPECT_FALSE(aiming());
  EXPECT_FALSE(left_);
  key("n");
  xdotool({"mousedown", "1"});
  moveTo(900, 400);
  const CameraPose view = application_->cameraPose();
  xdotool({"click", "3"});
  EXPECT_FALSE(aiming());
  xdotool({"mouseup", "1"});
  frames(5);
  EXPECT_EQ(state().elementCount, 256u);
  EXPECT_TRUE(application_->cameraPose() == view);
  key("n");
  key("n");
  EXPECT_FALSE(aiming());
}

TEST_F(WindowRings, RefusedRingLeavesNoTrace) {
  Scene scene = smallScene();
  scene.settings.ground = fmm::GroundPlane{{0, -0.45, 0}, {0, 1, 0}};
  open(scene);
  moveTo(800, 350);
  frames(5);
  const Image before = readScreenshot();
  key("n");
  pull(850, 600, 1250, 700);
  ASSERT_TRUE(framesUntil([&] { return panel().isError; }));
  EXPECT_NE(panel().message.find("ground"), std::string::npos) << panel().message;
  frames(5);
  EXPECT_EQ(state().elementCount, 256u);
  EXPECT_TRUE(readScreenshot().rgb == before.rgb) << "the colours are those of before";
}

TEST_F(WindowRings, AreRefusedWhileTheFlowIsLost) {
  Scene scene = smallScene();
  scene.settings.timeStep = 0.2;  // far too long
  scene.stepsPerFrame = 1;
  open(scene, false);
  ASSERT_TRUE(framesUntil([&] { return panel().isError; }));
  const std::string why = panel().message;
  click("Dismiss");
  EXPECT_TRUE(panel().message.empty());
  moveTo(800, 350);
  key("n");
  EXPECT_FALSE(aiming());
  EXPECT_EQ(panel().message, why);
  click("Dismiss");
  click("New ring");
  click("Launch");
  EXPECT_EQ(panel().message, why);
}

TEST_F(WindowRings, KeptRingsComeAgainAfterAReset) {
  open(smallScene());
  click("Flow");
  key("n");
  click("Keep them in the scene");
  pull(700, 250, 850, 300);
  ASSERT_TRUE(framesUntil([&] { return state().elementCount > 256; }));
  frames(2);
  EXPECT_EQ(edited().launches.size(), 1u);
  EXPECT_FALSE(needsReset(edited(), application_->document().built)) << "what is shown is the scene";
  key("r");
  ASSERT_TRUE(framesUntil([&] { return state().generation == 2; }));
  EXPECT_EQ(state().elementCount, 256 + *next().elements) << "it was launched at the start";
}

TEST_F(WindowRings, LaunchesAreUndoneAndDoneAgain) {
  open(smallScene());
  key("period");
  ASSERT_TRUE(framesUntil([&] { return state().steps == edited().stepsPerFrame; }));
  const double launchedAt = state().time;
  const std::vector<fmm::Vec3> before = state().tracers->sample(1);
  click("New ring");
  for (const std::size_t rings : {1, 2}) {
    click("Launch");
    ASSERT_TRUE(framesUntil([&] { return state().elementCount == 256 + rings * *next().elements; }));
  }
  key("period");
  ASSERT_TRUE(framesUntil([&] { return state().time > launchedAt; }));
  key("ctrl+z");
  ASSERT_TRUE(framesUntil([&] { return state().generation == 2; }));
  EXPECT_EQ(state().elementCount, 256 + *next().elements);
  EXPECT_EQ(state().time, launchedAt);
  EXPECT_EQ(panel().message, "Undone: launch of a ring");
  key("ctrl+z");
  ASSERT_TRUE(framesUntil([&] { return state().generation == 3; }));
  EXPECT_EQ(state().elementCount, 256u);
  EXPECT_TRUE(state().tracers->sample(1) == before) << "as if there had been no launch";
  key("ctrl+y");
  ASSERT_TRUE(framesUntil([&] { return state().elementCount > 256; }));
  EXPECT_EQ(state().launched.size(), 1u);
  key("ctrl+z");
  ASSERT_TRUE(framesUntil([&] { return state().elementCount == 256; })) << "and once more";
  key("r");
  ASSERT_TRUE(framesUntil([&] { return state().generation == 5; }));
  key("ctrl+z");
  EXPECT_EQ(panel().message, "Nothing to undo") << "a reset forgets launches";
}

TEST_F(WindowRings, UndoneLaunchesLeaveTheSceneToo) {
  open(smallScene());
  click("Flow");
  key("n");
  click("Keep them in the scene");
  key("Escape");
  click("Launch");
  ASSERT_TRUE(framesUntil([&] { return edited().launches.size() == 1; }));
  key("ctrl+z");
  ASSERT_TRUE(framesUntil([&] { return state().generation == 2; }));
  frames(2);
  EXPECT_TRUE(edited().launches.empty());
  EXPECT_FALSE(needsReset(edited(), document().built));
}

TEST_F(WindowRings, PanelLaunchesWithExactNumbers) {
  open(smallScene(), false);
  ASSERT_TRUE(framesUntil([&] { return state().steps > 2; }));
  click("New ring");
  click("Launch");
  ASSERT_TRUE(framesUntil([&] { return state().elementCount > 256; }));
  EXPECT_EQ(state().launched.front().ring.centre, next().ring.centre);
  EXPECT_EQ(state().launched.front().ring.circulation, 1);
  const std::int64_t steps = state().steps;
  ASSERT_TRUE(framesUntil([&] { return state().steps > steps; })) << "it runs on";
}

TEST_F(WindowRings, AnEmptySceneIsBuiltRingByRing) {
  Scene scene = smallScene();
  scene.rings().clear();
  open(scene);
  EXPECT_EQ(state().elementCount, 0u);
  click("Particles");
  click("Physics");
  key("f");
  key("period");
  ASSERT_TRUE(framesUntil([&] { return state().steps == edited().stepsPerFrame; }));
  EXPECT_FALSE(panel().isError) << panel().message;
  EXPECT_TRUE(panel().launcher.keep) << "otherwise a reset would leave nothing";
  for (const double x : {600., 900.}) {
    const std::size_t before = state().elementCount;
    key("n");
    pull(x, 350, x, 250);
    ASSERT_TRUE(framesUntil([&] { return state().elementCount > before; }));
  }
  frames(2);
  EXPECT_EQ(edited().launches.size(), 2u);
  EXPECT_GT(brightPixels(screen()), 5000);
  key("r");
  ASSERT_TRUE(framesUntil([&] { return state().generation == 2; }));
  key("period");
  ASSERT_TRUE(framesUntil([&] { return state().rings == 2; }));
}

TEST_F(WindowRings, AFilmGoesOnAcrossALaunch) {
  open(smallScene());
  key("v");
  frames(3);
  for (int i = 1; i <= 4; ++i) {
    if (i == 3) {
      key("n");
      pull(700, 250, 850, 300);
      ASSERT_TRUE(framesUntil([&] { return state().elementCount > 256; }));
      frames(3);
    }
    key("period");
    ASSERT_TRUE(framesUntil([&] { return state().steps == i * edited().stepsPerFrame; }));
    frames(2);
  }
  key("v");
  ASSERT_TRUE(framesUntil([&] { return !application_->panel().message.empty(); }));
  EXPECT_EQ(panel().message, "Saved ringlet.mp4 in " + folder_.string() + " (5 frames)") << "the start and four steps";
}

}  // namespace
}  // namespace app
