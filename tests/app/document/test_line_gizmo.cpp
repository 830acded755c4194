// The handles of a line in the picture, without a window.
#include <gtest/gtest.h>

#include <cmath>

#include "scene/text/scene_file.h"
#include "window/line_gizmo.h"

namespace app {
namespace {

class Gizmo : public testing::Test {
 protected:
  Gizmo() : camera(CameraPose{{0, 0, 5}, {0, 0, 0}, {0, 1, 0}, 35}), map(camera, {0, 0, 1000, 600}) {}

  ScreenPoint at(fmm::Vec3 x) const { return *map.project(x); }
  LineHandles handles() const { return handlesOf(scene, place, map, 1); }
  const fmm::Ring& ring() const { return scene.rings().front(); }
  /// Drags a handle from one place on the screen to another.
  void pull(LineHandle handle, ScreenPoint from, ScreenPoint to) {
    ASSERT_EQ(handleAt(handles(), map, from, 1), handle);
    gizmo.press(handle, scene, place, map, from, 1);
    gizmo.drag(scene, map, {from.x + 300, from.y - 200});  // the path does not matter
    gizmo.drag(scene, map, to);
    gizmo.release();
  }

  Camera camera;
  PictureMap map;
  Scene scene = parseScene("[[ring]]\nradius = 0.5\ncentre = [0.2, 0.1, 0]\naxis = [1, 0, 1]\n", "one.toml");
  LinePlace place;
  LineGizmo gizmo;
};

TEST_F(Gizmo, TheMiddleMovesAcrossTheLineOfSight) {
  const fmm::Vec3 to{-0.4, 0.3, 0};
  pull(LineHandle::middle, at(ring().centre), at(to));
  EXPECT_LT(fmm::norm(ring().centre - to), 1e-9);
}

TEST_F(Gizmo, ArrowsMoveAlongTheirOwnDirection) {
  const ScreenPoint from = at(0.5 * (handles().arrows[1] + ring().centre));
  pull(LineHandle::alongY, from, {from.x + 40, from.y - 60});
  EXPECT_EQ(ring().centre.x, 0.2);
  EXPECT_NEAR(ring().centre.y, 0.1 + 60 / map.scaleAt(ring().centre), 1e-3);
  EXPECT_EQ(ring().centre.z, 0);
}

TEST_F(Gizmo, AnArrowThatPointsAtTheEyeCannotBeTaken) {
  moveLine(scene, place, {0, 0, 0});
  EXPECT_EQ(handleAt(handles(), map, at({0, 0, 0}), 1), LineHandle::middle);
  const ScreenPoint middle = at({0, 0, 0});
  EXPECT_NE(handleAt(handles(), map, {middle.x + 9, middle.y}, 1), LineHandle::alongZ);
}

TEST_F(Gizmo, TheTipTurnsTheAxis) {
  const ScreenPoint tip = at(handles().axis);
  pull(LineHandle::axis, tip, at(ring().centre + fmm::Vec3{0, 5, 0}));
  EXPECT_LT(fmm::norm(ring().axis - fmm::Vec3{0, 1, 0}), 0.05);
  EXPECT_NEAR(fmm::norm(ring().axis), 1, 1e-12);
}

TEST_F(Gizmo, TheCircleMakesTheRingLarger) {
  const ScreenPoint middle = at(ring().centre), from = at(handles().circle[0]);
  pull(LineHandle::circle, from, {middle.x + 2 * (from.x - middle.x), middle.y + 2 * (from.y - middle.y)});
  EXPECT_NEAR(ring().radius, 1, 1e-9);
}

TEST_F(Gizmo, VorticesAndSheetsStayInThePlane) {
  scene = parseScene(
      "[physics]\nspace = \"plane\"\n[[vortex]]\ncentre = [0.8, 0.1]\nhalf_axes = [0.3, 0.1]\n"
      "[[sheet]]\nfrom = [-1, 0]\nto = [-0.5, 0]\nthickness = 0.1\n",
      "plane.toml");
  const auto& vortex = std::get<fmm::PlaneVortex>(scene.patches[0].patch);
  const auto& sheet = std::get<fmm::PlaneSheet>(scene.patches[1].patch);
  place = {LinePlace::kPatches, 0};
  EXPECT_NE(handleAt(handles(), map, at(handles().axis), 1), LineHandle::axis);
  EXPECT_NE(handleAt(handles(), map, at(handles().arrows[2]), 1), LineHandle::alongZ);
  pull(LineHandle::middle, at(vortex.centre), at({0.5, -0.2, 0}));
  EXPECT_LT(fmm::norm(vortex.centre - fmm::Vec3{0.5, -0.2, 0}), 1e-9);
  const ScreenPoint middle = at(vortex.centre), from = at(handles().circle[5]);
  pull(LineHandle::circle, from, {2 * from.x - middle.x, 2 * from.y - middle.y});
  EXPECT_NEAR(vortex.halfAxes[0], 0.6, 1e-9);
  EXPECT_NEAR(vortex.halfAxes[1], 0.2, 1e-9);
  place.index = 1;
  pull(LineHandle::middle, at({-0.75, 0, 0}), at({-0.75, 0.5, 0}));
  EXPECT_NEAR(sheet.from.y, 0.5, 1e-9);
  EXPECT_NEAR(fmm::norm(sheet.to - sheet.from), 0.5, 1e-9);
  EXPECT_EQ(formatScene(parseScene(formatScene(scene), "again.toml")), formatScene(scene));
}

TEST_F(Gizmo, EscapePutsTheLineBack) {
  const std::string before = formatScene(scene);
  const ScreenPoint from = at(handles().circle[0]);
  gizmo.press(LineHandle::circle, scene, place, map, from, 1);
  gizmo.drag(scene, map, {from.x, from.y + 90});
  EXPECT_NE(formatScene(scene), before);
  gizmo.cancel(scene);
  EXPECT_EQ(formatScene(scene), before);
  EXPECT_FALSE(gizmo.dragging());
}

TEST_F(Gizmo, NothingIsThereBesides) {
  EXPECT_FALSE(handleAt(handles(), map, {30, 30}, 1));
}

}  // namespace
}  // namespace app
