// Splitting and merging of elements: what they conserve, and that the rules hold in runs that stretch.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "fmm/diagnostics.h"
#include "fmm/error.h"
#include "fmm/support/random_elements.h"
#include "fmm/support/support.h"
#include "fmm/vortex_system.h"
#include "vortex/merging.h"
#include "vortex/refinement.h"

namespace fmm {
namespace {

using fmm_test::add;
using fmm_test::directDouble;
using fmm_test::filament;
using fmm_test::randomElements;

constexpr double kSigma = 0.1;

double sum(const std::vector<double>& values) {
  double total = 0;
  for (const double v : values) total += v;
  return total;
}

double smallestOverlap(const Elements& elements) {
  double least = HUGE_VAL;
  for (std::size_t i = 0; i < elements.size(); ++i)
    least = std::min(least, elements.coreRadius[i] / elements.length[i]);
  return least;
}

/// sum alpha_c (x_p x_q + delta_pq sigma^2): second moments of the vorticity about the origin, for each pair of axes
/// and component of strength, of blobs of variance sigma^2 along every axis.
std::vector<double> secondMoments(const Elements& elements) {
  std::vector<double> moments(27, 0);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const double x[] = {elements.position[i].x, elements.position[i].y, elements.position[i].z};
    const double a[] = {elements.strength[i].x, elements.strength[i].y, elements.strength[i].z};
    const double square = elements.coreRadius[i] * elements.coreRadius[i];
    for (int p = 0; p < 3; ++p)
      for (int q = 0; q < 3; ++q)
        for (int c = 0; c < 3; ++c) moments[9 * p + 3 * q + c] += a[c] * (x[p] * x[q] + (p == q ? square : 0));
  }
  return moments;
}

// ---- splitting ------------------------------------------------------------------------------------------------------

TEST(Splitting, AlongTheLineKeepsTheInvariantsAndTheBound) {
  const Elements before = randomElements(300);
  const Refinement refined = refine(before, {1.5, 0, 0, 100000, {}});
  const Elements& after = refined.elements;
  EXPECT_GT(refined.split, 100u);
  EXPECT_FALSE(refined.full);
  EXPECT_GE(smallestOverlap(after), 1.5);
  const Invariants was = invariants(before), is = invariants(after);
  EXPECT_LT(norm(is.totalStrength - was.totalStrength), 1e-13 * 300);
  EXPECT_LT(norm(is.linearImpulse - was.linearImpulse), 1e-13 * 300);
  EXPECT_LT(norm(is.angularImpulse - was.angularImpulse), 1e-13 * 300);
  EXPECT_NEAR(sum(after.length), sum(before.length), 1e-11);
  EXPECT_NEAR(sum(after.volume), sum(before.volume), 1e-11);
  ASSERT_EQ(after.ring.size(), after.size());
  EXPECT_TRUE(std::is_sorted(after.ring.begin(), after.ring.end())) << "rings stay together";
  for (std::size_t i = 0; i < after.size(); ++i) {
    EXPECT_EQ(after.ring[i], before.ring[refined.parent[i]]);
    EXPECT_LT(norm(after.strength[i] - refined.share[i] * before.strength[refined.parent[i]]), 1e-15);
  }
}

TEST(Splitting, IntoTwoIsAQuarterOfTheLengthToEachSide) {
  Elements one;
  one.position = {{1, 2, 3}};
  one.strength = {{0, 0, -2}};
  one.coreRadius = {0.1};
  fillExtents(one);
  one.length = {0.2};
  const Refinement refined = refine(one, {0.55, 0, 0, 10, {}});
  ASSERT_EQ(refined.elements.size(), 2u);
  EXPECT_LT(norm(refined.elements.position[0] - Vec3{1, 2, 3.05}), 1e-15);
  EXPECT_LT(norm(refined.elements.position[1] - Vec3{1, 2, 2.95}), 1e-15);
  EXPECT_EQ(refined.elements.strength[1], (Vec3{0, 0, -1}));
  EXPECT_EQ(refined.elements.length[1], 0.1);
}

TEST(Splitting, OfWideCoresKeepsTheSecondMoments) {
  const Elements before = randomElements(100);
  const Refinement refined = refine(before, {0, 1.4, 0, 100000, {}});
  const Elements& after = refined.elements;
  EXPECT_GT(refined.split, 20u);
  const Invariants was = invariants(before), is = invariants(after);
  EXPECT_LT(norm(is.totalStrength - was.totalStrength), 1e-12);
  EXPECT_LT(norm(is.linearImpulse - was.linearImpulse), 1e-12);
  const std::vector<double> expected = secondMoments(before), seen = secondMoments(after);
  for (std::size_t k = 0; k < seen.size(); ++k) EXPECT_NEAR(seen[k], expected[k], 1e-11);
  for (std::size_t i = 0; i < after.size(); ++i) {
    const std::size_t parent = refined.parent[i];
    const double thin = before.coreRadius[parent] / 1.4;
    if (refined.share[i] < 1) {
      EXPECT_DOUBLE_EQ(after.coreRadius[i], thin);
    }
  }
}

TEST(Splitting, KeepsWithinTheBudgetTheStrongestFirst) {
  const Elements before = randomElements(300);
  const Refinement refined = refine(before, {1.5, 0, 0, 320, {}});
  EXPECT_EQ(refined.elements.size(), 320u);
  EXPECT_TRUE(refined.full);
  double weakestSplit = HUGE_VAL;
  for (std::size_t i = 0; i < refined.elements.size(); ++i)
    if (refined.share[i] < 1) weakestSplit = std::min(weakestSplit, norm(before.strength[refined.parent[i]]));
  EXPECT_GT(weakestSplit, 1.0) << "the strengths are up to 1.7";
  EXPECT_LT(norm(invariants(refined.elements).linearImpulse - invariants(before).linearImpulse), 1e-12);
}

TEST(Splitting, LeavesNothingBelowTheGround) {
  Elements one;
  one.position = {{0, 0, 0.04}};
  one.strength = {{0, 0, 1}};
  one.coreRadius = {0.1};
  fillExtents(one);
  one.length = {0.2};
  const Refinement refined = refine(one, {1, 0, 0, 10, GroundPlane{}});
  EXPECT_EQ(refined.elements.size(), 1u);
  EXPECT_TRUE(refined.full);
}

TEST(Splitting, IsTheSameOfStrengthsOfAnySize) {
  const Elements given = randomElements(50);
  const RefinementRules rules = {1.5, 1.4, 0, 100000, {}};
  const Refinement usual = refine(given, rules);
  ASSERT_GT(usual.split, 0u);
  for (const int power : {-900, -540, -513, 513, 900}) {
    Elements other = given;
    for (Vec3& strength : other.strength) strength = std::ldexp(1.0, power) * strength;
    const Refinement refined = refine(other, rules);
    ASSERT_EQ(refined.elements.size(), usual.elements.size()) << power;
    for (std::size_t i = 0; i < usual.elements.size(); ++i) {
      ASSERT_LT(norm(refined.elements.position[i] - usual.elements.position[i]), 1e-15) << power;
      ASSERT_LT(norm(std::ldexp(1.0, -power) * refined.elements.strength[i] - usual.elements.strength[i]), 1e-15);
    }
  }
}

// ---- merging --------------------------------------------------------------------------------------------------------

TEST(Merging, KeepsStrengthExactlyAndImpulseWithinTheBound) {
  const Elements before = randomElements(2000, 0.5);
  double impulse = 0;
  for (const double tolerance : {1e-4, 1e-2}) {
    // One element asks for a split, so that there is reason to merge.
    RefinementRules rules{0.05, 0, tolerance, 2000, {}};
    const Refinement refined = refine(before, rules);
    EXPECT_GT(refined.merged, 0u);
    EXPECT_EQ(refined.elements.size(), before.size() - refined.merged - refined.removed);
    EXPECT_LE(refined.impulse, tolerance);
    EXPECT_GT(refined.impulse, impulse);
    impulse = refined.impulse;
    const Invariants was = invariants(before), is = invariants(refined.elements);
    EXPECT_LT(norm(is.totalStrength - was.totalStrength), 1e-12 * 2000);
    EXPECT_LE(norm(is.linearImpulse - was.linearImpulse), (refined.impulse + 1e-13) * impulseScale(before));
    EXPECT_NEAR(sum(refined.elements.volume), sum(before.volume), 1e-10);
  }
}

TEST(Merging, OfParallelElementsKeepsTheImpulse) {
  Elements pair;
  pair.position = {{0, 0, 0}, {0.03, 0, 0}, {5, 0, 0}};
  pair.strength = {{0, 0, 0.2}, {0, 0, 1}, {0, 0, 3}};
  pair.coreRadius = {0.1, 0.1, 0.1};
  fillExtents(pair);
  const Refinement refined = refine(pair, {0, 0, 1e-12, 10, {}});
  ASSERT_EQ(refined.elements.size(), 2u);
  EXPECT_EQ(refined.merged, 1u);
  EXPECT_NEAR(refined.elements.position[0].x, 0.025, 1e-15);
  EXPECT_LT(norm(invariants(refined.elements).linearImpulse - invariants(pair).linearImpulse), 1e-14);
  const std::vector<double> expected = secondMoments(pair), seen = secondMoments(refined.elements);
  double was = 0, is = 0;  // only the trace of the moments is kept
  for (const int k : {2, 14, 26}) {
    was += expected[static_cast<std::size_t>(k)];
    is += seen[static_cast<std::size_t>(k)];
  }
  EXPECT_NEAR(is, was, 1e-12);
}

TEST(Merging, LeavesDistantAndUnequalCoresAlone) {
  Elements pair;
  pair.position = {{0, 0, 0}, {0.06, 0, 0}, {3, 0, 0}, {3.01, 0, 0}};
  pair.strength = {{0, 0, 0.2}, {0, 0, 1}, {0, 0, 0.2}, {0, 0, 1}};
  pair.coreRadius = {0.1, 0.1, 0.01, 1};
  fillExtents(pair);
  EXPECT_FALSE(refine(pair, {0, 0, 0.1, 10, {}}).changed());
}

TEST(Merging, GivesNegligibleStrengthToANeighbour) {
  Elements pair;
  pair.position = {{0, 0, 0}, {0.09, 0, 0}};
  pair.strength = {{1e-5, 0, 0}, {0, 0, 1}};
  pair.coreRadius = {0.1, 0.1};
  fillExtents(pair);
  const Refinement refined = refine(pair, {0, 0, 1e-3, 10, {}});
  ASSERT_EQ(refined.elements.size(), 1u);
  EXPECT_EQ(refined.removed, 1u);
  EXPECT_EQ(refined.elements.strength[0], (Vec3{1e-5, 0, 1}));
  EXPECT_NEAR(refined.elements.position[0].x, 0.09, 1e-6);
}

TEST(Merging, MakesRoomForWhatMustBeSplit) {
  const Elements before = randomElements(2000, 0.3);
  const RefinementRules rules{1.5, 0, 1e-2, 2000, {}};
  const Refinement refined = refine(before, rules);
  EXPECT_LE(refined.elements.size(), 2000u);
  EXPECT_GT(refined.split, 0u);
  EXPECT_GT(refined.merged + refined.removed, 30u);
}

// ---- in a run -------------------------------------------------------------------------------------------------------

/// Two rings that meet head on: gap 2 between them.
Elements headOn(std::size_t countEach, double sigma = kSigma) {
  Elements elements;
  add(filament({0, 0, -1}, 1), countEach, sigma, elements);
  add(filament({0, 0, 1}, -1), countEach, sigma, elements);
  return elements;
}

Settings splitting(double overlap) {
  Settings settings = directDouble();
  settings.integrator = Integrator::rk4;
  settings.timeStep = 0.04;
  settings.stretching = Stretching::classical;
  settings.minimumOverlap = overlap;
  return settings;
}

TEST(Refinement, CollidingRingsKeepTheirOverlapAndTheirPath) {
  VortexSystem system(splitting(2), headOn(128), {});
  const Vec3 strength = system.invariants().totalStrength;
  double least = HUGE_VAL;
  while (system.time() < 4 - 0.02) {
    system.step();
    least = std::min(least, smallestOverlap(system.elements()));
  }
  EXPECT_GE(least, 2);
  const Elements after = system.elements();
  EXPECT_EQ(after.size(), 512u) << "every element was split once";
  EXPECT_EQ(system.refinement().split, 256u);
  EXPECT_FALSE(system.refinement().full);
  EXPECT_LT(norm(system.invariants().totalStrength - strength), 1e-12);
  const RingMeasures ring = measureRings(after, {}, {})[1];
  EXPECT_NEAR(ring.radius, 1.3754, 0.005 * 1.3754);
  EXPECT_NEAR(ring.centre.z, 0.2881, 0.005);
  EXPECT_EQ(system.elementVelocities().size(), 512u);
}

TEST(Refinement, EndsAtTheBudgetAndSaysSo) {
  Settings settings = splitting(2);
  settings.mergeTolerance = 0;
  settings.elementBudget = 150;
  VortexSystem system(settings, headOn(64, 0.2), {});
  for (int k = 0; k < 90; ++k) system.step();
  EXPECT_EQ(system.elementCount(), 150u);
  EXPECT_TRUE(system.refinement().full);
  EXPECT_EQ(system.refinement().budget, 150u);
  settings.elementBudget = 0;
  system.apply(settings);
  EXPECT_EQ(system.refinement().budget, 8u * 128);
  for (int k = 0; k < 16; ++k) system.step();
  EXPECT_FALSE(system.refinement().full) << "there is room again";
  EXPECT_EQ(system.elementCount(), 256u);
}

TEST(Refinement, NoBudgetIsMoreThanSettingsMayAskFor) {
  constexpr std::size_t most = RefinementReport::kMostBudget;
  EXPECT_EQ(RefinementReport::budgetFor(most / 8, false), most);
  EXPECT_EQ(RefinementReport::budgetFor(most / 8 + 1, false), most);
  EXPECT_EQ(RefinementReport::budgetFor(std::size_t{1} << 30, true), most);
  EXPECT_EQ(RefinementReport::budgetFor(1, true), RefinementReport::kLeastLatticeBudget);
}

TEST(Refinement, RunsRepeatAndGoOnBitForBit) {
  for (const Precision precision : {Precision::single, Precision::real64}) {
    Settings settings = splitting(2);
    settings.precision = precision;
    settings.elementBudget = 200;
    const Tracers tracers{{{0.5, 0, 0.3}, {1, 0.2, 0.4}}, {0, 0}};
    VortexSystem whole(settings, headOn(64, 0.2), tracers), first(settings, headOn(64, 0.2), tracers);
    for (int k = 0; k < 80; ++k) whole.step();
    for (int k = 0; k < 64; ++k) first.step();
    ASSERT_GT(first.elementCount(), 128u) << "some are split by now";
    VortexSystem second(settings, first.elements(), first.tracers());
    second.setClock(first.time(), first.steps());
    second.setRefinement(first.refinement());
    for (int k = 0; k < 16; ++k) second.step();
    EXPECT_EQ(second.elementCount(), whole.elementCount());
    EXPECT_EQ(second.elements().position, whole.elements().position);
    EXPECT_EQ(second.elements().strength, whole.elements().strength);
    EXPECT_EQ(second.elements().length, whole.elements().length);
    EXPECT_EQ(second.tracers().position, whole.tracers().position);
    EXPECT_EQ(second.refinement(), whole.refinement());
    EXPECT_EQ(second.time(), whole.time());
  }
}

TEST(Refinement, AppendedElementsRaiseTheBudget) {
  VortexSystem system(splitting(2), headOn(50), {});
  EXPECT_EQ(system.refinement().given, 100u);
  system.append(headOn(50), {});
  EXPECT_EQ(system.refinement().given, 200u);
  EXPECT_EQ(system.refinement().budget, 1600u);
}

TEST(Refinement, NeedsCores) {
  Elements elements = headOn(50);
  elements.coreRadius[7] = 0;
  EXPECT_THROW(VortexSystem(splitting(1), elements, {}), InvalidInput);
  Settings settings = splitting(0);
  VortexSystem system(settings, elements, {});
  settings.minimumOverlap = 1;
  EXPECT_THROW(system.apply(settings), InvalidInput);
  EXPECT_EQ(system.settings().minimumOverlap, 0);
}

TEST(Refinement, NamesTheParticleThatIsLost) {
  Elements elements = headOn(20);
  elements.strength[5] = {1e260, 0, 0};
  elements.position[6] = elements.position[5] + Vec3{0.01, 0.02, 0};
  Settings settings = splitting(0);
  settings.integrator = Integrator::euler;
  settings.timeStep = 1e9;
  VortexSystem system(settings, elements, {});
  system.setClock(2.5, 7);
  try {
    system.step();
    FAIL() << "no error";
  } catch (const NumericalError& error) {
    EXPECT_THAT(error.what(), testing::AllOf(testing::HasSubstr("from t = 2.5"), testing::HasSubstr("element "),
                                             testing::HasSubstr("which was at (")));
  }
  EXPECT_EQ(system.elements().position, elements.position);
  EXPECT_EQ(system.time(), 2.5);
}

}  // namespace
}  // namespace fmm
