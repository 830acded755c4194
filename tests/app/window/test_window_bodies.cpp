// Bodies in space, moved and dropped with the mouse while the flow runs.

#include "app/window/window_fixture.h"
#include "scene/text/scene_file.h"
#include "window/picture_desk.h"

namespace app {
namespace {

class WindowBodies : public WindowTest {
 protected:
  PictureMap map() const {
    const double panelWidth = panel().area.high.x;
    return {Camera(pose()), {panelWidth, 0, kWidth - panelWidth, kHeight}};
  }
  const std::vector<fmm::Body>& bodies() const { return edited().settings.bodies; }
  static Scene aSphere() {
    return parseScene(
        "[physics]\nviscosity = 0.02\ndiffusion = \"lattice\"\nredistribution = \"auto\"\ndt = 0.05\n"
        "regularisation = \"gaussian8\"\nstream = [1, 0, 0]\nspacing = 0.12\n[particles]\ntracers = 0\n"
        "[[body]]\nshape = \"sphere\"\nradius = 0.5\n"
        "[view]\neye = [2, 1, 5]\ntarget = [0.5, 0, 0]\nfollow = false\n[film]\nsteps_per_frame = 1\n",
        "sphere.toml");
  }
};

TEST_F(WindowBodies, ASphereIsDraggedAndTheViewStays) {
  open(aSphere());
  step();
  const CameraPose view = pose();
  const ScreenPoint at = *map().project({0, 0, 0});
  moveTo(at.x, at.y);
  xdotool({"mousedown", "1"});
  moveTo(at.x + 80, at.y + 40);
  ASSERT_TRUE(framesUntil([&] { return !bodies()[0].path.empty(); }));
  step(3);
  xdotool({"mouseup", "1"});
  frames(2);
  EXPECT_TRUE(pose() == view);
  const fmm::Vec3 moved = bodies()[0].poseAt(state().time).centre;
  EXPECT_GT(fmm::norm(moved), 0.02);
  EXPECT_NEAR(fmm::dot(moved, map().forward()), 0, 1e-9) << "in the plane that faces the camera";
  const ScreenPoint to = *map().project(moved);
  EXPECT_NEAR((to.y - at.y) / (to.x - at.x), 0.5, 0.01);
  expect({{"Ctrl+Z", [&] { return bodies()[0].path.empty(); }}});
  pull(at.x + 200, at.y + 200, at.x + 250, at.y + 200);
  EXPECT_FALSE(pose() == view) << "beside it the view turns";
}

TEST_F(WindowBodies, ASphereIsDroppedWhereTheMousePoints) {
  open(aSphere());
  step();
  const ScreenPoint at = *map().project({1.8, 0.4, 0});
  moveTo(at.x, at.y);
  expect({{"Shift+N", [&] { return bodies().size() == 2; }}});
  EXPECT_EQ(bodies()[1].shape, fmm::BodyShape::sphere);
  EXPECT_GE(bodies()[1].radius, 4 * 0.12);
  EXPECT_NEAR(fmm::dot(bodies()[1].centre - pose().target, map().forward()), 0, 1e-9);
  EXPECT_LT(distance(*map().project(bodies()[1].centre), at), 1);
  const double time = state().time;
  step();
  EXPECT_GT(state().time, time) << status().stopped;
  expect({{"Shift+N", [&] { return bodies().size() == 2; }, "There is a body already"},
          {"Ctrl+Z", [&] { return bodies().size() == 1; }}});
}

TEST_F(WindowBodies, TheDiagnosticsHaveATabOfThem) {
  open(aSphere());
  step(3);
  expect({{"I", [&] { return has("Diagnostics/Bodies"); }}});
  EXPECT_FALSE(has("Diagnostics/Rings")) << "there are none";
  reopen(smallScene());
  expect({{"", [&] { return has("Diagnostics/Rings") && !has("Diagnostics/Bodies"); }}});
}

TEST_F(WindowBodies, WithoutFrictionNoneIsDropped) {
  open(smallScene());
  expect({{"Shift+N", [&] { return bodies().empty(); }, "A body needs a viscous flow, for the fluid to stick to it"}});
}

}  // namespace
}  // namespace app
