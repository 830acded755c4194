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

  Sizes on(const char* dpi) {
    const std::string resource = std::string("Xft.dpi:\t") + dpi + "\n";
    EXPECT_EQ(runTool({"xprop", "-root", "-f", "RESOURCE_MANAGER", "8s", "-set", "RESOURCE_MANAGER", resource}), 0);
    application_.reset();
    left_ = false;
    open(smallScene());
    const auto found = panel().widgets.rects().find("Record");
    if (found == panel().widgets.rects().end()) return {};
    return {found->second.high.y - found->second.low.y, found->second.high.x - found->second.low.x,
            ImGui::GetFontSize()};
  }
};

TEST_F(WindowScale, FollowsTheScreensDensity) {
  if (!haveProgram("xprop")) GTEST_SKIP() << "xprop is not installed (package x11-utils)";
  const Sizes plain = on("96"), dense = on("192"), between = on("144");
  ASSERT_GT(plain.buttonHeight, 10);
  EXPECT_NEAR(dense.buttonHeight / plain.buttonHeight, 2, 0.05);
  EXPECT_NEAR(dense.buttonWidth / plain.buttonWidth, 2, 0.05);
  EXPECT_NEAR(between.buttonHeight / plain.buttonHeight, 1.5, 0.05);
  EXPECT_NEAR(dense.fontPixels / plain.fontPixels, 2, 0.05);
}

TEST_F(WindowScale, LeastSizeGrowsWithIt) {
  if (!haveProgram("xprop")) GTEST_SKIP() << "xprop is not installed (package x11-utils)";
  on("144");
  application_.reset();
  Window window({"small", kLeastWindowSize, false, {}}, {});
  EXPECT_EQ(window.framebufferSize(), std::pair(960, 600));
}

TEST_F(WindowScale, ADensePanelIsWorkedWithTheMouseToo) {
  if (!haveProgram("xprop")) GTEST_SKIP() << "xprop is not installed (package x11-utils)";
  on("192");
  const bool open = panel().openSections.at("Flow");
  click("Flow");
  EXPECT_NE(panel().openSections.at("Flow"), open);
}

}  // namespace
}  // namespace app
