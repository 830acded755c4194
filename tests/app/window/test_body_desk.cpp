// A body that is held follows the pointer along a path that it keeps.

#include <cmath>

#include "support/test.h"
#include "window/body_desk.h"

namespace app {
namespace {

class BodyDeskTest : public testing::Test {
 protected:
  BodyDeskTest() {
    state_.settings.timeStep = 0.01;
    state_.stepsPerFrame = 2;
    state_.lattice.spacing = 0.05;
    bodies_.resize(2);
    bodies_[0].radius = 0.2;
    bodies_[1].radius = 0.2;
    bodies_[1].centre = {1, 0, 0};
  }
  static CameraPose above() {
    CameraPose pose;
    pose.eye = {0, 0, 5};
    pose.target = {0, 0, 0};
    pose.up = {0, 1, 0};
    return pose;
  }
  std::vector<std::vector<fmm::Vec3>> outlines() const {
    std::vector<std::vector<fmm::Vec3>> all;
    for (const fmm::Body& body : bodies_) all.push_back(fmm::outlineAt(fmm::outlineOf(body), body.poseAt(state_.time)));
    return all;
  }
  bool event(PointerEvent::Kind kind, fmm::Vec3 at, bool covered = false) {
    const ScreenPoint point = map_.project(at).value();
    PointerEvent event{kind, point.x, point.y};
    event.button = PointerEvent::kLeft;
    return desk_.onPointer(event, map_, covered, outlines());
  }

  PictureMap map_{Camera(above()), ScreenArea{0, 0, 800, 600}};
  SimulationState state_;
  std::vector<fmm::Body> bodies_;
  BodyDesk desk_;
};

TEST_F(BodyDeskTest, TakesHoldOfTheBodyUnderThePointerAlone) {
  EXPECT_FALSE(event(PointerEvent::Kind::press, {0.5, 0, 0})) << "between the bodies the view moves";
  EXPECT_FALSE(event(PointerEvent::Kind::press, {1.1, 0, 0}, true)) << "the panel lies over it";
  EXPECT_TRUE(event(PointerEvent::Kind::press, {1.1, 0, 0}));
  EXPECT_TRUE(desk_.holds());
  EXPECT_TRUE(event(PointerEvent::Kind::release, {1.1, 0, 0}));
  EXPECT_FALSE(desk_.holds());
  EXPECT_TRUE(bodies_[1].path.empty()) << "a click moves nothing";
}

TEST_F(BodyDeskTest, TheBodyComesToThePointerAndKeepsItsPath) {
  ASSERT_TRUE(event(PointerEvent::Kind::press, {1.1, 0, 0}));
  for (int frame = 0; frame < 60; ++frame) {
    event(PointerEvent::Kind::move, {1.4, 0.2, 0});
    EXPECT_EQ(desk_.follow(state_, bodies_), true) << frame;
    EXPECT_FALSE(desk_.follow(state_, bodies_)) << "once a state";
    const fmm::BodyPose now = bodies_[1].poseAt(state_.time);
    EXPECT_LE(fmm::norm(now.velocity) * state_.settings.timeStep, state_.lattice.spacing * 1.001);
    state_.time += 0.02;
  }
  const fmm::BodyPose end = bodies_[1].poseAt(state_.time);
  EXPECT_NEAR(end.centre.x, 1.3, 1e-3) << "held at the same place";
  EXPECT_NEAR(end.centre.y, 0.2, 1e-3);
  EXPECT_TRUE(bodies_[0].path.empty());
  fmm::requireBodies(bodies_);
  EXPECT_EQ(bodies_[1].path.front().time, 0);
  EXPECT_GT(bodies_[1].path.size(), 50u);
}

}  // namespace
}  // namespace app
