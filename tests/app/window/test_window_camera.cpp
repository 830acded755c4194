// The camera in a real window: views at a key, flight, lens.
#include <filesystem>
#include <fstream>
#include <vector>

#include "app/support/film_support.h"
#include "app/support/run_program.h"
#include "app/window/window_fixture.h"
#include "scene/text/scene_file.h"

namespace app {
namespace {

namespace fs = std::filesystem;
class WindowCameraTest : public WindowTest {
 protected:
  /// Shows frames until the camera rests.
  bool cameraRests() {
    CameraPose last;
    return framesUntil([&] {
      const CameraPose now = application_->cameraPose();
      const bool same = now == last;
      last = now;
      return same;
    });
  }
  bool eyeIsAt(fmm::Vec3 place) const { return fmm::norm(application_->cameraPose().eye - place) < 1e-6; }
};

TEST_F(WindowCameraTest, NumberKeysGlideToViewsOfTheRings) {
  open(smallScene());
  const auto looksAlong = [&](fmm::Vec3 direction) {
    const CameraPose pose = application_->cameraPose();
    const fmm::Vec3 sight = pose.target - pose.eye;
    return fmm::dot(sight, direction) > (1 - 1e-4) * fmm::norm(sight);
  };
  key("1");
  EXPECT_FALSE(looksAlong({0, 0, -1})) << "on its way";
  EXPECT_TRUE(framesUntil([&] { return looksAlong({0, 0, -1}); })) << "the rings come towards you";
  key("3");
  EXPECT_TRUE(framesUntil([&] { return looksAlong({0, -1, 0}); })) << "from above";
  key("5");
  EXPECT_TRUE(framesUntil([&] { return looksAlong({0, 0, 1}); })) << "along the axis";
}

TEST_F(WindowCameraTest, KeepsTheVorticityInSightUntilTheUserMovesIt) {
  Scene scene = smallScene();
  scene.view.framing = true;
  const CameraPose far = {{0, 0, 900}, {0, 0, 800}, {0, 1, 0}, 35};
  scene.camera = far;
  open(scene);
  EXPECT_LT(fmm::norm(application_->cameraPose().eye), 10) << "at once, along its direction";
  const CameraPose rests = application_->cameraPose();
  frames(3);
  EXPECT_TRUE(application_->cameraPose() == rests) << "a flow that stands still can be drawn finely";
  key("n");
  key("n");
  EXPECT_TRUE(edited().view.framing);
  moveTo(800, 400);
  xdotool({"click", "5"});
  frames(2);
  EXPECT_FALSE(edited().view.framing);
  EXPECT_GT(fmm::norm(application_->cameraPose().eye - rests.eye), 0.01) << "it goes on from there";
  EXPECT_LT(fmm::norm(application_->cameraPose().eye), 15);
}

TEST_F(WindowCameraTest, CtrlAndWheelChangeTheFieldOfView) {
  open(smallScene());
  const CameraPose before = application_->cameraPose();
  moveTo(800, 400);
  xdotool({"keydown", "ctrl"});
  xdotool({"click", "5"});
  xdotool({"keyup", "ctrl"});
  EXPECT_GT(application_->cameraPose().fieldOfView, before.fieldOfView);
  EXPECT_EQ(application_->cameraPose().eye, before.eye);
}

TEST_F(WindowCameraTest, FliesWithKeysAndMouse) {
  open(smallScene());
  moveTo(800, 400);
  const CameraPose before = application_->cameraPose();
  key("w");
  EXPECT_TRUE(panel().widgets.rects().count("Fly hint"));
  EXPECT_EQ(application_->cameraPose().eye, before.eye) << "the key that begins the flight does not move";
  xdotool({"keydown", "s"});
  ASSERT_TRUE(framesUntil([&] { return fmm::norm(application_->cameraPose().eye - before.eye) > 0.1; }));
  xdotool({"keyup", "s"});
  EXPECT_FALSE(fs::exists("ringlet-0001.png")) << "S moves now";
  const CameraPose back = application_->cameraPose();
  const fmm::Vec3 sight = before.target - before.eye, way = back.eye - before.eye;
  EXPECT_LT(fmm::dot(sight, way), -0.999 * fmm::norm(sight) * fmm::norm(way)) << "backwards";
  xdotool({"keydown", "d"});
  frames(5);
  xdotool({"keyup", "d"});
  EXPECT_EQ(edited().settings.solver, fmm::SolverKind::fmm) << "D moves now";
  xdotool({"mousemove_relative", "80", "20"});
  EXPECT_GT(fmm::norm(application_->cameraPose().target - back.target), 0.05) << "the mouse turns the view";
  xdotool({"click", "4"});
  key("Escape");
  frames(3);
  EXPECT_FALSE(left_) << "Esc ends the flight, not the program";
  EXPECT_FALSE(panel().widgets.rects().count("Fly hint"));
  key("s");
  EXPECT_TRUE(fs::exists("ringlet-0001.png")) << "S saves again";
}

TEST_F(WindowCameraTest, FilmsAlongTheTimeLineAsRunDoesAlongTheSavedPath) {
  open(smallScene());
  key("shift+k");
  frames(2);
  ASSERT_TRUE(panel().timeline.visible);
  ASSERT_EQ(panel().timeline.keys.size(), 1u);
  const CameraPose start = panel().timeline.keys[0].pose;
  moveTo(800, 300);
  xdotool({"mousedown", "1"});
  moveTo(900, 320);
  xdotool({"mouseup", "1"});
  key("shift+k");
  ASSERT_EQ(panel().timeline.keys.size(), 2u);
  EXPECT_FALSE(panel().timeline.keys[1].pose == start);
  click("Film this path");
  click("Save path");
  ASSERT_TRUE(fs::exists("camera.toml"));
  click("Save path");
  EXPECT_TRUE(panel().timeline.confirmOverwrite) << "never over a file without a question";
  click("Keep path");

  key("v");
  frames(3);
  for (int i = 1; i <= 9; ++i) {
    key("period");
    ASSERT_TRUE(framesUntil([&] { return state().steps == i * edited().stepsPerFrame; }));
    frames(2);
  }
  key("v");
  ASSERT_TRUE(framesUntil([&] {
    return panel().message == "Saved ringlet.mp4 in " + folder_.string() + " (10 frames)";
  })) << panel().message;
  EXPECT_NEAR(panel().timeline.playhead, 10 / 30., 1e-9);
  saveScene(smallScene(), "small.toml", false);
  ASSERT_EQ(runTool({test::programPath(), "run", "small.toml", "--headless", "--frames", "10", "--camera",
                     "camera.toml", "--record", "run.mp4"}),
            0);
  const std::vector<Image> window = test::decodeFilm("ringlet.mp4", 320, 180);
  const std::vector<Image> run = test::decodeFilm("run.mp4", 320, 180);
  ASSERT_EQ(window.size(), 10u);
  ASSERT_EQ(run.size(), 10u);
  for (std::size_t i = 0; i < run.size(); ++i) EXPECT_TRUE(window[i].rgb == run[i].rgb) << "frame " << i;
  EXPECT_FALSE(run[0].rgb == run[9].rgb);
}

TEST_F(WindowCameraTest, TimeLineTakesRoomFromThePictureAndPreviewsTheFlight) {
  open(smallScene());
  key("shift+k");
  key("1");
  frames(5);
  ASSERT_TRUE(cameraRests());
  key("shift+k");
  frames(2);
  const WidgetRect window = panel().widgets.rects().at("Time line");
  const CameraPose there = application_->cameraPose();
  moveTo(window.centre().x, window.low.y + 4);
  xdotool({"click", "4"});
  EXPECT_TRUE(application_->cameraPose() == there) << "the wheel over the time line is not for the view";
  click("Key 1");
  ASSERT_TRUE(framesUntil([&] { return eyeIsAt(panel().timeline.keys[0].pose.eye); }));
  click("Preview");
  EXPECT_TRUE(panel().timeline.playing);
  ASSERT_TRUE(framesUntil([&] { return panel().timeline.playhead > 0.3; }));
  EXPECT_FALSE(eyeIsAt(panel().timeline.keys[0].pose.eye));
  moveTo(800, 300);
  xdotool({"click", "4"});
  EXPECT_FALSE(panel().timeline.playing) << "who steers takes over";
  key("k");
  frames(2);
  EXPECT_FALSE(panel().widgets.rects().count("Time line"));
}

TEST_F(WindowCameraTest, ADeletedKeyComesBackAndATurnedViewStays) {
  open(smallScene());
  key("shift+k");
  key("shift+k");
  frames(2);
  click("Delete");
  ASSERT_EQ(panel().timeline.keys.size(), 1u);
  key("ctrl+z");
  EXPECT_EQ(panel().message, "Undone: deleting a camera key");
  ASSERT_EQ(panel().timeline.keys.size(), 2u);
  moveTo(800, 300);
  xdotool({"mousedown", "1"});
  moveTo(900, 320);
  xdotool({"mouseup", "1"});
  const CameraPose turned = application_->cameraPose();
  click("Track");
  EXPECT_NEAR(panel().timeline.playhead, panel().timeline.duration / 2, 0.2);
  EXPECT_TRUE(application_->cameraPose() == turned);
  key("shift+k");
  ASSERT_TRUE(panel().timeline.selected);
  EXPECT_LT(fmm::norm(panel().timeline.keys[*panel().timeline.selected].pose.eye - turned.eye), 1e-9);
}

TEST_F(WindowCameraTest, BadPathFilesAreOneMessage) {
  open(smallScene());
  std::ofstream("camera.toml") << "[[key]]\ntime = 0\nzoom = 3\n";
  key("k");
  frames(2);
  click("Load path");
  EXPECT_TRUE(panel().isError);
  EXPECT_EQ(panel().message.find("camera.toml:3:1: unknown key \"zoom\""), 0u) << panel().message;
  EXPECT_TRUE(panel().timeline.keys.empty());
  std::ofstream("camera.toml") << "follow = false\n[[key]]\ntime = 0\neye = [0, 0, 3]\ntarget = [0, 0, 0]\n";
  click("Load path");
  EXPECT_EQ(panel().timeline.keys.size(), 1u);
  EXPECT_FALSE(edited().view.follow);
  EXPECT_TRUE(framesUntil([&] { return eyeIsAt({0, 0, 3}); }));
}

}  // namespace
}  // namespace app
