// A real window: its picture, its files, the program around it.
#include <algorithm>
#include <csignal>
#include <filesystem>
#include <string>

#include "app/support/running_program.h"
#include "app/window/window_fixture.h"
#include "files/png_file.h"
#include "fmm/cuda.h"
#include "scene/text/scene_file.h"

namespace app {
namespace {

namespace fs = std::filesystem;

TEST_F(WindowTest, ShowsPictureAndPanelAndSavesThePictureAlone) {
  open(smallScene());
  const Image shown = screen();
  ASSERT_EQ(shown.width, kWidth);
  EXPECT_GT(brightPixels(shown), 5000);
  const WidgetRect play = placeOf("Play");
  const auto button = [&](const Image& image) {  // blue of its ground
    return image.at(static_cast<int>(play.low.x) + 4, static_cast<int>(play.low.y) + 4)[2];
  };
  EXPECT_GT(button(shown), 40);
  int tracers = 0;
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 400; x < kWidth; ++x) tracers += shown.at(x, y)[0] > 80;
  }
  EXPECT_GT(tracers, 2000);

  const Image saved = savedPicture();
  const std::string first = test::readFile("ringlet-0001.png");
  act("Shift+L");
  const Image withLegend = savedPicture();
  EXPECT_EQ(test::readFile("ringlet-0001.png"), first) << "never overwritten";
  EXPECT_EQ(std::pair(saved.width, saved.height), std::pair(kWidth, kHeight));
  EXPECT_GT(brightPixels(saved), 1000);
  EXPECT_LT(button(saved), 40) << "the panel is in the picture";
  EXPECT_TRUE(std::equal(saved.rgb.begin(), saved.rgb.begin() + 3 * kWidth * kHeight / 2, withLegend.rgb.begin()));
  const auto lit = [](const Image& image) {
    int count = 0;
    for (int y = kHeight - 90; y < kHeight; ++y) {
      for (int x = kWidth - 280; x < kWidth; ++x) count += image.at(x, y)[1] > 120;
    }
    return count;
  };
  EXPECT_GT(lit(withLegend), lit(saved) + 500);

  Scene unreadable = smallScene();
  unreadable.view.colourMap = "missing";
  application_.reset();
  open(unreadable);
  EXPECT_NE(edited().view.colourMap, "missing") << "it gives way to another";
  EXPECT_TRUE(holds(panel().message, "missing") && panel().isError) << panel().message;
}

TEST_F(WindowTest, FilmHasEveryFrameOnceAcrossALaunchAndItsPicturesAreThoseOfRun) {
  saveScene(smallScene(), "small.toml", false);
  ASSERT_EQ(runTool({test::programPath(), "run", "small.toml", "--headless", "--frames", "3", "--size", "1280x720",
                     "--record", "film/%d.png"}),
            0);
  open(smallScene());
  key("v");
  frames(10);  // paused: one picture, however often it is displayed
  step(2);
  const Image window = savedPicture(), film = readPng("film/2.png");
  EXPECT_EQ(window.width, film.width);
  EXPECT_TRUE(window.rgb == film.rgb);
  EXPECT_FALSE(film.rgb == readPng("film/1.png").rgb) << "nothing moves";
  act("N");
  pull(700, 250, 850, 300);
  ASSERT_TRUE(framesUntil([&] { return state().elementCount > 256; }));
  frames(3);
  step(2);
  key("v");
  ASSERT_TRUE(says("Saved ringlet.mp4"));
  EXPECT_EQ(panel().message, "Saved ringlet.mp4" + here() + " (5 frames)") << "the start and four steps";
  std::string count;
  ASSERT_EQ(runTool({"ffprobe", "-v", "error", "-count_frames", "-show_entries", "stream=nb_read_frames,width,height",
                     "-of", "csv=p=0", "ringlet.mp4"},
                    &count),
            0);
  EXPECT_EQ(count, "320,180,5\n");
  EXPECT_EQ(panel().filmName, "ringlet-2.mp4") << "the next film does not meet the last one";
}

TEST_F(WindowTest, ProgramRunsAndLeavesByItsKeyNotByEscape) {
  test::RunningProgram program({"leapfrog", "--size", "800x600"}, "err.txt", {}, "out.txt");
  ASSERT_TRUE(programShows()) << program.err();
  runTool({"xdotool", "mousemove", "600", "300"});
  ASSERT_TRUE(test::waitUntil([] {
    runTool({"xdotool", "key", "s", "sleep", "0.3"});
    return fs::exists("ringlet-0001.png");
  })) << program.err();
  const Image image = readPng("ringlet-0001.png");
  EXPECT_EQ(image.width, 800);
  EXPECT_GT(brightPixels(image), 1000);
  runTool({"xdotool", "key", "Escape"});
  EXPECT_EQ(program.wait(1), -1) << "still there";
  runTool({"xdotool", "key", "ctrl+q"});
  EXPECT_EQ(program.wait(20 * test::kPatience), 0) << program.err();
  const bool fallsBack = fmm::builtWithCuda() && !fmm::cudaBackendAvailable();
  EXPECT_EQ(program.err(), fallsBack ? "ringlet: computing on the CPU: " + fmm::cudaDevice().reason + "\n" : "");
  EXPECT_EQ(test::readFile("out.txt"), "");
}

TEST_F(WindowTest, TerminationTakesLessThanTwoSecondsAndAnInterruptEndsItToo) {
  for (const auto& [signal, seconds] : {std::pair(SIGTERM, 2), std::pair(SIGINT, 20)}) {
    test::RunningProgram program({"ring"}, "err.txt");
    ASSERT_TRUE(programShows()) << program.err();
    program.send(signal);
    EXPECT_EQ(program.wait(seconds * test::kPatience), 128 + signal) << program.err();
  }
}

}  // namespace
}  // namespace app
