#pragma once

#include <gtest/gtest.h>

#include <cstdint>
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
/// True if the text holds this part.
bool holds(const std::string& text, const std::string& part);

/// A row of a table: what the user does, what comes of it, and what the window then says.
struct Deed {
  const char* done;               ///< as WindowTest::act() takes it
  std::function<bool()> effect;   ///< awaited; empty: none
  const char* message = nullptr;  ///< nullptr: any
};

/// A real window on an X server that the test starts itself, in an empty folder that is the user's configuration as
/// well. xdotool drives it as a user would; what act() and click() press comes in where GLFW reports it, which is
/// faster.
class WindowTest : public testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;

  void open(const Scene& scene, bool paused = true);
  /// Leaves the scene for another one, from its beginning, as if its file were dropped on the window.
  void reopen(const Scene& scene, bool paused = true);
  void frames(int count);
  /// Shows frames until `done`; false after twenty seconds or when the user left.
  bool framesUntil(const std::function<bool()>& done);
  /// Shows frames until the flow of that number, from 1 up, is there.
  bool begins(std::uint64_t generation);
  /// Shows frames until the message holds this part.
  bool says(const std::string& part);

  /// Presses keys by their labels, and clicks on controls in brackets: "Shift+K [Save path] Ctrl+Q".
  void act(const std::string& deeds);
  /// Does what each row says, one after the other, and expects its effect.
  void expect(const std::vector<Deed>& rows);
  /// Takes one frame of the flow after the other.
  void step(int count = 1);
  void drop(const std::vector<const char*>& paths);

  void xdotool(std::vector<std::string> arguments);
  void key(const std::string& name) { xdotool({"key", name}); }
  void type(const std::string& text);
  void moveTo(double x, double y);
  void click(const std::string& control);
  /// Presses the left button at one place, pulls to another and lets go.
  void pull(double x, double y, double toX, double toY);
  /// Waits for the window of a program that the test started; false if none came.
  bool programShows();
  Image screen();
  /// The picture as its key saves it, under the next number.
  Image savedPicture();

  const Scene& edited() const { return document().scene; }
  const SceneDocument& document() const { return application_->document(); }
  const PanelState& panel() const { return application_->panel(); }
  bool has(const std::string& control) const { return panel().widgets.rects().count(control) > 0; }
  WidgetRect placeOf(const std::string& control) const { return panel().widgets.rects().at(control); }
  const SimulationState& state() const { return application_->simulation().state(); }
  SimulationStatus status() const { return application_->simulation().status(); }
  bool playing() const { return status().playing; }
  CameraPose pose() const { return application_->cameraPose(); }
  /// " in FOLDER", as messages about saved files have it.
  std::string here() const { return " in " + folder_->path(); }

  std::optional<Xvfb> server_;
  std::optional<Application> application_;
  bool left_ = false;
  int pictures_ = 0;
  std::optional<test::TemporaryFolder> folder_;
  std::filesystem::path before_;
};

}  // namespace app
