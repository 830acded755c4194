// Width of a tree's root, which gives cubic leaves where elements fill their box evenly.

#include "tree/root_cube.h"

#include "core/math.h"
#include "fmm/support/cuda_fixture.h"
#include "fmm/support/support.h"
#include "fmm/vortex_system.h"
#include "support/test.h"
#include "tree/octree.h"

namespace fmm {
namespace {

using fmm_test::Random;

constexpr double kPi = 3.14159265358979;

struct Points {
  std::vector<Vec3> at;

  EvenFill<double> fill(Index tracers = 0) const {
    Box<double> box = {{at[0].x, at[0].y, at[0].z}, {at[0].x, at[0].y, at[0].z}};
    for (const Vec3& x : at) {
      box.low = {std::min(box.low.x, x.x), std::min(box.low.y, x.y), std::min(box.low.z, x.z)};
      box.high = {std::max(box.high.x, x.x), std::max(box.high.y, x.y), std::max(box.high.z, x.z)};
    }
    return {box, static_cast<Index>(at.size()), tracers};
  }
  double scale() const {
    return rootScaleOf(fill(), [&](Index i) {
      const Vec3& x = at[static_cast<std::size_t>(i)];
      return Vector3<double>{x.x, x.y, x.z};
    });
  }
};

template <class Place>
Points points(std::size_t count, const Place& place) {
  Points made;
  Random random(7);
  for (std::size_t i = 0; i < count; ++i) made.at.push_back(place(random));
  return made;
}
Points inBox(std::size_t count, Vec3 sides) {
  return points(count, [&](Random& random) {
    const Vec3 x = random.inCube();
    return Vec3{sides.x * x.x, sides.y * x.y, sides.z * x.z};
  });
}
Points inCube(std::size_t count) {
  return inBox(count, {1, 1, 1});
}
/// Points in a ball of radius 1; those within `inner` are moved out to that sphere.
Points inBall(std::size_t count, double inner) {
  return points(count, [&](Random& random) {
    for (;;) {
      const Vec3 x = random.inCube(-1, 1);
      const double r = std::sqrt(dot(x, x));
      if (r > 0.1 && r < 1) return std::max(inner, r) / r * x;
    }
  });
}
Points onTorus(std::size_t count) {
  return points(count, [](Random& random) {
    const double a = random.uniform(0, 2 * kPi), b = random.uniform(0, 2 * kPi), r = 1 + 0.5 * std::cos(b);
    return Vec3{r * std::cos(a), r * std::sin(a), 0.5 * std::sin(b)};
  });
}

Points onCube(std::size_t count) {
  return points(count, [](Random& random) {
    Vec3 x = random.inCube();
    const double face = random.uniform(0, 6);
    double& across = face < 2 ? x.x : face < 4 ? x.y : x.z;
    across = static_cast<int>(face) % 2;
    return x;
  });
}

TEST(RootCube, IsWiderWhereOctantsHoldTooFewOrTooMany) {
  EXPECT_EQ(inCube(1 << 15).scale(), 1) << "64 each";
  EXPECT_EQ(inCube(1 << 17).scale(), 1) << "32";
  EXPECT_NEAR(inCube(1 << 16).scale(), std::cbrt(2.0), 0.03) << "16 or 128";
  EXPECT_NEAR(inCube(40000).scale(), std::cbrt(32 / (40000 / 4096.0)), 0.03);
  EXPECT_NEAR(inCube(1 << 19).scale(), std::cbrt(2.0), 0.03);
  EXPECT_EQ(inCube((1 << 14) - 400).scale(), 1) << "few, whatever they do";
}

TEST(RootCube, GoesByTheVolumeThatIsFilled) {
  EXPECT_EQ(inBox(1 << 16, {1, 1, 0.5}).scale(), 1) << "32 each";
  EXPECT_EQ(inBox(1 << 15, {1, 1, 0.25}).scale(), 1) << "32";
  EXPECT_NEAR(inBox(1 << 15, {0.5, 1, 1}).scale(), std::cbrt(2.0), 0.03) << "16 or 128";
  EXPECT_NEAR(inBall(1 << 15, 0).scale(), std::cbrt(32 / 13.4), 0.03) << "in 0.6 of the box by this measure";
}

TEST(RootCube, IsTheNarrowestWhereTheBoxIsNotFilled) {
  for (std::size_t count = 1 << 14; count <= 1 << 18; count *= 2) {  // for some counts octants would not suit
    EXPECT_EQ(inBall(count, 1).scale(), 1) << "a sphere's surface, " << count;
    EXPECT_EQ(onTorus(count).scale(), 1) << count;
    EXPECT_EQ(onCube(count).scale(), 1) << count;
    EXPECT_EQ(inBox(count, {1, 1, 0.9e-3}).scale(), 1) << "a sheet, " << count;
    EXPECT_EQ(inBox(count, {1, 1, 1.1e-2}).scale(), 1) << "thinner than leaves are wide, " << count;
    EXPECT_EQ(inBox(count, {1, 2e-3, 2e-3}).scale(), 1) << "a rod, " << count;
    EXPECT_EQ(inBox(count, {1, 0, 0}).scale(), 1) << "a line, " << count;
  }
  Points one = inBox(1 << 16, {0, 0, 0});
  EXPECT_EQ(one.scale(), 1);
  one.at[3].x = INFINITY;
  EXPECT_EQ(one.scale(), 1);
  const Points few = inCube(1 << 14);
  EXPECT_TRUE(few.fill(1 << 16).matters());
  EXPECT_FALSE(few.fill((1 << 16) + 4).matters()) << "tracers fill the leaves";
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
    const auto row = stride / static_cast<Index>(counts.size());
    for (const Index i : all) ++counts[static_cast<std::size_t>(i / row) % counts.size()];
    const double mean = static_cast<double>(all.size()) / static_cast<double>(counts.size());
    for (const int count : counts) EXPECT_NEAR(count, mean, 6 * std::sqrt(mean));
  }
}

TEST(RootCube, IsDoubledForTracersAround) {
  const TracerSpread spread = {{-1, -1, -1, 2}, 1000, 1 << 20};
  const auto doublings = [&](double x, double y, double z) { return spread.doublingsFor(Vector3<double>{x, y, z}); };
  EXPECT_EQ(doublings(0.99, -0.99, 0), 0);
  EXPECT_EQ(doublings(0, 0, 1), 1);
  EXPECT_EQ(doublings(-1, -1, -1), 0) << "a cube has its lower faces";
  EXPECT_EQ(doublings(0, -4, 0), 2);
  EXPECT_EQ(doublings(0, -1.9, 0.5), 1);
  EXPECT_EQ(doublings(2.1, 0, 0), 2);
  EXPECT_EQ(doublings(0, 0, -3.9), 2);
  EXPECT_EQ(doublings(0, 31, 31), 5);
  for (const double far : {32.5, 1e300, static_cast<double>(INFINITY), static_cast<double>(NAN)})
    EXPECT_EQ(doublings(0, far, 0), 6) << far;
  using Counts = std::array<int, TracerSpread::kCounts>;
  EXPECT_EQ(spread.scaleFor(Counts{2048, 0, 0, 0, 0, 0, 0}), 1);
  EXPECT_EQ(spread.scaleFor(Counts{2040, 5, 3, 0, 0, 0, 0}), 1) << "one of 256";
  EXPECT_EQ(spread.scaleFor(Counts{2039, 6, 3, 0, 0, 0, 0}), 2);
  EXPECT_EQ(spread.scaleFor(Counts{1000, 1039, 0, 0, 9, 0, 0}), 16);
  EXPECT_EQ(spread.scaleFor(Counts{1000, 1040, 0, 0, 8, 0, 0}), 2);
  EXPECT_EQ(spread.scaleFor(Counts{8, 0, 0, 0, 0, 0, 2040}), 1) << "no doubling reaches them";
  EXPECT_EQ(spread.scaleFor(Counts{0, 0, 0, 0, 0, 2048, 0}), 32);
  const auto scale = [&](Index elements, Index tracers, int near, int far) {
    return TracerSpread{spread.root, elements, tracers}.scaleFor(Counts{0, near, 0, 0, far, 0, 0});
  };
  EXPECT_EQ(scale(100, 8, 8, 0), 1) << "a few";
  EXPECT_EQ(scale(100, 9, 9, 0), 2);
  EXPECT_EQ(scale(100, 2000, 1, 7), 1);
  EXPECT_EQ(scale(100, 2000, 1, 8), 2) << "eight stay outside";
  EXPECT_EQ(scale(100, 2000, 1, 9), 16);
  EXPECT_EQ(scale(1 << 20, 2000, 0, 2000), 1) << "next to so many elements";
  EXPECT_EQ(scale(1 << 20, 1 << 20, 0, 17), 16);
  EXPECT_EQ(scale(1 << 20, 1 << 20, 0, 15), 1);
  EXPECT_EQ(scale(100, 0, 0, 0), 1);
  EXPECT_EQ((TracerSpread{spread.root, 100, 0}.samples()), 0);
}

TEST(RootCube, IsDoubledAsOftenAsTheKeysWant) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> low(-3, 3), edge(0.1, 10);
  for (int k = 0; k < 20000; ++k) {
    const TracerSpread spread = {{low(random), low(random), low(random), edge(random)}, 1000, 1 << 20};
    const auto isInside = [&](int doublings, const Vector3<float>& x) {
      return mortonKeys(scaled(spread.root, std::ldexp(1, doublings)), x.x, x.y, x.z).upper != kOutsideKey;
    };
    // On a lower or an upper face, to the precision of float.
    const RootCube cube = scaled(spread.root, std::ldexp(1, k % 7));
    const double face = k % 2 == 0 ? cube.lowY : cube.lowY + cube.edge;
    const Vector3<float> x = {static_cast<float>(cube.lowX + cube.edge / 3), static_cast<float>(face),
                              static_cast<float>(cube.lowZ + cube.edge / 3)};
    const int doublings = spread.doublingsFor(x);
    EXPECT_TRUE(doublings > TracerSpread::kMostDoublings || isInside(doublings, x)) << k;
    EXPECT_FALSE(doublings > 0 && isInside(doublings - 1, x)) << k;
  }
}

