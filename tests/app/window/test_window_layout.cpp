// Size and place of window and panel: kept for the next start, and on dense screens.
#include <imgui.h>

#include <filesystem>
#include <string>

#include "app/support/run_program.h"
#include "app/window/window_fixture.h"
#include "panel/panel_layout.h"
#include "window/window.h"

namespace app {
namespace {

namespace fs = std::filesystem;

class WindowLayout : public WindowTest {
 protected:
  std::string file() const { return *folder_ / "config/ringlet/layout.toml"; }

  void start(bool remember, bool reset = false) {
    application_.reset();
    left_ = false;
    ApplicationOptions options;
    options.paused = true;
    options.vsync = false;
    options.rememberLayout = remember;
    options.resetLayout = reset;
    application_.emplace(FlowStart(smallScene()), options);
    ASSERT_TRUE(framesUntil([&] { return state().generation == 1; }));
    frames(3);
  }
  void leave() {
    application_->close();
    frames(3);
    ASSERT_TRUE(left_);
  }
  PanelLayout kept() const { return parseLayout(test::readFile(file()), file()); }
};

TEST_F(WindowLayout, ComesBackAsItWasLeftOrStartsAnew) {
  start(true);
  act("[Flow] [Camera]");
  xdotool({"search", "--name", "^Ringlet$", "windowsize", "900", "600", "windowmove", "120", "60"});
  frames(5);
  act("I");
  frames(3);
  leave();
  const PanelLayout layout = kept();
  ASSERT_TRUE(layout.window);
  EXPECT_EQ(layout.window->size, (std::pair<int, int>{900, 600}));
  EXPECT_EQ(layout.window->position, (std::pair<int, int>{120, 60}));

  start(true);
  EXPECT_TRUE(panel().openSections.at("Camera"));
  EXPECT_FALSE(panel().openSections.at("Flow"));
  EXPECT_TRUE(panel().diagnostics.open);
  act("Tab");
  leave();
  EXPECT_EQ(kept().window, layout.window);

  start(true);
  EXPECT_FALSE(panel().visible);
  EXPECT_TRUE(has("Keys sign")) << "it says how the panel comes back";
  EXPECT_EQ(screen().width, kWidth);
  act("Tab Tab");
  EXPECT_FALSE(panel().visible);
  EXPECT_FALSE(has("Keys sign")) << "who hides it knows the key";
  act("Tab I");
  leave();
  EXPECT_TRUE(kept().diagnostics);

  start(true, true);
  EXPECT_FALSE(panel().diagnostics.open);
  leave();
  EXPECT_FALSE(kept().diagnostics) << "and that is what is kept then";

  test::writeFile(file(), "[window]\nsize = [5000, 4000]\nposition = [30000, 20000]\nscale = 1\n");
  start(true);
  leave();
  const auto place = kept().window;
  ASSERT_TRUE(place);
  EXPECT_LE(place->size.first, kWidth) << "a place that no screen shows is not taken";
  EXPECT_LE(place->size.second, kHeight);
  EXPECT_LT(place->position.value_or(std::pair<int, int>{}).first, kWidth);
}

TEST_F(WindowLayout, IsNotKeptByTestsScriptsAndRuns) {
  start(false);
  leave();
  const std::string scene = "leapfrog";
  EXPECT_EQ(test::runProgram({scene, "--elements", "256", "--tracers", "1024", "--exit-after", "2"}).exitCode, 0);
  EXPECT_EQ(test::runProgram({"run", scene, "--headless", "--elements", "256", "--tracers", "1024", "--frames", "1"})
                .exitCode,
            0);
  EXPECT_FALSE(fs::exists("config"));
}

/// A dense screen: GLFW takes the density from the X resource Xft.dpi.
class WindowScale : public WindowTest {
 protected:
  /// Sizes in the panel on a screen [pixels].
  struct Sizes {
    double buttonHeight = 0, buttonWidth = 0, fontPixels = 0;
  };

  static void setDensity(const char* dpi) {
    const std::string resource = std::string("Xft.dpi:\t") + dpi + "\n";
    EXPECT_EQ(runTool({"xprop", "-root", "-f", "RESOURCE_MANAGER", "8s", "-set", "RESOURCE_MANAGER", resource}), 0);
  }
  Sizes on(const char* dpi) {
    setDensity(dpi);
    application_.reset();
    left_ = false;
    open(smallScene());
    const WidgetRect button = placeOf("Record");
    return {button.high.y - button.low.y, button.high.x - button.low.x, ImGui::GetFontSize()};
  }
};

TEST_F(WindowScale, FollowsTheScreensDensity) {
  if (!haveProgram("xprop")) GTEST_SKIP() << "xprop is not installed (package x11-utils)";
  const Sizes plain = on("96"), between = on("144"), dense = on("192");
  ASSERT_GT(plain.buttonHeight, 10);
  EXPECT_NEAR(dense.buttonHeight / plain.buttonHeight, 2, 0.05);
  EXPECT_NEAR(dense.buttonWidth / plain.buttonWidth, 2, 0.05);
  EXPECT_NEAR(between.buttonHeight / plain.buttonHeight, 1.5, 0.05);
  EXPECT_NEAR(dense.fontPixels / plain.fontPixels, 2, 0.05);
  const bool open = panel().openSections.at("Flow");
  click("Flow");
  EXPECT_NE(panel().openSections.at("Flow"), open) << "a dense panel is worked with the mouse too";
}

TEST_F(WindowScale, NoWindowIsSmallerThanThePanelNeeds) {
  if (!haveProgram("xprop")) GTEST_SKIP() << "xprop is not installed (package x11-utils)";
  const WindowSettings settings{"small", std::pair{320, 240}, false, {}};
  EXPECT_EQ(Window(settings, {}).framebufferSize(), kLeastWindowSize);
  setDensity("144");
  EXPECT_EQ(Window(settings, {}).framebufferSize(), std::pair(960, 600));
}

}  // namespace
}  // namespace app
