// Closed curves through points: accuracy of the spline, impulse, circulation, velocity, refusals.

#include "fmm/fmm.h"
#include "fmm/support/support.h"
#include "support/test.h"

namespace {

using fmm::CoreProfile;
using fmm::Elements;
using fmm::Filament;
using fmm::Vec3;

constexpr double kPi = 3.14159265358979323846;
constexpr double kRadius = 0.7;
const Vec3 kCentre = {0.3, -0.2, 0.1};

/// Points of a circle at unequal distances.
std::vector<Vec3> circle(int count) {
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) {
    const double even = 2 * kPi * i / count, phi = even + 0.3 * std::sin(even);
    points.push_back(kCentre + kRadius * Vec3{std::cos(phi), std::sin(phi), 0});
  }
  return points;
}

Filament filamentOf(std::vector<Vec3> points, CoreProfile profile = CoreProfile::filament, double core = 0.1) {
  Filament filament = fmm::filamentThrough(std::move(points));
  filament.profile = profile;
  filament.coreRadius = core;
  filament.circulation = 2;
  return filament;
}

fmm::Ring ringOf(CoreProfile profile = CoreProfile::filament, double core = 0.1) {
  fmm::Ring ring;
  ring.centre = kCentre;
  ring.radius = kRadius;
  ring.profile = profile;
  ring.coreRadius = core;
  ring.circulation = 2;
  return ring;
}

Elements elementsOf(const fmm::VortexLine& line, std::size_t count, double sigma = 0.1) {
  Elements elements;
  fmm::addLine(line, {count, sigma}, elements);
  return elements;
}

std::vector<Vec3> velocities(const Elements& elements, const std::vector<Vec3>& at) {
  fmm::Settings settings = fmm_test::directDouble();
  return fmm::evaluateField(settings, elements, at, false, 0).velocity;
}

std::string messageOf(const std::vector<Vec3>& points) {
  return test::refusal<fmm::InvalidInput>([&] { fmm::filamentThrough(points); });
}

/// The largest distance of the curve from the circle.
double errorOf(int count) {
  double worst = 0;
  for (const Vec3& x : elementsOf(filamentOf(circle(count)), 500).position)
    worst = std::max(worst, std::hypot(std::hypot(x.x - kCentre.x, x.y - kCentre.y) - kRadius, x.z - kCentre.z));
  return worst;
}

TEST(Filaments, ComeNearASmoothCurveAsTheFourthPowerOfTheDistanceOfPoints) {
  EXPECT_LT(errorOf(32), 1e-4);
  EXPECT_GT(errorOf(32) / errorOf(64), 11);
  EXPECT_GT(errorOf(64) / errorOf(128), 11);
}

TEST(Filaments, OfACircleKnowItsPlaceAxisAndRadius) {
  const Filament filament = filamentOf(circle(100));
  EXPECT_NEAR(norm(filament.centre - kCentre), 0, 1e-6);
  EXPECT_NEAR(filament.radius, kRadius, 1e-6);
  EXPECT_NEAR(filament.axis.z, 1, 1e-12);
  EXPECT_NEAR(fmm::lineLength(filament), 2 * kPi * kRadius, 1e-5);
}

TEST(Filaments, OfACircleMoveLikeTheRing) {
  const std::vector<Vec3> at = {kCentre, kCentre + Vec3{0.2, 0.1, 0.3}, kCentre + Vec3{kRadius, 0, 0}};
  for (const CoreProfile profile : {CoreProfile::filament, CoreProfile::gaussian}) {
    const Elements ring = elementsOf(ringOf(profile), 20000, 0.05);
    for (const auto& [points, error] : {std::pair{24, 2e-3}, {96, 2e-4}}) {
      const std::vector<Vec3> expected = velocities(ring, at);
      const std::vector<Vec3> found = velocities(elementsOf(filamentOf(circle(points), profile), 20000, 0.05), at);
      for (std::size_t i = 0; i < at.size(); ++i)
        EXPECT_LT(norm(found[i] - expected[i]), error * norm(expected[i])) << points << " points, place " << i;
    }
  }
}

