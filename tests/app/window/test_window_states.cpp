// States saved and opened in a real window.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <filesystem>

#include "app/support/run_program.h"
#include "app/window/window_fixture.h"
#include "scene/saved/snapshot_file.h"
#include "scene/text/scene_file.h"

namespace app {
namespace {

namespace fs = std::filesystem;

class WindowStates : public WindowTest {
 protected:
  void makeFrames(int count) {
    for (int i = 0; i < count; ++i) {
      const std::int64_t next = state().steps + edited().stepsPerFrame;
      key("period");
      ASSERT_TRUE(framesUntil([&] { return state().steps == next; }));
    }
  }
  void load(const std::string& path) {
    click("File");
    key("ctrl+a");
    type(path);
    key("Return");
    click("Load");
  }
};

TEST_F(WindowStates, SavedWithAKeyAndLoadedAgain) {
  open(smallScene());
  makeFrames(2);
  key("ctrl+s");
  ASSERT_TRUE(framesUntil([&] { return fs::exists("leapfrog-0001.ringlet"); }));
  ASSERT_TRUE(framesUntil([&] { return panel().message.find("Saved leapfrog-0001.ringlet") == 0; }));
  EXPECT_FALSE(fs::exists("ringlet-0001.png")) << "S alone saves the picture";
  makeFrames(3);
  const CameraPose there = application_->cameraPose();
  click("Save state");
  ASSERT_TRUE(framesUntil([&] { return panel().message.find("Saved leapfrog-0002.ringlet") == 0; }));

  load("leapfrog-0001.ringlet");
  ASSERT_TRUE(framesUntil([&] { return state().generation == 2; }));
  EXPECT_EQ(state().steps, 2 * edited().stepsPerFrame);
  EXPECT_FALSE(panel().isError) << panel().message;
  key("i");
  frames(3);
  click("Save CSV");
  EXPECT_EQ(panel().diagnostics.message.find("Saved 3 rows to diagnostics.csv"), 0u) << panel().diagnostics.message;
  key("i");
  makeFrames(3);
  EXPECT_LT(fmm::norm(application_->cameraPose().eye - there.eye), 1e-12);
  key("ctrl+s");
  ASSERT_TRUE(framesUntil([&] { return fs::exists("leapfrog-0003.ringlet"); }));
  const Checkpoint a = readCheckpoint("leapfrog-0002.ringlet"), b = readCheckpoint("leapfrog-0003.ringlet");
  EXPECT_TRUE(a.elements.position == b.elements.position);
  EXPECT_TRUE(a.tracers.position == b.tracers.position);
  key("r");
  ASSERT_TRUE(framesUntil([&] { return state().generation == 3; }));
  EXPECT_EQ(state().steps, 0) << "a reset begins the scene anew";
}

TEST_F(WindowStates, ANewSessionGoesOnWithThePlots) {
  open(smallScene());
  makeFrames(2);
  key("ctrl+s");
  ASSERT_TRUE(framesUntil([&] { return panel().message.find("Saved leapfrog-0001.ringlet") == 0; }));
  application_.reset();
  open(smallScene());
  load("leapfrog-0001.ringlet");
  ASSERT_TRUE(framesUntil([&] { return state().generation == 2; }));
  makeFrames(1);
  key("i");
  frames(3);
  click("Save CSV");
  EXPECT_EQ(panel().diagnostics.message.find("Saved 4 rows to diagnostics.csv"), 0u) << panel().diagnostics.message;
}

TEST_F(WindowStates, UndoAndRedoOfLoadingSayWhereTheyStart) {
  open(smallScene());
  makeFrames(1);
  key("ctrl+s");
  ASSERT_TRUE(framesUntil([&] { return panel().message.find("Saved leapfrog-0001.ringlet") == 0; }));
  load("leapfrog-0001.ringlet");
  ASSERT_TRUE(framesUntil([&] { return state().generation == 2; }));
  moveTo(900, 300);  // away from the field
  click("Undo");
  ASSERT_TRUE(framesUntil([&] { return state().generation == 3; }));
  EXPECT_EQ(panel().message, "Undone: opening leapfrog; at the scene's beginning");
  click("Redo");
  ASSERT_TRUE(framesUntil([&] { return state().generation == 4; }));
  EXPECT_EQ(state().steps, 0);
  EXPECT_NE(panel().message.find("load the saved state again"), std::string::npos) << panel().message;
}

// Calls GLFW's callback for dropped files: no tool drags files over a bare X server.
void drop(std::vector<const char*> paths) {
  GLFWwindow* window = glfwGetCurrentContext();
  const GLFWdropfun told = glfwSetDropCallback(window, nullptr);
  glfwSetDropCallback(window, told);
  ASSERT_TRUE(told);
  told(window, static_cast<int>(paths.size()), paths.data());
}

TEST_F(WindowStates, FilesThatAreDroppedAreOpened) {
  open(smallScene());
  makeFrames(2);
  key("ctrl+s");
  ASSERT_TRUE(framesUntil([&] { return panel().message.find("Saved leapfrog-0001.ringlet") == 0; }));
  Scene scene = smallScene();
  scene.title = "Dropped";
  saveScene(scene, "dropped.toml", false);
  drop({"dropped.toml"});
  ASSERT_TRUE(framesUntil([&] { return state().generation == 2; }));
  EXPECT_EQ(edited().title, "Dropped");
  drop({"leapfrog-0001.ringlet"});
  ASSERT_TRUE(framesUntil([&] { return state().generation == 3; }));
  EXPECT_EQ(state().steps, 2 * edited().stepsPerFrame);
  drop({"none.toml"});
  EXPECT_TRUE(panel().isError);
  EXPECT_NE(panel().message.find("none.toml"), std::string::npos) << panel().message;
}

TEST_F(WindowStates, SceneAndFlightAreDroppedTogether) {
  open(smallScene());
  Scene scene = smallScene();
  scene.title = "Dropped";
  saveScene(scene, "scene.toml", false);
  CameraFlight flight;
  flight.keys = {{0, edited().camera}, {2, edited().camera}};
  saveCameraFlight(flight, "flight.toml", false);
  drop({"flight.toml", "scene.toml"});
  ASSERT_TRUE(framesUntil([&] { return state().generation == 2; }));
  EXPECT_EQ(edited().title, "Dropped");
  EXPECT_EQ(panel().timeline.keys.size(), 2u);
  EXPECT_FALSE(panel().isError) << panel().message;
  drop({"scene.toml", "scene.toml"});
  EXPECT_NE(panel().message.find("left out scene.toml"), std::string::npos) << panel().message;
}

TEST_F(WindowStates, DamagedFileLeavesTheOldSceneGoingOn) {
  open(smallScene());
  makeFrames(1);
  test::writeFile("bad.ringlet", "no HDF5");
  load("bad.ringlet");
  EXPECT_TRUE(panel().isError);
  EXPECT_NE(panel().message.find("bad.ringlet"), std::string::npos) << panel().message;
  EXPECT_EQ(state().generation, 1u);
  makeFrames(1);
}

TEST_F(WindowStates, AMessageOfAFailedLoadEndsWithTheNextGoodOne) {
  Scene own = smallScene();
  own.name = "my-own";
  saveScene(own, "my-own.toml", false);
  open(smallScene());
  EXPECT_EQ(panel().saveName, "my-leapfrog.toml");
  load("none.toml");
  EXPECT_TRUE(panel().isError);
  EXPECT_NE(panel().message, "");
  load("my-own.toml");
  EXPECT_EQ(panel().message, "");
  EXPECT_EQ(panel().saveName, "my-own.toml");
}

TEST_F(WindowStates, TroubleWithSavingIsAMessage) {
  open(smallScene());
  fs::create_directory("gone");
  fs::current_path("gone");
  fs::remove(folder_ / "gone");
  key("ctrl+s");
  EXPECT_TRUE(framesUntil([&] { return panel().isError; }));
  fs::current_path(folder_);
  EXPECT_NE(panel().message.find("leapfrog-0001.ringlet"), std::string::npos) << panel().message;
}

TEST_F(WindowStates, ProgramOpensOne) {
  const auto made = test::runProgram({"run", "ring", "--elements", "64", "--tracers", "2000", "--frames", "3",
                                      "--checkpoint", "state.ringlet", "--quiet"});
  ASSERT_EQ(made.exitCode, 0) << made.err;
  const auto shown = test::runProgram({"state.ringlet", "--exit-after", "2", "--screenshot", "picture.png"});
  EXPECT_EQ(shown.exitCode, 0) << shown.err;
  EXPECT_TRUE(fs::exists("picture.png"));
}

}  // namespace
}  // namespace app
