// The view of the tree that programs get.

#include <gtest/gtest.h>

#include "fmm/error.h"
#include "fmm/support/degenerate_sets.h"
#include "fmm/support/support.h"
#include "fmm/support/tree_checks.h"
#include "fmm/vortex_system.h"

namespace fmm {
namespace {

using fmm_test::Workload;

Settings settingsOf(Precision precision) {
  Settings settings;
  settings.backend = Backend::cpu;
  settings.precision = precision;
  settings.regularisation = Regularisation::cutoff;
  settings.order = 4;
  settings.leafElements = 10;
  settings.leafPoints = 25;
  return settings;
}

TEST(TreeView, IsSoundForEverySet) {
  for (const Workload& work : fmm_test::degenerateSets()) {
    if (work.name == "coincident") continue;  // its leaf is at the deepest level; 43 cells say nothing new
    VortexSystem system(settingsOf(Precision::real64), work.elements, work.tracers());
    EXPECT_TRUE(system.treeCells().empty());
    system.evaluate();
    fmm_test::expectSoundTree(system, work);
  }
}

TEST(TreeView, IsSoundInFloatAndAfterAStep) {
  const Workload work = fmm_test::rounded(fmm_test::overlapped(fmm_test::rings(2000, 5000)));
  VortexSystem system(settingsOf(Precision::single), work.elements, work.tracers());
  system.evaluate();
  fmm_test::expectSoundTree(system, work);
  system.step();
  EXPECT_EQ(system.treeCells().size(), system.report().cells);
}

TEST(TreeView, DirectSumsHaveNoTree) {
  const Workload work = fmm_test::overlapped(fmm_test::rings(300, 100));
  Settings settings = settingsOf(Precision::real64);
  VortexSystem system(settings, work.elements, work.tracers());
  system.evaluate();
  EXPECT_FALSE(system.treeCells().empty());
  settings.solver = SolverKind::direct;
  system.apply(settings);
  system.evaluate();
  EXPECT_TRUE(system.treeCells().empty());
  EXPECT_TRUE(system.nearCells(0).empty());
}

TEST(TreeView, RefusesCellsThatAreNoLeaves) {
  const Workload work = fmm_test::overlapped(fmm_test::rings(300, 100));
  VortexSystem system(settingsOf(Precision::real64), work.elements, work.tracers());
  system.evaluate();
  EXPECT_THROW(system.nearCells(0), InvalidInput);
  EXPECT_THROW(system.nearCells(system.treeCells().size()), InvalidInput);
}

TEST(TreeView, WritesStrengthsAndCoreRadii) {
  const Workload work = fmm_test::overlapped(fmm_test::rings(300, 10));
  for (const Precision precision : {Precision::single, Precision::real64}) {
    VortexSystem system(settingsOf(precision), work.elements, work.tracers());
    fmm_test::expectStrengthsWritten(system);
  }
}

}  // namespace
}  // namespace fmm
