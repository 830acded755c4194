

#include "exec/cpu/exec.h"
#include "exec/cpu/sort.h"
#include "fmm/fmm.h"
#include "fmm/support/support.h"
#include "lattice/cpu/deposit.h"
#include "lattice/redistributor.h"
#include "support/test.h"

namespace fmm {
namespace {

Elements elementsAt(const std::vector<Vec3>& position, const std::vector<Vec3>& strength) {
  Elements e;
  e.position = position;
  e.strength = strength;
  e.coreRadius.assign(position.size(), 0.1);
  return e;
}

Elements cloud(std::size_t count, double size, unsigned seed) {
  Elements e;
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> place(-size, size), strength(-1, 1);
  for (std::size_t i = 0; i < count; ++i) {
    e.position.push_back({place(random), place(random), place(random)});
    e.strength.push_back({strength(random), strength(random), strength(random)});
  }
  e.coreRadius.assign(count, 0.1);
  return e;
}

constexpr LatticePlan kAll = {0.1, 1, 0, 0};

double sumOf(const Elements& e, int px, int py, int pz) {
  double sum = 0;
  for (std::size_t i = 0; i < e.size(); ++i)
    sum +=
        std::pow(e.position[i].x, px) * std::pow(e.position[i].y, py) * std::pow(e.position[i].z, pz) * e.strength[i].x;
  return sum;
}

TEST(Redistribution, KeepsTheMoments0To4) {
  const Elements before = cloud(300, 0.7, 1), after = redistribute(before, kAll);
  for (int px = 0; px <= 4; ++px)
    for (int py = 0; px + py <= 4; ++py)
      for (int pz = 0; px + py + pz <= 4; ++pz)
        EXPECT_NEAR(sumOf(after, px, py, pz), sumOf(before, px, py, pz), 2e-12) << px << py << pz;
}

TEST(Redistribution, KeepsStrengthAndImpulseWhereWeakNodesGo) {
  LatticePlan plan = kAll;
  plan.threshold = 0.05;
  plan.spread = 0.004;
  const Elements before = cloud(500, 0.4, 2), after = redistribute(before, plan), all = redistribute(before, kAll);
  EXPECT_LT(after.size(), all.size());
  const Invariants a = invariants(before), b = invariants(after);
  EXPECT_NEAR(norm(a.totalStrength - b.totalStrength), 0, 1e-12);
  EXPECT_NEAR(norm(a.linearImpulse - b.linearImpulse), 0, 1e-12);
}

/// Gaussian vortices that are far apart: sums over the one on the left.
struct LeftVortex {
  double strength = 0, centre = 0, variance = 0;

