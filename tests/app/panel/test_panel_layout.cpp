// The layout of window and panel: its file, and its effect on the panel.
#include <imgui.h>

#include "app/panel/panel_fixture.h"
#include "app/support/run_program.h"
#include "files/user_error.h"
#include "panel/panel_layout.h"
#include "support/test.h"
#include "window/gui.h"

namespace app {
namespace {

using testing::HasSubstr;

PanelLayout sampleLayout() {
  PanelLayout layout;
  layout.window = WindowPlace{{1500, 900}, std::pair<int, int>{-40, 25}, true, 1.5};
  layout.panelVisible = false;
  layout.panelWidth = 412;
  layout.openSections = {{"Camera", true}, {"New ring", true}, {"Look", false}};
  layout.dockWidth = 380;
  layout.diagnostics = true;
  layout.diagnosticsDocked = false;
  layout.diagnosticsPlace = WidgetRect{{500, 20}, {900, 320}};
  layout.timeline = true;
  layout.idleMinutes = 12;
  return layout;
}

std::string errorOf(const std::string& text) {
  return test::refusal<UserError>([&] { parseLayout(text, "layout.toml"); });
}

TEST(PanelLayoutFile, ReadsBackWhatItWrote) {
  const PanelLayout layout = sampleLayout(), read = parseLayout(formatLayout(layout), "layout.toml");
  EXPECT_EQ(read.window, layout.window);
  EXPECT_EQ(read.panelVisible, layout.panelVisible);
  EXPECT_EQ(read.panelWidth, layout.panelWidth);
  EXPECT_EQ(read.openSections, layout.openSections);
  EXPECT_EQ(read.dockWidth, layout.dockWidth);
  EXPECT_EQ(read.diagnostics, layout.diagnostics);
  EXPECT_EQ(read.diagnosticsDocked, layout.diagnosticsDocked);
  EXPECT_EQ(read.timeline, layout.timeline);
  EXPECT_EQ(read.idleMinutes, 12);
  ASSERT_TRUE(read.diagnosticsPlace);
  EXPECT_EQ(read.diagnosticsPlace->low.x, 500);
  EXPECT_EQ(read.diagnosticsPlace->high.y, 320);
  EXPECT_EQ(formatLayout(read), formatLayout(layout));
  EXPECT_EQ(parseLayout("", "layout.toml").panelWidth, PanelLayout().panelWidth);
}

TEST(PanelLayoutFile, NonsenseIsRefusedWithItsPlace) {
  EXPECT_THAT(errorOf("[panel]\nwidth = 4\n"), AllOf(HasSubstr("layout.toml:2:"), HasSubstr("250 to 900")));
  EXPECT_THAT(errorOf("[window]\nsize = [0, 100]\n"), HasSubstr("layout.toml:2:"));
  EXPECT_THAT(errorOf("[sections]\nfloww = true\n"), HasSubstr("floww"));
  EXPECT_THAT(errorOf("[panel\n"), HasSubstr("layout.toml:1:"));
  EXPECT_THAT(errorOf(std::string("\0\x80", 2)), HasSubstr("layout.toml:1:"));
}

TEST_F(Panel, TakesAndGivesItsLayout) {
  applyLayout(sampleLayout(), gui.state);
  gui.state.visible = true;
  gui.frame();
  EXPECT_FLOAT_EQ(gui.state.area.high.x, 412);
  EXPECT_FALSE(gui.state.openSections.at("Look"));
  const PanelLayout layout = layoutOf(gui.state);
  EXPECT_EQ(layout.panelWidth, 412);
  EXPECT_TRUE(layout.openSections.at("New ring"));
  EXPECT_EQ(layout.dockWidth, 380);
  EXPECT_TRUE(layout.diagnostics);
  EXPECT_FALSE(layout.diagnosticsDocked);
  EXPECT_TRUE(layout.timeline);
  EXPECT_EQ(layout.openSections.size(), panelSections().size());
}

TEST_F(Panel, AFileHasARowForItsName) {
  gui.frame();
  const auto& rects = gui.state.widgets.rects();
  const WidgetRect name = rects.at("File"), title = rects.at("Title");
  EXPECT_EQ(name.low.x, title.low.x);
  EXPECT_EQ(name.high.x, title.high.x) << "no button takes of it";
  for (const char* button : {"Save", "Load", "Save state"}) {
    EXPECT_GE(rects.at(button).low.y, name.high.y) << button;
    EXPECT_LE(rects.at(button).high.x, name.high.x) << button;
  }
}

TEST_F(Panel, ItsSideCanBeDragged) {
  gui.frame();
  const auto dragEdgeTo = [&](float x) {
    ImGuiIO& io = ImGui::GetIO();
    io.MousePos = {gui.state.area.high.x - 2, 300};
    gui.frame();
    gui.frame();
    io.MouseDown[0] = true;
    gui.frame();
    io.MousePos = {x, 300};
    gui.frame();
    io.MouseDown[0] = false;
    gui.frame();
    gui.frame();
  };
  dragEdgeTo(430);
  EXPECT_NEAR(gui.state.area.high.x, 430, 1);
  dragEdgeTo(10);
  EXPECT_NEAR(gui.state.width, kLeastPanelWidth, 1e-6);
  gui.state.scale = 1.5;
  gui.frame();
  EXPECT_NEAR(gui.state.area.high.x, 1.5 * kLeastPanelWidth, 1) << "follows the screen's density";
}

class LayoutKeeperTest : public testing::Test {
 protected:
  void SetUp() override { setenv("XDG_CONFIG_HOME", folder_.path().c_str(), 1); }
  void TearDown() override { unsetenv("XDG_CONFIG_HOME"); }
  std::string path() const { return folder_ / "ringlet/layout.toml"; }

