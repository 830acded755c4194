#include "camera/camera.h"

#include <glm/vec4.hpp>

#include "support/test.h"

namespace {

using app::Camera;
using app::CameraPose;
using fmm::Vec3;

glm::vec4 project(const Camera& camera, Vec3 point, double aspect = 1.5) {
  const glm::vec4 clip = camera.viewProjection(aspect) * glm::vec4(point.x, point.y, point.z, 1);
  return {clip.x / clip.w, clip.y / clip.w, clip.z / clip.w, clip.w};
}

TEST(Camera, TargetIsInTheMiddleAndUpIsUp) {
  const Camera camera(CameraPose{{3, 2, 5}, {1, 0, -1}, {0, 1, 0}, 40});
  const glm::vec4 middle = project(camera, {1, 0, -1});
  EXPECT_NEAR(middle.x, 0, 1e-6);
  EXPECT_NEAR(middle.y, 0, 1e-6);
  EXPECT_NEAR(middle.w, camera.distance(), 1e-5);
  EXPECT_GT(project(camera, {1, 0.5, -1}).y, 0.05F);
}

TEST(Camera, WorksFromTinyToHugeScenes) {
  for (const double scale : {1e-6, 1.0, 1e6}) {
    Camera camera(CameraPose{{0, 0, 5 * scale}, {0, 0, 0}, {0, 1, 0}, 35});
    camera.fit({0, 0, 0}, scale, 16.0 / 9);
    const glm::vec4 top = project(camera, {0, scale, 0}, 16.0 / 9);
    EXPECT_GT(top.y, 0.85F) << scale;
    EXPECT_LT(top.y, 1.0F) << scale;
    EXPECT_GT(top.z, -1.0F) << scale;
    EXPECT_LT(top.z, 1.0F) << scale;
  }
}

TEST(Camera, FitShowsTheWholeBallInTallPicturesToo) {
  Camera camera;
  for (const double aspect : {0.4, 1.0, 2.5}) {
    camera.fit({1, 2, 3}, 0.7, aspect);
    for (const Vec3 side : {Vec3{0.7, 0, 0}, Vec3{-0.7, 0, 0}, Vec3{0, 0.7, 0}, Vec3{0, 0, 0.7}}) {
      const glm::vec4 at = project(camera, Vec3{1, 2, 3} + side, aspect);
      EXPECT_LE(std::abs(at.x), 1.0F);
      EXPECT_LE(std::abs(at.y), 1.0F);
    }
  }
  const double before = camera.distance();
  camera.fit({0, 0, 0}, -1, 1);
  camera.fit({std::numeric_limits<double>::quiet_NaN(), 0, 0}, 1, 1);
  EXPECT_EQ(camera.distance(), before);
}

TEST(Camera, ZoomComesNearerButNeverArrives) {
  Camera camera(CameraPose{{0, 0, 4}, {0, 0, 0}, {0, 1, 0}, 35});
  camera.zoom(1);
  EXPECT_NEAR(camera.distance(), 3.6, 1e-12);
  for (int i = 0; i < 1000; ++i) camera.zoom(5);
  EXPECT_GT(camera.distance(), 0);
  EXPECT_GT(camera.pose().eye.z, 0);
  camera.zoom(-1e9);
  EXPECT_TRUE(std::isfinite(camera.distance()));
  EXPECT_GT(camera.distance(), 4);
}

TEST(Camera, OrbitKeepsDistanceAndPassesOverThePoleSmoothly) {
  Camera camera(CameraPose{{0, 1, 5}, {0, 0, 0}, {0, 1, 0}, 35});
  const double distance = camera.distance();
  glm::vec4 before = project(camera, {0.3, 0.2, 0.1});
  for (int i = 0; i < 400; ++i) {  // two turns, over both poles
    camera.orbit(0, 0.01);
    const glm::vec4 now = project(camera, {0.3, 0.2, 0.1});
    EXPECT_LT(std::hypot(now.x - before.x, now.y - before.y), 0.02F) << "jump in step " << i;
    before = now;
  }
  EXPECT_NEAR(camera.distance(), distance, 1e-9);
  EXPECT_NEAR(camera.pose().eye.z, 5, 1e-6);
}

TEST(Camera, RollTurnsThePictureAboutItsMiddle) {
  Camera camera(CameraPose{{0.2, 0, 4}, {0.2, 0, 0}, {0, 1, 0}, 35});
  const glm::vec4 before = project(camera, {0.7, 0, 0}, 1);
  camera.roll(-2 * std::atan(1.));  // the camera to the right: the picture to the left
  const glm::vec4 after = project(camera, {0.7, 0, 0}, 1);
  EXPECT_NEAR(after.x, 0, 1e-6);
  EXPECT_NEAR(std::abs(after.y), before.x, 1e-6);
  const CameraPose pose = camera.pose();
  EXPECT_EQ(pose.eye, (Vec3{0.2, 0, 4}));
  EXPECT_NEAR(std::abs(pose.up.x), 1, 1e-12) << "and the turned view can be kept";
}

TEST(Camera, DraggingRightMovesTheNearSideRight) {
  Camera camera(CameraPose{{0, 0, 5}, {0, 0, 0}, {0, 1, 0}, 35});
  camera.orbit(0.05, 0);
  EXPECT_GT(project(camera, {0, 0, 1}).x, 0.01F);
  camera = Camera(CameraPose{{0, 0, 5}, {0, 0, 0}, {0, 1, 0}, 35});
  camera.orbit(0, 0.05);
  EXPECT_LT(project(camera, {0, 0, 1}).y, -0.01F);
}

TEST(Camera, PanKeepsTheTargetUnderThePointer) {
  Camera camera(CameraPose{{2, 1, 5}, {0, 0, 0}, {0, 1, 0}, 35});
  camera.pan(0.25, 0.1);  // fractions of the height, y down; a height is 2 in clip space
  const glm::vec4 at = project(camera, {0, 0, 0}, 2.0);
  EXPECT_NEAR(at.x, 0.25, 1e-5);
  EXPECT_NEAR(at.y, -0.2, 1e-5);
}

TEST(Camera, FollowShiftsEyeAndTarget) {
  Camera camera(CameraPose{{2, 1, 5}, {0, 0, 0}, {0, 1, 0}, 35});
  const CameraPose before = camera.pose();
  camera.follow({0, 0, 3});
  EXPECT_EQ((camera.pose().eye - before.eye).z, 3);
  EXPECT_EQ((camera.pose().target - before.target).z, 3);
}

TEST(Camera, PoseGivesTheSameViewBack) {
  Camera camera(CameraPose{{2, 1, 5}, {0.5, 0, 0}, {0.1, 1, 0}, 50});
  camera.orbit(0.2, -0.9);
  camera.pan(0.1, 0.3);
  camera.zoom(3);
  const Camera copy(camera.pose());
  const glm::mat4 a = camera.viewProjection(1.7), b = copy.viewProjection(1.7);
  for (int c = 0; c < 4; ++c) {
    for (int r = 0; r < 4; ++r) EXPECT_NEAR(a[c][r], b[c][r], 1e-4);
  }
}

TEST(Camera, DegeneratePosesStillShowSomething) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const CameraPose& pose :
       {CameraPose{{1, 1, 1}, {1, 1, 1}, {0, 1, 0}, 35}, CameraPose{{0, 5, 0}, {0, 0, 0}, {0, 1, 0}, 35},
        CameraPose{{0, 0, 5}, {0, 0, 0}, {0, 0, 0}, 35}, CameraPose{{nan, 0, 5}, {0, nan, 0}, {nan, 0, 0}, nan}}) {
    const Camera camera(pose);
    const glm::mat4 matrix = camera.viewProjection(1);
    for (int c = 0; c < 4; ++c) {
      for (int r = 0; r < 4; ++r) EXPECT_TRUE(std::isfinite(matrix[c][r]));
    }
  }
}

TEST(Camera, OpensForPicturesThatAreHigherThanWide) {
  const Camera camera(CameraPose{{0, 0, 5}, {0, 0, 0}, {0, 1, 0}, 35});
  for (const double aspect : {1., 1.5, 2.4}) EXPECT_EQ(app::openedFor(camera, aspect).pose(), camera.pose());
  const Camera opened = app::openedFor(camera, 0.5);
  // The right edge of a square picture is also the right edge of the opened one.
  const glm::vec4 edge(5 * std::tan(35 * 3.14159265358979 / 360), 0, 0, 1);
  const glm::vec4 square = camera.viewProjection(1) * edge, narrow = opened.viewProjection(0.5) * edge;
  EXPECT_NEAR(square.x / square.w, 1, 1e-6);
  EXPECT_NEAR(narrow.x / narrow.w, 1, 1e-6);
  EXPECT_EQ(opened.pose().eye, camera.pose().eye);
}

}  // namespace
