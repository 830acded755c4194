// Flows about bodies: no slip, forces, and what a body does that does not disturb the fluid.

#include <cmath>

#include "fmm/bodies/body_flow_support.h"
#include "fmm/fmm.h"
#include "fmm/support/cuda_fixture.h"
#include "fmm/support/support.h"
#include "support/test.h"

namespace fmm {
namespace {

using fmm_test::flowAbout;
using fmm_test::kPi;
using fmm_test::meanLoad;

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

TEST_P(BodyFlow, AStartAtOnceGivesTheFluidItsEnergy) {
  for (const bool inStream : {false, true}) {
    Settings settings = flowAbout(GetParam(), 550, 48);
    (inStream ? settings.stream : settings.bodies[0].velocity) = {1, 0, 0};
    settings.timeStep = 1e-7;
    VortexSystem system(settings, {}, {});
    system.step();
    // Half of it inside, half outside: potential flow about a circle.
    EXPECT_NEAR(system.bodyLoads()[0].power * settings.timeStep, kPi, 0.03 * kPi);
    EXPECT_NEAR(system.measure(true).energy, system.bodyLoads()[0].power * settings.timeStep, 0.015 * kPi)
        << "less what the cores cannot resolve of the sheet";
  }
}

TEST_P(BodyFlow, EnergyChangesByViscosityAndTheBodysWork) {
  Settings settings = flowAbout(GetParam(), 100, 32);
  settings.wakeLength = 0;
  Body& body = settings.bodies[0];
  body.velocity = {1, 0, 0};
  body.rotation = 30;
  body.swing = {0, 0.3, 0};
  body.period = 3;
  VortexSystem system(settings, {}, {});
  for (int k = 0; k < 20; ++k) system.step();
  FlowMeasures last = system.measure(true);
  const double start = last.energy;
  double work = 0, lost = 0;
  for (int k = 0; k < 60; ++k) {
    system.step();
    const FlowMeasures now = system.measure(true);
    work += settings.timeStep * system.bodyLoads()[0].power;
    lost += settings.viscosity * settings.timeStep * (last.enstrophy + now.enstrophy);
    last = now;
  }
  EXPECT_GT(work, 0.5);
  EXPECT_NEAR((start + work - last.energy) / lost, 1, 0.08);
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

INSTANTIATE_TEST_SUITE_P(On, BodyFlow, testing::Values(Backend::cpu, Backend::cuda),
                         [](const auto& of) { return of.param == Backend::cpu ? "Cpu" : "Gpu"; });

}  // namespace
}  // namespace fmm
