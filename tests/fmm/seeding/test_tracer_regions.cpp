// Where tracers start: shells, rectangles, discs. Tubes and boxes are in test_initial_conditions.cpp.

#include "fmm/fmm.h"
#include "support/test.h"

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
  rectangle.along = {3, 1, 0};  // its projection onto the plane is along x
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

TEST(TracerRegions, ShellsLieOneWithinTheOtherInProportionToTheirAreas) {
  fmm::Ring ring;
  Tracers tracers;
  const std::size_t count = 60000;
  fmm::addTracersOnShells(ring, {0.6, 3, 0.02}, count, 0, 1, tracers);
  std::array<double, 3> shares{};
  for (const Vec3& x : tracers.position) {
    const double s = std::hypot(std::hypot(x.x, x.y) - 1, x.z);
    const auto layer = static_cast<std::size_t>(std::lround(s / 0.2)) - 1;
    ASSERT_NEAR(s, 0.2 * static_cast<double>(layer + 1), 0.01 + 1e-12);
    shares.at(layer) += 1. / count;
  }
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(shares[i], static_cast<double>(i + 1) / 6, 0.01);
}

TEST(TracerRegions, SheetIsAStripAlongTheLineUniformInArea) {
  fmm::Ring ring;
  Tracers flat, upright;
  const std::size_t count = 40000;
  fmm::addTracersOnSheet(ring, {0.5, 0, 0.1}, count, 2, 1, flat);
  double outside = 0, thick = 0;
  for (const Vec3& x : flat.position) {
    const double r = std::hypot(x.x, x.y);
    ASSERT_LE(std::abs(x.z), 0.05 + 1e-12);
    ASSERT_LE(std::abs(r - 1), 0.5 + 1e-12);
    outside += r > 1 ? 1. / count : 0;
    thick += x.z * x.z / count;
  }
  EXPECT_NEAR(outside, (1.5 * 1.5 - 1) / (1.5 * 1.5 - 0.5 * 0.5), 0.01) << "areas of the annuli";
  EXPECT_NEAR(thick, 0.1 * 0.1 / 12, 1e-4);
  fmm::addTracersOnSheet(ring, {0.5, kPi / 2, 0}, count, 2, 1, upright);
  for (const Vec3& x : upright.position) ASSERT_NEAR(std::hypot(x.x, x.y), 1, 1e-12) << "a cylinder";
  EXPECT_EQ(upright.ring.back(), 2);
}

/// Variance over mean of the counts in cubes^3 equal cells of the unit cube.
double unevenness(const Tracers& tracers, int cubes) {
  const auto side = static_cast<std::size_t>(cubes);
  std::vector<double> counts(side * side * side);
  const auto place = [&](double v) { return std::min(static_cast<std::size_t>(v * cubes), side - 1); };
  for (const Vec3& x : tracers.position) counts[(place(x.z) * side + place(x.y)) * side + place(x.x)] += 1;
  const double mean = static_cast<double>(tracers.size()) / static_cast<double>(counts.size());
  double sum = 0;
  for (const double count : counts) sum += (count - mean) * (count - mean);
  return sum / static_cast<double>(counts.size()) / mean;
}

TEST(TracerRegions, PuffsAreUnevenAndTheSameEveryTime) {
  Tracers even, puffs, again, few;
  const std::size_t count = 20000;
  fmm::addTracersInBox({0, 0, 0}, {1, 1, 1}, count, 0, 1, even);
  fmm::addTracersInBox({0, 0, 0}, {1, 1, 1}, count, 0, 1, puffs, {1, 0.25});
  fmm::addTracersInBox({0, 0, 0}, {1, 1, 1}, count, 0, 1, again, {1, 0.25});
  fmm::addTracersInBox({0, 0, 0}, {1, 1, 1}, 100, 0, 1, few, {1, 0.25});
  EXPECT_NEAR(unevenness(even, 8), 1, 0.2) << "chance alone";
  EXPECT_GT(unevenness(puffs, 8), 5);
  EXPECT_TRUE(puffs.position == again.position);
  again.position.resize(100);
  EXPECT_TRUE(few.position == again.position);
}

TEST(TracerRegions, RefusesSurfacesAndPuffsThatAreNone) {
  fmm::Ring ring;
  Tracers tracers;
  EXPECT_THROW(fmm::addTracersOnShells(ring, {0.5, 0, 0}, 1, 0, 1, tracers), fmm::InvalidInput);
  EXPECT_THROW(fmm::addTracersOnShells(ring, {0.5, 2, 0.3}, 1, 0, 1, tracers), fmm::InvalidInput) << "they overlap";
  EXPECT_THROW(fmm::addTracersOnSheet(ring, {1, 0, 0}, 1, 0, 1, tracers), fmm::InvalidInput) << "beyond the axis";
  EXPECT_THROW(fmm::addTracersOnSheet(ring, {0.5, std::nan(""), 0}, 1, 0, 1, tracers), fmm::InvalidInput);
  EXPECT_THROW(fmm::addTracersInBox({}, {1, 1, 1}, 1, 0, 1, tracers, {2, 0.1}), fmm::InvalidInput);
  EXPECT_THROW(fmm::addTracersInBox({}, {1, 1, 1}, 1, 0, 1, tracers, {1, 0}), fmm::InvalidInput);
  EXPECT_EQ(tracers.size(), 0u);
}

}  // namespace
