#include "fmm/fmm.h"
#include "support/test.h"

namespace {

using fmm::CoreProfile;
using fmm::Elements;
using fmm::Ring;
using fmm::Tracers;
using fmm::Vec3;

constexpr double kPi = 3.14159265358979323846;

Ring makeRing(CoreProfile profile) {
  Ring ring;
  ring.profile = profile;
  return ring;
}

Elements elementsOf(const Ring& ring, std::size_t count, std::uint64_t seed = 1, std::int32_t index = 0) {
  Elements elements;
  fmm::addLine(ring, {count, 0.1, index, seed}, elements);
  return elements;
}

Tracers tracersOf(const Ring& ring, double tube, std::size_t count, std::uint64_t seed = 1) {
  Tracers tracers;
  fmm::addTracersAround(ring, tube, count, 0, seed, tracers);
  return tracers;
}

double sumOfLengths(const Elements& elements) {
  double sum = 0;
  for (const Vec3& alpha : elements.strength) sum += norm(alpha);
  return sum;
}

/// Distance from the unit circle about the z axis.
double distanceFromCircle(Vec3 x) {
  return std::hypot(std::hypot(x.x, x.y) - 1, x.z);
}

bool sameBits(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Vec3)) == 0;
}

TEST(InitialConditions, FilamentIsARegularPolygonWithExactStrengths) {
  const std::size_t count = 100;
  const Elements ring = elementsOf(makeRing(CoreProfile::filament), count);
  ASSERT_EQ(ring.size(), count);
  for (std::size_t i = 0; i < count; ++i) {
    const double phi = 2 * kPi * static_cast<double>(i) / static_cast<double>(count);
    const double strength = 2 * kPi / static_cast<double>(count);
    EXPECT_LT(norm(ring.position[i] - Vec3{std::cos(phi), std::sin(phi), 0}), 1e-15);
    EXPECT_LT(norm(ring.strength[i] - Vec3{-strength * std::sin(phi), strength * std::cos(phi), 0}), 1e-15);
    EXPECT_EQ(ring.coreRadius[i], 0.1);
  }
}

TEST(InitialConditions, CirculationIsExactForEveryProfile) {
  for (const CoreProfile profile : {CoreProfile::filament, CoreProfile::uniform, CoreProfile::gaussian}) {
    Ring ring = makeRing(profile);
    ring.radius = 0.3;
    ring.coreRadius = 0.05;
    ring.circulation = -2.5;
    const Elements elements = elementsOf(ring, 1000);
    EXPECT_NEAR(sumOfLengths(elements), 2.5 * 2 * kPi * 0.3, 1e-12);
    EXPECT_LT(fmm::invariants(elements).linearImpulse.z, 0) << "negative circulation travels against the axis";
  }
}

TEST(InitialConditions, FilledRingsHaveTheImpulseOfARing) {
  // I = Gamma pi R^2 for a line. A uniform core adds a^2/4 to the mean of r^2 of the vorticity over its volume (I = 1/2
  // sum r |alpha|, mean of r over the volume R + a^2/(4 R)).
  const double gamma = 1;
  const double a = 0.1;
  const Elements uniform = elementsOf(makeRing(CoreProfile::uniform), 20000);
  const fmm::Invariants sums = fmm::invariants(uniform);
  EXPECT_NEAR(sums.linearImpulse.z, gamma * kPi * (1 + a * a / 4), 1e-4);
  EXPECT_LT(std::hypot(sums.linearImpulse.x, sums.linearImpulse.y), 1e-3);
  EXPECT_LT(norm(sums.totalStrength), 1e-12) << "equal arcs close the ring exactly";
}

TEST(InitialConditions, CoreElementsHaveEqualShareOfTheCirculationInEverySector) {
  const Elements ring = elementsOf(makeRing(CoreProfile::uniform), 8000);
  std::vector<double> share(16, 0);
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const double phi = std::atan2(ring.position[i].y, ring.position[i].x) + kPi;
    share[std::min<std::size_t>(15, static_cast<std::size_t>(phi / (2 * kPi) * 16))] += norm(ring.strength[i]);
  }
  for (const double sector : share) EXPECT_NEAR(sector, 2 * kPi / 16, 0.005 * 2 * kPi / 16);
}

