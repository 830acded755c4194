// Redistribution on the GPU against the CPU. Skipped by name where there is no GPU.

#include <gtest/gtest.h>

#include "fmm/support/cuda_fixture.h"
#include "fmm/support/lattice_support.h"
#include "fmm/vortex_system.h"

namespace fmm {
namespace {

using fmm_test::errorOf;
using fmm_test::filledRing;
using fmm_test::onLattice;

using CudaLattice = fmm_test::CudaFixture;

/// Two rings that touch, the second one weaker.
Elements touchingRings() {
  Elements both = filledRing({0, 0, 0}), other = filledRing({0.1, 0, 0.6}, -0.6);
  other.ring.assign(other.size(), 1);
  append(both, other);
  return both;
}

/// Compares both backends after one step.
void expectTheSame(Settings settings, double ofPositions, double ofStrengths) {
  settings.backend = Backend::cuda;
  VortexSystem gpu(settings, touchingRings(), {});
  settings.backend = Backend::cpu;
  VortexSystem cpu(settings, touchingRings(), {});
  gpu.step();
  cpu.step();
  const Elements ours = gpu.elements(), theirs = cpu.elements();
  ASSERT_GT(theirs.size(), 500u);
  ASSERT_EQ(ours.size(), theirs.size());
  EXPECT_LT(errorOf(ours.position, theirs.position).maximum, ofPositions);
  EXPECT_LT(errorOf(ours.strength, theirs.strength).maximum, ofStrengths);
  EXPECT_EQ(ours.ring, theirs.ring);
  EXPECT_EQ(gpu.elementRings(), ours.ring);
  EXPECT_EQ(ours.volume, theirs.volume);
  EXPECT_EQ(ours.coreRadius, theirs.coreRadius);
  const LatticeReport &a = gpu.lattice(), &b = cpu.lattice();
  EXPECT_EQ(a.passes, b.passes);
  EXPECT_EQ(a.spacing, b.spacing);
  EXPECT_EQ(a.coarsenings, b.coarsenings);
  EXPECT_NEAR(a.foreignShare, b.foreignShare, 1e-6);
  EXPECT_NEAR(a.turned, b.turned, 1e-5 * b.turned);
}

TEST_F(CudaLattice, PutsElementsOntoTheNodesOfTheCpu) {
  Settings settings = onLattice();
  settings.nodeThreshold = 0;  // otherwise round-off may decide about a node
  settings.elementBudget = 1 << 16;
  settings.timeStep = 1e-9;
  expectTheSame(settings, 1e-12, 1e-10);
  settings.precision = Precision::single;
  expectTheSame(settings, 1e-6, 1e-4);
}

TEST_F(CudaLattice, SpreadsFoldsAndKeepsItsBudgetAsTheCpuDoes) {
  Settings settings = onLattice();
  settings.timeStep = 0.02;
  settings.viscosity = 0.01;
  settings.diffusion = Diffusion::lattice;
  expectTheSame(settings, 1e-10, 1e-9);
  settings.ground = GroundPlane{{0, 0, -0.4}, {0, 0, 1}};
  expectTheSame(settings, 1e-10, 1e-9);
  settings.elementBudget = 600;
  expectTheSame(settings, 1e-10, 1e-9);
  settings.elementBudget = 1 << 16;
  settings.wall = Wall::noSlip;
  expectTheSame(settings, 1e-10, 1e-8);
}

class CudaLatticeOverWalls : public CudaLattice, public testing::WithParamInterface<bool> {};

TEST_P(CudaLatticeOverWalls, RunsRepeatAndGoOnBitForBit) {
  Settings settings = onLattice(3);
  if (GetParam()) {
    settings.ground = GroundPlane{{0, 0, -0.5}, {0, 0, 1}};
    settings.wall = Wall::noSlip;
  }
  settings.backend = Backend::cuda;
  settings.solver = SolverKind::fmm;
  settings.precision = Precision::single;
  settings.viscosity = 0.01;
  settings.diffusion = Diffusion::lattice;
  VortexSystem whole(settings, touchingRings(), {}), first(settings, touchingRings(), {});
  for (int k = 0; k < 8; ++k) whole.step();
  for (int k = 0; k < 4; ++k) first.step();
  VortexSystem second = fmm_test::resumed(first);
  for (int k = 0; k < 4; ++k) second.step();
  EXPECT_EQ(whole.lattice().passes, 8u);
  EXPECT_EQ(second.elements().position, whole.elements().position);
  EXPECT_EQ(second.elements().strength, whole.elements().strength);
  EXPECT_EQ(second.elementRings(), whole.elementRings());
  EXPECT_EQ(second.lattice(), whole.lattice());
}

INSTANTIATE_TEST_SUITE_P(, CudaLatticeOverWalls, testing::Bool());

TEST_F(CudaLattice, TakesTheNodesBackWhereTheStepFails) {
  Settings settings = onLattice();
  settings.backend = Backend::cuda;
  Elements given = filledRing();
  given.strength[7] = {1e260, 0, 0};
  VortexSystem system(settings, given, {});
  const LatticeReport before = system.lattice();
  EXPECT_EQ(before.passes, 0u);
  EXPECT_ANY_THROW(system.step());
  EXPECT_EQ(system.elements().position, given.position);
  EXPECT_EQ(system.elements().strength, given.strength);
  EXPECT_EQ(system.lattice(), before);
}

}  // namespace
}  // namespace fmm
