// A real window on an X server that the test starts itself, driven by xdotool as a user would.
#include "window_test.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>

#include "fmm/cuda.h"
#include "window/window.h"

namespace app {
namespace {

TEST_F(WindowTest, ShowsPictureAndPanel) {
  open(smallScene());
  const Image image = screen();
  ASSERT_EQ(image.width, kWidth);
  EXPECT_GT(brightPixels(image), 5000);
  const WidgetRect play = application_->panel().widgets.rects().at("Play");
  const std::uint8_t* button = image.at(static_cast<int>(play.low.x) + 4, static_cast<int>(play.low.y) + 4);
  EXPECT_GT(button[2], 40) << "the button's ground";
  int tracers = 0;
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 400; x < kWidth; ++x) tracers += image.at(x, y)[0] > 80;
  }
  EXPECT_GT(tracers, 2000);
}

TEST_F(WindowTest, KeysAndButtonsSteerTheSimulation) {
  open(smallScene());
  EXPECT_EQ(state().steps, 0);
  key("period");
  ASSERT_TRUE(framesUntil([&] { return state().steps == edited().stepsPerFrame; }));
  click("Step");
  ASSERT_TRUE(framesUntil([&] { return state().steps == 2 * edited().stepsPerFrame; }));
  key("space");
  ASSERT_TRUE(framesUntil([&] { return state().steps > 5 * edited().stepsPerFrame; }));
  EXPECT_TRUE(application_->simulation().status().playing);
  click("Pause");
  ASSERT_TRUE(framesUntil([&] { return !application_->simulation().status().playing; }));
  key("r");
  ASSERT_TRUE(framesUntil([&] { return state().generation == 2; }));
  EXPECT_EQ(state().steps, 0);
  key("d");
  EXPECT_EQ(edited().settings.solver, fmm::SolverKind::direct);
  ASSERT_TRUE(framesUntil([&] { return state().settings.solver == fmm::SolverKind::direct; }));
}

TEST_F(WindowTest, ChangingTheRingsNeedsAReset) {
  open(smallScene());
  click("Rings");  // in the middle of the slider
  EXPECT_GT(edited().rings.size(), 2u);
  EXPECT_TRUE(needsReset(edited(), application_->panel().built));
  click("Reset");
  ASSERT_TRUE(framesUntil([&] { return state().generation == 2; }));
  EXPECT_FALSE(needsReset(edited(), application_->panel().built));
  EXPECT_EQ(state().elementCount, 256u);
}

TEST_F(WindowTest, MouseTurnsMovesAndZoomsTheView) {
  open(smallScene());
  CameraPose before = application_->cameraPose();
  const auto changed = [&] {
    const CameraPose now = application_->cameraPose();
    const CameraPose old = before;
    before = now;
    return std::pair{!(now.eye == old.eye), !(now.target == old.target)};
  };
  dragScene("1");
  EXPECT_EQ(changed(), std::pair(true, false)) << "left: turns about the target";
  dragScene("3");
  EXPECT_EQ(changed(), std::pair(true, true)) << "right: moves";
  xdotool({"keydown", "shift"});
  dragScene("1");
  xdotool({"keyup", "shift"});
  EXPECT_EQ(changed(), std::pair(true, true)) << "Shift + left: moves";
  xdotool({"click", "4"});
  EXPECT_EQ(changed(), std::pair(true, false)) << "wheel: nearer";
  key("f");
  EXPECT_TRUE(changed().first);
}