  explicit LeftVortex(const Elements& e) {
    double x = 0, xx = 0;
    for (std::size_t i = 0; i < e.size(); ++i) {
      if (e.position[i].x > 0) continue;
      strength += e.strength[i].z;
      x += e.strength[i].z * e.position[i].x;
      xx += e.strength[i].z * e.position[i].x * e.position[i].x;
    }
    centre = x / strength;
    variance = xx / strength - centre * centre;
  }
};

TEST(Redistribution, WeakNodesGiveWhatTheyHaveToNodesNearby) {
  for (const Space space : {Space::plane, Space::space}) {
    const bool flat = space == Space::plane;
    const double h = 0.1, square = flat ? 1.0 : 0.16;
    const int reach = flat ? 40 : 16;
    Elements two;
    for (int z = flat ? 0 : -reach; z <= (flat ? 0 : reach); ++z)
      for (int y = -reach; y <= reach; ++y)
        for (int x = -reach; x <= reach; ++x) {
          const double bell = std::exp(-h * h * (x * x + y * y + z * z) / square);
          if (bell < 1e-6) continue;
          two.position.push_back({h * x - 8, h * y, h * z});
          two.strength.push_back({0, 0, bell});
          two.position.push_back({h * x + 8, h * y, h * z});
          two.strength.push_back({0, 0, -0.5 * bell});
        }
    two.coreRadius.assign(two.size(), h);
    two = redistribute(two, {h, 1, 1e-3, 0, space});
    const LeftVortex before(two);
    constexpr int kPasses = 10;
    const LatticePlan plan = {h, 1, 1e-3, 0.2 * h * h, space};
    for (int k = 0; k < kPasses; ++k) {
      for (Vec3& x : two.position) x = x + Vec3{0.03, -0.02, 0};
      two = redistribute(two, plan);
    }
    const LeftVortex after(two);
    EXPECT_NEAR(after.strength, before.strength, 2e-5 * before.strength);
    EXPECT_NEAR(after.centre, before.centre + kPasses * 0.03, 1e-4);
    const double spread = 2 * kPasses * plan.spread;
    EXPECT_NEAR(after.variance - before.variance, spread, 0.005 * spread) << flat;
    if (!flat) continue;
    EXPECT_NEAR(sumOf(two, 0, 0, 0), 0, 1e-12);
  }
}

TEST(Redistribution, SpreadsTheSecondMomentExactly) {
  for (const double l : {0.02, 0.1, 0.3, 0.9, 2.5}) {  // the largest ones in several parts
    LatticePlan plan = kAll;
    plan.spread = l * plan.spacing * plan.spacing;
    const Elements before = elementsAt({{0.013, -0.052, 0.237}}, {{1, 0, 0}}), after = redistribute(before, plan);
    EXPECT_NEAR(sumOf(after, 0, 0, 0), 1, 1e-12);
    EXPECT_NEAR(sumOf(after, 2, 0, 0), 0.013 * 0.013 + 2 * plan.spread, 1e-12) << l;
    EXPECT_NEAR(sumOf(after, 0, 0, 2), 0.237 * 0.237 + 2 * plan.spread, 1e-12) << l;
    const double variance = 2 * plan.spread;
    double fourth = 0;
    for (std::size_t i = 0; i < after.size(); ++i)
      fourth += std::pow(after.position[i].y + 0.052, 4) * after.strength[i].x;
    EXPECT_NEAR(fourth, 3 * variance * variance, 1e-12 + 1e-9 * variance) << l;
  }
}

/// Amplitude that one redistribution leaves of a wave of k h along x whose elements are `shift` spacings off the nodes.
double gainOfWave(double kh, double shift) {
  const double h = kAll.spacing;
  const int n = static_cast<int>(std::lround(2 * M_PI / kh * 8));
  Elements e;
  for (int i = -n; i <= n; ++i) {
    e.position.push_back({h * (i + shift), 0, 0});
    e.strength.push_back({0, std::cos(kh * i), 0});
  }
  e.coreRadius.assign(e.size(), h);
  const Elements after = redistribute(e, kAll);
  // From its sine and cosine over the middle of the wave.
  double cosine = 0, sine = 0, norm2 = 0;
  for (std::size_t i = 0; i < after.size(); ++i) {
    const double at = after.position[i].x / h - shift;
    if (std::abs(at) > n / 2.) continue;
    cosine += std::cos(kh * at) * after.strength[i].y;
    sine += std::sin(kh * at) * after.strength[i].y;
    if (after.position[i].y == 0 && after.position[i].z == 0) norm2 += std::cos(kh * at) * std::cos(kh * at);
  }
  return std::hypot(cosine, sine) / norm2;
}

TEST(Redistribution, LeavesOfAWaveAfter80TimesWhatItShould) {
  constexpr int kPlaces = 16;
  // k h and the amplitude left, averaged over shifts: the row's transform times the spline's samples.
  for (const auto& [kh, expected] : {std::make_pair(0.6, 1.000), std::make_pair(0.9, 0.995),
                                     std::make_pair(1.26, 0.978), std::make_pair(1.57, 0.836)}) {
    double logarithm = 0;
    for (int k = 0; k < kPlaces; ++k) logarithm += std::log(gainOfWave(kh, (k + 0.5) / kPlaces)) / kPlaces;
    EXPECT_NEAR(std::exp(80 * logarithm), expected, 0.01) << kh;
  }
}

TEST(Redistribution, LetsNoWaveGrow) {
  for (double kh = 0.1; kh < M_PI; kh += 0.15)
    for (const double shift : {1e-3, 0.25, 0.5}) EXPECT_LT(gainOfWave(kh, shift), 1 + 1e-3) << kh << " " << shift;
}

TEST(Redistribution, LeavesABlobThatMovesAsItIs) {
  const double h = kAll.spacing;
  Elements blob;
  for (int z = -12; z <= 12; ++z)
    for (int y = -12; y <= 12; ++y)
      for (int x = -12; x <= 12; ++x) {
        blob.position.push_back({h * x, h * y, h * z});
        blob.strength.push_back({0, 0, std::exp(-(x * x + y * y + z * z) / 12.)});  // a = 3.5 h
      }
  blob.coreRadius.assign(blob.size(), h);
  LatticePlan plan = kAll;
  plan.threshold = 1e-4;
  const Vec3 step = {0.31 * h, -0.47 * h, 0.13 * h};
  Vec3 centre;
  for (int k = 0; k < 20; ++k) {
    for (Vec3& x : blob.position) x = x + step;
    centre = centre + step;
    blob = redistribute(blob, plan);
  }
  double most = 0;
  for (std::size_t i = 0; i < blob.size(); ++i) {
    const Vec3 d = blob.position[i] - centre;
    most = std::max(most, std::abs(blob.strength[i].z - std::exp(-dot(d, d) / (12 * h * h))));
  }
  EXPECT_LT(most, 2e-3);
}

TEST(Redistribution, LeavesALatticeAtRestAsItIs) {
  Elements before = redistribute(cloud(200, 0.3, 3), kAll);
  const Elements after = redistribute(before, kAll);
  std::map<std::tuple<long, long, long>, Vec3> at;
  const auto place = [](Vec3 x) {
    return std::make_tuple(std::lround(x.x / 0.1), std::lround(x.y / 0.1), std::lround(x.z / 0.1));
  };
  for (std::size_t i = 0; i < after.size(); ++i) at[place(after.position[i])] = after.strength[i];
  for (std::size_t i = 0; i < before.size(); ++i)
    EXPECT_NEAR(norm(at[place(before.position[i])] - before.strength[i]), 0, 1e-12);
}

TEST(Redistribution, NamesTheRingThatGivesMost) {
  Elements e = elementsAt({{0, 0, 0}, {1, 0, 0}, {1.02, 0, 0}}, {{0, 0, 2}, {0, 0, 3}, {0, 0, 1}});
  e.ring = {0, 1, 2};
  const Elements after = redistribute(e, kAll);
  ASSERT_FALSE(after.ring.empty());
  EXPECT_TRUE(std::is_sorted(after.ring.begin(), after.ring.end()));
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (after.position[i].x < 0.5) {
      EXPECT_EQ(after.ring[i], 0);
    }
    if (std::abs(after.position[i].x - 1) < 0.01) {
      EXPECT_EQ(after.ring[i], 1);
    }
  }
}

TEST(Redistribution, TakesSetsOfAnyKind) {
  EXPECT_EQ(redistribute({}, kAll).size(), 0u);
  EXPECT_EQ(redistribute(elementsAt({{1, 2, 3}}, {{0, 0, 0}}), kAll).size(), 0u);
  const Elements coincident =
      redistribute(elementsAt(std::vector<Vec3>(50, {0.01, 0.02, 0.03}), std::vector<Vec3>(50, {0, 1, 0})), kAll);
  EXPECT_LE(coincident.size(), 4096u);  // 16 nodes an axis: 6, and 5 more on either side
  EXPECT_NEAR(invariants(coincident).totalStrength.y, 50, 1e-12);
  const Elements apart = redistribute(elementsAt({{-1e5, 0, 0}, {1e5, 0, 0}}, {{0, 1, 0}, {0, -1, 0}}), kAll);
  EXPECT_NEAR(invariants(apart).linearImpulse.z, -1e5, 1e-6);
  for (const double scale : {1e-30, 1e30}) {
    Elements e = cloud(100, 0.3, 5);
    for (Vec3& a : e.strength) a = scale * a;
    const Elements after = redistribute(e, kAll);
    EXPECT_NEAR(norm(invariants(after).totalStrength - invariants(e).totalStrength) / scale, 0, 1e-12);
  }
}

TEST(Redistribution, RefusesWhatNoLatticeHolds) {
  EXPECT_THROW(redistribute(cloud(10, 1e7, 1), kAll), InvalidInput);
  EXPECT_THROW(redistribute(elementsAt({{NAN, 0, 0}}, {{1, 0, 0}}), kAll), InvalidInput);
  EXPECT_THROW(redistribute(cloud(10, 1, 1), {0, 1, 0, 0}), InvalidInput);
  EXPECT_THROW(redistribute(cloud(10, 1, 1), {0.1, 1, -1, 0}), InvalidInput);
  EXPECT_THROW(redistribute(cloud(10, 1, 1), {1e-3, 1, 0, 1}), InvalidInput);
}

TEST(Redistribution, GivesTheSameBitsWithAnyNumberOfThreads) {
  LatticePlan plan = kAll;
  plan.threshold = 1e-3;
  const Elements before = cloud(3000, 1, 7), one = redistribute(before, plan, 1), four = redistribute(before, plan, 4);
  EXPECT_EQ(one.position, four.position);
  EXPECT_EQ(one.strength, four.strength);
}

/// Depositing by bricks gives the same as depositing by nodes.
TEST(Redistribution, BricksGetWhatTheirNodesGet) {
  CpuExec exec(2);
  const Elements set = cloud(400, 0.5, 8);
  std::array<std::vector<double>, 6> row;
  std::vector<double> ring;
  for (std::size_t i = 0; i < set.size(); ++i) {
    const Vec3 x = set.position[i], a = set.strength[i];
    const double values[6] = {x.x, x.y, x.z, a.x, a.y, a.z};
    for (std::size_t k = 0; k < 6; ++k) row[k].push_back(values[k]);
    ring.push_back(static_cast<double>(i % 3));
  }
  // Two bricks that take parcels from three source bricks.
  LatticeElements<double> elements{};
  for (std::size_t k = 0; k < 6; ++k) elements.row[k] = row[k].data();
  elements.ring = ring.data();
  elements.count = static_cast<Index>(set.size());
  std::vector<Index> order(set.size());
  std::iota(order.begin(), order.end(), 0);
  std::vector<ParcelPlace> places(set.size());
  std::vector<Parcel<double, 3>> parcels(set.size());
  for (Index i = 0; i < elements.count; ++i)
    WriteParcels<double, 3>{elements, 1, order.data(), 10, false, LatticeSides::both, places.data(), parcels.data()}(i);
  const BrickNames names = BrickNames::within(10, 4);
  const std::vector<std::uint64_t> bricks = {names.of({-1, 0, 0}), names.of({0, 0, 0})};
  const std::vector<Index> start = {0, 100, 250, 400}, source = {0, 1, 1, -1, 2, 0};
  const ParcelLists<double, 3> lists = {places.data(), parcels.data(), start.data(), source.data(), 3};
  std::vector<std::int32_t> sourceRing(3), common(2);
  for (Index k = 0; k < 3; ++k) FindSourceRing{places.data(), start.data(), sourceRing.data()}(k);
  for (Index brick = 0; brick < 2; ++brick) FindCommonRing{sourceRing.data(), source.data(), 3, common.data()}(brick);
  EXPECT_EQ(common, std::vector<std::int32_t>(2, kSeveralRings));
  std::array<std::vector<double>, 3> byNode, byBrick;
  std::vector<std::int32_t> ringByNode(2 * kBrickNodes), ringByBrick(2 * kBrickNodes);
  for (std::size_t c = 0; c < 3; ++c) {
    byNode[c].resize(2 * kBrickNodes);
    byBrick[c].resize(2 * kBrickNodes);
  }
  std::vector<float> secondByNode(2 * kBrickNodes), secondByBrick(2 * kBrickNodes);
  const auto deposit = [&](std::array<std::vector<double>, 3>& to, std::vector<std::int32_t>& rings,
                           std::vector<float>& second) {
    return Deposit<double, 3>{
        names,        bricks.data(), lists, common.data(), {to[0].data(), to[1].data(), to[2].data()},
        rings.data(), second.data()};
  };
  for (Index node = 0; node < 2 * kBrickNodes; ++node) {
    const LatticePoint at = nodeOf(names, bricks.data(), node);
    const auto i = static_cast<std::size_t>(node);
    RingShare rings;
    lists.forEach(node / kBrickNodes, [&](const ParcelPlace& place, const Parcel<double, 3>& parcel) {
      const Index d[3] = {at.x - place.first.x, at.y - place.first.y, at.z - place.first.z};
      double weight = 1;
      for (Index axis = 0; axis < 3; ++axis)
        weight *= d[axis] >= 0 && d[axis] < kGivenWidth ? parcel.weight[axis * kGivenWidth + d[axis]] : 0;
      if (weight == 0) return;
      for (std::size_t c = 0; c < 3; ++c) byNode[c][i] += weight * parcel.alpha[c];
      rings.add(place.ring, Deposit<double, 3>::shareOf(parcel.size, weight));
    });
    ringByNode[i] = rings.largest();
    secondByNode[i] = rings.second();
  }
  for (Index brick = 0; brick < 2; ++brick)
    DepositByBrick<double, 3>{deposit(byBrick, ringByBrick, secondByBrick)}(brick);
  EXPECT_EQ(ringByNode, ringByBrick);
  for (std::size_t i = 0; i < secondByNode.size(); ++i) EXPECT_FLOAT_EQ(secondByNode[i], secondByBrick[i]);
  EXPECT_GT(*std::max_element(secondByNode.begin(), secondByNode.end()), 0);
  for (std::size_t c = 0; c < 3; ++c)
    for (std::size_t i = 0; i < byNode[c].size(); ++i) EXPECT_NEAR(byNode[c][i], byBrick[c][i], 1e-15);
}

TEST(BrickNames, HaveFewBitsForWhatIsNearAndTheOrderOfPlaces) {
  EXPECT_EQ(BrickNames::within(300, 8).bits, 8);
  EXPECT_EQ(BrickNames::within(kLatticeReach, 8).bits, BrickNames::kMostBits);
  for (const double extent : {0.0, 1.0, 17.0, 300.0, 5000.0, kLatticeReach}) {
    const BrickNames names = BrickNames::within(extent, 8);
    const Index far = static_cast<Index>(extent / kBrickEdge) + 8;
    std::uint64_t before = 0;
    for (const Index z : {-far, -1, 0, far})
      for (const Index y : {-far, 0, 1, far})
        for (const Index x : {-far, -2, 0, far}) {
          const std::uint64_t name = names.of({x, y, z});
          EXPECT_LT(before, name + 1);
          EXPECT_EQ(name >> names.keyBits(), 0U);
          const LatticePoint brick = names.brick(name);
          EXPECT_TRUE(brick.x == x && brick.y == y && brick.z == z) << extent;
          before = name + 1;
        }
  }
}

/// Order and rings of the nodes do not depend on the number of bits of their keys.
TEST(Redistribution, TakesRingsWithLargeAndWithNegativeNumbers) {
  const Elements near = fmm_test::overlapped(fmm_test::rings(700, 0)).elements;
  const LatticePlan plan = {};
  for (const std::int32_t first : {-7, 1 << 22, (1 << 24) - 2}) {
    Elements set = near;
    set.ring.assign(set.size(), first);
    for (std::size_t i = set.size() / 2; i < set.size(); ++i) set.ring[i] = first + 1;
    Elements plain = set;
    for (std::int32_t& ring : plain.ring) ring -= first;
    LatticePlan with = plan;
    with.spacing = 0.02;
    const Elements a = redistribute(set, with, 1), b = redistribute(plain, with, 1);
    ASSERT_EQ(a.size(), b.size());
    ASSERT_GT(a.size(), set.size() / 4);
    EXPECT_EQ(std::set<std::int32_t>(a.ring.begin(), a.ring.end()), (std::set<std::int32_t>{first, first + 1}));
    for (std::size_t i = 0; i < a.size(); ++i) {
      ASSERT_EQ(a.ring[i], b.ring[i] + first);
      ASSERT_EQ(a.position[i].x, b.position[i].x);
    }
  }
}

}  // namespace
}  // namespace fmm
