// The mouse tool that places and aims rings: geometry alone, without a window.
#include <gtest/gtest.h>

#include <cmath>

#include "app/support/free_leapfrog.h"
#include "document/ring_launcher.h"
#include "document/scene_edit.h"
#include "scene/text/scene_file.h"
#include "window/ring_tool.h"

namespace app {
namespace {

constexpr ScreenArea kArea = {350, 0, 930, 720};

Camera cameraAt(fmm::Vec3 eye, fmm::Vec3 target = {}) {
  return Camera({eye, target, {0, 1, 0}, 40});
}

/// Measure of the speed of a ring alone in the fluid: Gamma/R.
double plainSpeed(const RingLaunch& launch) {
  return launch.ring.circulation / launch.ring.radius;
}

RingLaunch unitRing() {
  RingLaunch launch;
  launch.ring.radius = 0.5;
  launch.ring.coreRadius = 0.1;
  launch.ring.circulation = 2;
  launch.tracerTube = 0.2;
  return launch;
}

TEST(PictureMap, PlacesAndPointsAreInverse) {
  const PictureMap map(cameraAt({2, 1, 3}, {0.2, 0, 0}), kArea);
  for (const ScreenPoint at : {ScreenPoint{400, 30}, {815, 360}, {1200, 700}}) {
    const fmm::Vec3 point = map.onPlane(at, {0.5, 0.5, -0.5});
    EXPECT_NEAR(map.depth(point), map.depth({0.5, 0.5, -0.5}), 1e-12) << "on the plane that faces the camera";
    const auto back = map.project(point);
    ASSERT_TRUE(back);
    EXPECT_NEAR(distance(*back, at), 0, 1e-9);
  }
  const auto middle = map.project({0.2, 0, 0});
  ASSERT_TRUE(middle);
  EXPECT_NEAR(distance(*middle, {815, 360}), 0, 1e-9) << "the target is in the middle of the picture";
  EXPECT_FALSE(map.project({4, 2, 6})) << "behind the camera";
}

TEST(PictureMap, AgreesWithTheCamerasProjection) {
  const Camera camera = cameraAt({2, 1, 3});
  const PictureMap map(camera, kArea);
  const fmm::Vec3 point = {0.3, -0.4, 0.6};
  const glm::vec4 clip = camera.viewProjection(kArea.width / kArea.height) * glm::vec4(point.x, point.y, point.z, 1);
  const auto at = map.project(point);
  ASSERT_TRUE(at);
  EXPECT_NEAR(at->x, kArea.x + kArea.width * (clip.x / clip.w + 1) / 2, 0.01);
  EXPECT_NEAR(at->y, kArea.height * (1 - clip.y / clip.w) / 2, 0.01);
  const auto beside = map.project(point + fmm::Vec3{0, 1e-3, 0});
  EXPECT_NEAR(distance(*at, *beside) / 1e-3, map.scaleAt(point), 0.2 * map.scaleAt(point));
}

class RingToolTest : public testing::Test {
 protected:
  void SetUp() override { tool_.arm(launch_, {0, 0, 0}, plainSpeed); }

