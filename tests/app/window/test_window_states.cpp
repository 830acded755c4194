// States and scenes saved, opened and dropped in a real window.
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
  void load(const std::string& path) {
    click("File");
    key("ctrl+a");
    type(path);
    key("Return");
    click("Load");
  }
};

TEST_F(WindowStates, GoOnWhereTheyWereSavedInThisSessionAndTheNext) {
  open(smallScene());
  step(2);
  expect({{"Ctrl+S", [&] { return panel().message.find("Saved leapfrog-0001.ringlet") == 0; }}});
  EXPECT_FALSE(fs::exists("ringlet-0001.png")) << "S alone saves the picture";
  step(3);
  const CameraPose there = pose();
  expect({{"[Save state]", [&] { return panel().message.find("Saved leapfrog-0002.ringlet") == 0; }}});
  fs::copy_file("leapfrog-0001.ringlet", "a.ringlet");
  load("a.ringlet");
  ASSERT_TRUE(begins(2));
  EXPECT_EQ(state().steps, 2 * edited().stepsPerFrame);
  EXPECT_FALSE(panel().isError) << panel().message;
  act("I [Save CSV] I");
  EXPECT_TRUE(holds(panel().diagnostics.message, "Saved 3 rows to diagnostics.csv")) << panel().diagnostics.message;
  step(3);
  EXPECT_LT(fmm::norm(pose().eye - there.eye), 1e-12);
  expect({{"Ctrl+S", [&] { return fs::exists("leapfrog-0003.ringlet"); }}});
  const Checkpoint a = readCheckpoint("leapfrog-0002.ringlet"), b = readCheckpoint("leapfrog-0003.ringlet");
  EXPECT_TRUE(a.elements.position == b.elements.position);
  EXPECT_TRUE(a.tracers.position == b.tracers.position);
  moveTo(900, 300);  // away from the field
  expect({
      {"R", [&] { return state().generation == 3 && state().steps == 0; }},  // a reset begins the scene anew
      {"[Undo]", [&] { return state().generation == 4; }, "Undone: opening leapfrog; at the scene's beginning"},
      {"[Redo]", [&] { return state().generation == 5 && state().steps == 0; }},
  });
  EXPECT_TRUE(holds(panel().message, "load the saved state again")) << panel().message;

  application_.reset();
  fs::remove("diagnostics.csv");
  open(smallScene());
  drop({"leapfrog-0001.ringlet"});
  ASSERT_TRUE(begins(2));
  EXPECT_EQ(state().steps, 2 * edited().stepsPerFrame);
  step();
  act("I [Save CSV]");
  EXPECT_EQ(panel().diagnostics.message, "Saved 4 rows to diagnostics.csv" + here()) << "the plots go on";
}

TEST_F(WindowStates, ScenesAreOpenedAndTroubleIsAMessage) {
  open(smallScene());
  EXPECT_EQ(panel().saveName, "my-leapfrog.toml");
  Scene scene = smallScene();
  scene.title = "Dropped";
  saveScene(scene, "dropped.toml", false);
  CameraFlight flight;
  flight.keys = {{0, edited().camera}, {2, edited().camera}};
  saveCameraFlight(flight, "flight.toml", false);
  drop({"flight.toml", "dropped.toml"});
  ASSERT_TRUE(begins(2));
  EXPECT_EQ(edited().title, "Dropped");
  EXPECT_EQ(panel().timeline.keys.size(), 2u);
  EXPECT_FALSE(panel().isError) << panel().message;
  drop({"dropped.toml", "dropped.toml"});
  EXPECT_TRUE(holds(panel().message, "left out dropped.toml")) << panel().message;
  ASSERT_TRUE(begins(3));
  drop({"none.toml"});
  EXPECT_TRUE(panel().isError && holds(panel().message, "none.toml")) << panel().message;
  act("K");  // makes room
  saveScene(smallScene(), "my-own.toml", false);
  load("my-own.toml");
  EXPECT_EQ(panel().message, "") << "the trouble with the file before is over";
  EXPECT_EQ(panel().saveName, "my-own.toml");
  ASSERT_TRUE(begins(4));

  test::writeFile("bad.ringlet", "no HDF5");
  drop({"bad.ringlet"});
  EXPECT_TRUE(panel().isError && holds(panel().message, "bad.ringlet")) << panel().message;
  EXPECT_EQ(state().generation, 4u);
  step();  // the old scene goes on
  drop({"dropped.toml"});
  ASSERT_TRUE(begins(5));
  EXPECT_FALSE(panel().isError) << panel().message;
  fs::create_directory("gone");
  fs::current_path("gone");
  fs::remove(*folder_ / "gone");
  act("Ctrl+S");
  EXPECT_TRUE(framesUntil([&] { return panel().isError; }));
  fs::current_path(folder_->path());
  EXPECT_TRUE(holds(panel().message, "dropped-0001.ringlet")) << panel().message;
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
