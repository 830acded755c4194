// The overlay over the tracers: switched and picked in a real window.
#include "app/window/window_fixture.h"

namespace app {
namespace {

class WindowOverlay : public WindowTest {
 protected:
  void ctrlClick(double x, double y) {
    moveTo(x, y);
    xdotool({"keydown", "ctrl"});
    xdotool({"mousedown", "1"});
    xdotool({"mouseup", "1"});
    xdotool({"keyup", "ctrl"});
  }
  bool picked() {
    return framesUntil([&] { return state().tree.picked.has_value(); });
  }
};

TEST_F(WindowOverlay, KeysSwitchItsParts) {
  open(smallScene());
  const Image before = screen();
  EXPECT_TRUE(state().tree.cells.empty()) << "nobody looks at it yet";
  for (const char* name : {"e", "g", "x", "t"}) key(name);
  const ViewSettings& view = edited().view;
  EXPECT_TRUE(view.arrows && view.grid && view.axes && view.cells);
  ASSERT_TRUE(framesUntil([&] { return !state().tree.cells.empty() && state().shown.strengths; }));
  frames(2);
  EXPECT_GT(brightPixels(screen()), brightPixels(before) + 2000);
  for (const char* name : {"e", "g", "x", "t"}) key(name);
  ASSERT_TRUE(framesUntil([&] { return state().tree.cells.empty() && !state().shown.strengths; }));
}

TEST_F(WindowOverlay, CtrlClickPicksABoxAndTheOnesBehindIt) {
  Scene scene = smallScene();
  scene.settings.leafElements = 44;  // so few particles would fit one leaf
  scene.settings.leafPoints = 256;
  open(scene);
  const CameraPose view = application_->cameraPose();
  ctrlClick(815, 360);
  EXPECT_TRUE(application_->cameraPose() == view);
  EXPECT_FALSE(state().tree.picked) << "there are no boxes to pick from";
  key("t");
  ASSERT_TRUE(framesUntil([&] { return !state().tree.cells.empty(); }));
  ctrlClick(815, 360);
  ASSERT_TRUE(picked());
  const std::size_t first = *state().tree.picked;
  EXPECT_TRUE(state().tree.cells[first].leaf);
  EXPECT_FALSE(state().tree.near.empty());
  ctrlClick(815, 360);
  EXPECT_TRUE(framesUntil([&] { return state().tree.picked && *state().tree.picked != first; })) << "the one behind";
  EXPECT_TRUE(application_->cameraPose() == view) << "picking never turns the view";
  for (int i = 0; i < 12; ++i) xdotool({"click", "5"});  // zooms out until there is room beside the tree
  ctrlClick(1260, 20);
  ASSERT_TRUE(framesUntil([&] { return !state().tree.picked; }));
}

TEST_F(WindowOverlay, APickedBoxGoesWithTheFlow) {
  open(smallScene());
  key("t");
  ASSERT_TRUE(framesUntil([&] { return !state().tree.cells.empty(); }));
  key("j");
  ASSERT_TRUE(picked());
  key("period");
  ASSERT_TRUE(framesUntil([&] { return state().steps == edited().stepsPerFrame; }));
  EXPECT_TRUE(state().tree.picked);
  key("r");
  ASSERT_TRUE(framesUntil([&] { return state().generation == 2; }));
  ASSERT_TRUE(framesUntil([&] { return !state().tree.picked; })) << "other particles";
}

}  // namespace
}  // namespace app
