// Systems of rank 0 alone, whose evaluations the other ranks serve, held to the same systems without them.

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

#include "fmm/crew.h"
#include "fmm/error.h"
#include "fmm/vortex_system.h"
#include "ranks/sets.h"
#include "ranks/with_crew.h"
#include "ranks/world.h"

namespace ranks_test {
namespace {

using fmm::Crew;
using fmm::Settings;
using fmm::Vec3;
using fmm::VortexSystem;

/// Velocities, and the elements' rates, against direct sums of a system on its own.
void hold(VortexSystem& shared, VortexSystem& exact, double tolerance = 1e-3) {
  shared.evaluate();
  exact.evaluate();
  EXPECT_EQ(shared.tracerCount(), exact.tracerCount());
  EXPECT_LT(difference(shared.tracerVelocities(), exact.tracerVelocities()), tolerance);
  EXPECT_LT(difference(shared.elementVelocities(), exact.elementVelocities()), tolerance);
  if (shared.elementCount() == 1 && shared.report().backend == "cuda") return;  // its rate is rounding on its own
  EXPECT_LT(difference(shared.strengthRates(), exact.strengthRates()), 10 * tolerance);
}

TEST(RankCrew, VelocitiesAreThoseOfOneRankWithinTheTolerance) {
  withCrew([](Crew& crew) {
    for (const Set& set : sets()) {
      SCOPED_TRACE(set.name);
      VortexSystem shared(settingsFor(), set.elements, set.tracers);
      shared.employ(crew);
      VortexSystem exact(settingsFor(fmm::SolverKind::direct), set.elements, set.tracers);
      hold(shared, exact);
      EXPECT_EQ(difference(shared.tracers().position, exact.tracers().position), 0);
    }
  });
}

TEST(RankCrew, ServesOnGpus) {
  requireGpus();
  if (IsSkipped() || HasFatalFailure()) return;
  withCrew([](Crew& crew) {
    Settings settings = settingsFor();
    settings.backend = fmm::Backend::cuda;
    for (const Set& set : sets()) {
      SCOPED_TRACE(set.name);
      VortexSystem shared(settings, set.elements, set.tracers);
      shared.employ(crew);
      VortexSystem exact(settingsFor(fmm::SolverKind::direct), set.elements, set.tracers);
      hold(shared, exact);
      hold(shared, exact);
    }
  });
}

TEST(RankCrew, EveryTargetMeetsEverySourceOnce) {
  withCrew([](Crew& crew) {
    const Set set = setOf(fmm::workloads::rings(700, 1300));
    VortexSystem shared(settingsFor(fmm::SolverKind::direct), set.elements, set.tracers);
    shared.employ(crew);
    shared.evaluate();
    EXPECT_EQ(shared.report().nearPairs, 700U * (700U + 1300U));
  });
}

TEST(RankCrew, StepsAreNearThoseOfOneRank) {
  withCrew([](Crew& crew) {
    const Set set = setOf(fmm::workloads::rings(800, 4000));
    Settings settings = settingsFor();
    settings.viscosity = 1e-4;
    VortexSystem shared(settings, set.elements, set.tracers), one(settings, set.elements, set.tracers);
    shared.employ(crew);
    for (int i = 0; i < 40; ++i) {  // beyond where the tracers are put in order anew
      shared.step();
      one.step();
    }
    EXPECT_EQ(shared.elementCount(), one.elementCount());
    EXPECT_LT(difference(shared.elements().position, one.elements().position), 1e-4);
    EXPECT_LT(difference(shared.tracers().position, one.tracers().position), 1e-4);
  });
}

TEST(RankCrew, SumsOverMeshesAndByExpansionsInTurn) {
  withCrew([](Crew& crew) {
    const Set set = setOf(fmm::workloads::latticeRing(3000, 6000));
    Settings settings = settingsFor();
    settings.tolerance = 2.5e-4;  // rates cancel: their errors are more than the gradients'
    settings.mesh = fmm::MeshUse::always;
    VortexSystem shared(settings, set.elements, set.tracers);
    shared.employ(crew);
    VortexSystem exact(settingsFor(fmm::SolverKind::direct), set.elements, set.tracers);
    for (const bool mesh : {true, false, true}) {
      settings.mesh = mesh ? fmm::MeshUse::always : fmm::MeshUse::never;
      shared.apply(settings);
      hold(shared, exact);
      EXPECT_EQ(shared.report().mesh[0] > 0, mesh);
    }
  });
}

TEST(RankCrew, FollowsWhateverChanges) {
  withCrew([](Crew& crew) {
    const Set set = setOf(fmm::workloads::rings(500, 900)), more = setOf(fmm::workloads::rings(300, 401, 2));
    VortexSystem shared(settingsFor(), set.elements, set.tracers);
    shared.employ(crew);
    VortexSystem exact(settingsFor(fmm::SolverKind::direct), set.elements, set.tracers);
    hold(shared, exact);
    const auto change = [&](const auto& how) {
      for (VortexSystem* system : {&shared, &exact}) {
        Settings settings = system->settings();
        how(settings);
        system->apply(settings);
      }
      hold(shared, exact);
    };
    change([](Settings& s) { s.precision = fmm::Precision::real64; });
    change([](Settings& s) { s.ground = fmm::GroundPlane{{0, 0, -2}, {0, 0, 1}}; });
    change([](Settings& s) { s.stretching = fmm::Stretching::off; });
    change([](Settings& s) { s.regularisation = fmm::Regularisation::winckelmans; });
    change([](Settings& s) { s.precision = fmm::Precision::single; });
    for (VortexSystem* system : {&shared, &exact}) {
      system->append(more.elements, more.tracers);
      system->placeTracers(1300, fmm::Tracers{{{1, 1, 1}, {1, 1, 2}, {0, 1, 1}}, {}});
    }
    hold(shared, exact);
    EXPECT_EQ(shared.tracerCount(), 1303U);
    EXPECT_LT(shared.measureError().relativeL2, 1e-3);
  });
}

TEST(RankCrew, ServesTwoSystemsInTurn) {
  withCrew([](Crew& crew) {
    const Set a = setOf(fmm::workloads::rings(500, 900)), b = setOf(fmm::workloads::cube(700, 300));
    VortexSystem first(settingsFor(), a.elements, a.tracers), second(settingsFor(), b.elements, b.tracers);
    VortexSystem exactFirst(settingsFor(fmm::SolverKind::direct), a.elements, a.tracers);
    VortexSystem exactSecond(settingsFor(fmm::SolverKind::direct), b.elements, b.tracers);
    first.employ(crew);
    second.employ(crew);
    for (int i = 0; i < 2; ++i) {
      hold(first, exactFirst);
      hold(first, exactFirst);
      hold(second, exactSecond);
    }
    const fmm::Tuning found = first.tuning();
    EXPECT_GT(found.order, 0);
    first.setTuning(found);
    hold(first, exactFirst);
    EXPECT_EQ(first.tuning().order, found.order);
  });
}

/// All elements, and tracers by their indices among all.
TEST(RankCrew, CellsAreThoseOfRankZero) {
  withCrew([](Crew& crew) {
    Set set = setOf(fmm::workloads::rings(900, 4000));
    for (int i = 0; i < 2; ++i) {
      VortexSystem shared(settingsFor(), set.elements, set.tracers);
      shared.employ(crew);
      shared.evaluate();
      const std::vector<fmm::TreeCell> cells = shared.treeCells();
      const std::vector<Vec3> positions = shared.tracers().position;
      ASSERT_FALSE(cells.empty());
      EXPECT_EQ(cells[0].elements, 900U);
      EXPECT_LE(cells[0].tracers, set.tracers.position.size());
      for (const fmm::TreeCell& cell : cells) {
        if (cell.firstTracer < 0) continue;
        const Vec3 x = positions[static_cast<std::size_t>(cell.firstTracer)];
        EXPECT_LE(std::abs(x.x - cell.centre.x), 1.0001 * cell.halfEdges.x);
      }
      std::size_t near = 0;
      for (std::size_t k = 0; k < cells.size(); ++k) near += cells[k].leaf ? shared.nearCells(k).size() : 0;
      EXPECT_GT(near, 0U);
      set.tracers = {};
    }
  });
}

TEST(RankCrew, RedistributionAndVorticityAreThoseOfOneRank) {
  withCrew([](Crew& crew) {
    const Set set = setOf(fmm::workloads::rings(600, 1000));
    Settings settings = settingsFor();
    settings.redistribution = fmm::Redistribution{2};
    settings.spacing = 0.02;
    VortexSystem shared(settings, set.elements, set.tracers), one(settings, set.elements, set.tracers);
    shared.employ(crew);
    for (VortexSystem* system : {&shared, &one}) {
      system->keepVorticity(true, true);
      for (int i = 0; i < 5; ++i) system->step();
    }
    EXPECT_GT(shared.refinement().lattice.passes, 1);
    EXPECT_EQ(shared.refinement().lattice.passes, one.refinement().lattice.passes);
    EXPECT_LT(difference(shared.tracerVorticities(), one.tracerVorticities()), 1e-2);
    EXPECT_LT(difference(shared.tracers().position, one.tracers().position), 1e-4);
  });
}

TEST(RankCrew, SleepsWhileThereIsNothingToDo) {
  const auto seconds = [] {
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    const auto of = [](const timeval& t) {
      return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
    };
    return of(used.ru_utime) + of(used.ru_stime);
  };
  world().meet(10);
  const double before = seconds();
  withCrew([](Crew&) { std::this_thread::sleep_for(std::chrono::seconds(2)); });
  EXPECT_LT(seconds() - before, 0.5);
}

}  // namespace
}  // namespace ranks_test
