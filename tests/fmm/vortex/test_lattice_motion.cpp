// Vortex systems with redistribution: what a pass does, when it is due, and its element budget.

#include "fmm/support/lattice_support.h"
#include "fmm/vortex_system.h"
#include "support/test.h"

namespace fmm {
namespace {

using fmm_test::errorOf;
using fmm_test::expectSameMoments;
using fmm_test::filledRing;
using fmm_test::kSpacing;
using fmm_test::oneElement;
using fmm_test::onLattice;

/// Largest distance of a coordinate from the nearest node, in spacings.
double farthestFromNodes(const Elements& elements, double h) {
  double most = 0;
  for (const Vec3 x : elements.position)
    for (const double c : {x.x, x.y, x.z}) most = std::max(most, std::abs(c / h - std::round(c / h)));
  return most;
}

// ---- what a pass does -----------------------------------------------------------------------------------------------

TEST(LatticeMotion, PutsElementsOntoNodesThatAreAllAlike) {
  for (const Precision precision : {Precision::real64, Precision::single}) {
    Settings settings = onLattice();
    settings.precision = precision;
    settings.timeStep = 1e-9;  // elements stay where they are put
    settings.latticeOverlap = 0.9;
    const Elements given = filledRing();
    VortexSystem system(settings, given, {});
    system.step();
    const Elements nodes = system.elements();
    const double round = precision == Precision::single ? 1e-6 : 1e-8;
    EXPECT_GT(nodes.size(), 500u);
    EXPECT_LT(farthestFromNodes(nodes, kSpacing), 10 * round);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      EXPECT_NEAR(nodes.coreRadius[i], 0.9 * kSpacing, round);
      EXPECT_NEAR(nodes.length[i], kSpacing, round);
      EXPECT_NEAR(nodes.volume[i], kSpacing * kSpacing * kSpacing, round);
    }
    expectSameMoments(nodes, given, precision == Precision::single ? 1e-4 : 1e-7);
    EXPECT_EQ(system.lattice().passes, 1u);
    EXPECT_EQ(system.lattice().spacing, kSpacing);
  }
}

TEST(LatticeMotion, KeepsStrengthAndImpulseExactlyOverManyPasses) {
  Settings settings = onLattice();
  settings.timeStep = 1e-12;
  const Elements given = filledRing();
  VortexSystem system(settings, given, {});
  for (int k = 0; k < 12; ++k) system.step();
  EXPECT_EQ(system.lattice().passes, 12u);
  expectSameMoments(system.elements(), given, 1e-10);
}

TEST(LatticeMotion, FloatFollowsDouble) {
  Settings settings = onLattice(2);
  VortexSystem exact(settings, filledRing(), {});
  settings.precision = Precision::single;
  VortexSystem rounded(settings, filledRing(), {});
  exact.step();
  rounded.step();
  ASSERT_EQ(rounded.elementCount(), exact.elementCount());
  EXPECT_LT(errorOf(rounded.elements().position, exact.elements().position).maximum, 1e-5);
  EXPECT_LT(errorOf(rounded.elements().strength, exact.elements().strength).maximum, 1e-3);
  EXPECT_EQ(rounded.elementRings(), exact.elementRings());
}

/// sum alpha_z x^2/sum alpha_z.
double widthAlongX(const Elements& elements) {
  double sum = 0, square = 0;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    sum += elements.strength[i].z;
    square += elements.strength[i].z * elements.position[i].x * elements.position[i].x;
  }
  return square / sum;
}

TEST(LatticeMotion, SpreadsTheSecondMomentWithEveryStepHoweverSeldomItIsDue) {
  fmm_test::Random random(4);
  Elements column;  // so weak that it does not move
  for (int i = 0; i < 12; ++i) {
    column.position.push_back({random.uniform(-0.2, 0.2), random.uniform(-0.2, 0.2), random.uniform(-0.5, 0.5)});
    column.strength.push_back({0, 0, 1e-14 * random.uniform(0.5, 1)});
  }
  column.coreRadius.assign(column.position.size(), 0.2);
  for (const int steps : {3, 5, Redistribution::kAutomatic}) {
    Settings settings = onLattice(steps);
    settings.solver = SolverKind::fmm;
    settings.viscosity = 0.08;
    settings.diffusion = Diffusion::lattice;
    settings.stretching = Stretching::off;
    settings.nodeThreshold = 0;
    settings.elementBudget = 1 << 20;
    settings.divergenceRemoval = false;
    VortexSystem system(settings, column, {});
    for (int k = 0; k < 6; ++k) {
      system.step();
      EXPECT_NEAR(widthAlongX(system.elements()), widthAlongX(column) + 2 * 0.08 * system.time(), 1e-10)
          << steps << ", " << k;
      EXPECT_EQ(system.lattice().atStep, steps == Redistribution::kAutomatic ? 0 : k - k % steps);
    }
    EXPECT_EQ(system.lattice().passes, 6u);
  }
}

/// The row's reach about a single element exceeds the budget.
TEST(LatticeMotion, KeepsItsSpacingWhereNoThresholdIsAskedFor) {
  Settings settings = onLattice();
  settings.nodeThreshold = 0;
  settings.viscosity = 0.01;
  settings.diffusion = Diffusion::lattice;
  VortexSystem system(settings, oneElement(), {});
  system.step();
  system.step();
  EXPECT_EQ(system.lattice().coarsenings, 0u);
  EXPECT_EQ(system.lattice().spacing, kSpacing);
}

