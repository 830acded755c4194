// Mouse and keys as a user has them: the view turned and flown, text typed, lines dragged, boxes picked.
#include <filesystem>
#include <utility>

#include "app/window/window_fixture.h"
#include "scene/text/scene_file.h"
#include "window/picture_desk.h"

namespace app {
namespace {

namespace fs = std::filesystem;

class WindowMouse : public WindowTest {
 protected:
  /// The scene as it begins, in the part of the window that the panel leaves.
  PictureMap map() const {
    const double panelWidth = panel().area.high.x;
    return {Camera(pose()), {panelWidth, 0, kWidth - panelWidth, kHeight}};
  }
  void realDrag(const std::string& which) {
    moveTo(800, 400);
    xdotool({"mousedown", which});
    moveTo(860, 430);
    xdotool({"mouseup", which});
  }
  void ctrlClick(double x, double y) {
    moveTo(x, y);
    xdotool({"keydown", "ctrl", "click", "1", "keyup", "ctrl"});
  }
};

TEST_F(WindowMouse, TurnsMovesAndZoomsTheView) {
  open(smallScene());
  CameraPose before = pose();
  const auto changed = [&] {  // eye and target, since the last call
    const CameraPose old = std::exchange(before, pose());
    return std::pair{!(before.eye == old.eye), !(before.target == old.target)};
  };
  moveTo(150, 600);
  xdotool({"click", "4"});
  xdotool({"mousedown", "1"});
  moveTo(700, 300);
  xdotool({"mouseup", "1"});
  xdotool({"click", "3"});
  EXPECT_EQ(changed(), std::pair(false, false)) << "what begins on the panel";
  realDrag("1");
  EXPECT_EQ(changed(), std::pair(true, false)) << "left: turns about the target";
  realDrag("3");
  EXPECT_EQ(changed(), std::pair(true, true)) << "right: moves";
  xdotool({"keydown", "shift"});
  realDrag("1");
  xdotool({"keyup", "shift"});
  EXPECT_EQ(changed(), std::pair(true, true)) << "Shift + left: moves";
  xdotool({"click", "4"});
  EXPECT_EQ(changed(), std::pair(true, false)) << "wheel: nearer";
  const double lens = before.fieldOfView;
  xdotool({"keydown", "ctrl", "click", "5", "keyup", "ctrl"});
  EXPECT_FALSE(changed().first);
  EXPECT_GT(before.fieldOfView, lens) << "Ctrl + wheel: wider";
  key("f");
  EXPECT_TRUE(changed().first);
}

TEST_F(WindowMouse, TypingAFileNameIsNoCommand) {
  open(smallScene());
  click("File");
  key("ctrl+a");
  type("shr.toml");
  EXPECT_EQ(panel().saveName, "shr.toml");
  EXPECT_FALSE(panel().help);
  EXPECT_FALSE(fs::exists("ringlet-0001.png"));
  click("Save");
  ASSERT_TRUE(fs::exists("shr.toml"));
  EXPECT_EQ(loadScene("shr.toml").elements, std::size_t{256});
  expect({
      {"[Save]", [&] { return panel().confirmOverwrite; }},
      {"[Overwrite]", [&] { return !panel().confirmOverwrite && !panel().isError; }},
      {"[Flow] [Light] [Glow]", [&] { return lookOf(edited().view, panel().looks).empty(); }},
      {"[New look]", {}},
  });
  key("ctrl+a");
  type("dusk");
  click("Keep look");
  EXPECT_TRUE(fs::exists("config/ringlet/looks/dusk.toml")) << panel().message;
  EXPECT_EQ(lookOf(edited().view, panel().looks), "dusk");
}

TEST_F(WindowMouse, DragsALineWithoutMovingTheView) {
  open(smallScene());
  for (const char* name : {"Flow", "Look", "Lines", "Lines/ring 2"}) click(name);  // folds what is above the list
  ASSERT_EQ(panel().line, (LinePlace{0, 1}));
  const CameraPose view = pose();
  const auto centre = [&] { return edited().rings()[1].centre; };
  const fmm::Vec3 before = centre(), first = edited().rings()[0].centre;
  const ScreenPoint at = *map().project(before);
  pull(at.x, at.y, at.x + 60, at.y - 40);
  EXPECT_GT(fmm::norm(centre() - before), 0.02);
  EXPECT_EQ(edited().rings()[0].centre, first);
  EXPECT_TRUE(pose() == view);
  expect({
      {"", [&] { return state().generation == 2; }},  // shown at once at the beginning
      {"", [&] { return !needsReset(edited(), document().built); }},
      {"Ctrl+Z", [&] { return centre() == before; }},
      {"Ctrl+Y", [&] { return !(centre() == before); }},
      {"Ctrl+Z", [&] { return centre() == before; }},
  });
  moveTo(at.x, at.y);
  xdotool({"mousedown", "1"});
  moveTo(at.x + 50, at.y);
  EXPECT_FALSE(centre() == before);
  expect({{"Esc", [&] { return centre() == before; }}});
  xdotool({"mouseup", "1"});
  expect({{"Esc", [&] { return !panel().line && !left_; }}});
  pull(at.x, at.y, at.x + 50, at.y);
  EXPECT_FALSE(pose() == view) << "the view turns again";
}

TEST_F(WindowMouse, CtrlClickPicksABoxAndTheOnesBehindIt) {
  Scene scene = smallScene();
  scene.settings.leafElements = 44;  // so few particles would fit one leaf
  scene.settings.leafPoints = 256;
  open(scene);
  const CameraPose view = pose();
  const auto& picked = [&] { return state().tree.picked; };
  ctrlClick(815, 360);
  EXPECT_FALSE(picked()) << "there are no boxes to pick from";
  expect({{"T", [&] { return !state().tree.cells.empty(); }}});
  ctrlClick(815, 360);
  ASSERT_TRUE(framesUntil([&] { return picked().has_value(); }));
  const std::size_t first = *picked();
  EXPECT_TRUE(state().tree.cells[first].leaf);
  EXPECT_FALSE(state().tree.near.empty());
  ctrlClick(815, 360);
  EXPECT_TRUE(framesUntil([&] { return picked() && *picked() != first; })) << "the one behind";
  EXPECT_TRUE(pose() == view) << "picking never turns the view";
  xdotool({"click", "--repeat", "12", "--delay", "20", "5"});  // zooms out until there is room beside the tree
  ctrlClick(1260, 20);
  ASSERT_TRUE(framesUntil([&] { return !picked(); }));
  expect({
      {"J", [&] { return picked().has_value(); }},
      {".", [&] { return state().steps == edited().stepsPerFrame && picked(); }},  // it goes with the flow
      {"R", [&] { return state().generation == 2; }},
      {"", [&] { return !picked(); }},  // other particles
  });
}

/// A plane flow, seen from above.
Scene planeScene() {
  return parseScene(
      "[physics]\nspace = \"plane\"\ndt = 0.01\n[particles]\nelements = 200\ntracers = 200\n"
      "[[vortex]]\ncentre = [0.4, 0]\n[view]\nlook = \"plane\"\neye = [0, 0, 3]\ntarget = [0, 0, 0]\n",
      "plane.toml");
}

TEST_F(WindowMouse, MovesAPlaneFlowAndAKeyGivesTheScenesViewBack) {
  open(planeScene());
  const auto fromAbove = [&] {
    const fmm::Vec3 sight = pose().target - pose().eye;
    return fmm::norm((1 / fmm::norm(sight)) * sight - fmm::Vec3{0, 0, -1}) < 1e-9;
  };
  for (const char* way : {"1", "2", "3", "4", "5"}) {
    pull(800, 400, 920, 350);
    EXPECT_GT(fmm::norm(pose().target), 0.1) << "it moves";
    EXPECT_TRUE(fromAbove());
    expect({{way, [&] { return fmm::norm(pose().eye - fmm::Vec3{0, 0, 3}) < 1e-5 && fromAbove(); }}});
  }
  expect({{"F", [&] { return fmm::norm(pose().target - fmm::Vec3{0.4, 0, 0}) < 0.05; }}, {"6", {}}});
  frames(30);
  EXPECT_TRUE(fromAbove());
  const CameraPose before = pose();
  expect({{"W", {}, "A plane flow is seen from above: drag the picture to move it"}});
  pull(800, 400, 800, 490);
  EXPECT_TRUE(fromAbove()) << "no flight";
  EXPECT_FALSE(pose() == before);
}

TEST_F(WindowMouse, PlacesAndMovesAVortex) {
  open(planeScene());
  const std::size_t elements = state().elementCount;
  moveTo(700, 250);
  act("N");
  ASSERT_EQ(edited().patches.size(), 2u);
  ASSERT_TRUE(begins(2)) << "shown at once at the beginning";
  EXPECT_GT(state().elementCount, elements / 2);
  const PictureMap seen = map();
  const auto& vortex = std::get<fmm::PlaneVortex>(edited().patches[1].patch);
  EXPECT_LT(distance(*seen.project(vortex.centre), {700, 250}), 2);
  pull(700, 250, 760, 300);
  EXPECT_LT(distance(*seen.project(vortex.centre), {760, 300}), 3);
  EXPECT_TRUE(begins(3));
  EXPECT_EQ(formatScene(parseScene(formatScene(edited()), "again.toml")), formatScene(edited()));
  act("Ctrl+Z Ctrl+Z");
  EXPECT_EQ(edited().patches.size(), 1u);
}

}  // namespace
}  // namespace app
