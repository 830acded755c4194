// Vortex systems with redistribution: rings, a ground, saved states and steps that fail.

#include "fmm/fmm.h"
#include "fmm/support/lattice_support.h"
#include "support/test.h"

namespace fmm {
namespace {

using fmm_test::add;
using fmm_test::filledRing;
using fmm_test::fmmFloat;
using fmm_test::oneElement;
using fmm_test::onLattice;
using test::refusal;
using testing::HasSubstr;

void expectSameState(const VortexSystem& a, const VortexSystem& b) {
  EXPECT_EQ(a.elements().position, b.elements().position);
  EXPECT_EQ(a.elements().strength, b.elements().strength);
  EXPECT_EQ(a.elementRings(), b.elementRings());
  EXPECT_EQ(a.lattice(), b.lattice());
}

// ---- rings ----------------------------------------------------------------------------------------------------------

TEST(LatticeMotion, RingsThatAppendStandBehindOnceTheyAreOnTheLattice) {
  VortexSystem system(onLattice(2), filledRing(), {});
  system.step();
  const Elements before = system.elements();
  Elements more = filledRing({0, 0, 3}, -1, 200);
  more.ring.assign(more.size(), 1);
  system.append(more, {});
  Elements all = system.elements();
  ASSERT_EQ(all.size(), before.size() + more.size());
  EXPECT_TRUE(std::equal(before.position.begin(), before.position.end(), all.position.begin()));
  EXPECT_EQ(system.lattice().passes, 1u);
  system.step();
  all = system.elements();
  system.step();
  EXPECT_EQ(system.lattice().passes, 2u);
  EXPECT_NEAR(norm(invariants(system.elements()).totalStrength - invariants(all).totalStrength), 0, 1e-10);
  const std::vector<std::int32_t> rings = system.elementRings();
  EXPECT_TRUE(std::is_sorted(rings.begin(), rings.end()));
  EXPECT_EQ(rings.front(), 0);
  EXPECT_EQ(rings.back(), 1);
  EXPECT_EQ(rings, system.elements().ring);
  EXPECT_EQ(system.lattice().foreignShare, 0);
}

TEST(LatticeMotion, TellsRingsThatHaveMetFromRingsThatAreNear) {
  for (const double gap : {2.2, 1.0}) {  // 1.5 and -0.7 core radii between the cores' surfaces
    Elements both = filledRing({0, 0, 0}), other = filledRing({0, 0, gap * 0.55}, -1);
    other.ring.assign(other.size(), 1);
    append(both, other);
    VortexSystem system(onLattice(), both, {});
    system.step();
    EXPECT_EQ(system.lattice().ringsHaveMet(), gap < 2) << system.lattice().foreignShare;
  }
}

// ---- ground ---------------------------------------------------------------------------------------------------------

TEST(LatticeMotion, StaysAboveAGroundWhoseFlowItKeeps) {
  for (const Vec3 normal : {Vec3{0, 0, 1}, Vec3{0.3, -0.2, 1}}) {
    Settings settings = onLattice();
    settings.ground = GroundPlane{{0, 0, 0}, normal};
    settings.precision = Precision::single;
    settings.viscosity = 0.02;
    settings.diffusion = Diffusion::lattice;
    settings.timeStep = 0.1;
    const Vec3 up = (1 / norm(normal)) * normal;
    Ring ring;
    ring.centre = 0.7 * up;
    ring.axis = normal;
    ring.circulation = -2;  // downwards
    ring.coreRadius = 0.3;
    Elements given;
    add(ring, 300, 0.2, given);
    VortexSystem system(settings, given, {});
    for (int k = 0; k < 8; ++k) {
      system.step();
      for (const Vec3 x : system.elements().position) ASSERT_GT(height(*settings.ground, x), 0);
    }
    const Elements now = system.elements();
    EXPECT_NO_THROW(VortexSystem(settings, now, {})) << "a saved state goes on";
    const Vec3 change = invariants(now).linearImpulse - invariants(given).linearImpulse;
    EXPECT_LT(norm(change - dot(change, up) * up), 2e-3 * norm(invariants(given).linearImpulse)) << "along the plane";
  }
}

TEST(LatticeMotion, FoldsWithoutAChangeOfTheFlowFarAway) {
  Settings settings = onLattice();
  settings.ground = GroundPlane{{0, 0, 0}, {0, 0, 1}};
  settings.timeStep = 1e-12;
  settings.spacing = 0.1;
  settings.nodeThreshold = 0;
  settings.elementBudget = 1 << 14;
  settings.divergenceRemoval = false;
  Elements given = oneElement({0.31, -0.17, 0.03}, {1, 0.5, 2});
  append(given, oneElement({0.3, 0.6, 0.17}, {-1, 0, 0.3}));
  VortexSystem system(settings, given, {});
  system.step();
  const Elements before = mirrored(given, *settings.ground), after = mirrored(system.elements(), *settings.ground);
  for (const Vec3 far : {Vec3{4, 1, 2}, Vec3{-3, 2, 0}, Vec3{0, 0, 5}}) {
    const Vec3 was = fmm_test::referenceAt(before, settings.regularisation, far).velocity;
    const Vec3 is = fmm_test::referenceAt(after, settings.regularisation, far).velocity;
    EXPECT_NEAR(norm(is - was), 0, 2e-4 * norm(was));
  }
}

// ---- resumed runs and failed steps ----------------------------------------------------------------------------------

TEST(LatticeMotion, GoesOnBitForBit) {
  for (const int steps : {3, Redistribution::kAutomatic}) {
    Settings settings = fmmFloat();
    settings.timeStep = 0.1;
    settings.redistribution.steps = steps;
    settings.spacing = 0.15;
    settings.viscosity = 0.01;
    settings.diffusion = Diffusion::lattice;
    const Tracers tracers = {{{0.5, 0.1, 0}, {0, 0, 0.3}}, {0, 0}};
    VortexSystem whole(settings, filledRing(), tracers), first(settings, filledRing(), tracers);
    for (int k = 0; k < 9; ++k) whole.step();
    for (int k = 0; k < 5; ++k) first.step();
    VortexSystem second = fmm_test::resumed(first);
    for (int k = 0; k < 4; ++k) second.step();
    EXPECT_GT(whole.lattice().passes, 1u);
    expectSameState(second, whole);
    EXPECT_EQ(second.tracers().position, whole.tracers().position);
  }
}

TEST(LatticeMotion, TakesTheNodesBackWhereTheStepFails) {
  Elements given = filledRing();
  given.ring.clear();
  given.strength[7] = {1e260, 0, 0};
  VortexSystem system(onLattice(), given, {}), untouched(onLattice(), given, {});
  EXPECT_THAT(refusal<NumericalError>([&] { system.step(); }), HasSubstr("not finite"));
  expectSameState(system, untouched);
  EXPECT_TRUE(system.elementRings().empty());
  EXPECT_EQ(system.steps(), 0);
}

TEST(LatticeMotion, SaysWhereTheFlowIsTooWideForItsLattice) {
  Settings settings = onLattice();
  settings.spacing = 1e-6;
  Elements given = oneElement();
  append(given, oneElement({5, 0, 0}));
  VortexSystem system(settings, given, {}), untouched(settings, given, {});
  EXPECT_THAT(refusal<NumericalError>([&] { system.step(); }),
              HasSubstr("spacings of the lattice (1e-06) from the middle of the flow; at most 2097152"));
  expectSameState(system, untouched);
}

}  // namespace
}  // namespace fmm
