// A body that is held follows the pointer along a path that it keeps.

#include <cmath>
#include <memory>

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
  /// The bodies as pictures show them now.
  void show() {
    state_.bodies.clear();
    state_.solids.clear();
    for (const fmm::Body& body : bodies_) {
      const fmm::BodyPose pose = body.poseAt(state_.time);
      if (fmm::isInPlane(body)) {
        state_.bodies.push_back(fmm::outlineAt(fmm::outlineOf(body), pose));
      } else {
        const auto surface = std::make_shared<const fmm::BodySurface>(fmm::surfaceOf(body));
        state_.solids.push_back({surface, pose.centre, body.axesAt(pose)});
      }
    }
  }
  bool event(PointerEvent::Kind kind, fmm::Vec3 at, bool covered = false) {
    const ScreenPoint point = map_.project(at).value();
    PointerEvent event{kind, point.x, point.y};
    event.button = PointerEvent::kLeft;
    show();
    return desk_.onPointer(event, map_, covered, state_);
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

/// Spheres one behind the other, and a wing beside them that is seen from below its nose.
class BodyDeskInSpace : public BodyDeskTest {
 protected:
  BodyDeskInSpace() {
    CameraPose pose;
    pose.eye = {3, 2, 4};
    pose.target = {0, 0, 0};
    map_ = PictureMap(Camera(pose), ScreenArea{0, 0, 800, 600});
    bodies_[0].shape = bodies_[1].shape = fmm::BodyShape::sphere;
    bodies_[1].centre = {-1.5, -1, -2};
    fmm::Body wing;
    wing.shape = fmm::BodyShape::wing;
    wing.centre = {0, 1.5, 0};
    wing.attitude = {0, 40, 0};
    bodies_.push_back(wing);
  }
};

TEST_F(BodyDeskInSpace, TakesHoldOfTheNearestBodyUnderThePointer) {
  EXPECT_FALSE(event(PointerEvent::Kind::press, {0.8, -0.8, 0})) << "the view turns";
  ASSERT_TRUE(event(PointerEvent::Kind::press, {-1.5, -1, -2})) << "a sphere hides the other";
  state_.time = 0.02;
  event(PointerEvent::Kind::move, {-1.4, -1, -2});
  ASSERT_TRUE(desk_.follow(state_, bodies_));
  EXPECT_FALSE(bodies_[0].path.empty());
  EXPECT_TRUE(bodies_[1].path.empty());
  event(PointerEvent::Kind::release, {});
  const fmm::BodyPose pose = bodies_[2].poseAt(0);
  const std::array<fmm::Vec3, 3> axes = bodies_[2].axesAt(pose);
  EXPECT_TRUE(event(PointerEvent::Kind::press, pose.centre + 0.8 * axes[2] - 0.3 * axes[0]));
  event(PointerEvent::Kind::release, {});
  EXPECT_FALSE(event(PointerEvent::Kind::press, pose.centre - axes[0])) << "before its nose";
}

TEST_F(BodyDeskInSpace, TheBodyMovesInThePlaneThatFacesTheCamera) {
  bodies_.resize(1);
  const fmm::Vec3 to = map_.onPlane({500, 250}, {});
  ASSERT_TRUE(event(PointerEvent::Kind::press, {0, 0, 0}));
  for (int frame = 0; frame < 80; ++frame) {
    event(PointerEvent::Kind::move, to);
    ASSERT_TRUE(desk_.follow(state_, bodies_));
    const fmm::BodyPose now = bodies_[0].poseAt(state_.time);
    EXPECT_NEAR(fmm::dot(now.centre, map_.forward()), 0, 1e-9);
    EXPECT_LE(fmm::norm(now.velocity) * state_.settings.timeStep, state_.lattice.spacing * 1.001);
    state_.time += 0.02;
  }
  EXPECT_LT(fmm::norm(bodies_[0].poseAt(state_.time).centre - to), 1e-3);
  EXPECT_GT(fmm::norm(to), 0.3);
}

TEST_F(BodyDeskInSpace, ABodyTooSmallToHitIsTakenBesideItsCentre) {
  bodies_.resize(1);
  bodies_[0].radius = 0.001;
  EXPECT_TRUE(event(PointerEvent::Kind::press, map_.onPlane({405, 302}, {})));
  event(PointerEvent::Kind::release, {});
  EXPECT_FALSE(event(PointerEvent::Kind::press, map_.onPlane({415, 302}, {})));
}

}  // namespace
}  // namespace app
