// A line of the scene dragged by its handles in a running window.
#include "app/window/window_fixture.h"
#include "window/line_gizmo.h"

namespace app {
namespace {

class WindowLines : public WindowTest {
 protected:
  PictureMap map() const {
    const double panelWidth = panel().area.high.x;
    return {Camera(application_->cameraPose()), {panelWidth, 0, kWidth - panelWidth, kHeight}};
  }
  void drag(fmm::Vec3 from, double right, double down) {
    const ScreenPoint at = *map().project(from);
    moveTo(at.x, at.y);
    xdotool({"mousedown", "1"});
    moveTo(at.x + right / 2, at.y + down / 2);
    moveTo(at.x + right, at.y + down);
    xdotool({"mouseup", "1"});
  }
  void chooseSecondRing() {
    click("Flow");  // folds the section, so that the list is visible
    click("Look");
    click("Lines");
    click("Lines/ring 2");
  }
};

TEST_F(WindowLines, AreDraggedWithoutMovingTheView) {
  open(smallScene());
  chooseSecondRing();
  ASSERT_EQ(panel().line, (LinePlace{0, 1}));
  const CameraPose view = application_->cameraPose();
  const fmm::Vec3 before = edited().rings()[1].centre, first = edited().rings()[0].centre;
  moveTo(900, 600);
  screen();
  drag(before, 60, -40);
  EXPECT_GT(fmm::norm(edited().rings()[1].centre - before), 0.02);
  EXPECT_EQ(edited().rings()[0].centre, first);
  EXPECT_TRUE(application_->cameraPose() == view);
  ASSERT_TRUE(framesUntil([&] { return state().generation == 2; })) << "shown at once at the beginning";
  EXPECT_FALSE(needsReset(edited(), document().built));
  key("ctrl+z");
  EXPECT_EQ(edited().rings()[1].centre, before);
  key("ctrl+y");
  EXPECT_FALSE(edited().rings()[1].centre == before);
}

TEST_F(WindowLines, EscapeLeavesThem) {
  open(smallScene());
  chooseSecondRing();
  const fmm::Vec3 before = edited().rings()[1].centre;
  const ScreenPoint at = *map().project(before);
  moveTo(at.x, at.y);
  xdotool({"mousedown", "1"});
  moveTo(at.x + 50, at.y);
  EXPECT_FALSE(edited().rings()[1].centre == before);
  key("Escape");
  EXPECT_EQ(edited().rings()[1].centre, before);
  xdotool({"mouseup", "1"});
  key("Escape");
  EXPECT_FALSE(panel().line);
  EXPECT_FALSE(left_);
  const CameraPose view = application_->cameraPose();
  drag(before, 50, 0);
  EXPECT_FALSE(application_->cameraPose() == view) << "the view turns again";
}

}  // namespace
}  // namespace app