  PictureMap map_{cameraAt({0, 0, 4}), kArea};
  RingLaunch launch_ = unitRing();
  RingTool tool_;
};

TEST_F(RingToolTest, TheCentreFollowsThePointer) {
  EXPECT_TRUE(tool_.armed());
  EXPECT_FALSE(tool_.visible()) << "the pointer was not there yet";
  tool_.move(map_, {815, 360});
  EXPECT_TRUE(tool_.visible());
  EXPECT_NEAR(fmm::norm(launch_.ring.centre), 0, 1e-12);
  tool_.move(map_, {915, 260});
  EXPECT_GT(launch_.ring.centre.x, 0.1);
  EXPECT_GT(launch_.ring.centre.y, 0.1);
  EXPECT_NEAR(launch_.ring.centre.z, 0, 1e-12);
  EXPECT_EQ(launch_.ring.axis.z, 1) << "and its direction stays";
  tool_.leave();
  EXPECT_FALSE(tool_.visible());
}

TEST_F(RingToolTest, PullSetsDirectionAndSpeedAndReleaseLaunches) {
  tool_.press(map_, {815, 360});
  EXPECT_TRUE(tool_.pulling());
  tool_.move(map_, {965, 360});
  EXPECT_NEAR(launch_.ring.axis.x, 1, 1e-12);
  const fmm::Vec3 pointed = map_.onPlane({965, 360}, {});
  EXPECT_NEAR(fmm::norm(tool_.tip() - pointed), 0, 1e-12) << "the arrow ends under the pointer";
  EXPECT_NEAR(plainSpeed(launch_) * tool_.way(), pointed.x, 1e-12) << "where the ring is after that time";
  const double circulation = launch_.ring.circulation;
  tool_.move(map_, {1115, 360});
  EXPECT_NEAR(launch_.ring.circulation, 2 * circulation, 1e-9) << "twice as far is twice as fast";
  tool_.move(map_, {815, 160});
  EXPECT_NEAR(launch_.ring.axis.y, 1, 1e-12);
  const auto launched = tool_.release(false);
  ASSERT_TRUE(launched);
  EXPECT_EQ(launched->ring.axis.y, launch_.ring.axis.y);
  EXPECT_NEAR(fmm::norm(launched->ring.centre), 0, 1e-12);
  EXPECT_FALSE(tool_.armed());
  EXPECT_FALSE(tool_.release(false));
}

TEST_F(RingToolTest, APullOfOneRadiusKeepsTheCirculation) {
  tool_.press(map_, {815, 360});
  const auto edge = map_.project({0.5, 0, 0});
  tool_.move(map_, *edge);
  EXPECT_NEAR(launch_.ring.circulation, 2, 1e-9);
}

TEST_F(RingToolTest, AClickLaunchesWithTheNumbersAsTheyAre) {
  tool_.press(map_, {700, 300});
  tool_.move(map_, {703, 302});
  EXPECT_EQ(launch_.ring.axis.z, 1);
  EXPECT_EQ(launch_.ring.circulation, 2);
  const auto launched = tool_.release(true);
  ASSERT_TRUE(launched);
  EXPECT_EQ(launched->ring.circulation, 2);
  EXPECT_TRUE(tool_.armed()) << "for another one";
  EXPECT_FALSE(tool_.pulling());
}

TEST_F(RingToolTest, CancelTakesThePullBack) {
  tool_.press(map_, {815, 360});
  tool_.move(map_, {1000, 500});
  EXPECT_NE(launch_.ring.circulation, 2);
  tool_.cancel();
  EXPECT_FALSE(tool_.armed());
  EXPECT_EQ(launch_.ring.circulation, 2);
  EXPECT_EQ(launch_.ring.axis.z, 1);
  tool_.move(map_, {1000, 500});
  tool_.wheel(1, false, false);
  EXPECT_FALSE(tool_.release(false));
}

TEST_F(RingToolTest, WheelSetsRadiusCirculationAndCore) {
  tool_.move(map_, {815, 360});
  tool_.wheel(2, false, false);
  EXPECT_NEAR(launch_.ring.radius, 0.5 * 1.21, 1e-12);
  tool_.wheel(-1, true, false);
  EXPECT_NEAR(launch_.ring.circulation, 2 / 1.1, 1e-12);
  tool_.wheel(1, false, true);
  EXPECT_NEAR(launch_.ring.coreRadius, 0.11, 1e-12);
  tool_.wheel(40, false, true);
  EXPECT_LT(launch_.ring.coreRadius, launch_.ring.radius) << "a core fits into its ring";
  tool_.wheel(-20, false, false);
  EXPECT_LT(launch_.ring.coreRadius, launch_.ring.radius);
  EXPECT_LT(*launch_.tracerTube, launch_.ring.radius);
}

TEST_F(RingToolTest, WheelWhilePullingKeepsTheArrowUnderThePointer) {
  tool_.press(map_, {815, 360});
  tool_.move(map_, {965, 400});
  const fmm::Vec3 tip = tool_.tip();
  const double circulation = launch_.ring.circulation, way = tool_.way();
  tool_.wheel(1, false, false);
  EXPECT_NEAR(fmm::norm(tool_.tip() - tip), 0, 1e-12);
  EXPECT_NEAR(launch_.ring.circulation, 1.1 * circulation, 1e-9) << "a larger ring needs more for the same speed";
  tool_.wheel(1, true, false);
  EXPECT_NEAR(fmm::norm(tool_.tip() - tip), 0, 1e-12);
  EXPECT_NEAR(launch_.ring.circulation, 1.21 * circulation, 1e-9);
  EXPECT_NEAR(tool_.way(), way / 1.1, 1e-12) << "it is there sooner";
}

TEST_F(RingToolTest, GoesAlongWithTheCamera) {
  tool_.press(map_, {815, 360});
  tool_.carry({0, 0, 0.25});
  EXPECT_NEAR(launch_.ring.centre.z, 0.25, 1e-12);
  tool_.cancel();
  tool_.arm(launch_, {0, 0, 0}, plainSpeed);
  tool_.carry({0, 0, 0.5});
  tool_.move(map_, {600, 200});
  EXPECT_NEAR(launch_.ring.centre.z, 0.5, 1e-12) << "the plane, too";
}

TEST(RingLauncher, StartsWithTheNumbersOfTheFirstRing) {
  Scene scene = test::freeLeapfrog();
  scene.elements = 1000;
  scene.tracers = 5000;
  scene.rings().front().circulation = -3;
  const RingLauncher launcher = launcherFor(scene);
  EXPECT_EQ(launcher.next.ring.radius, 0.3);
  EXPECT_EQ(launcher.next.ring.coreRadius, 0.03);
  EXPECT_EQ(launcher.next.ring.circulation, 3) << "it travels the same way";
  EXPECT_EQ(launcher.next.ring.axis.z, -1);
  EXPECT_EQ(launcher.next.elements, std::size_t{500}) << "as each of the others";
  EXPECT_EQ(launcher.next.tracers, std::size_t{2500});
  EXPECT_FALSE(launcher.keep);
  EXPECT_GT(predictedSpeed(scene, launcher.next), 3 / (4 * 3.1416 * 0.3));
  RingLaunch thick = launcher.next;
  setCoreRadius(thick, 0.1);
  EXPECT_LT(predictedSpeed(scene, thick), predictedSpeed(scene, launcher.next));
}

TEST(RingLauncher, StartsOnASheetWhereTheScenesRingsDo) {
  RingLauncher launcher = launcherFor(loadScene("leapfrog"));
  ASSERT_TRUE(launcher.next.tracerSheet);
  EXPECT_NEAR(*launcher.next.tracerSheet, 0.13, 0.002) << "half as wide as the scene's own";
  setRadius(launcher.next, 0.6);
  EXPECT_NEAR(*launcher.next.tracerSheet, 0.26, 0.004) << "and grows with the ring";
  EXPECT_TRUE(launcherFor(loadScene("jet")).next.tracerSheet) << "whose rings join";
  EXPECT_TRUE(launcherFor(loadScene("empty")).next.tracerSheet);
  EXPECT_FALSE(launcherFor(parseScene("[[ring]]\nradius = 0.3\n", "s.toml")).next.tracerSheet);
}

TEST(RingLauncher, KeepsAndDropsLaunchedRingsInTheOrderOfTheirTimes) {
  Scene scene = test::freeLeapfrog();
  std::vector<RingLaunch> launched = {unitRing(), unitRing()};
  launched[0].time = 1;
  launched[1].time = 2;
  EXPECT_TRUE(keepLaunched(scene, {launched[1]}));
  EXPECT_TRUE(keepLaunched(scene, launched));
  EXPECT_FALSE(keepLaunched(scene, launched)) << "each once";
  ASSERT_EQ(scene.launches.size(), 2u);
  EXPECT_EQ(scene.launches.front().time, 1);
  Scene other = scene;
  EXPECT_FALSE(needsReset(scene, other));
  other.launches.pop_back();
  EXPECT_TRUE(needsReset(scene, other));
  EXPECT_TRUE(dropLaunched(scene, launched));
  EXPECT_TRUE(scene.launches.empty());
}

}  // namespace
}  // namespace app
