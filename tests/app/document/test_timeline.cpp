// The camera's time line: its keys as data, and the window through ImGui's own input state.
#include "app/support/free_leapfrog.h"
#include "document/timeline.h"

#include <imgui.h>

#include "app/support/gui_harness.h"
#include "scene/text/scene_file.h"
#include "support/test.h"

namespace app {
namespace {

CameraPose poseWith(double x) {
  return {{x, 0, 2}, {x, 0, 0}, {0, 1, 0}, 35};
}

std::vector<double> timesOf(const Timeline& line) {
  std::vector<double> times;
  for (const CameraKey& key : line.keys) times.push_back(key.time);
  return times;
}

TEST(Timeline, KeysAreAddedAtThePlayheadAndBehindOneAnother) {
  Timeline line;
  addKey(line, poseWith(0));
  addKey(line, poseWith(1));
  addKey(line, poseWith(2));
  EXPECT_EQ(timesOf(line), (std::vector<double>{0, 2, 4}));
  EXPECT_EQ(line.playhead, 4);
  EXPECT_EQ(line.selected, std::size_t{2});
  selectKey(line, 0);
  addKey(line, poseWith(3));
  EXPECT_EQ(timesOf(line), (std::vector<double>{0, 1, 2, 4})) << "half way, no key is lost";
  EXPECT_EQ(line.keys[1].pose, poseWith(3));
  line.playhead = 3.14159;
  addKey(line, poseWith(4));
  EXPECT_EQ(timesOf(line), (std::vector<double>{0, 1, 2, 3.14, 4}));
  line.playhead = 10;
  addKey(line, poseWith(5));
  addKey(line, poseWith(6));
  EXPECT_EQ(line.keys.back().time, 12);
  EXPECT_EQ(line.duration, 12) << "the line grows";
  for (int i = 0; i < 300; ++i) {
    selectKey(line, 0);
    addKey(line, poseWith(i));
  }
  EXPECT_NO_THROW(CameraPath::parse(formatCameraFlight(flightOf(line, true)), "crowded", {}));
}

TEST(Timeline, KeysMovePastOneAnotherButNeverMeet) {
  Timeline line;
  for (int i = 0; i < 4; ++i) addKey(line, poseWith(i));
  moveKey(line, 0, 5);
  EXPECT_EQ(timesOf(line), (std::vector<double>{2, 4, 5, 6}));
  EXPECT_EQ(line.selected, std::size_t{2});
  EXPECT_EQ(line.keys[2].pose, poseWith(0));
  moveKey(line, 2, 4.001);
  EXPECT_EQ(timesOf(line), (std::vector<double>{2, 4, 4.01, 6})) << "the nearest free place";
  moveKey(line, 3, -7);
  EXPECT_EQ(timesOf(line), (std::vector<double>{0, 2, 4, 4.01}));
  moveKey(line, 0, 1e9);
  EXPECT_EQ(line.keys.back().time, line.duration);
  moveKey(line, 0, 1e9);
  EXPECT_NEAR(line.keys[2].time, line.duration - kKeyGap, 1e-9);
  removeKey(line, 3);
  EXPECT_EQ(line.keys.size(), 3u);
  EXPECT_FALSE(line.selected);
}

TEST(Timeline, LoopsAndLengthsFitTheirKeys) {
  Timeline line;
  for (int i = 0; i < 3; ++i) addKey(line, poseWith(i));
  setDuration(line, 1);
  EXPECT_EQ(line.duration, 4);
  setLoop(line, true);
  EXPECT_GT(line.duration, 4) << "the last key would be the first one";
  EXPECT_EQ(flightOf(line, true).loop, line.duration);
  setDuration(line, 1);
  EXPECT_GT(line.duration, 4);
  moveKey(line, 0, 100);
  EXPECT_LT(line.keys.back().time, line.duration);
  EXPECT_NO_THROW(CameraPath::parse(formatCameraFlight(flightOf(line, true)), "loop", {}));
}

TEST(Timeline, ATurntableGoesOnceAboutTheTargetAtAnEvenPace) {
  Timeline line;
  setDuration(line, 12);
  const CameraPose pose{{3, 0, 1}, {1, 0, 0}, {0, 0, 1}, 35};
  makeTurntable(line, pose);
  EXPECT_TRUE(line.loop);
  EXPECT_EQ(line.duration, 12);
  double turned = 0;
  fmm::Vec3 last = pose.eye - pose.target;
  for (int i = 1; i <= 48; ++i) {
    const CameraPose now = *poseAt(line, i * 0.25);
    const fmm::Vec3 arm = now.eye - pose.target;
    EXPECT_NEAR(fmm::norm(arm), fmm::norm(pose.eye - pose.target), 1e-2);
    EXPECT_NEAR(arm.z, 1, 1e-2);
    const double step = std::atan2(last.x * arm.y - last.y * arm.x, last.x * arm.x + last.y * arm.y);
    EXPECT_NEAR(std::abs(step), 2 * M_PI / 48, 0.02);
    turned += step;
    last = arm;
  }
  EXPECT_NEAR(std::abs(turned), 2 * M_PI, 1e-6);
  const auto keys = line.keys.size();
  makeTurntable(line, pose);
  EXPECT_EQ(line.keys.size(), keys) << "keys that are there are kept";
}

TEST(Timeline, TakesFlightsOver) {
  Timeline line;
  line.playing = true;
  setFlight(line, {{{1, poseWith(0)}, {20, poseWith(1)}}, false, false, {}});
  EXPECT_EQ(line.duration, 20);
  EXPECT_FALSE(line.playing);
  EXPECT_FALSE(line.ease);
  setFlight(line, {{{6, poseWith(0)}, {11, poseWith(1)}}, {}, true, 8});
  EXPECT_TRUE(line.loop);
  EXPECT_EQ(timesOf(line), (std::vector<double>{3, 6})) << "in the first round of the loop";
  const CameraPath before({{{6, poseWith(0)}, {11, poseWith(1)}}, {}, true, 8}), after(flightOf(line, true));
  for (double t = 0; t < 16; t += 0.3) EXPECT_NEAR(after.at(t).eye.x, before.at(t).eye.x, 1e-12);
}

TEST(Timeline, PlaysInRealTimeToItsEnd) {
  Timeline line;
  line.duration = 3;
  addKey(line, poseWith(0));
  addKey(line, poseWith(1));
  line.playhead = 0;
  advance(line, 1);
  EXPECT_EQ(line.playhead, 0) << "not before it is asked to";
  line.playing = true;
  for (int i = 0; i < 20; ++i) advance(line, 0.1);
  EXPECT_NEAR(line.playhead, 2, 1e-9);
  advance(line, 5);
  EXPECT_EQ(line.playhead, 3);
  EXPECT_FALSE(line.playing);
  setLoop(line, true);
  line.playing = true;
  advance(line, 1);
  EXPECT_NEAR(line.playhead, 1, 1e-9);
  EXPECT_TRUE(line.playing);
}

class TimelineWindow : public testing::Test {
 protected:
  TimelineWindow() : gui(1280, 720) {
    openScene(gui.state, gui.document, test::freeLeapfrog());
    line.visible = true;
    gui.readout.camera.pose = poseWith(7);
    gui.frame();
    gui.frame();
  }
  void threeKeys() {
    for (int i = 0; i < 3; ++i) addKey(line, poseWith(i));
    gui.frame();
  }
  /// Drags a key by `seconds` along the line.
  PanelRequests dragKey(int number, double seconds) {
    const std::string name = "Key " + std::to_string(number);
    const auto& rects = gui.state.widgets.rects();
    const WidgetRect track = rects.at("Track"), key = rects.at(name);
    const auto pixels = static_cast<float>(seconds / line.duration) * (track.high.x - track.low.x);
    return gui.drag(name, pixels / (key.high.x - key.low.x));
  }

