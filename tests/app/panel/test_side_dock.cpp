// Help and diagnostics beside the picture.

#include "panel/windows/side_dock.h"

#include <gtest/gtest.h>
#include <imgui.h>

#include "app/support/free_leapfrog.h"
#include "app/support/gui_harness.h"
#include "panel/panel_layout.h"
#include "panel/widgets/panel_numbers.h"

namespace app {
namespace {

struct Docked : GuiHarness {
  explicit Docked(int width = 1280, int height = 720) : GuiHarness(width, height) {
    openScene(state, document, test::freeLeapfrog());
    readout.diagnostics = &table;
    frame();
  }
  void frames(int count) {
    for (int i = 0; i < count; ++i) frame();
  }
  WidgetRect place(const char* name) const { return state.widgets.rects().at(name); }

  DiagnosticsTable table;
};

TEST(SideDock, LeavesPanelAndPictureFree) {
  for (const auto& [width, height] : {std::pair(1280, 720), std::pair(1920, 1080)}) {
    Docked gui(width, height);
    EXPECT_TRUE(gui.state.dock.isEmpty());
    const float all = freeArea(gui.state).high.x - freeArea(gui.state).low.x;
    gui.state.help = true;
    gui.frames(2);
    EXPECT_GE(gui.place("Help").low.x, gui.state.area.high.x + 240);
    EXPECT_EQ(gui.place("Help").high.x, static_cast<float>(width));
    EXPECT_EQ(gui.place("Help").high.y, static_cast<float>(height));
    EXPECT_FLOAT_EQ(freeArea(gui.state).high.x, gui.place("Help").low.x);
    gui.state.diagnostics.open = true;
    gui.frames(2);
    EXPECT_FALSE(gui.has("Diagnostics")) << "the help has the place";
    gui.click("Close Keys and mouse");
    EXPECT_FALSE(gui.state.help);
    gui.frames(2);
    EXPECT_FLOAT_EQ(freeArea(gui.state).high.x, gui.place("Diagnostics").low.x);
    gui.state.timeline.visible = true;
    gui.frames(2);
    EXPECT_FLOAT_EQ(gui.place("Time line").high.x, gui.place("Diagnostics").low.x);
    gui.click("Close Diagnostics");
    gui.frames(2);
    EXPECT_FALSE(gui.state.diagnostics.open);
    EXPECT_EQ(freeArea(gui.state).high.x - freeArea(gui.state).low.x, all);
  }
}

TEST(SideDock, ItsSideCanBeDragged) {
  Docked gui(1920, 1080);
  gui.state.help = true;
  gui.frames(2);
  ImGuiIO& io = ImGui::GetIO();
  const auto dragTo = [&](float x) {
    io.MousePos = {gui.place("Help").low.x + 2, 500};
    gui.frames(2);
    io.MouseDown[0] = true;
    gui.frame();
    io.MousePos = {x, 500};
    gui.frame();
    io.MouseDown[0] = false;
    gui.frames(2);
  };
  dragTo(1200);
  EXPECT_NEAR(gui.place("Help").low.x, 1200, 1);
  dragTo(1900);
  EXPECT_NEAR(gui.state.dockWidth, kLeastDockWidth, 1e-6);
}

TEST(SideDock, LiesOverThePictureWhereTheWindowIsNarrow) {
  Docked gui(640, 400);
  gui.state.help = true;
  gui.state.timeline.visible = true;
  gui.frames(3);
  EXPECT_NEAR(gui.place("Help").high.x - gui.place("Help").low.x, kLeastDockWidth, 1);
  EXPECT_EQ(freeArea(gui.state).high.x, 640) << "as if it were not there";
}

TEST(SideDock, DiagnosticsCanFloatOverThePicture) {
  Docked gui(1280, 4000);
  gui.state.diagnostics.open = true;
  gui.unfoldAll();
  gui.click("Docked");
  gui.frames(2);
  EXPECT_TRUE(gui.state.dock.isEmpty());
  ASSERT_TRUE(gui.has("Diagnostics"));
  EXPECT_LT(gui.place("Diagnostics").high.y, 3000);
  EXPECT_TRUE(gui.state.diagnostics.place);
}

TEST(NumberText, RoundOffIsShownAsZero) {
  EXPECT_EQ(withoutRoundOff(-7e-16, 0.5), 0);
  EXPECT_EQ(withoutRoundOff(-7e-16, 0), -7e-16) << "nobody knows what it stands beside";
  EXPECT_EQ(withoutRoundOff(-7e-16, 1e-6), -7e-16);
  EXPECT_EQ(withoutRoundOff(0.25, -3), 0.25);
}

}  // namespace
}  // namespace app
