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
      const CameraPose now = pose();
      const bool same = now == last;
      last = now;
      return same;
    });
  }
  bool eyeIsAt(fmm::Vec3 place) const { return fmm::norm(pose().eye - place) < 1e-6; }
};

TEST_F(WindowCameraTest, GlidesToViewsAndKeepsTheVorticityInSight) {
  open(smallScene());
  const auto looksAlong = [&](fmm::Vec3 direction) {
    const fmm::Vec3 sight = pose().target - pose().eye;
    return fmm::dot(sight, direction) > (1 - 1e-4) * fmm::norm(sight);
  };
  const fmm::Vec3 towardsYou = {0, 0, -1}, down = {0, -1, 0}, alongTheAxis = {0, 0, 1};
  act("1");
  EXPECT_FALSE(looksAlong(towardsYou)) << "on its way";
  expect({
      {"", [&] { return looksAlong(towardsYou); }},
      {"3", [&] { return looksAlong(down); }},
      {"5", [&] { return looksAlong(alongTheAxis); }},
  });

  Scene framed = smallScene();
  framed.view.framing = true;
  framed.camera = {{0, 0, 900}, {0, 0, 800}, {0, 1, 0}, 35};
  reopen(framed);
  EXPECT_LT(fmm::norm(pose().eye), 10) << "at once, along its direction";
  const CameraPose rests = pose();
  frames(3);
  EXPECT_TRUE(pose() == rests) << "a flow that stands still can be drawn finely";
  expect({{"N N", [&] { return edited().view.framing; }}});
  moveTo(800, 400);
  xdotool({"click", "5"});
  frames(2);
  EXPECT_FALSE(edited().view.framing);
  EXPECT_GT(fmm::norm(pose().eye - rests.eye), 0.01) << "it goes on from there";
  EXPECT_LT(fmm::norm(pose().eye), 15);
}

TEST_F(WindowCameraTest, FliesWithKeysAndMouse) {
  open(smallScene());
  moveTo(800, 400);
  const CameraPose before = pose();
  key("w");
  EXPECT_TRUE(has("Fly hint"));
  EXPECT_EQ(pose().eye, before.eye) << "the key that begins the flight does not move";
  xdotool({"keydown", "s"});
  ASSERT_TRUE(framesUntil([&] { return fmm::norm(pose().eye - before.eye) > 0.1; }));
  xdotool({"keyup", "s"});
  EXPECT_FALSE(fs::exists("ringlet-0001.png")) << "S moves now";
  const CameraPose back = pose();
  const fmm::Vec3 sight = before.target - before.eye, way = back.eye - before.eye;
  EXPECT_LT(fmm::dot(sight, way), -0.999 * fmm::norm(sight) * fmm::norm(way)) << "backwards";
  xdotool({"keydown", "d"});
  frames(5);
  xdotool({"keyup", "d"});
  EXPECT_EQ(edited().settings.solver, fmm::SolverKind::fmm) << "D moves now";
  xdotool({"mousemove_relative", "80", "20"});
  EXPECT_GT(fmm::norm(pose().target - back.target), 0.05) << "the mouse turns the view";
  xdotool({"click", "4"});
  key("Escape");
  frames(3);
  EXPECT_FALSE(left_) << "Esc ends the flight, not the program";
  EXPECT_FALSE(has("Fly hint"));
  key("s");
  EXPECT_TRUE(fs::exists("ringlet-0001.png")) << "S saves again";
}

TEST_F(WindowCameraTest, FilmsAlongTheTimeLineAsRunDoesAlongTheSavedPath) {
  open(smallScene());
  act("Shift+K");
  frames(2);
  ASSERT_TRUE(panel().timeline.visible);
  ASSERT_EQ(panel().timeline.keys.size(), 1u);
  const CameraPose start = panel().timeline.keys[0].pose;
  pull(800, 300, 900, 320);
  act("Shift+K");
  ASSERT_EQ(panel().timeline.keys.size(), 2u);
  EXPECT_FALSE(panel().timeline.keys[1].pose == start);
  act("[Film this path] [Save path]");
  ASSERT_TRUE(fs::exists("camera.toml"));
  click("Save path");
  EXPECT_TRUE(panel().timeline.confirmOverwrite) << "never over a file without a question";
  click("Keep path");

  act("V");
  frames(3);
  step(9);
  act("V");
  ASSERT_TRUE(says("Saved ringlet.mp4" + here() + " (10 frames)")) << panel().message;
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

TEST_F(WindowCameraTest, TimeLineTakesRoomPreviewsTheFlightAndIsEdited) {
  open(smallScene());
  const auto& keys = panel().timeline.keys;
  act("Shift+K 1");
  frames(5);
  ASSERT_TRUE(cameraRests());
  act("Shift+K");
  frames(2);
  const WidgetRect window = placeOf("Time line");
  const CameraPose there = pose();
  moveTo(window.centre().x, window.low.y + 4);
  xdotool({"click", "4"});
  EXPECT_TRUE(pose() == there) << "the wheel over the time line is not for the view";
  expect({
      {"[Key 1]", [&] { return eyeIsAt(keys[0].pose.eye); }},
      {"[Preview]", [&] { return panel().timeline.playing && panel().timeline.playhead > 0.3; }},
  });
  EXPECT_FALSE(eyeIsAt(keys[0].pose.eye));
  moveTo(800, 300);
  xdotool({"click", "4"});
  EXPECT_FALSE(panel().timeline.playing) << "who steers takes over";
  expect({
      {"K", [&] { return !has("Time line"); }},
      {"K", [&] { return has("Time line"); }},
      {"[Key 2] [Delete]", [&] { return keys.size() == 1; }},
      {"Ctrl+Z", [&] { return keys.size() == 2; }, "Undone: deleting a camera key"},
  });
  pull(800, 300, 900, 320);
  const CameraPose turned = pose();
  click("Track");
  EXPECT_NEAR(panel().timeline.playhead, panel().timeline.duration / 2, 0.2);
  EXPECT_TRUE(pose() == turned);
  act("Shift+K");
  ASSERT_TRUE(panel().timeline.selected);
  EXPECT_LT(fmm::norm(keys[*panel().timeline.selected].pose.eye - turned.eye), 1e-9);

  std::ofstream("camera.toml") << "[[key]]\ntime = 0\nzoom = 3\n";
  expect({{"[Load path]", [&] { return panel().isError && keys.size() == 3; }}});
  EXPECT_EQ(panel().message.find("camera.toml:3:1: unknown key \"zoom\""), 0u) << panel().message;
  std::ofstream("camera.toml") << "follow = false\n[[key]]\ntime = 0\neye = [0, 0, 3]\ntarget = [0, 0, 0]\n";
  const fmm::Vec3 given = {0, 0, 3};
  expect({{"[Load path]", [&] { return keys.size() == 1 && !edited().view.follow && eyeIsAt(given); }}});
}

}  // namespace
}  // namespace app