  test::TemporaryFolder folder_;
};

TEST_F(LayoutKeeperTest, KeepsWhatChangedAndOnlyThat) {
  {
    LayoutKeeper keeper(true, false);
    EXPECT_FALSE(keeper.start().window);
    EXPECT_FALSE(keeper.due());
    keeper.keep(sampleLayout());
  }
  LayoutKeeper keeper(true, false);
  EXPECT_EQ(formatLayout(keeper.start()), formatLayout(sampleLayout()));
  std::filesystem::remove(path());
  keeper.keep(sampleLayout());
  EXPECT_FALSE(std::filesystem::exists(path())) << "it was not changed: nothing is written";
  EXPECT_EQ(LayoutKeeper(true, true).start().panelWidth, PanelLayout().panelWidth);
}

TEST_F(LayoutKeeperTest, ABrokenFileIsToldInOneLineAndReplaced) {
  std::filesystem::create_directories(folder_ / "ringlet");
  test::writeFile(path(), "[panel]\nwidth = \"wide\"\n");
  testing::internal::CaptureStderr();
  LayoutKeeper keeper(true, false);
  const std::string told = testing::internal::GetCapturedStderr();
  EXPECT_THAT(told, testing::StartsWith("ringlet: " + path() + ":2:"));
  EXPECT_EQ(std::count(told.begin(), told.end(), '\n'), 1);
  EXPECT_EQ(keeper.start().panelWidth, PanelLayout().panelWidth);
  keeper.keep(sampleLayout());
  EXPECT_EQ(test::readFile(path()), formatLayout(sampleLayout()));
}

TEST_F(LayoutKeeperTest, WithoutBeingAskedNothingIsReadOrWritten) {
  LayoutKeeper(true, false).keep(sampleLayout());
  LayoutKeeper keeper(false, false);
  EXPECT_FALSE(keeper.start().window);
  keeper.keep(PanelLayout());
  EXPECT_EQ(test::readFile(path()), formatLayout(sampleLayout()));
}

TEST_F(LayoutKeeperTest, AFullDiskIsToldOnce) {
  std::filesystem::create_directories(folder_ / "ringlet");
  std::filesystem::create_symlink("/dev/full", path());
  LayoutKeeper keeper(true, true);
  testing::internal::CaptureStderr();
  keeper.keep(sampleLayout());
  keeper.keep(PanelLayout());
  const std::string told = testing::internal::GetCapturedStderr();
  EXPECT_THAT(told, HasSubstr("the layout is not kept"));
  EXPECT_EQ(std::count(told.begin(), told.end(), '\n'), 1);
}

}  // namespace
}  // namespace app