TEST(InitialConditions, GaussianCoreFollowsItsProfile) {
  Ring ring = makeRing(CoreProfile::gaussian);
  ring.coreRadius = 0.05;
  const Elements elements = elementsOf(ring, 40000);
  // Circulation within s of the centre line: 1 - exp(-s^2/a^2), of the 99.8 % inside 2.5 a.
  for (const double factor : {0.5, 1.0, 1.5, 2.0}) {
    double inside = 0;
    for (std::size_t i = 0; i < elements.size(); ++i) {
      if (distanceFromCircle(elements.position[i]) < factor * ring.coreRadius) inside += norm(elements.strength[i]);
    }
    const double expected = (1 - std::exp(-factor * factor)) / (1 - std::exp(-6.25));
    EXPECT_NEAR(inside / (2 * kPi), expected, 2e-3) << factor;
  }
}

TEST(InitialConditions, UniformCoreIsSmootherThanRandomPoints) {
  // Nearest neighbours of N random points are on average 0.554 mean spacings apart, some almost coincide.
  const Ring ring = makeRing(CoreProfile::uniform);
  const std::size_t count = 2000;
  const Elements elements = elementsOf(ring, count, 7);
  double closest = std::numeric_limits<double>::infinity();
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) {
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t j = 0; j < count; ++j) {
      if (j != i) nearest = std::min(nearest, norm(elements.position[i] - elements.position[j]));
    }
    closest = std::min(closest, nearest);
    sum += nearest;
  }
  const double spacing = fmm::meanSpacing(ring, count);
  EXPECT_GT(sum / static_cast<double>(count), 0.7 * spacing);
  EXPECT_GT(closest, 0.2 * spacing);
}

TEST(InitialConditions, TracersAreUniformInVolume) {
  // A fat torus, so that the Jacobian R + s cos(theta) matters.
  const double a = 0.6;
  const std::size_t count = 400000;
  const Tracers tracers = tracersOf(makeRing(CoreProfile::filament), a, count);
  double outside = 0;
  double meanRadius = 0;
  double meanSquare = 0;
  Vec3 centroid;
  for (const Vec3& x : tracers.position) {
    const double r = std::hypot(x.x, x.y);
    ASSERT_LE(distanceFromCircle(x), a * (1 + 1e-12));
    outside += r > 1 ? 1 : 0;
    meanRadius += r;
    meanSquare += x.z * x.z;
    centroid = centroid + x;
  }
  const double n = static_cast<double>(count);
  EXPECT_NEAR(outside / n, 0.5 + 2 * a / (3 * kPi), 4e-3);  // (1 + s cos theta) over the outer half of the disc
  EXPECT_NEAR(meanRadius / n, 1 + a * a / 4, 2e-3);
  EXPECT_NEAR(meanSquare / n, a * a / 4, 1e-3);
  EXPECT_LT(norm((1 / n) * centroid), 6e-3);
}

TEST(InitialConditions, SameSeedSameBitsOtherSeedOtherPoints) {
  const Ring ring = makeRing(CoreProfile::uniform);
  EXPECT_TRUE(sameBits(elementsOf(ring, 500, 3).position, elementsOf(ring, 500, 3).position));
  EXPECT_FALSE(sameBits(elementsOf(ring, 500, 3).position, elementsOf(ring, 500, 4).position));
  EXPECT_FALSE(sameBits(elementsOf(ring, 500, 3, 0).position, elementsOf(ring, 500, 3, 1).position));
  EXPECT_TRUE(sameBits(tracersOf(ring, 0.1, 5000, 3).position, tracersOf(ring, 0.1, 5000, 3).position));
  EXPECT_FALSE(sameBits(tracersOf(ring, 0.1, 5000, 3).position, tracersOf(ring, 0.1, 5000, 4).position));
}

TEST(InitialConditions, MoreTracersKeepTheFirstOnes) {
  const Ring ring = makeRing(CoreProfile::uniform);
  const Tracers few = tracersOf(ring, 0.1, 3000);
  Tracers many = tracersOf(ring, 0.1, 9000);
  many.position.resize(few.size());
  EXPECT_TRUE(sameBits(few.position, many.position));
}

TEST(InitialConditions, GeneratorIsPinned) {
  // Values from another implementation of the published algorithm; the box draws them unchanged from [0, 1).
  Tracers tracers;
  fmm::addTracersInBox({0, 0, 0}, {1, 1, 1}, 2, 0, 1, tracers);
  ASSERT_EQ(tracers.size(), 2u);
  EXPECT_DOUBLE_EQ(tracers.position[0].x, 0.620543106714356);
  EXPECT_DOUBLE_EQ(tracers.position[1].z, 0.17400543103366917);
}

