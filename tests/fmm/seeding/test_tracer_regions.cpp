// Where tracers start: shells, rectangles, discs. Tubes and boxes are in test_initial_conditions.cpp.

#include <gtest/gtest.h>

#include <cmath>

#include "fmm/error.h"
#include "fmm/tracer_regions.h"

namespace {

using fmm::Tracers;
using fmm::Vec3;

constexpr double kPi = 3.14159265358979323846;

TEST(TracerRegions, ShellIsThinAndUniformInArea) {
  fmm::Ring ring;
  Tracers tracers;
  const std::size_t count = 100000;
  const double a = 0.5;
  fmm::addTracersOnShell(ring, a, count, 3, 1, tracers);
  ASSERT_EQ(tracers.size(), count);
  double outside = 0;
  Vec3 centroid;
  for (const Vec3& x : tracers.position) {
    const double r = std::hypot(x.x, x.y);
    ASSERT_NEAR(std::hypot(r - 1, x.z), a, 1e-12);
    outside += r > 1 ? 1 : 0;
    centroid = centroid + (1. / count) * x;
  }
  EXPECT_NEAR(outside / count, 0.5 + a / kPi, 5e-3) << "area beyond R: int (1 + a cos theta) over half a turn";
  EXPECT_LT(norm(centroid), 0.01);
  EXPECT_EQ(tracers.ring.back(), 3);
}

TEST(TracerRegions, RectangleHasItsSidesWhereItSays) {
  fmm::Rectangle rectangle;
  rectangle.centre = {1, 2, 3};
  rectangle.normal = {0, 2, 0};
  rectangle.along = {3, 1, 0};  // its part in the plane is x
  rectangle.width = 4;
  rectangle.height = 0.5;
  Tracers tracers;
  fmm::addTracersOnRectangle(rectangle, 40000, 1, 5, tracers);
  Vec3 low{9, 9, 9}, high{-9, -9, -9}, mean;
  for (const Vec3& x : tracers.position) {
    ASSERT_NEAR(x.y, 2, 1e-12);
    low = {std::min(low.x, x.x), 0, std::min(low.z, x.z)};
    high = {std::max(high.x, x.x), 0, std::max(high.z, x.z)};
    mean = mean + (1. / 40000) * x;
  }
  EXPECT_NEAR(low.x, -1, 1e-3);
  EXPECT_NEAR(high.x, 3, 1e-3);
  EXPECT_NEAR(low.z, 2.75, 1e-3);
  EXPECT_NEAR(high.z, 3.25, 1e-3);
  EXPECT_LT(norm(mean - rectangle.centre), 0.02);
}

TEST(TracerRegions, DiscIsUniformInArea) {
  Tracers tracers;
  const Vec3 centre{0, 0, 1}, normal{1, 1, 1};
  const std::size_t count = 40000;
  fmm::addTracersOnDisc(centre, normal, 2, count, 0, 1, tracers);
  double inner = 0;
  for (const Vec3& x : tracers.position) {
    ASSERT_NEAR(dot(x - centre, normal), 0, 1e-12);
    ASSERT_LE(norm(x - centre), 2 + 1e-12);
    inner += norm(x - centre) < 1 ? 1 : 0;
  }
  EXPECT_NEAR(inner / count, 0.25, 0.01);
}

TEST(TracerRegions, MoreTracersKeepTheFirstOnes) {
  Tracers few, many;
  fmm::addTracersOnDisc({}, {0, 0, 1}, 1, 100, 0, 4, few);
  fmm::addTracersOnDisc({}, {0, 0, 1}, 1, 900, 0, 4, many);
  many.position.resize(100);
  EXPECT_TRUE(few.position == many.position);
  Tracers other;
  fmm::addTracersOnDisc({}, {0, 0, 1}, 1, 100, 0, 5, other);
  EXPECT_FALSE(few.position == other.position);
}

TEST(TracerRegions, RefuseWhatIsNoPlace) {
  Tracers tracers;
  EXPECT_THROW(fmm::addTracersOnDisc({}, {0, 0, 0}, 1, 1, 0, 1, tracers), fmm::InvalidInput);
  EXPECT_THROW(fmm::addTracersOnDisc({}, {0, 0, 1}, 0, 1, 0, 1, tracers), fmm::InvalidInput);
  fmm::Rectangle rectangle;
  rectangle.along = rectangle.normal;
  EXPECT_THROW(fmm::addTracersOnRectangle(rectangle, 1, 0, 1, tracers), fmm::InvalidInput);
  rectangle = {};
  rectangle.width = -1;
  EXPECT_THROW(fmm::addTracersOnRectangle(rectangle, 1, 0, 1, tracers), fmm::InvalidInput);
  EXPECT_THROW(fmm::addTracersOnShell(fmm::Ring{}, 1, 1, 0, 1, tracers), fmm::InvalidInput);
  EXPECT_EQ(tracers.size(), 0u);
}

}  // namespace
