// The table of keys and mouse: complete, without clashes, and shown by the help overlay.

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>

#include "app/support/free_leapfrog.h"
#include "app/support/gui_harness.h"
#include "panel/key_bindings.h"
#include "scene/text/scene_file.h"
#include "support/test.h"

namespace app {
namespace {

KeyPress pressed(int key, std::string_view typed, bool control = false, bool shift = false) {
  return {key, typed, control, shift, false};
}

TEST(KeyBindings, EveryActionOccursOnceWithADescription) {
  std::set<Action> actions;
  std::set<std::string> descriptions;
  for (const KeyBinding& binding : keyBindings()) {
    EXPECT_TRUE(actions.insert(binding.action).second) << binding.description;
    EXPECT_TRUE(descriptions.insert(binding.description).second) << binding.description;
    EXPECT_GT(std::string(binding.description).size(), 5u) << binding.label();
    for (const KeyChord& chord : binding.chords) EXPECT_STRNE(chord.name, "") << binding.description;
  }
  EXPECT_EQ(actions.size(), static_cast<std::size_t>(kActions));
  EXPECT_EQ(*actions.begin(), Action{});
  EXPECT_EQ(*actions.rbegin(), Action::quit);
}

TEST(KeyBindings, NoTwoShareAKey) {
  std::set<std::tuple<int, bool, bool>> keys;
  std::set<std::tuple<char, bool, bool>> symbols;
  std::set<std::string> labels;
  for (const KeyBinding& binding : keyBindings()) {
    for (const KeyChord& c : binding.chords) {
      EXPECT_TRUE(keys.emplace(c.key, c.control, c.shift).second) << c.label();
      EXPECT_TRUE(labels.insert(c.label()).second) << c.label();
      if (c.symbol != 0) {
        EXPECT_TRUE(symbols.emplace(c.symbol, c.control, c.shift).second) << c.label();
        EXPECT_EQ(c.symbol, std::tolower(c.symbol)) << c.label();
      }
    }
  }
}

TEST(KeyBindings, EveryKeyAsksForItsAction) {
  for (const KeyBinding& binding : keyBindings()) {
    for (const KeyChord& c : binding.chords) {
      const std::string typed(c.symbol == 0 ? 0 : 1, c.symbol);
      EXPECT_EQ(actionFor(pressed(c.key, typed, c.control, c.shift)), binding.action) << c.label();
      EXPECT_EQ(actionFor(pressed(c.key, "", c.control, c.shift)), binding.action) << c.label();
    }
    EXPECT_EQ(keysOf(binding.action), binding.label());
  }
}

TEST(KeyBindings, FollowTheKeyboardLayout) {
  EXPECT_EQ(actionFor(pressed(GLFW_KEY_R, "r")), Action::reset);
  EXPECT_EQ(actionFor(pressed(GLFW_KEY_R, "")), Action::reset) << "without a name the key's place counts";
  EXPECT_EQ(actionFor(pressed(GLFW_KEY_PERIOD, ":")), std::nullopt);
  EXPECT_EQ(actionFor(pressed(GLFW_KEY_COMMA, ".")), Action::step) << "the key that types a full stop, wherever it is";
  EXPECT_EQ(actionForSign(U'.'), Action::step) << "where Shift types it";
  EXPECT_EQ(actionForSign(U'#'), std::nullopt);
  KeyPress hebrew = pressed(GLFW_KEY_W, "'");
  EXPECT_EQ(actionFor(hebrew), std::nullopt);
  hebrew.latin = false;
  EXPECT_EQ(actionFor(hebrew), Action::fly) << "a layout without Latin letters";
  KeyPress quit = pressed(GLFW_KEY_Q, "/", true);
  quit.latin = false;
  EXPECT_EQ(actionFor(quit), Action::quit);
  EXPECT_EQ(actionFor(pressed(GLFW_KEY_R, "r", false, true)), Action::reset) << "Shift that nobody asks for";
  EXPECT_EQ(actionFor(pressed(GLFW_KEY_R, "r", true)), std::nullopt) << "Ctrl+R is another key";
  KeyPress other = pressed(GLFW_KEY_R, "r");
  other.other = true;
  EXPECT_EQ(actionFor(other), std::nullopt) << "Alt+R belongs to the window manager";
}

TEST(MouseBindings, EveryWayToHoldTheMouseMeansOneThing) {
  std::set<std::tuple<int, bool, bool>> ways;
  for (const MouseBinding& binding : mouseBindings()) {
    EXPECT_TRUE(ways.emplace(binding.button, binding.shift, binding.control).second) << binding.label;
    EXPECT_EQ(actionFor(binding.button, binding.shift, binding.control), binding.action) << binding.label;
    EXPECT_STRNE(binding.description, "") << binding.label;
  }
  EXPECT_EQ(actionFor(GLFW_MOUSE_BUTTON_RIGHT, true), MouseAction::pan) << "Shift that nobody asks for";
  EXPECT_EQ(actionFor(GLFW_MOUSE_BUTTON_8, false), std::nullopt);
}

class Help : public testing::TestWithParam<std::pair<int, int>> {};

/// Number of pixels of the rectangle that are lighter than the help's ground.
int inkOf(const Image& image, const WidgetRect& rect) {
  int ink = 0;
  for (int y = static_cast<int>(rect.low.y); y < static_cast<int>(rect.high.y); ++y) {
    for (int x = static_cast<int>(rect.low.x); x < static_cast<int>(rect.high.x); ++x) ink += image.at(x, y)[1] > 120;
  }
  return ink;
}

TEST_P(Help, FitsIntoTheWindow) {
  const auto [width, height] = GetParam();
  GuiHarness gui(width, height);
  openScene(gui.state, gui.document, test::freeLeapfrog());
  gui.state.help = true;
  for (int i = 0; i < 4; ++i) gui.frame();
  ASSERT_TRUE(gui.has("Help"));
  const WidgetRect help = gui.state.widgets.rects().at("Help");
  EXPECT_GE(help.low.x, 0);
  EXPECT_GE(help.low.y, 0);
  EXPECT_LE(help.high.x, static_cast<float>(width) + 0.5f);
  EXPECT_LE(help.high.y, static_cast<float>(height) + 0.5f);
  EXPECT_GT(inkOf(gui.picture(), help), 5000);
}

INSTANTIATE_TEST_SUITE_P(Sizes, Help, testing::Values(std::pair(640, 720), std::pair(1280, 720), std::pair(1920, 600)));

TEST(HelpOverlay, ShowsWithoutThePanelToo) {
  GuiHarness gui(1280, 720);
  openScene(gui.state, gui.document, test::freeLeapfrog());
  gui.state.visible = false;
  gui.state.help = true;
  for (int i = 0; i < 3; ++i) gui.frame();
  ASSERT_TRUE(gui.has("Help"));
  const WidgetRect help = gui.state.widgets.rects().at("Help");
  EXPECT_NEAR(help.high.x, 1280, 1);
  EXPECT_GT(help.low.x, 640) << "beside the picture";
}

}  // namespace
}  // namespace app
