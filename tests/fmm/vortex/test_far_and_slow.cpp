// In float, flows far from 0 and steps too short for the spacing of floats go as at 0 and as the formula says.
#include "fmm/fmm.h"
#include "fmm/support/support.h"
#include "support/test.h"

namespace {

using fmm::Elements;
using fmm::Settings;
using fmm::Tracers;
using fmm::Vec3;
using fmm::VortexSystem;

constexpr Vec3 kFar = {1e5, -3e4, 2e4}, kFarInPlane = {5e4, -3e4, 0};

Settings inFloat(double timeStep) {
  Settings settings;
  settings.backend = fmm::Backend::cpu;
  settings.timeStep = timeStep;
  return settings;
}

/// A flow by its place.
struct PlacedFlow {
  const char* name;
  Settings settings;
  std::function<Elements(Vec3)> elements;
  Vec3 far = kFar;
};

Elements ringAndKnot(Vec3 at) {
  Elements elements;
  fmm::Ring ring;
  ring.centre = at;
  ring.coreRadius = 0.1;
  ring.profile = fmm::CoreProfile::gaussian;
  fmm::addLine(ring, {300, 0.12}, elements);
  fmm::TorusKnot knot;
  knot.centre = at + Vec3{0.5, 0, 2};
  fmm::addLine(knot, {300, 0.12, 1}, elements);
  return elements;
}

Elements ringOnLattice(Vec3 at) {
  fmm::Ring ring;
  ring.centre = at;
  ring.coreRadius = 0.25;
  ring.profile = fmm::CoreProfile::gaussian;
  return fmm::latticeElements({{ring}}, {0.15, 1, 1e-3}, fmm::Regularisation::gaussian8);
}

Elements pairInPlane(Vec3 at) {
  fmm::PlaneVortex vortex;
  vortex.halfAxes = {0.2, 0.2};
  vortex.centre = at + Vec3{0.4, 0, 0};
  std::vector<fmm::PlanePatch> patches = {vortex};
  vortex.centre = at - Vec3{0.4, 0, 0};
  vortex.circulation = -0.7;
  patches.emplace_back(vortex);
  return fmm::planeElements(patches, 0.05, 1, 1e-3);
}

Settings onLattice(Settings settings) {
  settings.regularisation = fmm::Regularisation::gaussian8;
  settings.redistribution.steps = 5;
  settings.viscosity = 1e-3;
  settings.diffusion = fmm::Diffusion::lattice;
  return settings;
}

std::vector<PlacedFlow> flows() {
  const Settings settings = inFloat(0.02);
  Settings plane = settings, windy = settings, walled = settings, sticking = onLattice(settings);
  plane.space = fmm::Space::plane;
  windy.stream = {3, -2, 1};
  walled.ground = fmm::GroundPlane{{0, 0, -1.5}, {0, 0, 1}};
  sticking.ground = walled.ground;
  sticking.elementBudget = 1 << 16;  // rounding at the threshold changes the number of nodes, and a short budget h
  sticking.wall = fmm::Wall::noSlip;
  std::vector<PlacedFlow> all = {{"space", settings, ringAndKnot},
                                 {"stream", windy, ringAndKnot},
                                 {"ground", walled, ringAndKnot, {1e5, -3e4, 0}},
                                 {"lattice", onLattice(settings), ringOnLattice},
                                 {"wall", sticking, ringOnLattice, {12000, -1200, 0}},
                                 {"plane", plane, pairInPlane, kFarInPlane}};
  plane = onLattice(plane);
  all.push_back({"lattice in the plane", plane, pairInPlane, kFarInPlane});
  return all;
}

Tracers tracersAbout(Vec3 at) {
  Tracers tracers;
  for (int i = 0; i < 50; ++i) {
    tracers.position.push_back(at + Vec3{0.04 * i - 1, 0.3 * std::sin(i), 0});
    tracers.ring.push_back(0);
  }
  return tracers;
}

VortexSystem run(const Settings& settings, const Elements& elements, const Tracers& tracers, int steps) {
  VortexSystem system(settings, elements, tracers);
  for (int i = 0; i < steps; ++i) system.step();
  return system;
}

TEST(FarAndSlow, AFlowInFloatGoesAsAtTheOrigin) {
  constexpr double kRounding = 2e-5;  // of float at sizes of a few
  constexpr double kLessThanASpacing = 0.01;
  for (const PlacedFlow& flow : flows()) {
    SCOPED_TRACE(flow.name);
    const VortexSystem near = run(flow.settings, flow.elements({}), tracersAbout({}), 10);
    const VortexSystem far = run(flow.settings, flow.elements(flow.far), tracersAbout(flow.far), 10);
    const Elements here = near.elements(), there = far.elements();
    EXPECT_NEAR(here.size(), there.size(), 0.01 * here.size()) << "of nodes at the threshold rounding keeps some";
    // Where other nodes are kept, elements of one number are other ones, and the centroid is another by what float
    // rounds.
    const double apart = fmm_test::farthest(here.position, there.position, flow.far);
    const bool others = flow.settings.redistribution.isOn() && apart > kLessThanASpacing;
    if (!others) {
      EXPECT_LT(apart, kRounding);
    }
    const double limit = others ? 2 * kRounding : kRounding;
    EXPECT_LT(fmm::norm(far.centroid() - near.centroid() - flow.far), limit);
    EXPECT_LT(fmm_test::farthest(near.tracers().position, far.tracers().position, flow.far), kRounding);
    EXPECT_LT(fmm_test::farthest(near.tracerVelocities(), far.tracerVelocities()), 2e-4)
        << "both keep a tolerance of 1e-4";
    EXPECT_GT(fmm_test::farthest(near.tracers().position, tracersAbout({}).position), 100 * kRounding);
  }
}

TEST(FarAndSlow, AResumedFlowHasTheSameBits) {
  for (const PlacedFlow& flow : flows()) {
    SCOPED_TRACE(flow.name);
    VortexSystem whole = run(flow.settings, flow.elements(flow.far), tracersAbout(flow.far), 7);
    VortexSystem resumed = fmm_test::resumed(whole);
    for (int i = 0; i < 7; ++i) {
      whole.step();
      resumed.step();
    }
    EXPECT_EQ(whole.elements().position, resumed.elements().position);
    EXPECT_EQ(whole.elements().strength, resumed.elements().strength);
    EXPECT_EQ(whole.elements().coreRadius, resumed.elements().coreRadius);
    EXPECT_EQ(whole.tracers().position, resumed.tracers().position);
  }
}

TEST(FarAndSlow, ShortStepsMoveEverythingByTheirLength) {
  constexpr int kSteps = 200;
  constexpr double kStep = 1e-6, kTime = kSteps * kStep;
  for (const Vec3 at : {Vec3{3, 1, 2}, kFar})
    for (const fmm::Integrator integrator : {fmm::Integrator::euler, fmm::Integrator::rk2, fmm::Integrator::rk4}) {
      Settings settings = inFloat(kStep);
      settings.integrator = integrator;
      settings.stream = {0, 0.1, 0};
      settings.viscosity = 1e-3;
      const Elements elements = ringAndKnot(at);
      const Tracers tracers = tracersAbout(at);
      VortexSystem system(settings, elements, tracers);
      system.evaluate();
      std::vector<Vec3> expected = elements.position, dust = tracers.position, strength = elements.strength;
      const std::vector<Vec3> u = system.elementVelocities(), v = system.tracerVelocities(),
                              rate = system.strengthRates();
      for (std::size_t i = 0; i < u.size(); ++i) expected[i] = expected[i] + kTime * (u[i] + settings.stream);
      for (std::size_t i = 0; i < v.size(); ++i) dust[i] = dust[i] + kTime * (v[i] + settings.stream);
      for (std::size_t i = 0; i < rate.size(); ++i) strength[i] = strength[i] + kTime * rate[i];
      for (int i = 0; i < kSteps; ++i) system.step();
      constexpr double kFew = 1e-3 * kTime;  // what changes in that time, and double's rounding far away
      EXPECT_LT(fmm_test::farthest(system.elements().position, expected), kFew);
      EXPECT_LT(fmm_test::farthest(system.tracers().position, dust), kFew);
      EXPECT_LT(fmm_test::farthest(system.elements().strength, strength),
                kFew * fmm_test::farthest(rate, std::vector<Vec3>(rate.size())));
      EXPECT_NEAR(std::pow(system.elements().coreRadius[0], 2) - std::pow(elements.coreRadius[0], 2), 2e-3 * kTime,
                  2e-3 * kFew);
    }
}

/// A pair of vortices goes straight ahead for 90 times its width.
TEST(FarAndSlow, TheOriginFollowsAFlowThatTravels) {
  fmm::PlaneVortex vortex;
  vortex.profile = fmm::PlaneProfile::point;
  vortex.halfAxes = {0.03, 0.03};
  vortex.centre = {0, 0.05, 0};
  std::vector<fmm::PlanePatch> pair = {vortex};
  vortex.centre = {0, -0.05, 0};
  vortex.circulation = -1;
  pair.emplace_back(vortex);
  const Elements elements = fmm::planeElements(pair, 0.1, 1, 0);
  Settings settings = inFloat(0.01);
  settings.space = fmm::Space::plane;
  const VortexSystem single = run(settings, elements, tracersAbout({}), 600);
  settings.precision = fmm::Precision::real64;
  const VortexSystem real = run(settings, elements, tracersAbout({}), 600);
  const Vec3 way = real.centroid();
  EXPECT_GT(fmm::norm(way), 8);
  EXPECT_LT(fmm::norm(single.lattice().origin - way), 2.5);
  EXPECT_LT(fmm_test::farthest(single.elements().position, real.elements().position), 2e-6);
}

TEST(FarAndSlow, NodesAreCountedFromTheFlow) {
  fmm::PlaneVortex vortex;
  vortex.halfAxes = {0.1, 0.1};
  const double h = fmm::planeSpacing({vortex}, 600, 1e-3);
  const Elements near = fmm::planeElements({vortex}, h, 1, 1e-3);
  for (const double distance : {5e4, -1e6}) {
    vortex.centre = {distance, 0.5 * distance, 0};
    const Elements far = fmm::planeElements({vortex}, h, 1, 1e-3);
    EXPECT_LT(fmm_test::farthest(near.position, far.position, vortex.centre), 1e-9);
    const fmm::LatticePlan plan = {h, 1, 1e-3, 0, fmm::Space::plane};
    const Elements again = fmm::redistribute(far, plan);
    EXPECT_EQ(again.size(), far.size()) << "they are on nodes";
    EXPECT_LT(fmm_test::farthest(fmm::redistribute(near, plan).position, again.position, vortex.centre), 1e-9);
    const Elements ring = ringOnLattice(vortex.centre), at0 = ringOnLattice({});
    EXPECT_LT(fmm_test::farthest(at0.position, ring.position, vortex.centre), 1e-9);
    EXPECT_LT(fmm_test::farthest(at0.strength, ring.strength), 1e-9);
  }
}

}  // namespace
