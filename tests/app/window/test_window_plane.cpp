// A plane flow in a running window: the view stays from above, and its vortices are placed with the mouse.
#include "app/window/window_fixture.h"
#include "scene/text/scene_file.h"
#include "window/picture_desk.h"

namespace app {
namespace {

class WindowPlane : public WindowTest {
 protected:
  static Scene planeScene() {
    return parseScene(
        "[physics]\nspace = \"plane\"\ndt = 0.01\n[particles]\nelements = 200\ntracers = 200\n"
        "[[vortex]]\ncentre = [0.4, 0]\n[view]\nlook = \"plane\"\neye = [0, 0, 3]\ntarget = [0, 0, 0]\n",
        "plane.toml");
  }
  void dragPicture(double right, double down) {
    moveTo(800, 400);
    xdotool({"mousedown", "1"});
    moveTo(800 + right / 2, 400 + down / 2);
    moveTo(800 + right, 400 + down);
    xdotool({"mouseup", "1"});
  }
  fmm::Vec3 sight() const {
    const CameraPose pose = application_->cameraPose();
    return (1 / fmm::norm(pose.target - pose.eye)) * (pose.target - pose.eye);
  }
  bool comesHome() {
    return framesUntil([&] { return fmm::norm(application_->cameraPose().eye - fmm::Vec3{0, 0, 3}) < 1e-5; });
  }
};

TEST_F(WindowPlane, StaysFromAboveAndAKeyGivesTheScenesViewBack) {
  open(planeScene());
  for (const char* way : {"1", "2", "3", "4", "5"}) {
    dragPicture(120, -50);
    EXPECT_GT(fmm::norm(application_->cameraPose().target), 0.1) << "it moves";
    EXPECT_LT(fmm::norm(sight() - fmm::Vec3{0, 0, -1}), 1e-9);
    key(way);
    EXPECT_TRUE(comesHome()) << way;
    EXPECT_LT(fmm::norm(sight() - fmm::Vec3{0, 0, -1}), 1e-9);
  }
  key("f");
  EXPECT_TRUE(framesUntil([&] { return fmm::norm(application_->cameraPose().target - fmm::Vec3{0.4, 0, 0}) < 0.05; }));
  key("6");
  frames(30);
  EXPECT_LT(fmm::norm(sight() - fmm::Vec3{0, 0, -1}), 1e-9);
  const CameraPose before = application_->cameraPose();
  key("w");
  frames(2);
  EXPECT_NE(panel().message.find("from above"), std::string::npos) << panel().message;
  dragPicture(0, 90);
  EXPECT_LT(fmm::norm(sight() - fmm::Vec3{0, 0, -1}), 1e-9) << "no flight";
  EXPECT_FALSE(application_->cameraPose() == before);
}

TEST_F(WindowPlane, NPlacesAVortexThatTheMouseMoves) {
  open(planeScene());
  const std::size_t elements = state().elementCount;
  moveTo(700, 250);
  key("n");
  ASSERT_EQ(edited().patches.size(), 2u);
  ASSERT_TRUE(framesUntil([&] { return state().generation == 2; })) << "shown at once at the beginning";
  EXPECT_GT(state().elementCount, elements / 2);
  const double panelWidth = panel().area.high.x;
  const PictureMap map{Camera(application_->cameraPose()), {panelWidth, 0, kWidth - panelWidth, kHeight}};
  const auto& vortex = std::get<fmm::PlaneVortex>(edited().patches[1].patch);
  EXPECT_LT(distance(*map.project(vortex.centre), {700, 250}), 2);
  xdotool({"mousedown", "1"});
  moveTo(740, 290);
  moveTo(760, 300);
  xdotool({"mouseup", "1"});
  EXPECT_LT(distance(*map.project(vortex.centre), {760, 300}), 3);
  EXPECT_TRUE(framesUntil([&] { return state().generation == 3; }));
  EXPECT_EQ(formatScene(parseScene(formatScene(edited()), "again.toml")), formatScene(edited()));
  key("ctrl+z");
  key("ctrl+z");
  EXPECT_EQ(edited().patches.size(), 1u);
}

}  // namespace
}  // namespace app
