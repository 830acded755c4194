#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "files/png_file.h"
#include "scene/scene_file.h"
#include "window/application.h"
#include "xvfb.h"

// A real window on an X server that the test starts itself, driven by xdotool as a user would.
namespace app {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr int kWidth = 1280, kHeight = 720;

inline Scene smallScene() {
  Scene scene = loadScene("leapfrog");
  scene.elements = 256;
  scene.tracers = 4000;
  scene.film.width = 320;
  scene.film.height = 180;
  return scene;
}

/// Number of pixels that are clearly brighter than black.
inline int brightPixels(const Image& image) {
  int bright = 0;
  for (std::size_t i = 0; i + 2 < image.rgb.size(); i += 3)
    bright += image.rgb[i] + image.rgb[i + 1] + image.rgb[i + 2] > 90;
  return bright;
}

inline std::string textOf(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

/// Starts the X server and works in an empty folder.
class WindowTest : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* tool : {"Xvfb", "xdotool", "import"}) {
      if (!haveProgram(tool)) GTEST_SKIP() << tool << " is not installed (packages xvfb, xdotool, imagemagick)";
    }
    std::string name = (fs::temp_directory_path() / "ringlet-window-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
    before_ = fs::current_path();
    fs::current_path(folder_);
    server_.emplace(kWidth, kHeight);
  }

  void TearDown() override {
    application_.reset();
    server_.reset();
    if (folder_.empty()) return;
    fs::current_path(before_);
    fs::remove_all(folder_);
  }

  void open(const Scene& scene, bool paused = true) {
    ApplicationOptions options;
    options.size = {kWidth, kHeight};
    options.paused = paused;
    options.vsync = false;
    application_.emplace(scene, options);
    ASSERT_TRUE(framesUntil([&] { return application_->simulation().state().generation == 1; }));
    frames(3);
  }

  void frames(int count) {
    for (int i = 0; i < count && !left_; ++i) left_ = !application_->frame();
  }

  /// Shows frames until `done`; false after twenty seconds or when the user left.
  bool framesUntil(const std::function<bool()>& done) {
    const Clock::time_point deadline = Clock::now() + std::chrono::seconds(20);
    while (!done()) {
      if (left_ || Clock::now() > deadline) return false;
      frames(1);
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return true;
  }

  void xdotool(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "xdotool");
    ASSERT_EQ(runTool(arguments), 0) << arguments[1];
    frames(2);
  }
  void key(const std::string& name) { xdotool({"key", name}); }
  void moveTo(double x, double y) {
    xdotool({"mousemove", std::to_string(static_cast<int>(x)), std::to_string(static_cast<int>(y))});
  }
  void click(const std::string& control) {
    const auto found = application_->panel().widgets.rects().find(control);
    ASSERT_NE(found, application_->panel().widgets.rects().end()) << control;
    moveTo(found->second.centre().x, found->second.centre().y);
    xdotool({"mousedown", "1"});
    xdotool({"mouseup", "1"});
    frames(2);
  }
  void dragScene(const std::string& button) {
    moveTo(800, 400);
    xdotool({"mousedown", button});
    moveTo(860, 430);
    xdotool({"mouseup", button});
  }
  Image screen() {
    EXPECT_EQ(runTool({"import", "-window", "root", "screen.png"}), 0);
    return readPng("screen.png");
  }
  const Scene& edited() const { return application_->panel().scene; }
  const SimulationState& state() const { return application_->simulation().state(); }

  std::optional<Xvfb> server_;
  std::optional<Application> application_;
  bool left_ = false;
  fs::path folder_, before_;
};

}  // namespace app
