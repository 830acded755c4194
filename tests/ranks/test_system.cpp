// Systems with tracers shared out among ranks, against the same system on one rank.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "fmm/error.h"
#include "fmm/plane_vortices.h"
#include "fmm/vortex_system.h"
#include "fmm/workloads.h"
#include "ranks/sets.h"
#include "ranks/world.h"

namespace ranks_test {
namespace {

using fmm::Settings;
using fmm::Vec3;
using fmm::VortexSystem;

TEST(RankSystem, VelocitiesAreThoseOfOneRankWithinTheTolerance) {
  for (const Set& set : sets()) {
    SCOPED_TRACE(set.name);
    VortexSystem shared(settingsFor(), set.elements, set.tracers, &world());
    VortexSystem exact(settingsFor(fmm::SolverKind::direct), set.elements, set.tracers);
    shared.evaluate();
    exact.evaluate();
    const fmm::AllTracers tracers = shared.gatherTracers();
    EXPECT_EQ(shared.tracerTotal(), set.tracers.position.size());
    EXPECT_EQ(difference(tracers.tracers.position, exact.tracers().position), 0);
    EXPECT_LT(difference(tracers.velocity, exact.tracerVelocities()), 1e-3);
    EXPECT_LT(difference(shared.elementVelocities(), exact.elementVelocities()), 1e-3);
    EXPECT_LT(difference(shared.strengthRates(), exact.strengthRates()), 1e-2);
    EXPECT_TRUE(alikeOnAll(shared.elementVelocities()));
    EXPECT_TRUE(alikeOnAll(shared.strengthRates()));
  }
}

TEST(RankSystem, EveryTargetMeetsEverySourceOnce) {
  const Set set = setOf(fmm::workloads::rings(700, 1300));
  VortexSystem shared(settingsFor(fmm::SolverKind::direct), set.elements, set.tracers, &world());
  shared.evaluate();
  std::uint64_t pairs = shared.report().nearPairs;
  world().sum(&pairs, 1);
  EXPECT_EQ(pairs, 700U * (700U + 1300U));
  std::uint64_t tracers = shared.tracerCount();
  world().sum(&tracers, 1);
  EXPECT_EQ(tracers, 1300U);
}

TEST(RankSystem, StepsKeepElementsAlikeAndNearThoseOfOneRank) {
  const Set set = setOf(fmm::workloads::rings(800, 4000));
  Settings settings = settingsFor();
  settings.viscosity = 1e-4;
  VortexSystem shared(settings, set.elements, set.tracers, &world());
  VortexSystem one(settings, set.elements, set.tracers);
  for (int i = 0; i < 20; ++i) {
    shared.step();
    one.step();
  }
  EXPECT_TRUE(alikeOnAll(shared.elements().position));
  EXPECT_TRUE(alikeOnAll(shared.elements().strength));
  EXPECT_EQ(shared.elementCount(), one.elementCount());
  EXPECT_LT(difference(shared.elements().position, one.elements().position), 1e-4);
  EXPECT_LT(difference(shared.gatherTracers().tracers.position, one.tracers().position), 1e-4);
}

Settings overMesh() {
  Settings settings = settingsFor();
  settings.mesh = fmm::MeshUse::always;
  return settings;
}

bool summedOverMesh(const VortexSystem& system) {
  return system.report().mesh[0] > 0;
}

TEST(RankSystem, EachRankSumsOverAMeshOfItsOwn) {
  for (Set set : {setOf(fmm::workloads::latticeRing(3000, 8000)), setOf(fmm::workloads::rings(3000, 0))}) {
    SCOPED_TRACE(set.name);
    // The last eighth of the tracers lies elsewhere, so that the ranks' meshes differ.
    for (std::size_t i = 7 * set.tracers.position.size() / 8; i < set.tracers.position.size(); ++i)
      set.tracers.position[i].x += 1;
    VortexSystem shared(overMesh(), set.elements, set.tracers, &world());
    VortexSystem exact(settingsFor(fmm::SolverKind::direct), set.elements, set.tracers);
    shared.evaluate();
    exact.evaluate();
    EXPECT_TRUE(summedOverMesh(shared));
    EXPECT_LT(difference(shared.gatherTracers().velocity, exact.tracerVelocities()), 1e-3);
    EXPECT_LT(difference(shared.elementVelocities(), exact.elementVelocities()), 1e-3);
    EXPECT_LT(difference(shared.strengthRates(), exact.strengthRates()), 1e-2);
    EXPECT_TRUE(alikeOnAll(shared.elementVelocities()));
    EXPECT_TRUE(alikeOnAll(shared.strengthRates()));
    EXPECT_LT(shared.measureError().relativeL2, 1e-3);
  }
}

TEST(RankSystem, StepsOverMeshesKeepElementsAlikeAndNearThoseOfOneRank) {
  const Set set = setOf(fmm::workloads::latticeRing(2000, 4000));
  Settings settings = overMesh();
  settings.redistribution = fmm::Redistribution{3};  // needs gradients and vorticity, to remove divergence
  settings.viscosity = 1e-3;
  settings.diffusion = fmm::Diffusion::lattice;
  VortexSystem shared(settings, set.elements, set.tracers, &world());
  VortexSystem one(settings, set.elements, set.tracers);
  for (int i = 0; i < 7; ++i) {
    shared.step();
    one.step();
    EXPECT_TRUE(summedOverMesh(shared)) << "step " << i;
  }
  EXPECT_EQ(shared.lattice().passes, one.lattice().passes);
  EXPECT_TRUE(alikeOnAll(shared.elements().position));
  EXPECT_TRUE(alikeOnAll(shared.elements().strength));
  const auto count = static_cast<double>(one.elementCount());
  EXPECT_NEAR(static_cast<double>(shared.elementCount()), count, 0.01 * count) << "weak nodes are left out or not";
  EXPECT_LT(difference(shared.gatherTracers().tracers.position, one.tracers().position), 1e-4);
}

TEST(RankSystem, RedistributionAndGroundDecideAlike) {
  const Set set = setOf(fmm::workloads::rings(600, 1000));
  Settings settings = settingsFor();
  settings.redistribution = fmm::Redistribution{2};
  settings.spacing = 0.02;
  settings.ground = fmm::GroundPlane{{0, 0, -1}, {0, 0, 1}};
  VortexSystem shared(settings, set.elements, set.tracers, &world());
  for (int i = 0; i < 5; ++i) shared.step();
  EXPECT_GT(shared.lattice().passes, 1);
  EXPECT_TRUE(alikeOnAll(shared.elements().position));
  EXPECT_TRUE(alikeOnAll(shared.elements().strength));
}

TEST(RankSystem, BodiesAndHeatAreAlikeOnAllRanks) {
  for (const bool warm : {false, true}) {
    const Set set = setOf(fmm::workloads::rings(600, 1000));
    Settings settings = settingsFor();
    settings.viscosity = 5e-3;
    settings.regularisation = fmm::Regularisation::gaussian8;
    settings.diffusion = fmm::Diffusion::lattice;
    settings.redistribution.steps = fmm::Redistribution::kAutomatic;
    settings.spacing = 0.08;
    fmm::Body sphere;
    sphere.shape = fmm::BodyShape::sphere;
    sphere.centre = {0, 0, 2.5};
    sphere.velocity = {0, 0, -1};
    settings.bodies = {sphere};
    settings.heat = warm;
    VortexSystem shared(settings, set.elements, set.tracers, &world()), one(settings, set.elements, set.tracers);
    for (int i = 0; i < 3; ++i) {
      shared.step();
      one.step();
    }
    EXPECT_TRUE(alikeOnAll(shared.elements().position));
    EXPECT_TRUE(alikeOnAll(shared.elements().strength));
    const Vec3 force = shared.bodyLoads()[0].force, alone = one.bodyLoads()[0].force;
    EXPECT_TRUE(alikeOnAll({force}));
    EXPECT_NEAR(force.z, alone.z, 2e-3 * std::abs(alone.z));
    EXPECT_LT(difference(shared.gatherTracers().tracers.position, one.tracers().position), 1e-3);
  }
}

TEST(RankSystem, AWallOfThePlaneIsAlikeOnAllRanks) {
  Settings settings = settingsFor();
  settings.space = fmm::Space::plane;
  settings.viscosity = 2e-3;
  settings.regularisation = fmm::Regularisation::gaussian8;
  settings.diffusion = fmm::Diffusion::lattice;
  settings.redistribution.steps = 1;
  settings.spacing = 0.05;
  settings.ground = fmm::GroundPlane{{0, 0, 0}, {0, 1, 0}};
  settings.wall = fmm::Wall::noSlip;
  fmm::PlaneVortex vortex;
  vortex.centre = {0, 0.4, 0};
  const fmm::Elements elements = fmm::planeElements({vortex}, settings.spacing, 1, 1e-3);
  fmm::Tracers tracers;
  for (int i = 0; i < 100; ++i) tracers.position.push_back({0.01 * i, 0.3, 0});
  VortexSystem shared(settings, elements, tracers, &world()), one(settings, elements, tracers);
  for (int i = 0; i < 3; ++i) {
    shared.step();
    one.step();
  }
  EXPECT_GT(shared.elementCount(), elements.size()) << "with the wall's layer";
  EXPECT_TRUE(alikeOnAll(shared.elements().position));
  EXPECT_TRUE(alikeOnAll(shared.elements().strength));
  EXPECT_LT(difference(shared.gatherTracers().tracers.position, one.tracers().position), 1e-4);
}

TEST(RankSystem, TracersThatJoinAreSharedOutToo) {
  const Set set = setOf(fmm::workloads::rings(500, 700)), more = setOf(fmm::workloads::rings(300, 301, 2));
  VortexSystem shared(settingsFor(), set.elements, set.tracers, &world());
  VortexSystem exact(settingsFor(fmm::SolverKind::direct), set.elements, set.tracers);
  for (VortexSystem* system : {&shared, &exact}) {
    system->append(more.elements, more.tracers);
    system->evaluate();
  }
  EXPECT_EQ(shared.tracerTotal(), 1001U);
  const fmm::AllTracers all = shared.gatherTracers();
  EXPECT_EQ(difference(all.tracers.position, exact.tracers().position), 0);
  EXPECT_LT(difference(all.velocity, exact.tracerVelocities()), 1e-3);
}

TEST(RankSystem, TracersThatArePlacedAreThoseOfOneRank) {
  const Set set = setOf(fmm::workloads::rings(300, 700));
  const std::vector<Vec3> others = fmm::workloads::cube(1, 120, 3).targets;
  fmm::Tracers placed;
  placed.position = others;
  placed.ring.assign(others.size(), 7);
  VortexSystem shared(settingsFor(), set.elements, set.tracers, &world());
  VortexSystem exact(settingsFor(fmm::SolverKind::direct), set.elements, set.tracers);
  for (VortexSystem* system : {&shared, &exact}) {
    system->evaluate();
    for (const std::size_t first : {std::size_t{30}, std::size_t{650}, std::size_t{770}, std::size_t{700}})
      system->placeTracers(first, placed);  // within, past the end, at the end, over added ones
  }
  EXPECT_EQ(shared.tracerTotal(), 890U);
  const auto numbers = shared.tracerNumbers();
  EXPECT_EQ(numbers.has_value(), world().size() > 1);
  EXPECT_EQ(numbers ? numbers->size() : shared.tracerTotal(), shared.tracerCount());
  const fmm::AllTracers all = shared.gatherTracers();
  EXPECT_EQ(difference(all.tracers.position, exact.tracers().position), 0);
  EXPECT_EQ(all.tracers.ring, exact.tracers().ring);
  for (VortexSystem* system : {&shared, &exact}) system->evaluate();
  EXPECT_LT(difference(shared.gatherTracers().velocity, exact.tracerVelocities()), 1e-3);
  EXPECT_THROW(shared.placeTracers(891, placed), fmm::InvalidInput);
}

/// Tracers near the elements cost more than those far away.
TEST(RankSystem, TracersMoveUntilWorkIsEven) {
  Set set = setOf(fmm::workloads::rings(1000, 4000));
  for (std::size_t i = 0; i < 12000; ++i) set.tracers.position.push_back({20 + 1e-4 * static_cast<double>(i), 20, 20});
  set.tracers.ring.clear();
  fmm::Settings settings = settingsFor();
  settings.order = 4;  // with fixed parameters, near pairs measure the work
  settings.theta = 0.7;
  settings.leafElements = 40;
  settings.leafPoints = 400;
  VortexSystem shared(settings, set.elements, set.tracers, &world());
  const auto mostPairs = [&] {
    shared.evaluate();
    const auto pairs = world().gathered(static_cast<double>(shared.report().nearPairs));
    return *std::max_element(pairs.begin(), pairs.end());
  };
  const double before = mostPairs();
  for (int i = 0; i < 34; ++i) shared.step();
  EXPECT_EQ(shared.tracerTotal(), 16000U);
  const fmm::AllTracers all = shared.gatherTracers();
  EXPECT_TRUE(alikeOnAll(all.tracers.position));
  if (world().size() == 1) return;
  EXPECT_GT(shared.tracerChanges(), 1U);
  EXPECT_LT(mostPairs(), before);
}

TEST(RankSystem, ParametersAreAlikeOnAllRanks) {
  const Set set = setOf(fmm::workloads::rings(1500, 60000));
  VortexSystem shared(settingsFor(), set.elements, set.tracers, &world());
  shared.evaluate();
  for (const fmm::Tuning& tuning : world().gathered(shared.tuning())) {
    EXPECT_EQ(tuning.order, shared.tuning().order);
    EXPECT_EQ(tuning.theta, shared.tuning().theta);
    EXPECT_EQ(tuning.leafElements, shared.tuning().leafElements);
    EXPECT_EQ(tuning.leafPoints, shared.tuning().leafPoints);
  }
}

/// Parameters are chosen for the targets of all ranks, most of which are tracers: leaves are those that one process
/// takes for all particles, within a step of the search, which sees samples of them.
TEST(RankSystem, LeafSizesAreThoseOfOneProcess) {
  const Set set = setOf(fmm::workloads::rings(16000, 100000 * static_cast<std::size_t>(world().size())));
  Settings settings = settingsFor();
  settings.mesh = fmm::MeshUse::never;
  VortexSystem shared(settings, set.elements, set.tracers, &world());
  VortexSystem alone(settings, set.elements, set.tracers);
  for (VortexSystem* system : {&shared, &alone}) system->evaluate();
  EXPECT_LE(shared.tuning().leafPoints, 2 * alone.tuning().leafPoints);
  EXPECT_GE(2 * shared.tuning().leafPoints, alone.tuning().leafPoints);
  EXPECT_LE(shared.tuning().leafElements, 2 * alone.tuning().leafElements);
  EXPECT_GE(2 * shared.tuning().leafElements, alone.tuning().leafElements);
}

/// Expects the same bits from a run and from a system that continues from the run's state halfway.
void expectTheSameBits(const Settings& settings, const Set& set) {
  VortexSystem first(settings, set.elements, set.tracers, &world());
  for (int i = 0; i < 18; ++i) first.step();
  const fmm::AllTracers all = first.gatherTracers();
  VortexSystem second(settings, first.elements(), all.tracers, &world());
  second.setClock(first.time(), first.steps());
  second.setLattice(first.lattice());
  second.setTuning(first.tuning());
  first.shareAnew();
  for (int i = 0; i < 18; ++i) {
    first.step();
    second.step();
  }
  EXPECT_EQ(difference(first.elements().position, second.elements().position), 0);
  EXPECT_EQ(difference(first.gatherTracers().tracers.position, second.gatherTracers().tracers.position), 0);
}

TEST(RankSystem, GoesOnInTheBitsOfOneThatIsMadeOfItsState) {
  expectTheSameBits(settingsFor(), setOf(fmm::workloads::rings(900, 5000)));
}

TEST(RankSystem, GoesOnInTheSameBitsOverMeshes) {
  expectTheSameBits(overMesh(), setOf(fmm::workloads::latticeRing(1500, 4000)));
}

TEST(RankSystem, ATracerThatIsLostIsLostForAll) {
  Set set = setOf(fmm::workloads::rings(200, 100));
  Settings settings = settingsFor();
  settings.timeStep = 1e12;
  for (Vec3& strength : set.elements.strength) strength = 1e24 * strength;
  settings.courant = 0;
  VortexSystem shared(settings, set.elements, set.tracers, &world());
  EXPECT_THROW(
      {
        for (int i = 0; i < 8; ++i) shared.step();
      },
      fmm::NumericalError);
}

TEST(RankSystem, ErrorsAreMeasuredOfAll) {
  const Set set = setOf(fmm::workloads::rings(900, 5000));
  VortexSystem shared(settingsFor(), set.elements, set.tracers, &world());
  const fmm::MeasuredError error = shared.measureError();
  EXPECT_GE(error.samples, 1024U);
  EXPECT_LT(error.relativeL2, 1e-3);
}

}  // namespace
}  // namespace ranks_test
