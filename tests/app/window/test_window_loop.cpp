// Scenes that a window shows without end.
#include <chrono>
#include <filesystem>
#include <fstream>

#include "app/support/picture_support.h"
#include "app/support/run_program.h"
#include "app/window/window_fixture.h"
#include "scene/text/scene_file.h"

namespace app {
namespace {

namespace fs = std::filesystem;

class WindowLoop : public WindowTest {
 protected:
  /// A scene with few particles that ends after four frames.
  static Scene shortScene(const std::string& title) {
    Scene scene = smallScene();
    scene.title = title;
    scene.film.seconds = 1;
    scene.film.framesPerSecond = 4;
    return scene;
  }
  void loop(const Scene& scene, const std::vector<std::string>& names, const LoopChoice& show = {true},
            const std::optional<std::vector<Action>>& kiosk = {}) {
    ApplicationOptions options;
    options.size = {kWidth, kHeight};
    options.vsync = false;
    options.loop = names;
    options.show = show;
    options.kiosk = kiosk;
    options.rememberLayout = remembers_;
    application_.emplace(FlowStart(scene), options);
    ASSERT_TRUE(framesUntil([&] { return state().generation == 1; }));
  }

  bool remembers_ = false;  ///< the user's layout is read
};

TEST_F(WindowLoop, FadesFromTheLastPictureToTheNextScene) {
  saveScene(shortScene("one"), "one.toml", false);
  Scene bright = shortScene("two");
  bright.film.seconds = 1000;
  bright.view.background = Background::light;
  saveScene(bright, "two.toml", false);
  loop(loadScene("one.toml"), {"one.toml", "two.toml"});
  Image last;
  ASSERT_TRUE(framesUntil([&] {
    if (state().generation == 1) last = screen();
    return state().generation == 2;
  }));
  const Image begun = screen();
  EXPECT_TRUE(application_->simulation().status().playing);
  const auto start = std::chrono::steady_clock::now();
  ASSERT_TRUE(framesUntil([&] { return std::chrono::steady_clock::now() - start > std::chrono::seconds(3); }));
  const Image next = screen();
  EXPECT_LT(test::difference(begun, last).mean, 0.5 * test::difference(next, last).mean);
}

TEST_F(WindowLoop, BeginsASceneAgainWithoutEnd) {
  loop(shortScene("one"), {"one"});
  ASSERT_TRUE(framesUntil([&] { return state().generation == 3; }));
  EXPECT_TRUE(application_->simulation().status().playing);
}

TEST_F(WindowLoop, ScenesChangeByTheClockWithCaptionsAndATurningCamera) {
  Scene paused = shortScene("one");
  paused.film.seconds = 1000;
  LoopChoice show{true};
  show.eachSeconds = 0.5;
  show.orbitSeconds = 10;
  show.captions = true;
  loop(paused, {"one"}, show);
  const CameraPose before = application_->cameraPose();
  key("Tab");
  frames(2);
  EXPECT_TRUE(panel().widgets.rects().count("Note")) << "the caption";
  ASSERT_TRUE(framesUntil([&] { return state().generation == 2; }));
  EXPECT_LT(state().time, 100);
  EXPECT_GT(fmm::norm(application_->cameraPose().eye - before.eye), 0.01 * fmm::norm(before.eye - before.target));
}

TEST_F(WindowLoop, AKioskShowsThePictureAloneAndKnowsTheKeysOfItsList) {
  saveScene(shortScene("one"), "one.toml", false);
  loop(loadScene("one.toml"), {"one.toml"}, {true}, std::vector{Action::playPause});
  frames(2);
  EXPECT_FALSE(panel().visible);
  EXPECT_EQ(panel().widgets.rects().count("Note"), 0);
  key("Tab");
  key("v");
  key("b");
  frames(2);
  EXPECT_FALSE(panel().visible);
  EXPECT_EQ(panel().widgets.rects().count("message"), 0) << panel().message;
  key("Escape");
  EXPECT_TRUE(application_->frame()) << "Esc is not in the list";
  key("space");
  EXPECT_TRUE(framesUntil([&] { return !application_->simulation().status().playing; }));
}

TEST_F(WindowLoop, CaptionsOfAKioskAreForVisitorsAndLarge) {
  Scene scene = shortScene("one");
  scene.about = "Two rings.";
  scene.note = "No GPU: another flow.";
  LoopChoice show{true};
  show.captions = true;
  fs::create_directories("config/ringlet");
  std::ofstream("config/ringlet/layout.toml") << "[panel]\ninterface_size = 1.5\n";
  remembers_ = true;
  loop(scene, {"one"}, show, std::vector{Action::playPause});
  frames(2);
  const WidgetRect note = panel().widgets.rects().at("Note");
  const double two = note.high.y - note.low.y;  // lines, with the frame about them
  EXPECT_GT(two, 2 * 1.5 * kHeight / 36.);
  EXPECT_LT(two, 4.5 * 1.5 * kHeight / 36.) << "title and what it is about, not the note";
  EXPECT_EQ(textOf("config/ringlet/layout.toml"), "[panel]\ninterface_size = 1.5\n") << "visitors do not change it";
}

TEST_F(WindowLoop, BeginsASceneAgainThatSaysSo) {
  Scene scene = shortScene("one");
  scene.film.restarts = true;
  loop(scene, {}, {false});
  ASSERT_TRUE(framesUntil([&] { return state().time >= endOf(edited()); }));
  ASSERT_TRUE(framesUntil([&] { return state().generation == 2; }));
  EXPECT_LT(state().time, endOf(edited()));
  EXPECT_TRUE(application_->simulation().status().playing);
}

TEST_F(WindowLoop, KeepsAFlowIntoWhichARingWasLaunched) {
  Scene scene = shortScene("one");
  scene.film.seconds = 2;
  scene.film.restarts = true;
  loop(scene, {}, {false});
  moveTo(800, 300);
  key("n");
  xdotool({"click", "1"});
  ASSERT_TRUE(framesUntil([&] { return !state().launched.empty(); }));
  const std::uint64_t generation = state().generation;
  ASSERT_TRUE(framesUntil([&] { return state().time > 1.5 * endOf(edited()); }));
  EXPECT_EQ(state().generation, generation);
}

TEST_F(WindowLoop, TurnsAPlaneFlowAboutTheLineOfSight) {
  Scene scene = parseScene("[physics]\nspace = \"plane\"\n[[vortex]]\n[view]\neye = [0, 0, 3]\n", "plane.toml");
  LoopChoice show{true};
  show.orbitSeconds = 4;
  loop(scene, {"plane"}, show);
  ASSERT_TRUE(framesUntil([&] { return std::abs(application_->cameraPose().up.x) > 0.3; }));
  EXPECT_LT(fmm::norm(application_->cameraPose().eye - fmm::Vec3{0, 0, 3}), 1e-9);
}

TEST_F(WindowLoop, WalksThroughItsScenes) {
  saveScene(shortScene("one"), "one.toml", false);
  saveScene(shortScene("two"), "two.toml", false);
  loop(loadScene("one.toml"), {"one.toml", "two.toml"});
  ASSERT_TRUE(framesUntil([&] { return state().generation == 2; }));
  EXPECT_EQ(edited().title, "two");
  ASSERT_TRUE(framesUntil([&] { return state().generation == 3; }));
  EXPECT_EQ(edited().title, "one");
}

TEST_F(WindowLoop, GoesOnAfterAStopWithoutAMessage) {
  Scene scene = shortScene("wild");
  scene.settings.timeStep = 0.2;  // far too long
  scene.stepsPerFrame = 1;
  scene.film.seconds = 1000;
  loop(scene, {"wild"});
  ASSERT_TRUE(framesUntil([&] { return state().generation == 2; }));
  EXPECT_FALSE(panel().isError) << panel().message;
}

TEST_F(WindowLoop, NamesThatAreNoScenesAreRefusedBeforeAWindowOpens) {
  const auto result = test::runProgram({"--loop", "ring,none"}, {{"DISPLAY"}});
  EXPECT_EQ(result.exitCode, 1);
  EXPECT_NE(result.err.find("none"), std::string::npos) << result.err;
}

}  // namespace
}  // namespace app
