// Ways to move a camera: views at a key, flying, gliding, the field of view.

#include <glm/vec4.hpp>

#include "app/support/free_leapfrog.h"
#include "camera/camera_motion.h"
#include "camera/camera_presets.h"
#include "scene/text/scene_file.h"
#include "support/test.h"

namespace app {
namespace {

using fmm::Vec3;

glm::vec4 project(const Camera& camera, Vec3 point, double aspect = 1.5) {
  const glm::vec4 clip = camera.viewProjection(aspect) * glm::vec4(point.x, point.y, point.z, 1);
  return {clip.x / clip.w, clip.y / clip.w, clip.z / clip.w, clip.w};
}

Vec3 normalised(Vec3 a) {
  return (1 / fmm::norm(a)) * a;
}
Vec3 directionOfView(const CameraPose& pose) {
  return normalised(pose.target - pose.eye);
}
void expectNear(Vec3 a, Vec3 b, double tolerance, const std::string& what) {
  EXPECT_LT(fmm::norm(a - b), tolerance) << what << ": (" << a.x << ' ' << a.y << ' ' << a.z << ')';
}

/// Like two rings of radius 0.3 that move along +z, away from the origin.
CameraSubject subject() {
  CameraSubject s;
  s.centre = {1, 2, 3};
  s.radius = 0.45;
  s.travel = {0, 0, 2};
  s.up = {0, 3, 0};
  s.ringCentre = {1, 2, 2.9};
  s.ringRadius = 0.3;
  s.tubeRadius = 0.06;
  return s;
}

TEST(CameraPresets, LookAlongTheRightAxes) {
  const auto sight = [](CameraPreset preset) { return directionOfView(presetPose(preset, subject(), 35, 1.5)); };
  expectNear(sight(CameraPreset::front), {0, 0, -1}, 1e-12, "front");
  expectNear(sight(CameraPreset::axis), {0, 0, 1}, 1e-12, "axis");
  expectNear(sight(CameraPreset::top), {0, -1, 0}, 1e-12, "top");
  expectNear(sight(CameraPreset::side), {1, 0, 0}, 1e-12, "side");
  const Vec3 threeQuarter = sight(CameraPreset::threeQuarter);
  EXPECT_TRUE(threeQuarter.x > 0.3 && threeQuarter.y < -0.2 && threeQuarter.z < -0.3);
}

TEST(CameraPresets, ShowTravelToTheRightFromTheSideAndFromAbove) {
  for (const CameraPreset preset : {CameraPreset::side, CameraPreset::top}) {
    const Camera camera(presetPose(preset, subject(), 35, 1.5));
    const glm::vec4 ahead = project(camera, subject().centre + Vec3{0, 0, 0.3});
    EXPECT_GT(ahead.x, 0.2F) << label(preset);
    EXPECT_NEAR(ahead.y, 0, 1e-5) << label(preset);
  }
}

TEST(CameraPresets, AllRingsAreInEveryPictureOfAnyShape) {
  for (const Vec3 travel : {Vec3{0, 0, 1}, Vec3{1, 0.5, 0}, Vec3{0, 1, 0}, Vec3{0, -1, 0}}) {
    for (const Vec3 up : {Vec3{0, 1, 0}, Vec3{0, 0, 1}}) {
      for (const double aspect : {0.5, 1.0, 2.4}) {
        for (const CameraPreset preset : cameraPresets()) {
          if (preset == CameraPreset::closeUp) continue;
          CameraSubject s = subject();
          s.travel = travel;
          s.up = up;
          const Camera camera(presetPose(preset, s, 35, aspect));
          double widest = 0;
          for (int i = 0; i < 50; ++i) {
            const double z = 1 - 2 * (i + 0.5) / 50, r = std::sqrt(1 - z * z), a = 2.4 * i;
            const glm::vec4 at =
                project(camera, s.centre + s.radius * Vec3{r * std::cos(a), r * std::sin(a), z}, aspect);
            widest = std::max({widest, std::abs(static_cast<double>(at.x)), std::abs(static_cast<double>(at.y))});
          }
          EXPECT_LE(widest, 1) << label(preset);
          EXPECT_GT(widest, 0.8) << label(preset) << ": not lost in the distance either";
        }
      }
    }
  }
}

TEST(CameraPresets, CloseUpIsNearTheFirstRing) {
  const Camera near(presetPose(CameraPreset::closeUp, subject(), 35, 1.5));
  const Camera far(presetPose(CameraPreset::threeQuarter, subject(), 35, 1.5));
  EXPECT_LT(near.distance(), 0.6 * far.distance());
  EXPECT_LT(fmm::norm(near.pose().target - subject().ringCentre), subject().ringRadius);
  EXPECT_GT(near.distance(), subject().ringRadius);
}

TEST(CameraPresets, TravelFollowsTheImpulseOrTheFirstRing) {
  const std::vector<fmm::Ring> leapfrog = test::freeLeapfrog().rings(), collide = loadScene("collide").rings();
  expectNear(directionOfTravel({0, 0, 0.5}, leapfrog), {0, 0, 1}, 1e-12, "leapfrog");
  expectNear(directionOfTravel({-0.3, 0.1, 0}, leapfrog), normalised({-0.3, 0.1, 0}), 1e-12, "any impulse");
  const fmm::Ring& first = collide.front();
  expectNear(directionOfTravel({0, 1e-9, 0}, collide), (first.circulation < 0 ? -1 : 1) * normalised(first.axis), 1e-12,
             "no impulse");
  EXPECT_GT(fmm::norm(directionOfTravel({}, {})), 0.9);
}

TEST(FlyControl, GoesAsFarAtTenPicturesASecondAsAtAHundred) {
  const auto fly = [](int rate) {
    Camera camera(CameraPose{{0, 0, 2}, {0, 0, 0}, {0, 1, 0}, 35});
    FlyControl control;
    for (int i = 0; i < 2 * rate; ++i) control.step(camera, {0, 0, 1, false}, 1.0 / rate);
    const Vec3 running = camera.pose().eye;
    for (int i = 0; i < 2 * rate; ++i) control.step(camera, {}, 1.0 / rate);
    EXPECT_NEAR(camera.distance(), 2, 1e-12);
    return std::pair(running.z, camera.pose().eye.z);
  };
  const auto slow = fly(10), fast = fly(100);
  EXPECT_NEAR(slow.first, fast.first, 1e-9);
  EXPECT_NEAR(slow.second, fast.second, 1e-3) << "it comes to rest within a picture";
  const FlyControl control;
  // From rest, speed * (time - tau (1 - exp(-time/tau))); coasting makes up for the slow start: speed * time in all.
  EXPECT_NEAR(slow.second, 2 - 2 * control.speed() * 2, 1e-3);
  EXPECT_NEAR(slow.first, 2 - 2 * control.speed() * (2 - FlyControl::kTau), 1e-4);
}

TEST(FlyControl, StartsAndStopsSmoothly) {
  Camera camera(CameraPose{{0, 0, 1}, {0, 0, 0}, {0, 1, 0}, 35});
  FlyControl control;
  double last = 1, speed = 0;
  const double h = 0.001, steepest = control.speed() / FlyControl::kTau;
  for (int i = 0; i < 1000; ++i) {
    control.step(camera, {0, 0, i < 500 ? 1.0 : 0.0, false}, h);
    const double now = (last - camera.pose().eye.z) / h;
    EXPECT_LE(std::abs(now - speed), 1.01 * steepest * h + 1e-3 * control.speed()) << i;
    speed = now;
    last = camera.pose().eye.z;
  }
  for (int i = 0; i < 1000; ++i) control.step(camera, {}, h);
  EXPECT_TRUE(control.resting());
}

TEST(FlyControl, MovesAlongThePicturesAxesAtTheSameSpeedInAnyDirection) {
  const auto way = [](const FlyInput& input) {
    Camera camera(CameraPose{{0, 0, 1}, {0, 0, 0}, {0, 1, 0}, 35});
    FlyControl control;
    control.step(camera, input, 100);
    return (1 / (control.speed() * (100 - FlyControl::kTau))) * (camera.pose().eye - Vec3{0, 0, 1});
  };
  expectNear(way({1, 0, 0, false}), {1, 0, 0}, 1e-9, "right");
  expectNear(way({0, 1, 0, false}), {0, 1, 0}, 1e-9, "up");
  expectNear(way({0, 0, 1, true}), {0, 0, -FlyControl::kFast}, 1e-9, "forward, fast");
  EXPECT_NEAR(fmm::norm(way({1, -1, 1, false})), 1, 1e-9);
}

TEST(FlyControl, SpeedHasLimits) {
  FlyControl control;
  const double before = control.speed();
  control.changeSpeed(1);
  EXPECT_NEAR(control.speed() / before, 1.15, 1e-9);
  control.changeSpeed(1e9);
  EXPECT_LE(control.speed(), 20);
  control.changeSpeed(-1e9);
  EXPECT_GT(control.speed(), 0);
}

TEST(CameraLook, TurnsAboutTheEyeAndStaysUpright) {
  Camera camera(CameraPose{{1, 0, 2}, {0, 0, 0}, {0, 1, 0}, 40});
  const glm::vec4 before = project(camera, {0, 0, 0});
  camera.lookAround(0.25, 0);  // a quarter of the height
  const glm::vec4 after = project(camera, {0, 0, 0});
  EXPECT_NEAR(before.x, 0, 1e-6);
  EXPECT_NEAR(after.x * 1.5, -std::tan(10 * 3.14159265 / 180) / std::tan(20 * 3.14159265 / 180), 1e-4)
      << "to the right";
  expectNear(camera.pose().eye, {1, 0, 2}, 1e-12, "the eye");
  for (int i = 0; i < 100; ++i) camera.lookAround(0.01, -0.2);
  const Vec3 up = directionOfView(camera.pose());
  EXPECT_GT(up.y, 0.999);
  EXPECT_LT(up.y, 1) << "never over the pole";
  expectNear(camera.pose().up, {0, 1, 0}, 1e-12, "up");
  for (int i = 0; i < 100; ++i) camera.lookAround(0.01, 0.2);
  EXPECT_LT(directionOfView(camera.pose()).y, -0.999);
  EXPECT_NEAR(camera.distance(), std::sqrt(5), 1e-9);
}

TEST(CameraLens, FieldOfViewHasLimitsAndWidensEvenly) {
  Camera camera(CameraPose{{0, 0, 2}, {0, 0, 0}, {0, 1, 0}, 35});
  const double before = project(camera, {0, 0.3, 0}).y;
  camera.widen(1);
  EXPECT_NEAR(project(camera, {0, 0.3, 0}).y, 0.9 * before, 1e-6);
  camera.widen(-1);
  EXPECT_NEAR(camera.fieldOfView(), 35, 1e-9);
  camera.widen(1e9);
  EXPECT_EQ(camera.fieldOfView(), 170);
  camera.widen(-1e9);
  EXPECT_EQ(camera.fieldOfView(), 1);
  camera.setFieldOfView(std::nan(""));
  EXPECT_EQ(camera.fieldOfView(), 1);
}

TEST(CameraGlide, ArrivesAfterItsTimeWithoutAJump) {
  Camera camera(CameraPose{{0, 0, 2}, {0, 0, 0}, {0, 1, 0}, 35});
  const CameraPose to{{3, 0, 0}, {1, 0, 0}, {0, 1, 0}, 50};
  CameraGlide glide;
  glide.start(camera, to);
  Vec3 last = camera.pose().eye;
  double longest = 0;
  int frames = 0;
  while (glide.active()) {
    glide.advance(camera, 0.01);
    longest = std::max(longest, fmm::norm(camera.pose().eye - last));
    last = camera.pose().eye;
    ++frames;
  }
  EXPECT_NEAR(frames, 100 * CameraGlide::kSeconds, 1);
  EXPECT_LT(longest, 0.15) << "3.6 units in 40 frames, at most 1.5 times the mean speed";
  expectNear(camera.pose().eye, to.eye, 1e-12, "eye");
  expectNear(camera.pose().target, to.target, 1e-12, "target");
  EXPECT_DOUBLE_EQ(camera.fieldOfView(), 50);
}

TEST(CameraGlide, TheViewFromAboveKeepsItsVertical) {
  Camera camera(CameraPose{{-1.15, 0.48, 0.92}, {0, 0, 0}, {0, 1, 0}, 35});
  CameraGlide glide;
  glide.start(camera, presetPose(CameraPreset::top, subject(), 35, 1.5));
  while (glide.active()) glide.advance(camera, 0.03);
  expectNear(directionOfView(camera.pose()), {0, -1, 0}, 1e-9, "from above");
  expectNear(camera.axis(), {0, 1, 0}, 1e-12, "axis");
  camera.orbit(0, -0.25);  // tilted back by 45 degrees: travel still goes to the right
  expectNear(directionOfView(camera.pose()), normalised({1, -1, 0}), 1e-9, "tilted");
  expectNear(camera.pose().up, {0, 1, 0}, 1e-9, "upright");
}

}  // namespace
}  // namespace app