TEST(InitialConditions, BoxIsFilledEvenly) {
  Tracers tracers;
  const std::size_t count = 80000;
  fmm::addTracersInBox({-1, 2, 5}, {1, 6, 5}, count, 4, 9, tracers);
  std::vector<int> octant(4, 0);
  for (const Vec3& x : tracers.position) {
    ASSERT_TRUE(x.x >= -1 && x.x < 1 && x.y >= 2 && x.y < 6 && x.z == 5);
    ++octant[(x.x > 0 ? 1 : 0) + (x.y > 4 ? 2 : 0)];
  }
  for (const int part : octant) EXPECT_NEAR(part, 20000, 600);
  EXPECT_THAT(tracers.ring, testing::Each(4));
}

TEST(InitialConditions, RingsPointAlongTheirAxis) {
  for (const Vec3 axis : {Vec3{0, 0, -1}, Vec3{1, 0, 0}, Vec3{0, 3, 0}, Vec3{-1, 2, -2}, Vec3{1e-9, 0, -1}}) {
    Ring ring = makeRing(CoreProfile::filament);
    ring.axis = axis;
    ring.centre = {1, 2, 3};
    const Elements elements = elementsOf(ring, 64);
    const Vec3 unit = (1 / norm(axis)) * axis;
    EXPECT_LT(norm(fmm::invariants(elements).linearImpulse - kPi * unit), 5e-3 * kPi);
    for (const Vec3& x : elements.position) {
      EXPECT_NEAR(norm(x - ring.centre), 1, 1e-14);
      EXPECT_NEAR(dot(x - ring.centre, unit), 0, 1e-14);
    }
  }
}

TEST(InitialConditions, PerturbedRingHasEqualArcsAndClosedStrengths) {
  Ring ring = makeRing(CoreProfile::filament);
  ring.waveAmplitude = 0.05;
  ring.waveMode = 3;
  const std::size_t count = 240;
  const Elements elements = elementsOf(ring, count);
  double length = 0;  // of the same curve by the midpoint rule, which is spectrally accurate here
  for (int k = 0; k < 1000; ++k) {
    const double phi = 2 * kPi * (k + 0.5) / 1000;
    length += std::hypot(1 + 0.05 * std::cos(3 * phi), 0.15 * std::sin(3 * phi)) * 2 * kPi / 1000;
  }
  EXPECT_NEAR(sumOfLengths(elements), length, 1e-12);
  EXPECT_LT(norm(fmm::invariants(elements).totalStrength), 1e-12);
  const double first = norm(elements.position[1] - elements.position[0]);
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3 x = elements.position[i];
    EXPECT_NEAR(std::hypot(x.x, x.y), 1 + 0.05 * std::cos(3 * std::atan2(x.y, x.x)), 1e-12);
    // Chords of equal arcs differ by the curvature only: relative (kappa h)^2 / 24.
    EXPECT_NEAR(norm(elements.position[(i + 1) % count] - x), first, 1e-4 * first);
  }
}

TEST(InitialConditions, FillsThePerturbedTube) {
  Ring ring = makeRing(CoreProfile::uniform);
  ring.waveAmplitude = 0.2;
  ring.waveMode = 4;
  const Elements elements = elementsOf(ring, 500);
  ring.profile = CoreProfile::filament;
  const Elements line = elementsOf(ring, 5000);
  for (const Vec3& x : elements.position) {
    double nearest = std::numeric_limits<double>::infinity();
    for (const Vec3& on : line.position) nearest = std::min(nearest, norm(x - on));
    EXPECT_LT(nearest, ring.coreRadius * 1.0001);
  }
}

