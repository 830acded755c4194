// The camera in a real window: views at a key, flight, lens.
#include <filesystem>

#include "window_fixture.h"

namespace app {
namespace {

namespace fs = std::filesystem;
using WindowCameraTest = WindowTest;

TEST_F(WindowCameraTest, NumberKeysGlideToViewsOfTheRings) {
  open(smallScene());
  const auto looksAlong = [&](fmm::Vec3 direction) {
    const CameraPose pose = application_->cameraPose();
    const fmm::Vec3 sight = pose.target - pose.eye;
    return fmm::dot(sight, direction) > (1 - 1e-4) * fmm::norm(sight);
  };
  key("1");
  EXPECT_FALSE(looksAlong({0, 0, -1})) << "on its way";
  EXPECT_TRUE(framesUntil([&] { return looksAlong({0, 0, -1}); })) << "the rings come towards you";
  key("3");
  EXPECT_TRUE(framesUntil([&] { return looksAlong({0, -1, 0}); })) << "from above";
  key("5");
  EXPECT_TRUE(framesUntil([&] { return looksAlong({0, 0, 1}); })) << "along the axis";
}

TEST_F(WindowCameraTest, CtrlAndWheelChangeTheFieldOfView) {
  open(smallScene());
  const CameraPose before = application_->cameraPose();
  moveTo(800, 400);
  xdotool({"keydown", "ctrl"});
  xdotool({"click", "5"});
  xdotool({"keyup", "ctrl"});
  EXPECT_GT(application_->cameraPose().fieldOfView, before.fieldOfView);
  EXPECT_EQ(application_->cameraPose().eye, before.eye);
}

TEST_F(WindowCameraTest, FliesWithKeysAndMouse) {
  open(smallScene());
  moveTo(800, 400);
  const CameraPose before = application_->cameraPose();
  key("w");
  EXPECT_TRUE(panel().widgets.rects().count("Fly hint"));
  EXPECT_EQ(application_->cameraPose().eye, before.eye) << "the key that begins the flight does not move";
  xdotool({"keydown", "s"});
  ASSERT_TRUE(framesUntil([&] { return fmm::norm(application_->cameraPose().eye - before.eye) > 0.1; }));
  xdotool({"keyup", "s"});
  EXPECT_FALSE(fs::exists("ringlet-0001.png")) << "S moves now";
  const CameraPose back = application_->cameraPose();
  const fmm::Vec3 sight = before.target - before.eye, way = back.eye - before.eye;
  EXPECT_LT(fmm::dot(sight, way), -0.999 * fmm::norm(sight) * fmm::norm(way)) << "backwards";
  xdotool({"keydown", "d"});
  frames(5);
  xdotool({"keyup", "d"});
  EXPECT_EQ(edited().settings.solver, fmm::SolverKind::fmm) << "D moves now";
  xdotool({"mousemove_relative", "80", "20"});
  EXPECT_GT(fmm::norm(application_->cameraPose().target - back.target), 0.05) << "the mouse turns the view";
  xdotool({"click", "4"});
  key("Escape");
  frames(3);
  EXPECT_FALSE(left_) << "Esc ends the flight, not the program";
  EXPECT_FALSE(panel().widgets.rects().count("Fly hint"));
  key("s");
  EXPECT_TRUE(fs::exists("ringlet-0001.png")) << "S saves again";
}

}  // namespace
}  // namespace app
