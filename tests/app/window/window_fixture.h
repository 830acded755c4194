#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/window/xvfb.h"
#include "files/image.h"
#include "scene/scene.h"
#include "window/application.h"

namespace app {

/// Default size of the window.
constexpr int kWidth = 1280, kHeight = 720;

/// Leapfrog with few particles.
Scene smallScene();
/// Number of pixels that are clearly brighter than black.
int brightPixels(const Image& image);
std::string textOf(const std::filesystem::path& path);

/// A real window on an X server that the test starts itself, driven by xdotool as a user would, in an empty folder that
/// is the user's configuration as well.
class WindowTest : public testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;

  void open(const Scene& scene, bool paused = true);
  void frames(int count);
  /// Shows frames until `done`; false after twenty seconds or when the user left.
  bool framesUntil(const std::function<bool()>& done);

  void xdotool(std::vector<std::string> arguments);
  void key(const std::string& name) { xdotool({"key", name}); }
  void type(const std::string& text);
  void moveTo(double x, double y);
  void click(const std::string& control);
  /// Waits for the window of a program that the test started; false if none came.
  bool programShows();
  Image screen();
  const Scene& edited() const { return document().scene; }
  const SceneDocument& document() const { return application_->document(); }
  const PanelState& panel() const { return application_->panel(); }
  const SimulationState& state() const { return application_->simulation().state(); }

  std::optional<Xvfb> server_;
  std::optional<Application> application_;
  bool left_ = false;
  std::filesystem::path folder_, before_;
};

}  // namespace app
