// Flows about bodies in space: no slip, forces, and what leaves the fluid as it is.

#include <cmath>
#include <memory>

#include "fmm/bodies/body_flow_support.h"
#include "fmm/fmm.h"
#include "fmm/support/cuda_fixture.h"
#include "fmm/support/lattice_support.h"
#include "support/refusal.h"
#include "support/test.h"

namespace fmm {
namespace {

using fmm_test::flowAbout;
using fmm_test::kPi;
using fmm_test::meanLoad;

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

TEST_P(SolidFlow, AGroundWithoutFrictionIsAMirror) {
  Settings settings = flowAboutSphere(GetParam(), 100, 12);
  settings.stream = {1, 0, 0};
  settings.bodies[0].centre = {0, 0, 1.5};
  settings.ground = GroundPlane{{0, 0, 0}, {0, 0, 1}};
  VortexSystem above(settings, {}, {});
  settings.ground.reset();
  settings.bodies.push_back(settings.bodies[0]);
  settings.bodies[1].centre.z = -1.5;
  settings.elementBudget *= 2;
  VortexSystem both(settings, {}, {});
  for (int k = 0; k < 4; ++k) {
    above.step();
    both.step();
  }
  const BodyLoad load = above.bodyLoads()[0], twin = both.bodyLoads()[0];
  EXPECT_NEAR(load.force.x, twin.force.x, 0.01 * twin.force.x);
  EXPECT_NEAR(load.force.z, twin.force.z, 0.01 * twin.force.x);
  EXPECT_LT(load.force.z, 0) << "the gap draws it down";
  settings.bodies.pop_back();
  settings.ground = GroundPlane{{0, 0, 1}, {0, 0, 1}};
  EXPECT_THAT(test::refusal<InvalidInput>([&] { settings.validate(); }),
              ::testing::HasSubstr("the ground below body 1"));
}

TEST_P(SolidFlow, TorqueAboutACentreBesideTheBodyDoesNotDependOnTheFrame) {
  Settings settings = flowAboutSphere(GetParam(), 60, 14);
  settings.timeStep = 0.04;
  Body& body = settings.bodies[0];
  BodySurface surface = surfaceOf(body);
  for (Vec3& x : surface.corner) x = x + Vec3{0.8, 0, 0};
  body.mesh = std::make_shared<const BodySurface>(surface);
  body.shape = BodyShape::mesh;
  body.rotation = 60;
  settings.stream = {0, 1, 0};
  VortexSystem still(settings, {}, {});
  settings.stream = {};
  body.velocity = {0, -1, 0};
  VortexSystem moving(settings, {}, {});
  const BodyLoad one = meanLoad(still, 0.2, 0.6), other = meanLoad(moving, 0.2, 0.6);
  EXPECT_NEAR(other.torque.z, one.torque.z, 0.1 * norm(one.torque));
  EXPECT_GT(norm(one.torque), 1);
}

TEST_P(SolidFlow, ABodyThatComesToTheGroundIsNamed) {
  Settings settings = flowAboutSphere(GetParam(), 60, 10);
  settings.ground = GroundPlane{{0, 0, 0}, {0, 0, 1}};
  settings.bodies[0].centre = {0, 0, 1.1};
  settings.bodies[0].velocity = {0, 0, -2};
  settings.timeStep = 0.04;
  VortexSystem system(settings, {}, {});
  EXPECT_THAT(test::refusal<NumericalError>([&] {
                for (int k = 0; k < 4; ++k) system.step();
              }),
              ::testing::HasSubstr("body 1 has come to the ground"));
}

TEST(SolidFlowSettings, PiecesThatOverlapAreRefused) {
  Settings settings = flowAboutSphere(Backend::cpu, 60, 14);
  Body& body = settings.bodies[0];
  BodySurface two = surfaceOf(body);
  const auto corners = static_cast<std::uint32_t>(two.corner.size());
  const BodySurface one = two;
  for (const Vec3& x : one.corner) two.corner.push_back(x + Vec3{0.5, 0, 0});
  for (const auto& [a, b, c] : one.triangle) two.triangle.push_back({a + corners, b + corners, c + corners});
  body.mesh = std::make_shared<const BodySurface>(two);
  body.shape = BodyShape::mesh;
  settings.stream = {1, 0, 0};
  VortexSystem system(settings, {}, {});
  EXPECT_THAT(test::refusal<NumericalError>([&] { system.step(); }), ::testing::HasSubstr("do not overlap"));
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

}  // namespace
}  // namespace fmm
