// Flows with heat: what is exact in them, and what redistribution and buoyancy do to it.

#include <cmath>
#include <numeric>
#include <tuple>

#include "fmm/diagnostics.h"
#include "fmm/heat.h"
#include "fmm/support/cuda_fixture.h"
#include "fmm/support/lattice_support.h"
#include "fmm/vortex_system.h"
#include "support/refusal.h"
#include "support/test.h"

namespace fmm {
namespace {

constexpr double kH = 0.1;

Settings warm(Space space = Space::space) {
  Settings s;
  s.space = space;
  s.regularisation = Regularisation::gaussian8;
  s.precision = Precision::real64;
  s.backend = Backend::cpu;
  s.timeStep = 0.02;
  s.viscosity = 1e-3;
  s.diffusion = Diffusion::lattice;
  s.redistribution.steps = Redistribution::kAutomatic;
  s.spacing = kH;
  s.nodeThreshold = 1e-4;
  s.elementBudget = 200000;
  s.heat = true;
  return s;
}

/// Nodes with the buoyancy of `b`, within `reach` of 0.
template <class Buoyancy>
Elements nodesWith(Space space, double reach, const Buoyancy& b) {
  Elements all;
  const int n = static_cast<int>(reach / kH), layers = space == Space::plane ? 0 : n;
  for (int k = -layers; k <= layers; ++k)
    for (int j = -n; j <= n; ++j)
      for (int i = -n; i <= n; ++i) {
        const Vec3 x = {i * kH, j * kH, k * kH};
        const double volume = space == Space::plane ? kH * kH : kH * kH * kH;
        if (norm(x) > reach) continue;
        all.position.push_back(x);
        all.strength.push_back({});
        all.coreRadius.push_back(kH);
        all.length.push_back(kH);
        all.volume.push_back(kH * kH * kH);
        all.heat.push_back(volume * b(x));
      }
  return all;
}

/// A Gaussian spot of width s.
Elements spot(Space space, double s, Vec3 centre = {}) {
  return nodesWith(space, 5 * s, [&](Vec3 x) { return std::exp(-dot(x - centre, x - centre) / (2 * s * s)); });
}

double sumOf(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

/// Mean square along an axis of where the heat is.
double varianceOf(const Elements& all, double Vec3::*axis) {
  double sum = 0, mean = 0, square = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    sum += all.heat[i];
    mean += all.heat[i] * all.position[i].*axis;
    square += all.heat[i] * all.position[i].*axis * all.position[i].*axis;
  }
  return square / sum - mean / sum * (mean / sum);
}

/// In space and in the plane, on each machine.
class Heat : public testing::TestWithParam<std::tuple<Space, Backend>> {
 protected:
  void SetUp() override {
    if (std::get<1>(GetParam()) == Backend::cuda) fmm_test::requireCuda();
  }
  Space space() const { return std::get<0>(GetParam()); }
  Settings settings() const {
    Settings s = warm(space());
    s.backend = std::get<1>(GetParam());
    return s;
  }
};
INSTANTIATE_TEST_SUITE_P(In, Heat,
                         testing::Combine(testing::Values(Space::space, Space::plane),
                                          testing::Values(Backend::cpu, Backend::cuda)),
                         [](const auto& of) {
                           const bool plane = std::get<0>(of.param) == Space::plane;
                           const bool cpu = std::get<1>(of.param) == Backend::cpu;
                           return std::string(plane ? "Plane" : "Space") + (cpu ? "Cpu" : "Gpu");
                         });

TEST_P(Heat, KeepsItsSumAndGivesItsImpulse) {
  const double kAlike = space() == Space::plane ? 1e-10 : 1e-7;  // stretching keeps what sums of 1e-4 keep
  for (const double nu : {0.0, 2e-3}) {
    Settings s = settings();
    s.viscosity = nu;
    const Elements given = spot(space(), 0.3);
    const double b = sumOf(given.heat);
    VortexSystem system(s, given, {});
    for (int k = 0; k < 10; ++k) system.step();
    const Elements now = system.elements();
    EXPECT_NEAR(sumOf(now.heat) / b, 1, 1e-12);
    const Invariants made = system.invariants();
    const Vec3 up = upOf(s);
    EXPECT_LT(norm(made.totalStrength) / (b * system.time()), kAlike);
    EXPECT_NEAR(dot(made.linearImpulse, up) / (b * system.time()), 1, kAlike);
    EXPECT_LT(norm(made.linearImpulse - dot(made.linearImpulse, up) * up) / (b * system.time()), kAlike);
  }
}

TEST_P(Heat, SpreadsByTwoKappaTAnAxis) {
  Settings s = settings();
  s.diffusivity = 5e-3;
  s.viscosity = 1e-3;
  Elements given = spot(space(), 0.3);
  for (double& b : given.heat) b *= 1e-9;  // too weak to rise
  const double before = varianceOf(given, &Vec3::x);
  VortexSystem system(s, given, {});
  for (int k = 0; k < 20; ++k) system.step();
  const double spread = 2 * s.diffusivity * system.time();
  EXPECT_NEAR((varianceOf(system.elements(), &Vec3::x) - before) / spread, 1, 1e-3);
  EXPECT_NEAR((varianceOf(system.elements(), &Vec3::y) - before) / spread, 1, 1e-3);
}

TEST_P(Heat, RisesWithTimeSquaredAtFirst) {
  const Settings s = settings();
  const Elements given = spot(space(), 0.3);
  VortexSystem system(s, given, {});
  for (int k = 0; k < 10; ++k) system.step();
  // Kelvin: half the added mass of a cylinder or a third of a sphere's hinders the warm fluid; a Gaussian spot alike.
  double height = 0, b = 0;
  const Elements now = system.elements();
  for (std::size_t i = 0; i < now.size(); ++i) height += now.heat[i] * dot(now.position[i], upOf(s));
  b = sumOf(now.heat);
  const double share = space() == Space::plane ? 0.5 : 2.0 / 3;
  const double mean = std::pow(0.5, space() == Space::plane ? 1 : 1.5);  // of b over itself
  EXPECT_NEAR(height / b / (0.5 * share * mean * system.time() * system.time()), 1, 0.02);
}

TEST_P(Heat, IsOfSecondOrderInTime) {
  const auto heightAfter = [&](int steps) {
    Settings s = settings();
    s.viscosity = 0;
    s.timeStep = 0.8 / steps;
    s.nodeThreshold = 1e-5;
    VortexSystem system(s, spot(space(), 0.3), {});
    for (int k = 0; k < steps; ++k) system.step();
    double height = 0;
    const Elements now = system.elements();
    for (std::size_t i = 0; i < now.size(); ++i) height += now.heat[i] * dot(now.position[i], upOf(s));
    return height / sumOf(now.heat);
  };
  const double coarse = heightAfter(4), middle = heightAfter(8), fine = heightAfter(16);
  EXPECT_GT(std::abs(coarse - middle) / std::abs(middle - fine), 3) << coarse << ' ' << middle << ' ' << fine;
}

TEST_P(Heat, GoesOnInTheSameBitsFromItsElements) {
  Settings s = settings();
  s.precision = Precision::single;
  VortexSystem whole(s, spot(space(), 0.3), {});
  for (int k = 0; k < 3; ++k) whole.step();
  VortexSystem resumed(s, whole.elements(), {});
  resumed.setClock(whole.time(), whole.steps());
  resumed.setTuning(whole.tuning());
  resumed.setLattice(whole.lattice());
  for (VortexSystem* system : {&whole, &resumed})
    for (int k = 0; k < 3; ++k) system->step();
  const Elements a = whole.elements(), b = resumed.elements();
  EXPECT_EQ(a.heat, b.heat);
  EXPECT_EQ(a.position, b.position);
  EXPECT_EQ(a.strength, b.strength);
}

TEST_P(Heat, IsGivenByASteadySourceAndKeptByAHeldOne) {
  Settings s = settings();
  s.heatSources = {{}};
  s.heatSources[0].supply = HeatSupply::steady;
  s.heatSources[0].radius = 0.3;
  s.heatSources[0].buoyancy = 2;
  VortexSystem heated(s, {}, {});
  for (int k = 0; k < 10; ++k) heated.step();
  const HeatMeasures given = *heated.measureFrame({}).heat;
  // The integral of the profile over space, from its values on a fine lattice.
  const double fine = 0.02;
  double volume = 0;
  for (int k = space() == Space::plane ? 0 : -40; k <= (space() == Space::plane ? 0 : 40); ++k)
    for (int j = -40; j <= 40; ++j)
      for (int i = -40; i <= 40; ++i)
        volume += buoyancyAt(s.heatSources[0], space(), {i * fine, j * fine, k * fine}) / 2;
  volume *= space() == Space::plane ? fine * fine : fine * fine * fine;
  EXPECT_NEAR(given.sum / (2 * volume * heated.time()), 1, 0.01);
  EXPECT_GT(given.height, 0);
  EXPECT_GT(given.circulation, 0);
  // Impulse: what each step's heat gives from its own half on.
  const double impulse = dot(heated.invariants().linearImpulse, upOf(s));
  EXPECT_NEAR(impulse / (given.sum * (heated.time() + s.timeStep) / 2), 1, 1e-3);

  s.heatSources[0].supply = HeatSupply::held;
  VortexSystem held(s, {}, {});
  for (int k = 0; k < 20; ++k) held.step();
  EXPECT_NEAR(held.measureFrame({}).heat->largest, 2, 0.1) << "the edge is a spacing wide and overshoots";
}

/// A ball of radius 0.5, cut by a wall at a distance of 0.2 from its centre.
void expectNoFlowThrough(Space space, Wall wall, const Vec3& up) {
  Settings s = warm(space);
  s.precision = Precision::single;
  s.viscosity = 5e-3;
  s.ground = GroundPlane{-0.2 * up, up};
  s.wall = wall;
  s.up = up;
  HeatSource ball;
  ball.edge = 0.25;
  const Elements given = heatElements({ball}, s, kH);
  const double heat = sumOf(given.heat);
  VortexSystem system(s, given, {});
  for (int k = 0; k < 20; ++k) system.step();
  const Elements now = system.elements();
  EXPECT_NEAR(sumOf(now.heat) / heat, 1, 1e-5);
  double below = 0, lowest = 1;
  for (std::size_t i = 0; i < now.size(); ++i) {
    const double z = height(*s.ground, now.position[i]);
    if (z < 0) below += std::abs(now.heat[i]);
    lowest = std::min(lowest, z);
  }
  EXPECT_EQ(below, 0);
  EXPECT_GT(lowest, 0);
  // b next to the wall is as warm as the ball: nothing of it has been lost there.
  const bool leans = up.x != 0;  // nodes whose cells such a wall cuts have all of their heat above it
  EXPECT_NEAR(system.measureFrame({}).heat->largest, 1, leans ? 0.2 : 0.04);  // edges of two spacings overshoot
  EXPECT_GT(system.measureFrame({}).heat->height, 0) << "it rises";
}

TEST(HeatOverAWall, DoesNotFlowThroughItAndPushesAgainstIt) {
  for (const Wall wall : {Wall::slip, Wall::noSlip}) {
    SCOPED_TRACE(toString(wall));
    expectNoFlowThrough(Space::space, wall, {0, 0, 1});
    expectNoFlowThrough(Space::plane, wall, {0, 1, 0});
    expectNoFlowThrough(Space::plane, wall, {-0.6, 0.8, 0});
  }
}

TEST(HeatOverAWall, SpreadsAlongASlipWallAsWithItsImage) {
  // A ball on a wall along which the fluid slips is half of a pair of mirror images, whose gravities oppose.
  for (const Space space : {Space::space, Space::plane}) {
    const Vec3 normal = space == Space::plane ? Vec3{0, 1, 0} : Vec3{0, 0, 1};
    Settings s = warm(space);
    s.viscosity = 2e-3;
    HeatSource ball;
    ball.radius = 0.25;
    ball.centre = 0.45 * normal;
    s.ground = GroundPlane{{0, 0, 0}, normal};
    s.up = {1, 0, 0};  // along the wall: both rise alike
    VortexSystem above(s, heatElements({ball}, s, kH), {});
    Settings both = s;
    both.ground.reset();
    HeatSource image = ball;
    image.centre = -0.45 * normal;
    VortexSystem pair(both, heatElements({ball, image}, both, kH), {});
    for (VortexSystem* system : {&above, &pair})
      for (int k = 0; k < 25; ++k) system->step();
    const HeatMeasures one = *above.measureFrame({}).heat, two = *pair.measureFrame({}).heat;
    EXPECT_NEAR(2 * one.sum / two.sum, 1, 1e-3) << "the tails of each beyond the wall";
    EXPECT_NEAR(one.height / two.height, 1, 0.01) << toString(space);
  }
}

TEST(HeatOverAWall, OfAHeldSourceStaysInThePlaneToo) {
  Settings s = warm(Space::plane);
  s.viscosity = 5e-3;
  s.ground = GroundPlane{{0, 0, 0}, {0, 1, 0}};
  s.wall = Wall::noSlip;
  HeatSource plate;
  plate.shape = HeatShape::box;
  plate.halfAxes = {0.4, 0.4, 0.1};
  plate.supply = HeatSupply::held;
  s.heatSources = {plate};
  VortexSystem system(s, {}, {});
  for (int k = 0; k < 20; ++k) system.step();
  const HeatMeasures heat = *system.measureFrame({}).heat;
  EXPECT_NEAR(heat.largest, 1, 0.1);
  EXPECT_GT(heat.sum, 0.07) << "half of it is above the wall";
  double low = 1;
  for (const Vec3& x : system.elements().position) low = std::min(low, x.y);
  EXPECT_GT(low, 0);
}

TEST_P(Heat, DoesNotFlowIntoBodies) {
  Settings s = settings();
  s.precision = Precision::single;
  s.diffusivity = 0.02;
  s.viscosity = 0.02;
  s.bodies.resize(1);
  s.bodies[0].shape = space() == Space::plane ? BodyShape::circle : BodyShape::sphere;
  s.bodies[0].radius = 0.35;
  HeatSource ball;
  ball.radius = 0.3;
  ball.centre = -0.75 * upOf(s);
  const Elements given = heatElements({ball}, s, kH);
  const double heat = sumOf(given.heat);
  VortexSystem system(s, given, {});
  for (int k = 0; k < 60; ++k) system.step();
  const Elements now = system.elements();
  EXPECT_NEAR(sumOf(now.heat) / heat, 1, 1e-5);
  double inside = 0, near = 0;
  for (std::size_t i = 0; i < now.size(); ++i) {
    const double r = norm(now.position[i]);
    if (r < 0.35 - kH) inside += std::abs(now.heat[i]);
    if (r > 0.35 && r < 0.35 + 2 * kH) near += now.heat[i];
  }
  EXPECT_GT(near / heat, 0.02) << "it is about the body";
  EXPECT_LT(inside / heat, 2e-3);
}

TEST(HeatSettings, AreRefusedWhereHeatCannotBe) {
  Settings s = warm();
  s.heat = false;
  EXPECT_THAT(test::refusal<InvalidInput>([&] { VortexSystem(s, spot(Space::space, 0.2), {}); }),
              testing::HasSubstr("elements have heat, and heat is off"));
  s = warm();
  s.redistribution.steps = Redistribution::kOff;
  s.viscosity = 0;
  EXPECT_THAT(test::refusal<InvalidInput>([&] { s.validate(); }),
              testing::HasSubstr("heat = true needs redistribution"));
  Elements bad = spot(Space::space, 0.2);
  bad.heat[3] = std::nan("");
  EXPECT_THAT(test::refusal<InvalidInput>([&] { VortexSystem(warm(), bad, {}); }),
              testing::HasSubstr("heat of element 3 is not finite"));
}

}  // namespace
}  // namespace fmm