TEST_F(WindowTest, KeysSwitchPrecisionAndBackendOfTheSameParticles) {
  open(smallScene());
  key("period");
  ASSERT_TRUE(framesUntil([&] { return state().steps > 0; }));
  const std::int64_t steps = state().steps;
  const std::string before = state().report.backend;
  key("p");
  ASSERT_TRUE(framesUntil([&] { return state().settings.precision == fmm::Precision::real64; }));
  key("b");
  if (fmm::cudaBackendAvailable()) {
    ASSERT_TRUE(framesUntil([&] { return state().report.backend != before; }));
  } else {
    EXPECT_TRUE(application_->panel().isError);
    EXPECT_EQ(application_->panel().message, "Backend cuda: " + fmm::cudaDevice().reason);
    EXPECT_NE(edited().settings.backend, fmm::Backend::cuda);
  }
  EXPECT_EQ(state().steps, steps);
}

TEST_F(WindowTest, MouseOnThePanelNeverMovesTheView) {
  open(smallScene());
  const CameraPose before = application_->cameraPose();
  moveTo(150, 600);
  xdotool({"click", "4"});
  xdotool({"mousedown", "1"});
  moveTo(700, 300);
  xdotool({"mouseup", "1"});
  xdotool({"mousedown", "3"});
  xdotool({"mouseup", "3"});
  EXPECT_TRUE(application_->cameraPose() == before);
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
  const WidgetRect play = application_->panel().widgets.rects().at("Play");
  const std::uint8_t* pixel = image.at(static_cast<int>(play.low.x) + 4, static_cast<int>(play.low.y) + 4);
  EXPECT_LT(pixel[2], 40) << "the panel is in the picture";
}