  GuiHarness gui;
  Timeline& line = gui.state.timeline;
};

TEST_F(TimelineWindow, LiesBelowThePictureBesideThePanel) {
  const WidgetRect window = gui.state.widgets.rects().at("Time line");
  EXPECT_NEAR(window.low.x, gui.state.area.high.x, 1);
  EXPECT_NEAR(window.high.y, 720, 1);
  EXPECT_NEAR(line.height, window.high.y - window.low.y, 1);
  EXPECT_LT(line.height, 160);
  line.visible = false;
  gui.frame();
  EXPECT_EQ(line.height, 0);
  EXPECT_FALSE(gui.has("Time line"));
  line.visible = true;
  gui.state.visible = false;
  for (int i = 0; i < 3; ++i) gui.frame();
  EXPECT_NEAR(gui.state.widgets.rects().at("Time line").low.x, 0, 1);
}

TEST_F(TimelineWindow, StaysOnANarrowScreen) {
  ImGui::GetIO().DisplaySize = {640, 400};
  threeKeys();
  for (int i = 0; i < 3; ++i) gui.frame();
  for (const char* name : {"Preview", "Add key", "Update", "Delete", "Length", "Ease", "Save path", "Film this path"}) {
    ASSERT_TRUE(gui.has(name)) << name;
    const WidgetRect rect = gui.state.widgets.rects().at(name);
    EXPECT_LE(rect.high.x, 640) << name;
    EXPECT_LE(rect.high.y, 400) << name;
  }
}

TEST_F(TimelineWindow, AddsUpdatesAndDeletesKeys) {
  gui.click("Add key");
  ASSERT_EQ(line.keys.size(), 1u);
  EXPECT_EQ(line.keys[0].pose, poseWith(7));
  gui.readout.camera.pose = poseWith(8);
  gui.click("Add key");
  EXPECT_EQ(timesOf(line), (std::vector<double>{0, 2}));
  gui.readout.camera.pose = poseWith(9);
  gui.click("Update");
  EXPECT_EQ(line.keys[1].pose, poseWith(9));
  EXPECT_EQ(line.keys[0].pose, poseWith(7));
  gui.click("Delete");
  EXPECT_EQ(timesOf(line), (std::vector<double>{0}));
  gui.click("Delete");
  EXPECT_EQ(line.keys.size(), 1u) << "nothing is chosen";
}

TEST_F(TimelineWindow, ClicksOnKeysFlyThereAndDragsMoveThem) {
  threeKeys();
  const PanelRequests requests = gui.click("Key 1");
  ASSERT_TRUE(requests.timeline.glide);
  EXPECT_EQ(*requests.timeline.glide, poseWith(0));
  EXPECT_EQ(line.selected, std::size_t{0});
  EXPECT_EQ(timesOf(line), (std::vector<double>{0, 2, 4})) << "a click moves nothing";
  dragKey(2, 3);
  ASSERT_EQ(line.keys.size(), 3u);
  EXPECT_NEAR(line.keys[2].time, 5, 0.05) << "past the third one";
  EXPECT_EQ(line.keys[2].pose, poseWith(1));
  gui.typeInto("Key at", "3.25");
  EXPECT_DOUBLE_EQ(line.keys[1].time, 3.25);
  EXPECT_EQ(line.keys[1].pose, poseWith(1));
}

TEST_F(TimelineWindow, ScrubbingShowsThePathAndStopsThePreview) {
  threeKeys();
  line.playing = true;
  const PanelRequests requests = gui.click("Track");  // its middle
  ASSERT_TRUE(requests.timeline.place);
  EXPECT_NEAR(line.playhead, 5, 0.1);
  EXPECT_EQ(*requests.timeline.place, poseWith(2)) << "behind the last key the camera rests";
  EXPECT_FALSE(line.playing);
  gui.state.timeline.left = true;  // by a turned view, which may be meant for a key there
  gui.state.timeline.playhead = 0;
  EXPECT_FALSE(gui.click("Track").timeline.place);
  EXPECT_GT(gui.state.timeline.playhead, 0);
  const PanelRequests dragged = gui.drag("Track", -0.35f);
  ASSERT_TRUE(dragged.timeline.place);
  EXPECT_GT(dragged.timeline.place->eye.x, 0);
  EXPECT_LT(dragged.timeline.place->eye.x, 2);
  EXPECT_EQ(timesOf(line), (std::vector<double>{0, 2, 4}));
}

TEST_F(TimelineWindow, SwitchesPreviewLoopEaseFollowAndFilm) {
  gui.click("Preview");
  EXPECT_FALSE(line.playing) << "there is nothing to fly along";
  threeKeys();
  gui.click("Preview");
  EXPECT_TRUE(line.playing);
  gui.click("Preview");
  EXPECT_FALSE(line.playing);
  gui.click("Ease");
  EXPECT_FALSE(line.ease);
  gui.click("Loop");
  EXPECT_TRUE(line.loop);
  gui.click("Film this path");
  EXPECT_TRUE(line.filmAlong);
  const bool before = gui.document.scene.view.follow;
  gui.click("Path follows");
  EXPECT_NE(gui.document.scene.view.follow, before);
  gui.typeInto("Length", "20");
  EXPECT_EQ(line.duration, 20);
  gui.typeInto("Length", "nan");
  EXPECT_TRUE(std::isfinite(line.duration));
  gui.typeInto("Length", "-5");
  EXPECT_GT(line.duration, 4);
}

TEST_F(TimelineWindow, SavesAndLoads) {
  EXPECT_FALSE(gui.click("Save path").timeline.save) << "nothing to save";
  threeKeys();
  EXPECT_TRUE(gui.click("Save path").timeline.save);
  line.confirmOverwrite = true;
  gui.click("Keep path");
  EXPECT_FALSE(line.confirmOverwrite);
  line.confirmOverwrite = true;
  const PanelRequests requests = gui.click("Overwrite path");
  EXPECT_TRUE(requests.timeline.save);
  EXPECT_TRUE(requests.timeline.overwrite);
  line.confirmOverwrite = false;
  gui.doubleClickAndType("Path file", "flight.toml");
  EXPECT_EQ(line.path, "flight.toml");
  EXPECT_TRUE(gui.click("Load path").timeline.load);
}

TEST_F(TimelineWindow, DrawsItsKeysAndThePlayhead) {
  threeKeys();
  gui.frame();
  const Image image = gui.picture();
  const auto at = [&](const char* name) {
    const ImVec2 middle = gui.state.widgets.rects().at(name).centre();
    return image.at(static_cast<int>(middle.x) + 2, static_cast<int>(middle.y));
  };
  EXPECT_GT(at("Key 1")[2], 180) << "light";
  EXPECT_GT(at("Key 3")[0], at("Key 3")[2] + 60) << "the chosen one in the accent's colour";
}

}  // namespace
}  // namespace app
