// Ways in which a window ends, and Esc, which is none; running films, and --screenshot on the command line.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>

#include <chrono>
#include <filesystem>

#include "app/support/run_program.h"
#include "app/window/window_fixture.h"
#include "files/png_file.h"
#include "scene/text/scene_file.h"
#include "window/window.h"

namespace app {
namespace {

namespace fs = std::filesystem;

using WindowLeaving = WindowTest;

constexpr const char* kUnsaved = "Ctrl+Q or the window's cross once more closes the window without saving ";

TEST_F(WindowLeaving, EscapeClosesWindowsFirst) {
  open(smallScene());
  key("i");
  key("k");
  key("h");
  ASSERT_TRUE(panel().help && panel().diagnostics.open && panel().timeline.visible);
  key("Escape");
  EXPECT_FALSE(panel().help);
  EXPECT_TRUE(panel().diagnostics.open);
  key("Escape");
  EXPECT_FALSE(panel().diagnostics.open);
  EXPECT_TRUE(panel().timeline.visible);
  key("Escape");
  EXPECT_FALSE(panel().timeline.visible);
  for (int i = 0; i < 3; ++i) key("Escape");
  EXPECT_FALSE(left_) << "Esc never ends the program";
}

TEST_F(WindowLeaving, EscapeLeavesFullScreenLast) {
  open(smallScene());
  key("F11");
  key("h");
  ASSERT_TRUE(panel().help);
  key("Escape");
  EXPECT_FALSE(panel().help);
  EXPECT_FALSE(left_);
  key("Escape");
  key("Escape");
  EXPECT_FALSE(left_) << "the first left full screen";
}

TEST_F(WindowLeaving, EscapeClosesTheColourPicker) {
  open(smallScene());
  click("Flow");
  click("Plain colour");
  const auto field = panel().widgets.rects().at("Background colour");
  moveTo(field.high.x - 8, field.centre().y);  // the square behind the numbers
  xdotool({"mousedown", "1"});
  xdotool({"mouseup", "1"});
  frames(3);
  ASSERT_TRUE(ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel));
  key("Escape");
  frames(2);
  EXPECT_FALSE(ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel));
  EXPECT_FALSE(left_);
}

TEST_F(WindowLeaving, AsksBeforeAFilmEnds) {
  open(smallScene());
  key("Tab");
  key("v");
  key("ctrl+q");
  EXPECT_FALSE(left_);
  EXPECT_EQ(panel().message, "Ctrl+Q or the window's cross once more closes the window and ends the film");
  EXPECT_TRUE(panel().isWarning && !panel().isError);
  EXPECT_EQ(panel().widgets.rects().count("message"), 1u) << "seen although the panel is hidden";
  click("Dismiss");
  EXPECT_EQ(panel().message, "");
  key("ctrl+q");
  EXPECT_FALSE(left_) << "asked long ago";
  key("Escape");
  EXPECT_EQ(panel().message, "") << "Esc is no answer";
  key("ctrl+q");
  EXPECT_FALSE(left_);
  key("ctrl+q");
  EXPECT_TRUE(left_);
  EXPECT_EQ(application_->finishFilm(), "");
  EXPECT_GT(fs::file_size("ringlet.mp4"), 0u);
}

TEST_F(WindowLeaving, QuitsAtOnceWhereNothingIsLost) {
  open(smallScene());
  key("h");
  key("ctrl+q");
  EXPECT_TRUE(left_);
}

/// Acts as GLFW does when the user presses the window's close button.
void pressCloseButton(GLFWwindow* window) {
  const GLFWwindowclosefun told = glfwSetWindowCloseCallback(window, nullptr);
  glfwSetWindowCloseCallback(window, told);
  glfwSetWindowShouldClose(window, GLFW_TRUE);
  if (told) told(window);
}

TEST_F(WindowLeaving, TheWindowsButtonAsksAsTheKeysDo) {
  open(smallScene());
  key("d");
  pressCloseButton(glfwGetCurrentContext());
  frames(2);
  EXPECT_FALSE(left_);
  EXPECT_EQ(panel().message, kUnsaved + std::string("changes of the scene"));
  pressCloseButton(glfwGetCurrentContext());
  frames(2);
  EXPECT_TRUE(left_);
}

TEST_F(WindowLeaving, AsksWhereChangesWouldBeLost) {
  open(smallScene());
  key("d");
  key("ctrl+q");
  EXPECT_FALSE(left_);
  EXPECT_EQ(panel().message, kUnsaved + std::string("changes of the scene"));
  key("ctrl+z");
  key("d");
  click("Save");
  ASSERT_TRUE(fs::exists("my-leapfrog.toml"));
  key("ctrl+q");
  EXPECT_TRUE(left_) << "they are in a file";
}