/// The edge of the root over that of the elements' box.
double rootOver(Backend backend, const Points& at, const std::vector<Vec3>& tracers = {}) {
  Settings settings;
  settings.backend = backend;
  settings.regularisation = Regularisation::cutoff;
  settings.stretching = Stretching::off;
  settings.order = 4;
  settings.theta = 0.8;
  settings.leafElements = 88;
  settings.leafPoints = 176;
  Elements elements;
  elements.position = at.at;
  elements.strength.assign(at.at.size(), {0, 0, 1e-6});
  elements.coreRadius.assign(at.at.size(), 1e-3);
  VortexSystem system(settings, elements, Tracers{tracers, std::vector<std::int32_t>(tracers.size(), 0)});
  system.evaluate();
  const Box<double> box = at.fill().box;
  const double extent = std::max({box.high.x - box.low.x, box.high.y - box.low.y, box.high.z - box.low.z});
  return 2 * system.treeCells().at(0).halfEdges.x / extent;
}

/// `count` points on a cube at `reach` widths from the middle of the unit cube, and `within` inside the unit cube.
std::vector<Vec3> around(double reach, std::size_t count, std::size_t within = 0) {
  std::vector<Vec3> at = inCube(within + 1).at;
  at.pop_back();
  for (const Vec3& x : onCube(count).at) at.push_back(2 * reach * (x - Vec3{0.5, 0.5, 0.5}) + Vec3{0.5, 0.5, 0.5});
  return at;
}

