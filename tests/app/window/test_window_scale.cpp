// The panel on a dense screen, with a real window: GLFW takes the density from the X resource Xft.dpi.

#include <imgui.h>

#include "app/window/window_fixture.h"
#include "window/window.h"

namespace app {
namespace {

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