TEST_F(WindowLeaving, AsksWhereLaunchedRingsWouldBeLost) {
  open(smallScene());
  click("New ring");
  click("Launch");
  ASSERT_TRUE(framesUntil([&] { return state().launched.size() == 1; }));
  key("ctrl+q");
  EXPECT_FALSE(left_);
  EXPECT_EQ(panel().message, kUnsaved + std::string("launched rings"));
  key("ctrl+q");
  EXPECT_TRUE(left_);
}

TEST_F(WindowLeaving, AMovedViewIsNoWorkAndAFlightIs) {
  Scene scene = smallScene();
  scene.view.framing = true;
  open(scene);
  moveTo(800, 400);
  xdotool({"click", "5"});
  ASSERT_FALSE(edited().view.framing);
  key("shift+k");
  key("ctrl+q");
  EXPECT_EQ(panel().message, kUnsaved + std::string("camera keys"));
  click("Save path");
  key("ctrl+q");
  EXPECT_TRUE(left_);
}

TEST_F(WindowLeaving, NoWindowIsSmallerThanThePanelNeeds) {
  Window window({"small", std::pair{320, 240}, false, {}}, {});
  EXPECT_EQ(window.framebufferSize(), kLeastWindowSize);
}

TEST_F(WindowLeaving, ScreenshotIsOfTheLastFrame) {
  const auto result = test::runProgram({"ring", "--elements", "64", "--tracers", "2000", "--size", "640x400",
                                        "--exit-after", "2", "--screenshot", "last.png"});
  ASSERT_EQ(result.exitCode, 0) << result.err;
  const Image image = readPng("last.png");
  EXPECT_EQ(std::pair(image.width, image.height), kLeastWindowSize);
  EXPECT_GT(brightPixels(image), 200);
}

TEST_F(WindowLeaving, LeavesWhenItsSecondsAreOver) {
  const auto start = std::chrono::steady_clock::now();
  const auto result = test::runProgram({"ring", "--elements", "64", "--tracers", "2000", "--size", "640x400",
                                        "--seconds", "5", "--screenshot", "last.png"});
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  ASSERT_EQ(result.exitCode, 0) << result.err;
  EXPECT_GE(taken.count(), 5) << "much longer than it takes to start";
  EXPECT_LT(taken.count(), 60);
  EXPECT_GT(brightPixels(readPng("last.png")), 200);
}

TEST_F(WindowLeaving, FullScreenFromTheStart) {
  const auto result = test::runProgram({"ring", "--elements", "64", "--tracers", "2000", "--size", "640x400",
                                        "--fullscreen", "--exit-after", "20", "--screenshot", "full.png"});
  ASSERT_EQ(result.exitCode, 0) << result.err;
  const Image image = readPng("full.png"), all = screen();
  EXPECT_EQ(std::pair(image.width, image.height), std::pair(all.width, all.height));
}

TEST_F(WindowLeaving, FlowThatFailedMakesTheExitCodeOne) {
  Scene scene = smallScene();
  scene.settings.timeStep = 1e12;
  scene.settings.backend = fmm::Backend::cpu;  // avoids the message about a missing GPU
  saveScene(scene, "wild.toml", false);
  const auto result = test::runProgram({"wild.toml", "--exit-after", "25"});
  EXPECT_EQ(result.exitCode, 1);
  EXPECT_EQ(result.err.find("ringlet: "), 0u) << result.err;
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
}

TEST(Screenshot, ThatCannotBeMadeIsRefusedBeforeAWindowOpens) {
  const test::TemporaryFolder folder;
  test::writeFile(folder / "there.png", "mine");
  fs::create_directory(folder / "folder.png");
  const auto refusal = [&](const std::string& name) {
    const auto result = test::runProgram({"ring", "--screenshot", folder / name}, {{"DISPLAY"}});
    EXPECT_EQ(result.exitCode, 1) << result.err;
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    EXPECT_NE(result.err.find(folder / name), std::string::npos) << result.err;
    return result.err;
  };
  EXPECT_NE(refusal("there.png").find("exists already and is kept"), std::string::npos);
  EXPECT_EQ(test::readFile(folder / "there.png"), "mine");
  EXPECT_NE(refusal("folder.png").find("is a folder"), std::string::npos);
  EXPECT_NE(refusal("none/a.png").find("there is no folder"), std::string::npos);
}

}  // namespace
}  // namespace app
