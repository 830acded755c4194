#include "app/window/window_fixture.h"

#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>

#include "app/support/free_leapfrog.h"
#include "app/support/patience.h"
#include "files/png_file.h"
#include "scene/text/scene_file.h"

namespace app {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

Scene smallScene() {
  Scene scene = test::freeLeapfrog();
  scene.settings.viscosity = scene.settings.relaxation = 0;  // so that the flow can run backwards
  scene.elements = 256;
  scene.tracers = 4000;
  scene.film.size.width = 320;
  scene.film.size.height = 180;
  return scene;
}

int brightPixels(const Image& image) {
  int bright = 0;
  for (std::size_t i = 0; i + 2 < image.rgb.size(); i += 3)
    bright += image.rgb[i] + image.rgb[i + 1] + image.rgb[i + 2] > 90;
  return bright;
}

std::string textOf(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

void WindowTest::SetUp() {
  for (const char* tool : {"Xvfb", "xdotool", "import"}) {
    if (!haveProgram(tool)) GTEST_SKIP() << tool << " is not installed (packages xvfb, xdotool, imagemagick)";
  }
  std::string name = (fs::temp_directory_path() / "ringlet-window-XXXXXX").string();
  ASSERT_NE(mkdtemp(name.data()), nullptr);
  folder_ = name;
  before_ = fs::current_path();
  fs::current_path(folder_);
  setenv("XDG_CONFIG_HOME", (folder_ / "config").c_str(), 1);
  server_.emplace(kWidth, kHeight);
}

void WindowTest::TearDown() {
  application_.reset();
  server_.reset();
  if (folder_.empty()) return;
  fs::current_path(before_);
  fs::remove_all(folder_);
}

void WindowTest::open(const Scene& scene, bool paused) {
  ApplicationOptions options;
  options.size = {kWidth, kHeight};
  options.paused = paused;
  options.vsync = false;
  application_.emplace(FlowStart(scene), options);
  ASSERT_TRUE(framesUntil([&] { return application_->simulation().state().generation == 1; }));
  frames(3);
}

void WindowTest::frames(int count) {
  for (int i = 0; i < count && !left_; ++i) left_ = !application_->frame();
}

bool WindowTest::framesUntil(const std::function<bool()>& done) {
  const Clock::time_point deadline = Clock::now() + std::chrono::seconds(20 * test::kPatience);
  while (!done()) {
    if (left_ || Clock::now() > deadline) return false;
    frames(1);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

void WindowTest::xdotool(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "xdotool");
  ASSERT_EQ(runTool(arguments), 0) << arguments[1];
  frames(2);
}

/// Newer versions of Dear ImGui take one event a frame: a key pressed, a key released, or a character.
void WindowTest::type(const std::string& text) {
  xdotool({"type", "--delay", "20", text});
  frames(3 * static_cast<int>(text.size()) + 3);
}

void WindowTest::moveTo(double x, double y) {
  xdotool({"mousemove", std::to_string(static_cast<int>(x)), std::to_string(static_cast<int>(y))});
}

void WindowTest::click(const std::string& control) {
  const auto found = panel().widgets.rects().find(control);
  ASSERT_NE(found, panel().widgets.rects().end()) << control;
  moveTo(found->second.centre().x, found->second.centre().y);
  xdotool({"mousedown", "1"});
  xdotool({"mouseup", "1"});
  frames(2);
}

bool WindowTest::programShows() {
  return runTool({"timeout", "30", "xdotool", "search", "--sync", "--onlyvisible", "--name", "^Ringlet$"}) == 0;
}

Image WindowTest::screen() {
  EXPECT_EQ(runTool({"import", "-window", "root", "screen.png"}), 0);
  return readPng("screen.png");
}

}  // namespace app
