// How wide a tree's root is: leaves are octants, where elements fill their box evenly.

#include "tree/root_cube.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "fmm/support/support.h"

namespace fmm {
namespace {

using fmm_test::Random;

struct Points {
  std::vector<Vector3<double>> at;

  EvenFill<double> fill(Index tracers = 0) const {
    Box<double> box = {at[0], at[0]};
    for (const Vector3<double>& x : at) {
      box.low = {std::min(box.low.x, x.x), std::min(box.low.y, x.y), std::min(box.low.z, x.z)};
      box.high = {std::max(box.high.x, x.x), std::max(box.high.y, x.y), std::max(box.high.z, x.z)};
    }
    return {box, static_cast<Index>(at.size()), tracers};
  }
  double scale() const {
    const EvenFill<double> f = fill();
    if (!f.matters()) return 1;
    std::array<Index, EvenFill<double>::kCells> counts{};
    for (Index k = 0; k < EvenFill<double>::kSamples; ++k)
      ++counts[static_cast<std::size_t>(f.cellOf(at[static_cast<std::size_t>(f.sample(k))]))];
    double pairs = 0;
    for (const Index n : counts) pairs += static_cast<double>(n) * (n - 1);
    return f.rootScale(pairs);
  }
};

/// `count` at random in a box of these sides, those that `keep` wants.
template <class Keep>
Points randomPoints(std::size_t count, Vec3 sides, const Keep& keep) {
  Points points;
  Random random(7);
  while (points.at.size() < count) {
    const Vec3 x = random.inCube();
    if (keep(x)) points.at.push_back({sides.x * x.x, sides.y * x.y, sides.z * x.z});
  }
  return points;
}
/// From the middle of the unit cube.
double distanceSquared(const Vec3& x) {
  return dot(x - Vec3{0.5, 0.5, 0.5}, x - Vec3{0.5, 0.5, 0.5});
}
bool anywhere(const Vec3& /*x*/) {
  return true;
}

TEST(RootCube, IsWiderWhereOctantsHoldTooFewOrTooMany) {
  // Octants of the narrowest root, at level 1 + k, hold N/8^k.
  const auto scaleOf = [](std::size_t count) { return randomPoints(count, {1, 1, 1}, anywhere).scale(); };
  EXPECT_EQ(scaleOf(1 << 15), 1) << "64 each";
  EXPECT_EQ(scaleOf(1 << 17), 1) << "32";
  EXPECT_NEAR(scaleOf(1 << 16), std::cbrt(2.0), 0.03) << "16 or 128";
  EXPECT_NEAR(scaleOf(40000), std::cbrt(32 / (40000 / 4096.0)), 0.03);
  EXPECT_EQ(scaleOf(4000), 1) << "few, whatever they do";
}

TEST(RootCube, GoesByTheVolumeThatIsFilled) {
  // A half and a quarter of the cube's volume, so that twice and four times as many are in an octant.
  EXPECT_EQ(randomPoints(1 << 16, {1, 1, 0.5}, anywhere).scale(), 1);
  EXPECT_EQ(randomPoints(1 << 15, {1, 1, 0.25}, anywhere).scale(), 1) << "32 each";
  EXPECT_NEAR(randomPoints(1 << 15, {0.5, 1, 1}, anywhere).scale(), std::cbrt(2.0), 0.03);
  const auto inBall = [](const Vec3& x) { return distanceSquared(x) < 0.25; };
  EXPECT_EQ(randomPoints(1 << 15, {1, 1, 1}, anywhere).scale(), 1) << "64 each";
  EXPECT_NEAR(randomPoints(1 << 15, {1, 1, 1}, inBall).scale(), std::cbrt(32 / 15.3), 0.06) << "15 or 122";
}

TEST(RootCube, IsTheNarrowestWhereTheBoxIsNotFilled) {
  const auto shell = [](const Vec3& x) { return std::abs(distanceSquared(x) - 0.2) < 0.01; };
  EXPECT_EQ(randomPoints(1 << 16, {1, 1, 1}, shell).scale(), 1);
  EXPECT_EQ(randomPoints(1 << 16, {1, 1, 1e-3}, anywhere).scale(), 1) << "a sheet";
  EXPECT_EQ(randomPoints(1 << 16, {1, 1e-2, 1e-2}, anywhere).scale(), 1) << "a rod";
  EXPECT_EQ(randomPoints(1 << 16, {1, 0, 0}, anywhere).scale(), 1) << "a line";
  Points one = randomPoints(1 << 16, {0, 0, 0}, anywhere);
  EXPECT_EQ(one.scale(), 1);
  one.at[3].x = INFINITY;
  EXPECT_EQ(one.scale(), 1);
  EXPECT_FALSE(randomPoints(1 << 14, {1, 1, 1}, anywhere).fill(1 << 20).matters()) << "tracers fill the leaves";
}

TEST(RootCube, SamplesAreSpreadOverAllElements) {
  const EvenFill<float> fill = {{{0, 0, 0}, {1, 1, 1}}, 1 << 20, 0};
  std::vector<Index> all;
  for (Index k = 0; k < EvenFill<float>::kSamples; ++k) {
    all.push_back(fill.sample(k));
    ASSERT_GE(all.back(), 0);
    ASSERT_LT(all.back(), 1 << 20);
  }
  for (const Index stride : {2, 64, 4096}) {  // rows of a lattice
    std::vector<int> counts(static_cast<std::size_t>(std::min<Index>(stride, 64)));
    for (const Index i : all) ++counts[static_cast<std::size_t>(i % stride) % counts.size()];
    const double mean = static_cast<double>(all.size()) / static_cast<double>(counts.size());
    for (const int count : counts) EXPECT_NEAR(count, mean, 6 * std::sqrt(mean));
  }
}

}  // namespace
}  // namespace fmm