TEST(InitialConditions, AppendsAndKeepsWhatWasThere) {
  Elements elements = elementsOf(makeRing(CoreProfile::filament), 10);
  const Elements before = elements;
  fmm::addLine(makeRing(CoreProfile::uniform), {20, 0.2, 1}, elements);
  ASSERT_EQ(elements.size(), 30u);
  EXPECT_EQ(elements.strength.size(), 30u);
  EXPECT_EQ(elements.coreRadius.size(), 30u);
  EXPECT_EQ(elements.ring.size(), 30u);
  for (std::size_t i = 0; i < 10; ++i) EXPECT_EQ(elements.position[i], before.position[i]);
  EXPECT_EQ(elements.coreRadius[9], 0.1);
  EXPECT_EQ(elements.coreRadius[10], 0.2);
  EXPECT_EQ(elements.ring[10], 1);
  fmm::addLine(makeRing(CoreProfile::uniform), {0, 0.2, 1}, elements);
  EXPECT_EQ(elements.size(), 30u);
}

TEST(InitialConditions, MeanSpacing) {
  Ring ring = makeRing(CoreProfile::filament);
  EXPECT_DOUBLE_EQ(fmm::meanSpacing(ring, 100), 2 * kPi / 100);
  ring.profile = CoreProfile::uniform;
  EXPECT_DOUBLE_EQ(fmm::meanSpacing(ring, 1000), std::cbrt(2 * kPi * kPi * 0.01 / 1000));
  ring.profile = CoreProfile::gaussian;
  EXPECT_DOUBLE_EQ(fmm::meanSpacing(ring, 1000), std::cbrt(2 * kPi * kPi * 0.0625 / 1000));
}

TEST(InitialConditions, MessagesNameTheFieldTheValueAndTheRange) {
  const auto add = [](const Ring& ring) { return test::refusal<fmm::InvalidInput>([&] { elementsOf(ring, 10); }); };
  Ring ring = makeRing(CoreProfile::uniform);
  ring.radius = -1;
  EXPECT_EQ(add(ring), "ring.radius = -1: allowed is more than 0");
  ring = makeRing(CoreProfile::uniform);
  ring.axis = {0, 0, 0};
  EXPECT_EQ(add(ring), "ring.axis = (0, 0, 0): allowed is any vector but 0");
  ring = makeRing(CoreProfile::uniform);
  ring.coreRadius = 1.5;
  EXPECT_EQ(add(ring), "ring.coreRadius = 1.5: allowed is more than 0 and less than 1");
  ring.profile = CoreProfile::gaussian;
  ring.coreRadius = 0.5;
  EXPECT_EQ(add(ring), "ring.coreRadius = 0.5: allowed is more than 0 and less than 0.4");
  ring = makeRing(CoreProfile::uniform);
  ring.centre.y = std::nan("");
  EXPECT_EQ(add(ring), "ring.centre = (0, nan, 0): allowed is finite coordinates");
  ring = makeRing(CoreProfile::uniform);
  ring.circulation = std::numeric_limits<double>::infinity();
  EXPECT_EQ(add(ring), "ring.circulation = inf: allowed is any finite value");
  ring = makeRing(CoreProfile::uniform);
  ring.waveAmplitude = 2;
  EXPECT_EQ(add(ring), "ring.waveAmplitude = 2: allowed is -0.9 to 0.9");
  ring.waveAmplitude = 0;
  ring.waveMode = -1;
  EXPECT_EQ(add(ring), "ring.waveMode = -1: allowed is 0 to 1000");
}

TEST(InitialConditions, RejectsBadArgumentsAndChangesNothing) {
  Elements elements;
  Tracers tracers;
  const Ring ring = makeRing(CoreProfile::filament);
  EXPECT_THROW(fmm::addLine(ring, {10, -0.1}, elements), fmm::InvalidInput);
  EXPECT_THROW(fmm::addLine(ring, {10, std::nan("")}, elements), fmm::InvalidInput);
  EXPECT_THROW(fmm::addTracersAround(ring, 1.5, 10, 0, 1, tracers), fmm::InvalidInput);
  EXPECT_THROW(fmm::addTracersAround(ring, 0, 10, 0, 1, tracers), fmm::InvalidInput);
  EXPECT_THROW(fmm::addTracersInBox({0, 0, 0}, {1, -1, 1}, 10, 0, 1, tracers), fmm::InvalidInput);
  EXPECT_THROW(fmm::addTracersInBox({0, 0, 0}, {1, std::nan(""), 1}, 10, 0, 1, tracers), fmm::InvalidInput);
  EXPECT_THROW(fmm::meanSpacing(ring, 0), fmm::InvalidInput);
  EXPECT_EQ(elements.size(), 0u);
  EXPECT_EQ(tracers.size(), 0u);
}

}  // namespace
