// A real window: its picture, its files, the program around it.
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>

#include "app/support/patience.h"
#include "app/support/run_program.h"
#include "app/support/scoped_state.h"
#include "app/window/window_fixture.h"
#include "files/png_file.h"
#include "fmm/cuda.h"
#include "scene/text/scene_file.h"
#include "window/window.h"

namespace app {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

TEST_F(WindowTest, ShowsPictureAndPanel) {
  open(smallScene());
  const Image image = screen();
  ASSERT_EQ(image.width, kWidth);
  EXPECT_GT(brightPixels(image), 5000);
  const WidgetRect play = panel().widgets.rects().at("Play");
  const std::uint8_t* button = image.at(static_cast<int>(play.low.x) + 4, static_cast<int>(play.low.y) + 4);
  EXPECT_GT(button[2], 40) << "the button's ground";
  int tracers = 0;
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 400; x < kWidth; ++x) tracers += image.at(x, y)[0] > 80;
  }
  EXPECT_GT(tracers, 2000);
}

TEST_F(WindowTest, ScreenshotsAreNumberedAndWithoutPanel) {
  open(smallScene());
  key("s");
  ASSERT_TRUE(framesUntil([&] { return fs::exists("ringlet-0001.png"); }));
  const std::string first = textOf("ringlet-0001.png");
  key("s");
  ASSERT_TRUE(framesUntil([&] { return fs::exists("ringlet-0002.png"); }));
  EXPECT_EQ(textOf("ringlet-0001.png"), first) << "never overwritten";
  const Image image = readPng("ringlet-0001.png");
  EXPECT_EQ(image.width, kWidth);
  EXPECT_EQ(image.height, kHeight);
  EXPECT_GT(brightPixels(image), 1000);
  const WidgetRect play = panel().widgets.rects().at("Play");
  const std::uint8_t* pixel = image.at(static_cast<int>(play.low.x) + 4, static_cast<int>(play.low.y) + 4);
  EXPECT_LT(pixel[2], 40) << "the panel is in the picture";
}

TEST_F(WindowTest, DrawsTheSamePictureAsAFilm) {
  saveScene(smallScene(), "small.toml", false);
  ASSERT_EQ(runTool({test::programPath(), "run", "small.toml", "--headless", "--frames", "3", "--size", "1280x720",
                     "--record", "film/%d.png"}),
            0);
  open(smallScene());
  for (int i = 1; i <= 2; ++i) {
    key("period");
    ASSERT_TRUE(framesUntil([&] { return state().steps == i * edited().stepsPerFrame; }));
  }
  key("s");
  ASSERT_TRUE(framesUntil([&] { return fs::exists("ringlet-0001.png"); }));
  const Image window = readPng("ringlet-0001.png"), film = readPng("film/2.png");
  EXPECT_EQ(window.width, film.width);
  EXPECT_TRUE(window.rgb == film.rgb);
  EXPECT_FALSE(film.rgb == readPng("film/1.png").rgb) << "nothing moves";
}

TEST_F(WindowTest, FilmHasEverySimulationFrameOnce) {
  open(smallScene());
  key("v");
  frames(10);  // paused: one picture, however often it is displayed
  for (int i = 1; i <= 4; ++i) {
    key("period");
    ASSERT_TRUE(framesUntil([&] { return state().steps == i * edited().stepsPerFrame; }));
    frames(2);
  }
  key("v");
  ASSERT_TRUE(framesUntil([&] { return !panel().message.empty(); }));
  EXPECT_EQ(panel().message, "Saved ringlet.mp4 in " + folder_.string() + " (5 frames)");
  std::string count;
  ASSERT_EQ(runTool({"ffprobe", "-v", "error", "-count_frames", "-show_entries", "stream=nb_read_frames,width,height",
                     "-of", "csv=p=0", "ringlet.mp4"},
                    &count),
            0);
  EXPECT_EQ(count, "320,180,5\n");
  EXPECT_EQ(panel().filmName, "ringlet-2.mp4") << "the next film does not meet the last one";
}

TEST_F(WindowTest, FilmTroubleIsAMessage) {
  open(smallScene());
  {
    fs::create_directory("bin");  // with the tool that presses keys, and no ffmpeg
    fs::create_symlink("/usr/bin/xdotool", "bin/xdotool");
    const test::ScopedVariable path("PATH", (folder_ / "bin").c_str());
    key("v");
  }
  EXPECT_TRUE(panel().isError);
  EXPECT_NE(panel().message.find("ringlet.mp4"), std::string::npos) << panel().message;
  key("period");
  ASSERT_TRUE(framesUntil([&] { return state().steps == edited().stepsPerFrame; }));
}

TEST_F(WindowTest, ProgramRunsAndLeavesByItsKeyNotByEscape) {
  ChildProcess program({test::programPath(), "leapfrog", "--size", "800x600"}, folder_, folder_ / "log.txt");
  ASSERT_TRUE(programShows()) << textOf("log.txt");
  runTool({"xdotool", "mousemove", "600", "300"});
  const Clock::time_point deadline = Clock::now() + std::chrono::seconds(30 * test::kPatience);
  while (!fs::exists("ringlet-0001.png") && Clock::now() < deadline) {
    runTool({"xdotool", "key", "s"});
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
  }
  ASSERT_TRUE(fs::exists("ringlet-0001.png")) << textOf("log.txt");
  const Image image = readPng("ringlet-0001.png");
  EXPECT_EQ(image.width, 800);
  EXPECT_GT(brightPixels(image), 1000);
  runTool({"xdotool", "key", "Escape"});
  EXPECT_EQ(program.wait(1), -1) << "still there";
  runTool({"xdotool", "key", "ctrl+q"});
  EXPECT_EQ(program.wait(20 * test::kPatience), 0) << textOf("log.txt");
  const bool fallsBack = fmm::builtWithCuda() && !fmm::cudaBackendAvailable();
  EXPECT_EQ(textOf("log.txt"), fallsBack ? "ringlet: computing on the CPU: " + fmm::cudaDevice().reason + "\n" : "");
}

TEST_F(WindowTest, InterruptFinishesTheProgram) {
  ChildProcess program({test::programPath(), "ring"}, folder_, folder_ / "log.txt");
  ASSERT_TRUE(programShows()) << textOf("log.txt");
  program.signal(SIGINT);
  EXPECT_EQ(program.wait(20 * test::kPatience), 128 + SIGINT) << textOf("log.txt");
}

TEST_F(WindowTest, TerminationTakesLessThanTwoSeconds) {
  ChildProcess program({test::programPath(), "ring"}, folder_, folder_ / "log.txt");
  ASSERT_TRUE(programShows()) << textOf("log.txt");
  program.signal(SIGTERM);
  EXPECT_EQ(program.wait(2 * test::kPatience), 128 + SIGTERM) << textOf("log.txt");
}

TEST(Window, WithoutDisplaySaysWhatToDo) {
  const char* display = std::getenv("DISPLAY");
  const std::string before = display ? display : "";
  unsetenv("DISPLAY");
  try {
    Window window({"none", {}, false, {}}, {});
    ADD_FAILURE() << "a window without a display";
  } catch (const WindowError& e) {
    const std::string what = e.what();
    EXPECT_NE(what.find("ringlet run SCENE --record"), std::string::npos) << what;
    EXPECT_EQ(what.find('\n'), std::string::npos) << what;
  }
  if (display) setenv("DISPLAY", before.c_str(), 1);
}

}  // namespace
}  // namespace app
