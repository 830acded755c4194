// Scenes that a window shows without end.
#include "app/support/run_program.h"
#include "app/window/window_fixture.h"
#include "scene/scene_file.h"

namespace app {
namespace {

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
  void loop(const Scene& scene, const std::vector<std::string>& names) {
    ApplicationOptions options;
    options.size = {kWidth, kHeight};
    options.vsync = false;
    options.loop = names;
    application_.emplace(FlowStart(scene), options);
    ASSERT_TRUE(framesUntil([&] { return state().generation == 1; }));
  }
};

TEST_F(WindowLoop, BeginsTheSceneAgainAtItsEndThroughTheDark) {
  loop(shortScene("one"), {"one"});
  frames(3);
  const int light = brightPixels(screen());
  ASSERT_TRUE(framesUntil([&] { return state().time >= endOf(edited()); }));
  ASSERT_TRUE(framesUntil([&] { return state().generation == 2; }));
  EXPECT_LT(brightPixels(screen()), light - 1000) << "the picture is dark, the panel is not";
  EXPECT_TRUE(application_->simulation().status().playing);
  ASSERT_TRUE(framesUntil([&] { return state().generation == 3; })) << "without end";
}

TEST_F(WindowLoop, BeginsASceneAgainThatSaysSo) {
  Scene scene = shortScene("one");
  scene.film.restarts = true;
  loop(scene, {});
  ASSERT_TRUE(framesUntil([&] { return state().time >= endOf(edited()); }));
  ASSERT_TRUE(framesUntil([&] { return state().generation == 2; }));
  EXPECT_LT(state().time, endOf(edited()));
  EXPECT_TRUE(application_->simulation().status().playing);
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