TEST(LatticeMotion, TakesVorticityOfNoKeptEvaluationForThePresentOne) {
  Settings settings = onLattice();
  settings.integrator = Integrator::euler;  // its only stage is also the one for the divergence removal
  VortexSystem system(settings, filledRing(), {});
  system.step();
  settings.redistribution.steps = Redistribution::kOff;
  VortexSystem same(settings, system.elements(), {});
  EXPECT_LT(errorOf(system.elementVorticities(), same.elementVorticities()).maximum, 1e-12);
}

// ---- when it is due -------------------------------------------------------------------------------------------------

TEST(LatticeMotion, ComesEveryNStepsFromTheFirstOn) {
  VortexSystem system(onLattice(3), filledRing(), {});
  for (int k = 0; k < 7; ++k) {
    system.step();
    EXPECT_EQ(system.lattice().passes, static_cast<std::uint64_t>(k / 3 + 1));
    EXPECT_EQ(system.lattice().atStep, k - k % 3);
  }
}

TEST(LatticeMotion, ComesByItselfWhenTheFluidHasTurned) {
  Settings settings = onLattice(Redistribution::kAutomatic);
  settings.timeStep = 0.1;
  VortexSystem system(settings, filledRing(), {});
  std::uint64_t passes = 0;
  for (int k = 0; k < 12; ++k) {
    const double turned = system.lattice().turned;
    const bool due = k == 0 || turned >= 0.5;
    system.step();
    passes += due ? 1 : 0;
    EXPECT_EQ(system.lattice().passes, passes) << turned;
    EXPECT_GT(system.lattice().turned, due ? 0 : turned);
  }
  EXPECT_GT(passes, 1u);
  EXPECT_LT(passes, 12u);
}

TEST(LatticeMotion, IsSwitchedOffAndOnAgainAtOnceAndTakesAnotherSpacing) {
  Settings settings = onLattice(100);
  VortexSystem system(settings, filledRing(), {});
  system.step();
  settings.redistribution.steps = Redistribution::kOff;
  system.apply(settings);
  const std::size_t nodes = system.elementCount();
  for (int k = 0; k < 2; ++k) system.step();
  EXPECT_EQ(system.lattice().passes, 1u);
  EXPECT_EQ(system.elementCount(), nodes);
  settings.redistribution.steps = 100;
  system.apply(settings);
  for (int k = 0; k < 2; ++k) system.step();
  EXPECT_EQ(system.lattice().passes, 2u) << "with the first step, and not with the second";
  settings.spacing = 0.25;
  system.apply(settings);
  system.step();
  EXPECT_EQ(system.lattice().passes, 3u);
  EXPECT_EQ(system.lattice().spacing, 0.25);
  settings.spacing = 0.3;
  settings.precision = Precision::single;  // a system of the other precision takes over
  system.apply(settings);
  system.step();
  EXPECT_EQ(system.lattice().spacing, 0.3);
}

TEST(LatticeMotion, ChoosesTheSpacingFromTheVolumeGivenOrElseFromLengths) {
  Settings settings = onLattice();
  settings.spacing = 0;
  const Elements given = filledRing();
  VortexSystem filled(settings, given, {});
  filled.step();
  EXPECT_NEAR(filled.lattice().spacing, std::cbrt(given.volume[0]), 1e-9);
  Elements line = oneElement();
  line.length = {0.125};
  VortexSystem piece(settings, line, {});
  piece.step();
  EXPECT_NEAR(piece.lattice().spacing, 0.125, 1e-12);
}

// ---- the element budget ---------------------------------------------------------------------------------------------

TEST(LatticeMotion, NeverExceedsItsBudgetAndSaysHowFarTheSpacingGrew) {
  Settings settings = onLattice();
  settings.elementBudget = 350;
  const Elements given = filledRing();
  VortexSystem system(settings, given, {});
  double spacing = 0;
  for (int k = 0; k < 4; ++k) {
    system.step();
    EXPECT_LE(system.elementCount(), 350u);
    EXPECT_GE(system.lattice().spacing, spacing);
    spacing = system.lattice().spacing;
  }
  EXPECT_GT(spacing, kSpacing);
  EXPECT_GT(system.lattice().coarsenings, 0u);
  EXPECT_NEAR(system.elements().coreRadius.front(), spacing, 1e-12);
}

TEST(LatticeMotion, LeavesRoomForAFewElements) {
  Settings settings = onLattice();
  settings.timeStep = 1e-12;
  Elements few = oneElement();
  append(few, oneElement({0.13, -0.21, 0.57}, {0, 1, 0}));  // so that not all stand on nodes
  VortexSystem system(settings, few, {});
  EXPECT_EQ(system.lattice().budget, LatticeReport::kLeastBudget);
  system.step();
  EXPECT_EQ(system.lattice().spacing, kSpacing);
  EXPECT_GT(system.elementCount(), 50u);
  expectSameMoments(system.elements(), few, 1e-10);
}

TEST(LatticeMotion, IsNoTroubleForSetsThatHaveNothingToRedistribute) {
  VortexSystem none(onLattice(), {}, {{{0, 0, 1}}, {0}});
  VortexSystem weightless(onLattice(), oneElement({0, 0, 0}, {0, 0, 0}), {});
  for (int k = 0; k < 3; ++k) {
    none.step();
    weightless.step();
  }
  EXPECT_EQ(none.lattice().passes, 0u);
  EXPECT_EQ(weightless.elementCount(), 1u);
  EXPECT_EQ(weightless.elements().position.front(), Vec3{});
  EXPECT_EQ(weightless.lattice().passes, 0u);
}

}  // namespace
}  // namespace fmm