TEST(Filaments, HaveTheirCirculationAndImpulse) {
  const Filament filament = filamentOf(circle(96));
  const Elements elements = elementsOf(filament, 400);
  Vec3 impulse, total;
  double strength = 0;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    impulse = impulse + 0.5 * cross(elements.position[i], elements.strength[i]);
    total = total + elements.strength[i];
    strength += norm(elements.strength[i]);
  }
  EXPECT_NEAR(strength, 2 * fmm::lineLength(filament), 1e-9) << "circulation times length";
  EXPECT_LT(norm(total), 1e-12 * strength);
  EXPECT_NEAR(impulse.z, 2 * kPi * kRadius * kRadius, 1e-3);
}

/// A trefoil in space, whose normal planes turn.
std::vector<Vec3> trefoil(int count) {
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) {
    const double t = 2 * kPi * i / count, r = 1 + 0.4 * std::cos(3 * t);
    points.push_back({r * std::cos(2 * t), r * std::sin(2 * t), -0.4 * std::sin(3 * t)});
  }
  return points;
}

TEST(Filaments, FillCoresAboutCurvesInSpace) {
  const Filament filament = filamentOf(trefoil(120), CoreProfile::uniform, 0.08);
  EXPECT_GT(fmm::widestTube(filament), 0.2);
  for (const fmm::CoreLayout layout : {fmm::CoreLayout::random, fmm::CoreLayout::layers}) {
    Filament filled = filament;
    filled.layout = layout;
    const Elements elements = elementsOf(filled, 6000);
    Vec3 total;
    double worst = 0;
    const Elements line = elementsOf(filamentOf(trefoil(120)), 2000);
    for (std::size_t i = 0; i < elements.size(); i += 10) {
      double nearest = 1e9;
      for (const Vec3& x : line.position) nearest = std::min(nearest, norm(x - elements.position[i]));
      worst = std::max(worst, nearest);
    }
    for (const Vec3& alpha : elements.strength) total = total + alpha;
    EXPECT_LT(worst, 0.1) << "all lie in the core";
    EXPECT_GT(worst, 0.06) << "and fill it";
    EXPECT_LT(norm(total), 1e-9);
  }
}

TEST(Filaments, StartOnALattice) {
  const fmm::LatticePlan plan = {0.05, 1.5, 1e-3};
  const Elements nodes = fmm::latticeElements({{filamentOf(circle(96), CoreProfile::gaussian, 0.15)}}, plan,
                                              fmm::Regularisation::gaussian);
  Vec3 impulse;
  for (std::size_t i = 0; i < nodes.size(); ++i) impulse = impulse + 0.5 * cross(nodes.position[i], nodes.strength[i]);
  EXPECT_NEAR(impulse.z / (2 * kPi * (kRadius * kRadius + 0.15 * 0.15 / 2)), 1, 1e-3);
}

TEST(Filaments, MayCrossThemselves) {
  std::vector<Vec3> eight;
  for (int i = 0; i < 64; ++i) {
    const double t = 2 * kPi * (i + 0.5) / 64;
    eight.push_back({std::sin(t), std::sin(2 * t), 0});
  }
  const Elements elements = elementsOf(filamentOf(eight), 300);
  EXPECT_EQ(elements.size(), 300u);
  EXPECT_LT(fmm::widestTube(filamentOf(eight)), 0.05);
}

TEST(Filaments, ThreePointsAreACurve) {
  const Elements elements = elementsOf(filamentOf({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}), 100);
  for (const Vec3& x : elements.position) EXPECT_EQ(x.z, 0);
}

/// Unit circle about the origin; point k is at the angle 2 pi k/count.
std::vector<Vec3> evenCircle(int count) {
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) points.push_back({std::cos(2 * kPi * i / count), std::sin(2 * kPi * i / count), 0});
  return points;
}