TEST(RootCube, HoldsTracersAroundTheElements) {
  const Points set = inCube(3000);
  const auto over = [&](const std::vector<Vec3>& tracers) { return rootOver(Backend::cpu, set, tracers); };
  EXPECT_NEAR(over(around(0.9, 5000)), 2, 1e-5);
  EXPECT_NEAR(over(around(1.2, 5000)), 4, 1e-5);
  EXPECT_NEAR(over(around(3, 5000)), 8, 1e-5);
  EXPECT_NEAR(over(around(30, 5000)), 64, 1e-3);
  EXPECT_NEAR(over(around(300, 5000)), 2, 1e-5);
  EXPECT_NEAR(over(around(3, 10, 5000)), 2, 1e-5);
  EXPECT_NEAR(over(around(3, 100, 5000)), 8, 1e-5);
  EXPECT_NEAR(over(around(1.2, 1)), 2, 1e-5);
  EXPECT_NEAR(over(around(1.2, 20)), 4, 1e-5);
}

TEST(RootCube, IsThatOfTheProcessorsTrees) {
  EXPECT_NEAR(rootOver(Backend::cpu, inCube(1 << 15)), 2, 1e-5);
  EXPECT_NEAR(rootOver(Backend::cpu, inCube(1 << 16)), 2 * inCube(1 << 16).scale(), 1e-3);
  EXPECT_NEAR(rootOver(Backend::cpu, inBall(1 << 16, 1)), 2, 1e-5);
}

class CudaRootCube : public fmm_test::CudaFixture {};

TEST_F(CudaRootCube, IsThatOfTheProcessorsTrees) {
  for (const Points& set : {inCube(1 << 15), inCube(1 << 16), inBall(1 << 15, 0), inBall(1 << 16, 1), inCube(300000)})
    EXPECT_NEAR(rootOver(Backend::cuda, set), rootOver(Backend::cpu, set), 1e-6);
  const Points set = inCube(40000);
  for (const auto& tracers : {around(0.9, 3000), around(1.2, 300), around(1.7, 1), around(3, 12, 5000),
                              around(3, 900, 5000), around(30, 5000), around(300, 5000), around(1.5, 9, 2040)}) {
    EXPECT_NEAR(rootOver(Backend::cuda, set, tracers), rootOver(Backend::cpu, set, tracers), 1e-6);
  }
}

}  // namespace
}  // namespace fmm
