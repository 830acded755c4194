// Flows about bodies: no slip, forces, and what a body does that does not disturb the fluid.

#include <cmath>

#include "fmm/fmm.h"
#include "fmm/support/cuda_fixture.h"
#include "fmm/support/lattice_support.h"
#include "fmm/support/support.h"
#include "support/test.h"

namespace fmm {
namespace {

constexpr double kPi = 3.14159265358979323846;

Settings flowAbout(Backend backend, double reynolds, double acrossDiameter) {
  Settings s = fmm_test::fmmFloat();
  s.backend = backend;
  s.space = Space::plane;
  s.regularisation = Regularisation::gaussian8;
  s.viscosity = 2 / reynolds;
  s.diffusion = Diffusion::lattice;
  s.redistribution.steps = Redistribution::kAutomatic;
  s.timeStep = 0.02;
  s.spacing = 2 / acrossDiameter;
  s.nodeThreshold = 1e-4;
  s.elementBudget = 40000;
  Body body;
  body.radius = 1;
  s.bodies = {body};
  return s;
}

/// Mean load of the first body over the steps until `until`, after `from`.
BodyLoad meanLoad(VortexSystem& system, double from, double until) {
  BodyLoad sum;
  int steps = 0;
  while (system.time() < until - 1e-9) {
    system.step();
    if (system.time() < from) continue;
    const BodyLoad& load = system.bodyLoads().front();
    sum.force = sum.force + load.force;
    sum.torque = sum.torque + load.torque;
    ++steps;
  }
  BodyLoad mean;
  mean.force = (1.0 / steps) * sum.force;
  mean.torque = (1.0 / steps) * sum.torque;
  return mean;
}

class BodyFlow : public fmm_test::BackendFixture {};

TEST_P(BodyFlow, ACylinderStartedAtOnceHasTheDragOfABodyFittedReference) {
  Settings settings = flowAbout(GetParam(), 550, 48);
  settings.timeStep = 0.01;
  settings.stream = {1, 0, 0};
  VortexSystem system(settings, {}, {});
  const BodyLoad load = meanLoad(system, 0.45, 0.55);
  EXPECT_NEAR(load.force.x, 0.740, 0.03 * 0.740) << "at t = 0.5, F/(rho U^2 R)";
  EXPECT_NEAR(load.force.y, 0, 2e-3);
  EXPECT_NEAR(meanLoad(system, 0.95, 1.05).force.x, 0.760, 0.03 * 0.760);
  EXPECT_LT(system.bodyLoads()[0].slip, 0.012);
  const Invariants sums = invariants(system.elements());
  EXPECT_NEAR(sums.totalStrength.z, 0, 1e-3);
}

TEST_P(BodyFlow, FluidInsideComesToRestInSomeSixPasses) {
  Settings settings = flowAbout(GetParam(), 550, 48);
  settings.stream = {1, 0, 0};
  settings.timeStep = 1e-7;
  VortexSystem system(settings, {}, {});
  system.step();
  const BodyLoad first = system.bodyLoads()[0];
  EXPECT_NEAR(first.slip, 1, 1e-6) << "the whole stream";
  // The fluid inside and the added mass outside: 2 pi R^2 U together.
  EXPECT_NEAR(first.force.x * settings.timeStep, 2 * kPi, 0.03 * 2 * kPi);
  double impulse = 0;
  const Elements now = system.elements();
  for (std::size_t i = 0; i < now.size(); ++i) impulse += now.position[i].y * now.strength[i].z;
  EXPECT_NEAR(-impulse, first.force.x * settings.timeStep, 1e-3) << "sum y Gamma = -J";
  EXPECT_NEAR(first.factor, 0.5, 0.04);
  system.step();
  // Halved some six times, until only what the cores cannot resolve is left.
  EXPECT_GE(first.passes, 6);
  EXPECT_LE(first.passes, 12);
  EXPECT_LT(system.bodyLoads()[0].slip, 0.03);
}

TEST_P(BodyFlow, ABodyAtRestLeavesFluidAtRest) {
  VortexSystem system(flowAbout(GetParam(), 100, 16), {}, {});
  for (int k = 0; k < 3; ++k) system.step();
  EXPECT_EQ(system.elementCount(), 0u);
  EXPECT_EQ(system.bodyLoads()[0].force.x, 0);
}

TEST_P(BodyFlow, AMovingBodyHasTheDragOfOneInAStream) {
  Settings settings = flowAbout(GetParam(), 100, 32);
  settings.stream = {1, 0, 0};
  VortexSystem still(settings, {}, {});
  settings.stream = {};
  settings.bodies[0].velocity = {-1, 0, 0};
  VortexSystem moving(settings, {}, {});
  const double drag = meanLoad(still, 1, 2).force.x, other = meanLoad(moving, 1, 2).force.x;
  EXPECT_NEAR(other, drag, 0.03 * drag);
}

TEST_P(BodyFlow, ATurningCylinderGivesOffItsCirculation) {
  Settings settings = flowAbout(GetParam(), 100, 32);
  settings.bodies[0].rotation = 180 / kPi;  // 1 radian a unit of time
  VortexSystem system(settings, {}, {});
  for (int k = 0; k < 25; ++k) system.step();
  // A cylinder that begins to turn: 2 pi R^2 Omega inside and as much of the other sign about it (Batchelor 1967).
  double inside = 0, outside = 0;
  const Elements now = system.elements();
  for (std::size_t i = 0; i < now.size(); ++i)
    (std::hypot(now.position[i].x, now.position[i].y) < 0.9 ? inside : outside) += now.strength[i].z;
  EXPECT_NEAR(inside + outside, 0, 2e-2);
  EXPECT_NEAR(inside, 2 * kPi * 0.81, 0.06 * 2 * kPi);
  EXPECT_LT(system.bodyLoads()[0].torque.z, 0) << "the fluid holds it back";
}

TEST_P(BodyFlow, TracersInsideComeToStandOnTheSurface) {
  Settings settings = flowAbout(GetParam(), 100, 16);
  settings.bodies[0].velocity = {1, 0, 0};
  Tracers tracers;
  tracers.position = {{0.5, 0.1, 0}, {3, 0, 0}, {0, 0.5, 0}};
  VortexSystem system(settings, {}, tracers);
  system.step();
  const std::vector<Vec3> now = system.tracers().position;
  const Vec3 centre = settings.bodies[0].poseAt(system.time()).centre;
  EXPECT_NEAR(norm(now[0] - centre), 1, 1e-3);
  EXPECT_NEAR(norm(now[2] - centre), 1, 1e-3);
  EXPECT_NEAR(now[1].x, 3, 0.1);
}

TEST_P(BodyFlow, AResumedFlowHasTheSameBits) {
  Settings settings = flowAbout(GetParam(), 100, 16);
  settings.stream = {1, 0, 0};
  settings.bodies[0].swing = {0, 0.2, 0};
  VortexSystem whole(settings, {}, {});
  for (int k = 0; k < 4; ++k) whole.step();
  VortexSystem rest = fmm_test::resumed(whole);
  for (int k = 0; k < 3; ++k) {
    whole.step();
    rest.step();
  }
  EXPECT_EQ(rest.elements().position, whole.elements().position);
  EXPECT_EQ(rest.elements().strength, whole.elements().strength);
  EXPECT_EQ(rest.bodyLoads()[0].force, whole.bodyLoads()[0].force);
}

TEST_P(BodyFlow, TheWakeFades) {
  Settings settings = flowAbout(GetParam(), 100, 12);
  settings.stream = {1, 0, 0};
  settings.timeStep = 0.05;
  settings.wakeLength = 1;
  VortexSystem system(settings, {}, {});
  for (int k = 0; k < 200; ++k) system.step();
  double farthest = 0;
  for (const Vec3 x : system.elements().position) farthest = std::max(farthest, x.x);
  EXPECT_LT(farthest, 9) << "t = 10: one diameter from the surface on";
  EXPECT_GT(farthest, 3);
}

TEST_P(BodyFlow, ABodyThatGoesWithTheStreamDoesNothing) {
  Settings settings = flowAbout(GetParam(), 100, 16);
  settings.stream = {1, 0, 0};
  settings.bodies[0].velocity = {1, 0, 0};
  VortexSystem system(settings, {}, {});
  for (int k = 0; k < 3; ++k) system.step();
  EXPECT_EQ(system.elementCount(), 0u);
}

TEST_P(BodyFlow, ATurningBodyAboutAPointBesideItHasTheForceOfItsImpulse) {
  Settings settings = flowAbout(GetParam(), 100, 32);
  Body& body = settings.bodies[0];
  body.shape = BodyShape::polygon;
  for (int k = 0; k < 128; ++k) body.points.push_back({1 + std::cos(kPi * k / 64), std::sin(kPi * k / 64), 0});
  body.rotation = 60;
  VortexSystem system(settings, {}, {});
  const auto impulse = [&] {  // of the fluid with what is inside, less what is inside: pi times the centroid's velocity
    Vec3 sum;
    const Elements now = system.elements();
    for (std::size_t i = 0; i < now.size(); ++i)
      sum = sum + now.strength[i].z * Vec3{now.position[i].y, -now.position[i].x, 0};
    const BodyPose pose = body.poseAt(system.time());
    return sum - kPi * pose.velocityAt(pose.centre + Vec3{std::cos(pose.angle), std::sin(pose.angle), 0});
  };
  for (int k = 0; k < 10; ++k) system.step();
  const Vec3 before = impulse();
  const double from = system.time();
  Vec3 force;
  int steps = 0;
  for (; steps < 30; ++steps) {
    system.step();
    force = force + system.bodyLoads()[0].force;
  }
  const Vec3 change = (1 / (system.time() - from)) * (impulse() - before), mean = (-1.0 / steps) * force;
  EXPECT_NEAR(mean.x, change.x, 0.1 * norm(change)) << "the fluid gets what the body loses";
  EXPECT_NEAR(mean.y, change.y, 0.1 * norm(change));
}

TEST_P(BodyFlow, StirringLeavesVorticesFarAway) {
  Settings settings = flowAbout(GetParam(), 100, 12);
  settings.bodies[0].swing = {0.5, 0, 0};
  settings.wakeLength = 1;
  PlaneVortex vortex;
  vortex.centre = {12, 0, 0};
  vortex.halfAxes = {0.5, 0.5};
  VortexSystem system(settings, planeElements({vortex}, settings.spacing, 1, 1e-4), {});
  const auto circulation = [&] {
    double sum = 0;
    const Elements now = system.elements();
    for (std::size_t i = 0; i < now.size(); ++i) sum += now.position[i].x > 6 ? now.strength[i].z : 0;
    return sum;
  };
  const double before = circulation();
  for (int k = 0; k < 20; ++k) system.step();
  EXPECT_NEAR(circulation(), before, 1e-3);
}

TEST_P(BodyFlow, ABodyThatNoNodeHitsIsNamed) {
  Settings settings = flowAbout(GetParam(), 100, 16);
  Body speck;
  speck.radius = 0.01;
  speck.centre = {3.06, 0.06, 0};
  settings.bodies.push_back(speck);
  settings.stream = {1, 0, 0};
  VortexSystem system(settings, {}, {});
  EXPECT_THAT(test::refusal<NumericalError>([&] { system.step(); }),
              ::testing::HasSubstr("no node of the lattice lies inside body 2"));
  settings.bodies[1].radius = 2000;
  settings.bodies[1].centre = {2010, 0, 0};
  VortexSystem large(settings, {}, {});
  EXPECT_THAT(test::refusal<NumericalError>([&] { large.step(); }),
              ::testing::HasSubstr("nodes of the lattice inside; allowed: "));
}

/// A sphere with R = 1 at Re = 2 U R/nu.
Settings flowAboutSphere(Backend backend, double reynolds, double acrossDiameter) {
  Settings s = flowAbout(backend, reynolds, acrossDiameter);
  s.space = Space::space;
  s.bodies[0].shape = BodyShape::sphere;
  return s;
}

class SolidFlow : public fmm_test::BackendFixture {};

TEST_P(SolidFlow, APassTakesTwoThirdsOfTheSlipInsideASphere) {
  Settings settings = flowAboutSphere(GetParam(), 300, 24);
  settings.stream = {1, 0, 0};
  settings.timeStep = 1e-7;
  VortexSystem system(settings, {}, {});
  system.step();
  const BodyLoad first = system.bodyLoads()[0];
  EXPECT_NEAR(first.slip, 1, 1e-6);
  EXPECT_NEAR(first.factor, 1.0 / 3, 0.04);
  // The fluid inside and the added mass of half of it outside (Lamb 1932, section 92).
  EXPECT_NEAR(first.force.x * settings.timeStep, 2 * kPi, 0.06 * 2 * kPi);
  EXPECT_NEAR(-invariants(system.elements()).linearImpulse.x, first.force.x * settings.timeStep, 0.02 * 2 * kPi);
  EXPECT_NEAR(norm(invariants(system.elements()).totalStrength), 0, 1e-3);
  system.step();
  EXPECT_LT(system.bodyLoads()[0].slip, 0.05);
}

TEST_P(SolidFlow, ASphereThatStartsAtOnceHasTheDragOfItsLayer) {
  Settings settings = flowAboutSphere(GetParam(), 100, 20);
  settings.stream = {1, 0, 0};
  VortexSystem system(settings, {}, {});
  // shared/reference: 1.392 at t = 1 with 32 spacings a diameter; of first order in the spacing.
  const double drag = meanLoad(system, 0.9, 1.1).force.x / (kPi / 2);
  EXPECT_NEAR(drag, 1.392, 0.05 * 1.392);
  EXPECT_NEAR(system.bodyLoads()[0].force.y, 0, 2e-3);
  EXPECT_NEAR(system.bodyLoads()[0].force.z, 0, 2e-3);
}

TEST_P(SolidFlow, AMovingSphereHasTheDragOfOneInAStream) {
  Settings settings = flowAboutSphere(GetParam(), 60, 16);
  settings.timeStep = 0.04;
  settings.stream = {0.6, 0, 0.8};
  VortexSystem still(settings, {}, {});
  settings.stream = {};
  settings.bodies[0].velocity = {-0.6, 0, -0.8};
  VortexSystem moving(settings, {}, {});
  const Vec3 drag = meanLoad(still, 0.3, 0.9).force, other = meanLoad(moving, 0.3, 0.9).force;
  EXPECT_NEAR(norm(other - drag), 0, 0.05 * norm(drag));
  EXPECT_NEAR(drag.x / drag.z, 0.75, 0.02);
}

TEST_P(SolidFlow, ATurningSphereTurnsTheFluidInside) {
  Settings settings = flowAboutSphere(GetParam(), 100, 14);
  settings.bodies[0].rotation = 180 / kPi;
  settings.bodies[0].axis = {0, 3, 0};
  VortexSystem system(settings, {}, {});
  for (int k = 0; k < 10; ++k) system.step();
  Vec3 inside, all;
  const Elements now = system.elements();
  for (std::size_t i = 0; i < now.size(); ++i) {
    all = all + now.strength[i];
    if (norm(now.position[i]) < 0.75) inside = inside + now.strength[i];
  }
  const double volume = 4 * kPi / 3 * 0.75 * 0.75 * 0.75;
  EXPECT_NEAR(inside.y, 2 * volume, 0.15 * 2 * volume) << "vorticity 2 Omega";
  EXPECT_NEAR(norm(all), 0, 0.02);
  EXPECT_LT(system.bodyLoads()[0].torque.y, 0) << "the fluid holds it back";
  EXPECT_NEAR(system.bodyLoads()[0].torque.x, 0, 1e-2);
}

TEST_P(SolidFlow, AMeshOfASphereIsASphere) {
  Settings settings = flowAboutSphere(GetParam(), 100, 14);
  settings.stream = {1, 0, 0};
  VortexSystem sphere(settings, {}, {});
  Body& body = settings.bodies[0];
  body.mesh = std::make_shared<const BodySurface>(surfaceOf(body));
  body.shape = BodyShape::mesh;
  VortexSystem mesh(settings, {}, {});
  const double drag = meanLoad(sphere, 0.2, 0.4).force.x, other = meanLoad(mesh, 0.2, 0.4).force.x;
  EXPECT_NEAR(other, drag, 0.01 * drag);
}

TEST_P(SolidFlow, ARingFarAwayDoesNotNoticeASphere) {
  Settings settings = flowAboutSphere(GetParam(), 100, 10);
  settings.bodies[0].radius = 0.5;
  settings.bodies[0].centre = {8, 0, 0};
  settings.spacing = 0.1;
  settings.viscosity = 0.005;
  const Elements elements = fmm_test::filledRing({}, 1, 1500);
  VortexSystem with(settings, elements, {});
  settings.bodies.clear();
  VortexSystem alone(settings, elements, {});
  for (int k = 0; k < 10; ++k) {
    with.step();
    alone.step();
  }
  const auto centre = [](const VortexSystem& system) {
    const Elements all = system.elements();
    Vec3 sum;
    double weight = 0;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (norm(all.position[i]) < 4) {
        sum = sum + norm(all.strength[i]) * all.position[i];
        weight += norm(all.strength[i]);
      }
    return (1 / weight) * sum;
  };
  EXPECT_NEAR(norm(centre(with) - centre(alone)), 0, 2e-3);
}

TEST_P(SolidFlow, TracersInsideComeToStandOnTheSurface) {
  Settings settings = flowAboutSphere(GetParam(), 100, 10);
  settings.bodies[0].velocity = {1, 0, 0};
  Tracers tracers;
  tracers.position = {{0.5, 0.1, 0.2}, {3, 0, 0}, {0, -0.4, 0.7}};
  VortexSystem system(settings, {}, tracers);
  system.step();
  const std::vector<Vec3> now = system.tracers().position;
  const Vec3 centre = settings.bodies[0].poseAt(system.time()).centre;
  EXPECT_NEAR(norm(now[0] - centre), 1, 5e-3);
  EXPECT_NEAR(norm(now[2] - centre), 1, 5e-3);
  EXPECT_NEAR(now[1].x, 3, 0.1);
}

TEST_P(SolidFlow, AResumedFlowHasTheSameBits) {
  Settings settings = flowAboutSphere(GetParam(), 100, 10);
  settings.stream = {1, 0, 0};
  settings.bodies[0].swing = {0, 0.2, 0};
  settings.bodies[0].rotation = 40;
  settings.bodies[0].axis = {1, 1, 0};
  VortexSystem whole(settings, {}, {});
  for (int k = 0; k < 3; ++k) whole.step();
  VortexSystem rest(settings, whole.elements(), {});
  rest.setClock(whole.time(), whole.steps());
  rest.setLattice(whole.lattice());
  rest.setTuning(whole.tuning());
  for (int k = 0; k < 2; ++k) {
    whole.step();
    rest.step();
  }
  EXPECT_EQ(rest.elements().position, whole.elements().position);
  EXPECT_EQ(rest.elements().strength, whole.elements().strength);
  EXPECT_EQ(rest.bodyLoads()[0].force, whole.bodyLoads()[0].force);
}

TEST_P(SolidFlow, ABodyThatStandsStillLeavesFluidAtRest) {
  VortexSystem system(flowAboutSphere(GetParam(), 100, 10), {}, {});
  for (int k = 0; k < 2; ++k) system.step();
  EXPECT_EQ(system.elementCount(), 0u);
}

TEST(SolidFlowSettings, ShapesNeedTheirSpace) {
  Settings settings = flowAboutSphere(Backend::cpu, 100, 10);
  EXPECT_NO_THROW(settings.validate());
  settings.space = Space::plane;
  EXPECT_THROW(settings.validate(), InvalidInput);
  settings = flowAbout(Backend::cpu, 100, 10);
  settings.space = Space::space;
  EXPECT_THROW(settings.validate(), InvalidInput);
}

INSTANTIATE_TEST_SUITE_P(On, SolidFlow, testing::Values(Backend::cpu, Backend::cuda),
                         [](const auto& of) { return of.param == Backend::cpu ? "Cpu" : "Gpu"; });

INSTANTIATE_TEST_SUITE_P(On, BodyFlow, testing::Values(Backend::cpu, Backend::cuda),
                         [](const auto& of) { return of.param == Backend::cpu ? "Cpu" : "Gpu"; });

}  // namespace
}  // namespace fmm