/// Largest error of the distance from the origin, of z and of the length. Expects that the angle grows with every step.
double offCircle(const std::vector<Vec3>& points) {
  const Elements elements = elementsOf(filamentOf(points), 2000);
  double worst = std::abs(fmm::lineLength(filamentOf(points)) - 2 * kPi);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const Vec3 x = elements.position[i], next = elements.position[(i + 1) % elements.size()];
    worst = std::max({worst, std::abs(std::hypot(x.x, x.y) - 1), std::abs(x.z)});
    EXPECT_GT(cross(x, next).z, 0) << "step " << i << " goes back";
  }
  return worst;
}

TEST(Filaments, ClosedToRoundingOrALittleBeyondAreTheSameCurve) {
  constexpr int kCount = 60;
  for (const double gap : {0., 1e-14, 1e-10, 1.7e-7, 1e-5, 1e-3})
    for (const double sign : {1., -1.})
      for (const double aside : {0., 1e-7}) {
        std::vector<Vec3> points = evenCircle(kCount);
        points.push_back({(1 + aside) * std::cos(sign * gap), (1 + aside) * std::sin(sign * gap), aside});
        EXPECT_LT(offCircle(points), 2e-5) << sign * gap;
      }
  std::vector<Vec3> beyond = evenCircle(kCount);
  beyond.push_back({std::cos(0.02), std::sin(0.02), 0});  // a fifth of a step
  EXPECT_LT(offCircle(beyond), 2e-5);
}

TEST(Filaments, RepeatedPointsAreOne) {
  std::vector<Vec3> points;
  for (const Vec3& x : evenCircle(60)) points.insert(points.end(), {x, x, x + Vec3{3e-9, -2e-8, 1e-8}});
  EXPECT_LT(offCircle(points), 2e-5);
  for (Vec3& x : points) x = {double(float(x.x)), double(float(x.y)), double(float(x.z))};
  EXPECT_LT(offCircle(points), 2e-5);
}

TEST(Filaments, ClosePointsThatSayMoreAreKeptOrRefused) {
  const std::vector<Vec3> coarse = {{1, 0, 0}, {0.2, 1.1, 0.3}, {-1, 0.4, 0}, {-0.6, -0.9, -0.2}, {0.5, -0.8, 0.1}};
  std::vector<Vec3> points = coarse;
  points.insert(points.begin() + 1, Vec3{0.9975, 0.004, 0.0017});  // a small step towards the next one
  double nearest = 1;
  for (const Vec3& x : elementsOf(filamentOf(points), 40000).position) nearest = std::min(nearest, norm(x - points[1]));
  EXPECT_LT(nearest, 1e-4) << "a step forward is drawn through";
  std::vector<Vec3> beside = evenCircle(60);
  beside.insert(beside.begin() + 20, beside[20] + Vec3{0, 0, 8e-4});
  EXPECT_NE(messageOf(beside).find("points 21 and 22"), std::string::npos) << messageOf(beside);
}

TEST(Filaments, RefusePointsThatAreNoCurve) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto has = [](const std::string& text, const char* part) { return text.find(part) != std::string::npos; };
  EXPECT_TRUE(has(messageOf({{0, 0, 0}, {1, 0, 0}}), "2 points"));
  EXPECT_TRUE(has(messageOf({{0, 0, 0}, {1, 0, 0}, {1, 0, 0}}), "on one line"));
  EXPECT_TRUE(has(messageOf({{0, 0, 0}, {1, 0, 0}, {1, 1e-9, 0}, {0, 1e-9, 0}}), "2 points that are apart"));
  EXPECT_TRUE(has(messageOf({{0, 0, 0}, {1, nan, 0}, {0, 1, 0}}), "filament.points"));
  EXPECT_TRUE(has(messageOf({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}}), "on one line"));
}

}  // namespace
