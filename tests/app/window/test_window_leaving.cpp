// Ways in which a window ends, and Esc, which is none; full screen, and the picture that a run leaves.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>

#include <chrono>
#include <filesystem>

#include "app/support/run_scene.h"
#include "app/window/window_fixture.h"
#include "files/png_file.h"
#include "scene/text/scene_file.h"
#include "window/window.h"

namespace app {
namespace {

namespace fs = std::filesystem;

class WindowLeaving : public WindowTest {
 protected:
  static std::string without(const std::string& saving) {
    return "Ctrl+Q or the window's cross once more closes the window without saving " + saving;
  }
  /// Acts as GLFW does when the user presses the window's close button.
  void pressCloseButton() {
    GLFWwindow* const window = glfwGetCurrentContext();
    const GLFWwindowclosefun told = glfwSetWindowCloseCallback(window, nullptr);
    glfwSetWindowCloseCallback(window, told);
    glfwSetWindowShouldClose(window, GLFW_TRUE);
    if (told) told(window);
    frames(2);
  }
  /// The picture that the program saves at the end of a short run.
  static Image lastPicture(const std::vector<std::string>& options) {
    std::vector<std::string> words = {"ring", "--elements", "64", "--tracers", "2000", "--size", "640x400"};
    words.insert(words.end(), options.begin(), options.end());
    words.insert(words.end(), {"--screenshot", options.front() + ".png"});
    const auto result = test::runProgram(words);
    EXPECT_EQ(result.exitCode, 0) << result.err;
    return readPng(options.front() + ".png");
  }
};

TEST_F(WindowLeaving, EscapeClosesThePickerAndHelpAndLeavesFullScreenLast) {
  open(smallScene());
  const auto pickerOpen = [] {
    return ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
  };
  act("[Flow] [Plain colour]");
  const WidgetRect field = placeOf("Background colour");
  moveTo(field.high.x - 8, field.centre().y);  // the square behind the numbers
  xdotool({"mousedown", "1"});
  xdotool({"mouseup", "1"});
  frames(3);
  ASSERT_TRUE(pickerOpen());
  key("Escape");
  frames(2);
  EXPECT_FALSE(pickerOpen());
  key("F11");
  act("H");
  ASSERT_TRUE(panel().help);
  key("Escape");
  EXPECT_FALSE(panel().help);
  key("Escape");
  key("Escape");
  EXPECT_FALSE(left_) << "the first left full screen";
  for (int i = 0; i < 2; ++i) {
    key("F11");
    frames(3);
  }
  EXPECT_GT(brightPixels(screen()), 5000);
}

/// Each question names all that would be lost: what was asked about before is safe by then.
TEST_F(WindowLeaving, AsksWhereSomethingWouldBeLost) {
  Scene scene = smallScene();
  scene.view.framing = true;
  open(scene);
  const std::string changes = without("changes of the scene"), keys = without("camera keys"),
                    rings = without("launched rings");
  const std::string film = "Ctrl+Q or the window's cross once more closes the window and ends the film";
  expect({
      {"D Ctrl+Q", [&] { return !left_; }, changes.c_str()},
      {"Ctrl+Z D [Save]", [&] { return fs::exists("my-leapfrog.toml"); }},
  });
  moveTo(800, 400);
  xdotool({"click", "5"});
  ASSERT_FALSE(edited().view.framing) << "a moved view is no work";
  expect({
      {"Shift+K Ctrl+Q", [&] { return !left_; }, keys.c_str()},
      {"[Save path] K", {}},
      {"[New ring] [Launch]", [&] { return state().launched.size() == 1; }},
      {"Ctrl+Q", [&] { return !left_; }, rings.c_str()},
      {"R", [&] { return state().generation == 2; }},
      {"Tab V Ctrl+Q", [&] { return !left_ && panel().isWarning && !panel().isError; }, film.c_str()},
      {"", [&] { return has("message"); }},  // although the panel is hidden
      {"[Dismiss]", {}, ""},
      {"Ctrl+Q", [&] { return !left_; }},  // asked long ago
      {"Esc", {}, ""},                     // which is no answer
      {"Ctrl+Q", [&] { return !left_; }},
      {"Ctrl+Q", [&] { return left_; }},
  });
  EXPECT_EQ(application_->finishFilm(), "");
  EXPECT_GT(fs::file_size("ringlet.mp4"), 0u);
}

TEST_F(WindowLeaving, TheWindowsButtonAsksAsTheKeysDoAndBothLeaveWhereNothingIsLost) {
  open(smallScene());
  act("D");
  pressCloseButton();
  EXPECT_FALSE(left_);
  EXPECT_EQ(panel().message, without("changes of the scene"));
  pressCloseButton();
  EXPECT_TRUE(left_);
  application_.reset();
  left_ = false;
  open(smallScene());
  key("h");
  key("ctrl+q");
  EXPECT_TRUE(left_);
}

TEST_F(WindowLeaving, ARunEndsAfterItsFramesOrSecondsWithItsLastPicture) {
  const Image last = lastPicture({"--exit-after", "2"});
  EXPECT_EQ(std::pair(last.width, last.height), kLeastWindowSize);
  EXPECT_GT(brightPixels(last), 200);

  const auto start = std::chrono::steady_clock::now();
  EXPECT_GT(brightPixels(lastPicture({"--seconds", "2"})), 200);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  EXPECT_GE(taken.count(), 2) << "much longer than it takes to start";
  EXPECT_LT(taken.count(), 60);

  const Image full = lastPicture({"--fullscreen", "--no-vsync", "--exit-after", "20"}), all = screen();
  EXPECT_EQ(std::pair(full.width, full.height), std::pair(all.width, all.height));
}

TEST_F(WindowLeaving, FlowThatFailedMakesTheExitCodeOne) {
  Scene scene = smallScene();
  scene.settings.timeStep = 1e12;
  scene.settings.backend = fmm::Backend::cpu;  // avoids the message about a missing GPU
  saveScene(scene, "wild.toml", false);
  test::expectFailure(test::runProgram({"wild.toml", "--exit-after", "25"}), 1, "");
}

TEST(Screenshot, ThatCannotBeMadeIsRefusedBeforeAWindowOpens) {
  const test::TemporaryFolder folder;
  test::writeFile(folder / "there.png", "mine");
  fs::create_directory(folder / "folder.png");
  const std::pair<const char*, const char*> refused[] = {
      {"there.png", "exists already and is kept"}, {"folder.png", "is a folder"}, {"none/a.png", "there is no folder"}};
  for (const auto& [name, why] : refused) {
    const auto result = test::runProgram({"ring", "--screenshot", folder / name}, {{"DISPLAY"}});
    test::expectFailure(result, 1, why);
    EXPECT_TRUE(holds(result.err, folder / name)) << result.err;
  }
  EXPECT_EQ(test::readFile(folder / "there.png"), "mine");
}

}  // namespace
}  // namespace app
