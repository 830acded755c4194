// Scenes that a window shows without end.
#include <chrono>
#include <filesystem>
#include <fstream>

#include "app/support/picture_support.h"
#include "app/support/run_scene.h"
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
    application_.reset();
    ApplicationOptions options;
    options.size = {kWidth, kHeight};
    options.vsync = false;
    options.loop = names;
    options.show = show;
    options.kiosk = kiosk;
    options.rememberLayout = remembers_;
    application_.emplace(FlowStart(scene), options);
    ASSERT_TRUE(begins(1));
  }

  bool remembers_ = false;  ///< the user's layout is read
};

TEST_F(WindowLoop, WalksThroughItsScenesAndFadesFromTheLastPicture) {
  saveScene(shortScene("one"), "one.toml", false);
  saveScene(shortScene("two"), "two.toml", false);
  Scene bright = shortScene("bright");
  bright.film.seconds = 1000;
  bright.view.background = Background::light;
  saveScene(bright, "bright.toml", false);
  loop(loadScene("one.toml"), {"one.toml", "two.toml"});
  for (const char* next : {"two", "one"}) {
    ASSERT_TRUE(begins(state().generation + 1));
    EXPECT_EQ(edited().title, next);
  }
  loop(loadScene("one.toml"), {"one.toml", "bright.toml"});
  Image last;
  ASSERT_TRUE(framesUntil([&] {
    if (state().generation == 1) last = screen();
    return state().generation == 2;
  }));
  const Image begun = screen();
  EXPECT_TRUE(playing());
  const auto start = std::chrono::steady_clock::now();
  const std::chrono::duration<double> fade(2 * SceneLoop::kFade);
  ASSERT_TRUE(framesUntil([&] { return std::chrono::steady_clock::now() - start > fade; }));
  const Image next = screen();
  EXPECT_LT(test::difference(begun, last).mean, 0.5 * test::difference(next, last).mean);
}

TEST_F(WindowLoop, BeginsASceneAgainAtItsEndOrAfterAStop) {
  loop(shortScene("one"), {"one"});
  ASSERT_TRUE(begins(3)) << "without end";
  EXPECT_TRUE(playing());
  Scene wild = shortScene("wild");
  wild.settings.timeStep = 0.2;  // far too long
  wild.stepsPerFrame = 1;
  wild.film.seconds = 1000;
  loop(wild, {"wild"});
  ASSERT_TRUE(begins(2));
  EXPECT_FALSE(panel().isError) << panel().message;
}

TEST_F(WindowLoop, ChangesScenesByTheClockWithCaptionsAndATurningCamera) {
  Scene scene = shortScene("one");
  scene.film.seconds = 1000;
  LoopChoice show{true};
  show.eachSeconds = 0.5;
  show.orbitSeconds = 10;
  show.captions = true;
  loop(scene, {"one"}, show);
  const CameraPose before = pose();
  act("Tab");
  EXPECT_TRUE(has("Note")) << "the caption";
  ASSERT_TRUE(begins(2));
  EXPECT_LT(state().time, 100);
  EXPECT_GT(fmm::norm(pose().eye - before.eye), 0.01 * fmm::norm(before.eye - before.target));

  const Scene plane = parseScene("[physics]\nspace = \"plane\"\n[[vortex]]\n[view]\neye = [0, 0, 3]\n", "plane.toml");
  show = {true};
  show.orbitSeconds = 4;
  loop(plane, {"plane"}, show);
  ASSERT_TRUE(framesUntil([&] { return std::abs(pose().up.x) > 0.3; })) << "about the line of sight";
  EXPECT_LT(fmm::norm(pose().eye - fmm::Vec3{0, 0, 3}), 1e-9);
}

TEST_F(WindowLoop, AKioskShowsThePictureAloneAndKnowsTheKeysOfItsList) {
  Scene scene = shortScene("one");
  scene.about = "Two rings.";
  scene.note = "No GPU: another flow.";
  saveScene(scene, "one.toml", false);
  loop(scene, {"one.toml"}, {true}, std::vector{Action::playPause});
  frames(2);
  EXPECT_FALSE(panel().visible);
  EXPECT_FALSE(has("Note"));
  for (const char* name : {"Tab", "v", "b"}) key(name);
  EXPECT_FALSE(panel().visible);
  EXPECT_FALSE(has("message")) << panel().message;
  key("Escape");
  EXPECT_TRUE(application_->frame()) << "Esc is not in the list";
  key("space");
  EXPECT_TRUE(framesUntil([&] { return !playing(); }));

  LoopChoice show{true};
  show.captions = true;
  fs::create_directories("config/ringlet");
  std::ofstream("config/ringlet/layout.toml") << "[panel]\ninterface_size = 1.5\n";
  remembers_ = true;
  loop(scene, {"one"}, show, std::vector{Action::playPause});
  frames(2);
  const double two = placeOf("Note").high.y - placeOf("Note").low.y;  // lines, with the frame about them
  EXPECT_GT(two, 2 * 1.5 * kHeight / 36.);
  EXPECT_LT(two, 4.5 * 1.5 * kHeight / 36.) << "title and what it is about, not the note";
  EXPECT_EQ(test::readFile("config/ringlet/layout.toml"), "[panel]\ninterface_size = 1.5\n")
      << "visitors do not change it";
}

TEST_F(WindowLoop, BeginsASceneAgainThatSaysSoUnlessARingWasLaunched) {
  Scene scene = shortScene("one");
  scene.film.seconds = 2;
  scene.film.restarts = true;
  loop(scene, {}, {false});
  ASSERT_TRUE(framesUntil([&] { return state().time >= endOf(edited()); }));
  ASSERT_TRUE(begins(2));
  EXPECT_LT(state().time, endOf(edited()));
  EXPECT_TRUE(playing());
  moveTo(800, 300);
  act("N");
  xdotool({"click", "1"});
  ASSERT_TRUE(framesUntil([&] { return !state().launched.empty(); }));
  const std::uint64_t generation = state().generation;
  ASSERT_TRUE(framesUntil([&] { return state().time > 1.5 * endOf(edited()); }));
  EXPECT_EQ(state().generation, generation);
}

TEST_F(WindowLoop, NamesThatAreNoScenesAreRefusedBeforeAWindowOpens) {
  test::expectFailure(test::runProgram({"--loop", "ring,none"}, {{"DISPLAY"}}), 1, "none");
}

}  // namespace
}  // namespace app