TEST_F(WindowTest, DrawsTheSamePictureAsAFilm) {
  ASSERT_EQ(runTool({RINGLET_PROGRAM, "run", "leapfrog", "--headless", "--frames", "3", "--elements", "256",
                     "--tracers", "4000", "--size", "1280x720", "--record", "film/%d.png"}),
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

TEST_F(WindowTest, TabHelpFullScreenAndEscape) {
  open(smallScene());
  key("Tab");
  EXPECT_FALSE(application_->panel().visible);
  EXPECT_EQ(application_->panel().widgets.rects().count("Play"), 0u);
  key("Tab");
  EXPECT_TRUE(application_->panel().visible);
  key("h");
  EXPECT_TRUE(application_->panel().help);
  key("Escape");
  EXPECT_FALSE(application_->panel().help);
  EXPECT_FALSE(left_) << "the first Esc only closes the help";
  key("F11");
  frames(3);
  key("F11");
  frames(3);
  EXPECT_GT(brightPixels(screen()), 5000);
  key("Escape");
  frames(2);
  EXPECT_TRUE(left_);
}

TEST_F(WindowTest, EscapeClosesAnOpenListFirst) {
  open(smallScene());
  click("Scene");
  ASSERT_EQ(application_->panel().widgets.rects().count("Scene/ring"), 1u);
  key("Escape");
  frames(3);
  EXPECT_FALSE(left_);
  EXPECT_EQ(application_->panel().widgets.rects().count("Scene/ring"), 0u);
  EXPECT_EQ(edited().name, "leapfrog");
  key("Escape");
  frames(2);
  EXPECT_TRUE(left_);
}

TEST_F(WindowTest, TypingAFileNameIsNoCommand) {
  open(smallScene());
  click("File");
  xdotool({"key", "ctrl+a"});
  xdotool({"type", "--delay", "20", "shr.toml"});
  frames(3);
  EXPECT_EQ(application_->panel().saveName, "shr.toml");
  EXPECT_FALSE(application_->panel().help);
  EXPECT_FALSE(fs::exists("ringlet-0001.png"));
  click("Save");
  ASSERT_TRUE(fs::exists("shr.toml"));
  EXPECT_EQ(loadScene("shr.toml").elements, std::size_t{256});
  click("Save");
  EXPECT_TRUE(application_->panel().confirmOverwrite);
  click("Overwrite");
  EXPECT_FALSE(application_->panel().confirmOverwrite);
  EXPECT_FALSE(application_->panel().isError) << application_->panel().message;
}

TEST_F(WindowTest, FilmHasEverySimulationFrameOnce) {
  open(smallScene());
  key("v");
  frames(10);  // paused: one picture, however many are displayed
  for (int i = 1; i <= 4; ++i) {
    key("period");
    ASSERT_TRUE(framesUntil([&] { return state().steps == i * edited().stepsPerFrame; }));
    frames(2);
  }
  key("v");
  ASSERT_TRUE(framesUntil([&] { return !application_->panel().message.empty(); }));
  EXPECT_EQ(application_->panel().message, "Saved ringlet.mp4 (5 frames)");
  std::string count;
  ASSERT_EQ(runTool({"ffprobe", "-v", "error", "-count_frames", "-show_entries", "stream=nb_read_frames,width,height",
                     "-of", "csv=p=0", "ringlet.mp4"},
                    &count),
            0);
  EXPECT_EQ(count, "320,180,5\n");
  EXPECT_EQ(application_->panel().filmName, "ringlet-2.mp4") << "the next film does not meet the last one";
}

TEST_F(WindowTest, FilmTroubleIsAMessage) {
  open(smallScene());
  fs::create_directory("ringlet.mp4");
  key("v");
  EXPECT_TRUE(application_->panel().isError);
  EXPECT_NE(application_->panel().message.find("ringlet.mp4"), std::string::npos);
  key("period");
  ASSERT_TRUE(framesUntil([&] { return state().steps == edited().stepsPerFrame; }));
}

TEST_F(WindowTest, ProgramRunsAndLeavesByEscape) {
  ChildProcess program({RINGLET_PROGRAM, "leapfrog", "--size", "800x600"}, folder_, folder_ / "log.txt");
  ASSERT_EQ(runTool({"timeout", "30", "xdotool", "search", "--sync", "--onlyvisible", "--name", "^Ringlet$"}), 0)
      << textOf("log.txt");
  runTool({"xdotool", "mousemove", "600", "300"});
  const Clock::time_point deadline = Clock::now() + std::chrono::seconds(30);
  while (!fs::exists("ringlet-0001.png") && Clock::now() < deadline) {
    runTool({"xdotool", "key", "s"});
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
  }
  ASSERT_TRUE(fs::exists("ringlet-0001.png")) << textOf("log.txt");
  const Image image = readPng("ringlet-0001.png");
  EXPECT_EQ(image.width, 800);
  EXPECT_GT(brightPixels(image), 1000);
  runTool({"xdotool", "key", "Escape"});
  EXPECT_EQ(program.wait(20), 0) << textOf("log.txt");
  const bool fallsBack = fmm::builtWithCuda() && !fmm::cudaBackendAvailable();
  EXPECT_EQ(textOf("log.txt"), fallsBack ? "ringlet: computing on the CPU: " + fmm::cudaDevice().reason + "\n" : "");
}

TEST_F(WindowTest, InterruptFinishesTheProgram) {
  ChildProcess program({RINGLET_PROGRAM, "ring"}, folder_, folder_ / "log.txt");
  ASSERT_EQ(runTool({"timeout", "30", "xdotool", "search", "--sync", "--onlyvisible", "--name", "^Ringlet$"}), 0)
      << textOf("log.txt");
  program.signal(SIGINT);
  EXPECT_EQ(program.wait(20), 128 + SIGINT) << textOf("log.txt");
}

TEST(Window, WithoutDisplaySaysWhatToDo) {
  const char* display = std::getenv("DISPLAY");
  const std::string before = display ? display : "";
  unsetenv("DISPLAY");
  try {
    Window window({"none", {}, false}, {});
    ADD_FAILURE() << "a window without a display";
  } catch (const WindowError& e) {
    const std::string what = e.what();
    EXPECT_NE(what.find("--headless"), std::string::npos) << what;
    EXPECT_EQ(what.find('\n'), std::string::npos) << what;
  }
  if (display) setenv("DISPLAY", before.c_str(), 1);
}

}  // namespace
}  // namespace app
