// The camera that keeps the strong vorticity in the picture.

#include <glm/vec4.hpp>

#include "camera/framing.h"
#include "simulation/inspection.h"
#include "support/test.h"

namespace app {
namespace {

using fmm::Vec3;

constexpr double kPi = 3.14159265358979323846;

/// Points on circles of this radius about the z axis, a circle at each of `places`.
FramedPoints rings(double radius, const std::vector<double>& places, Vec3 centre = {}) {
  FramedPoints framed{centre, {}, 0};
  for (const double z : places) {
    for (int i = 0; i < 360; ++i) {
      const double angle = kPi * i / 180;
      framed.points.push_back(centre + Vec3{radius * std::cos(angle), radius * std::sin(angle), z});
    }
  }
  return framed;
}

/// Free margin at the left, right, lower and upper edge, as shares of the picture.
std::array<double, 4> margins(const Camera& camera, const FramedPoints& framed, double aspect) {
  const glm::mat4 projection = openedFor(camera, aspect).viewProjection(aspect);
  std::array<double, 4> free = {1, 1, 1, 1};
  for (const Vec3& x : framed.points) {
    const glm::vec4 clip = projection * glm::vec4(x.x, x.y, x.z, 1);
    EXPECT_GT(clip.w, 0) << "before the eye";
    const double right = clip.x / clip.w, up = clip.y / clip.w;
    const std::array<double, 4> here = {(1 + right) / 2, (1 - right) / 2, (1 + up) / 2, (1 - up) / 2};
    for (std::size_t i = 0; i < 4; ++i) free[i] = std::min(free[i], here[i]);
  }
  return free;
}
double least(const std::array<double, 4>& free) {
  return *std::min_element(free.begin(), free.end());
}

const Camera kAside({{-1.15, 0.48, 0.92}, {0, 0, 0}, {0, 1, 0}, 35});

TEST(Framing, LeavesAnEighthOfThePictureFreeInAnyFormat) {
  for (const double aspect : {16. / 9, 1., 9. / 16, 3.}) {
    for (const FramedPoints& framed : {rings(0.3, {-0.1, 0.1}), rings(0.1, {-2, 0, 2}), rings(5, {0}, {7, -80, 3}),
                                       rings(3e-4, {0, 1e-4}, {1, 1, 1})}) {
      Framing framing;
      framing.follow(framed, kAside, 0);
      const auto free = margins(framing.framed(kAside, aspect), framed, aspect);
      EXPECT_GT(least(free), 0.1) << aspect;
      EXPECT_LT(least(free), 0.15) << aspect;
      EXPECT_NEAR(std::min(free[0], free[1]), std::max(free[0], free[1]), 0.02) << "in the middle";
      EXPECT_NEAR(std::min(free[2], free[3]), std::max(free[2], free[3]), 0.02) << "in the middle";
    }
  }
}

TEST(Framing, LooksAtWhatHasLeftTheCentreBehind) {
  FramedPoints framed = rings(0.3, {-0.1, 0.1});
  for (const double ahead : {-9., 9.}) {
    framed.centre = ahead / fmm::norm(kAside.pose().eye) * kAside.pose().eye;
    Framing framing;
    framing.follow(framed, kAside, 0);
    EXPECT_NEAR(least(margins(framing.framed(kAside, 1.5), framed, 1.5)), 0.125, 0.025) << ahead;
  }
}

TEST(Framing, DoesNotLookAtStrays) {
  FramedPoints framed = rings(0.3, {-0.1, 0.1});
  Framing without, with;
  without.follow(framed, kAside, 0);
  framed.points.push_back({100, 3, 0});
  with.follow(framed, kAside, 0);
  const CameraPose a = without.framed(kAside, 1.5).pose(), b = with.framed(kAside, 1.5).pose();
  EXPECT_LT(fmm::norm(a.eye - b.eye), 0.01);
}

TEST(Framing, PointsOfSmallStrengthDoNotCount) {
  const std::vector<Vec3> points = {{0, 0, 0}, {1, 0, 0}, {50, 0, 0}};
  const std::vector<Vec3> strong = strongPoints(points, {{0, 0, 2}, {0, 1, 0}, {0.02, 0, 0}});
  ASSERT_EQ(strong.size(), 2U);
  EXPECT_EQ(strong[1].x, 1);
  EXPECT_TRUE(strongPoints(points, {{}, {}, {}}).empty());
  EXPECT_TRUE(strongPoints({}, {}).empty());
}

TEST(Framing, StraysWithoutStrengthDoNotCount) {
  const std::vector<Vec3> points = {{0, 0, 0}, {1, 0, 0}, {100, 0, 0}};
  EXPECT_EQ(countedPoints(points, {{0, 0, 2}, {0, 1e-3, 0}, {0, 0, 0}}).size(), 2U);
  EXPECT_EQ(countedPoints(points, {{}, {}, {}}), points) << "without any strength they are all there is";
}

TEST(Framing, BacksOffSlowlyAndNeverMovesNearer) {
  Framing framing;
  framing.follow(rings(0.3, {0}), kAside, 0);
  const CameraPose first = framing.framed(kAside, 1.5).pose();
  for (const double radius : {0.34, 0.2, 0.05, 0.33}) {
    for (int frame = 0; frame < 100; ++frame) framing.follow(rings(radius, {0}), kAside, 1. / 30);
    EXPECT_TRUE(framing.framed(kAside, 1.5).pose() == first) << "rings may breathe, and are seen to";
  }
  const FramedPoints wide = rings(0.6, {0});
  double before = framing.framed(kAside, 1.5).distance();
  for (int frame = 0; frame < 120; ++frame) {
    framing.follow(wide, kAside, 1. / 30);
    const double now = framing.framed(kAside, 1.5).distance();
    EXPECT_LT(now, 1.04 * before) << "without a jump";
    EXPECT_GE(now, before);
    before = now;
  }
  EXPECT_GT(least(margins(framing.framed(kAside, 1.5), wide, 1.5)), 0.03) << "after four seconds";
  const CameraPose back = framing.framed(kAside, 1.5).pose();
  for (int frame = 0; frame < 600; ++frame) framing.follow(rings(0.3, {0}), kAside, 1. / 30);
  EXPECT_TRUE(framing.framed(kAside, 1.5).pose() == back);
}

TEST(Framing, MovesAlongAtOnce) {
  Framing framing;
  framing.follow(rings(0.3, {0}), kAside, 0);
  const CameraPose before = framing.framed(kAside, 1.5).pose();
  framing.follow(rings(0.3, {0}, {0, 0, 9}), kAside, 0.01);
  const CameraPose after = framing.framed(kAside, 1.5).pose();
  EXPECT_LT(fmm::norm(after.eye - before.eye - Vec3{0, 0, 9}), 1e-9);
}

TEST(Framing, GoesOnFromItsNumbers) {
  Framing one, other;
  one.follow(rings(0.3, {0}), kAside, 0);
  one.follow(rings(0.5, {0}), kAside, 0.1);
  other.restore(one.numbers());
  for (Framing* framing : {&one, &other}) framing->follow(rings(0.4, {0}), kAside, 0.1);
  EXPECT_TRUE(one.framed(kAside, 1.5).pose() == other.framed(kAside, 1.5).pose());
  other.restore({1, 2, 3});
  EXPECT_FALSE(other.known());
  EXPECT_TRUE(other.framed(kAside, 1.5).pose() == kAside.pose()) << "it has yet to see something";
}

}  // namespace
}  // namespace app
