// Diagnostics of a running flow, against the equations of rings.
#include <gtest/gtest.h>

#include <cmath>

#include "fmm/diagnostics.h"
#include "scene/text/scene_file.h"
#include "simulation/diagnostics_table.h"
#include "simulation/flow.h"
#include "simulation/flow_diagnostics.h"

namespace app {
namespace {

constexpr double kSigma = 0.1;

fmm::Ring filamentAt(double height, double circulation = 1) {
  fmm::Ring ring;
  ring.centre = {0, 0, height};
  ring.circulation = circulation;
  ring.profile = fmm::CoreProfile::filament;
  return ring;
}

fmm::Elements elementsOf(const std::vector<fmm::Ring>& rings, std::size_t each = 128, double sigma = kSigma) {
  fmm::Elements elements;
  for (std::size_t i = 0; i < rings.size(); ++i)
    fmm::addLine(rings[i], {each, sigma, static_cast<std::int32_t>(i), i + 1}, elements);
  return elements;
}

fmm::Settings quickSettings() {
  fmm::Settings settings;
  settings.backend = fmm::Backend::cpu;
  settings.solver = fmm::SolverKind::direct;
  settings.precision = fmm::Precision::real64;
  settings.timeStep = 0.02;
  return settings;
}

/// Rings, measured at every step.
struct Measured {
  explicit Measured(const std::vector<fmm::Ring>& rings, const fmm::Settings& settings = quickSettings(),
                    std::size_t each = 128, double sigma = kSigma)
      : system(settings, elementsOf(rings, each, sigma), {}) {
    std::vector<MadeRing> made;
    for (const fmm::Ring& ring : rings) made.push_back({ring});
    diagnostics.start(made);
    system.evaluate();
    now = diagnostics.measure(system, true);
  }
  /// Hamiltonian of the elements with their images, which inviscid elements conserve.
  double hamiltonian() const {
    const std::optional<fmm::GroundPlane>& ground = system.settings().ground;
    const fmm::Elements elements = ground ? fmm::mirrored(system.elements(), *ground) : system.elements();
    return fmm::hamiltonian(elements, system.settings().regularisation);
  }
  void step() {
    system.step();
    now = diagnostics.measure(system, true);
  }

  fmm::VortexSystem system;
  FlowDiagnostics diagnostics;
  DiagnosticsSample now;
};

void expectTheoryHolds(const DiagnosticsSample& sample, double share) {
  ASSERT_EQ(sample.theory, RingTheory::coaxial);
  for (const RingSample& ring : sample.rings) {
    EXPECT_NEAR(ring.measured.radius, ring.theoryRadius, share * ring.theoryRadius) << "t = " << sample.time;
    EXPECT_NEAR(ring.position, ring.theoryPosition, share) << "t = " << sample.time;  // share of the radius, 1
  }
}

TEST(FlowDiagnostics, LeapfrogFollowsTheEquations) {
  // Half a period (docs/physics.md): the rear ring passes through the front one, and they change places.
  Measured run({filamentAt(0), filamentAt(0.5)});
  const double hamiltonian = run.hamiltonian();
  double firstPass = 0;
  while (run.system.time() < 2.1) {
    const double gap = run.now.rings[1].position - run.now.rings[0].position;
    run.step();
    expectTheoryHolds(run.now, 0.005);
    for (const RingSample& ring : run.now.rings) EXPECT_NEAR(ring.speed, ring.theorySpeed, 0.005 * ring.theorySpeed);
    const double next = run.now.rings[1].position - run.now.rings[0].position;
    if (gap > 0 && next <= 0) firstPass = run.system.time() - 0.02 * next / (next - gap);
  }
  EXPECT_NEAR(firstPass, 1.0696, 0.005);
  ASSERT_TRUE(run.diagnostics.passes());
  ASSERT_EQ(run.diagnostics.passes()->times().size(), 1u);
  EXPECT_NEAR(run.diagnostics.passes()->times()[0], firstPass, 1e-6);
  EXPECT_EQ(run.now.passes, 1);
  EXPECT_LT(run.now.drift.impulse, 1e-4);
  EXPECT_NEAR(run.hamiltonian(), hamiltonian, 1e-4 * hamiltonian);
  EXPECT_LT(run.now.drift.energy, 0.02) << "of the flow: elements that are stretched keep their sigma";
  EXPECT_GT(run.now.flow.energy, 0);
  EXPECT_NEAR(run.now.flow.helicity, 0, 1e-9);
}

TEST(FlowDiagnostics, FilledCoresMoveAsTheorySays) {
  fmm::Ring ring;
  ring.coreRadius = 0.1;
  Measured run({ring}, quickSettings(), 2000, 0.06);
  for (int i = 0; i < 5; ++i) run.step();
  const RingSample& seen = run.now.rings.front();
  EXPECT_NEAR(seen.speed, seen.theorySpeed, 0.005 * seen.theorySpeed);
  EXPECT_NEAR(seen.overlap, 0.06 / fmm::meanSpacing(ring, 2000), 0.01) << "the ring has not stretched";
}

TEST(FlowDiagnostics, HeadOnCollisionHasOneAxisForBothRings) {
  // docs/physics.md: R = 1.0827 and z = 0.5734 at t = 2. The spacing grows with the radius.
  Measured run({filamentAt(-1), filamentAt(1, -1)});
  const double overlap = run.now.rings[0].overlap;
  while (run.system.time() < 1.99) run.step();
  expectTheoryHolds(run.now, 0.001);
  EXPECT_NEAR(run.now.rings[1].measured.radius, 1.0827, 0.005);
  EXPECT_NEAR(run.now.rings[1].position, 0.5734, 0.005);
  EXPECT_NEAR(run.now.rings[0].position, -0.5734, 0.005);
  EXPECT_EQ(run.now.passes, 0) << "they never pass";
  EXPECT_LT(run.now.rings[1].speed, 0) << "seen from the first ring";
  EXPECT_LT(run.now.rings[1].theorySpeed, 0);
  EXPECT_NEAR(run.now.rings[1].overlap, overlap / 1.0827, 0.005 * overlap);
}

TEST(FlowDiagnostics, RingOverTheGroundMeetsItsImage) {
  fmm::Settings settings = quickSettings();
  settings.ground = fmm::GroundPlane{};
  Measured run({filamentAt(1, -1)}, settings);
  EXPECT_NEAR(run.now.rings[0].position, 1, 1e-9) << "the height";
  const double hamiltonian = run.hamiltonian();
  while (run.system.time() < 1.99) run.step();
  expectTheoryHolds(run.now, 0.001);
  EXPECT_NEAR(run.now.rings[0].measured.radius, 1.0827, 0.005);
  EXPECT_NEAR(run.now.rings[0].position, 0.5734, 0.005);
  EXPECT_LT(run.now.drift.impulse, 1e-6) << "along the plane";
  EXPECT_NEAR(run.hamiltonian(), hamiltonian, 1e-4 * hamiltonian) << "with the image";
  EXPECT_LT(run.now.drift.energy, 0.02) << "of the flow: elements that are stretched keep their sigma";
}

TEST(FlowDiagnostics, WhatAWallGivesOffIsNoRing) {
  fmm::Settings settings = quickSettings();
  settings.ground = fmm::GroundPlane{};
  settings.wall = fmm::Wall::noSlip;
  settings.viscosity = 0.02;
  settings.regularisation = fmm::Regularisation::gaussian8;
  settings.redistribution.steps = 1;
  settings.diffusion = fmm::Diffusion::lattice;
  settings.spacing = 0.12;
  Measured run({filamentAt(0.6, -1)}, settings);
  EXPECT_EQ(run.now.wallCirculation, 0);
  for (int k = 0; k < 3; ++k) run.step();
  EXPECT_EQ(run.now.rings.size(), 1u);
  EXPECT_EQ(run.now.rings[0].measured.ring, 0);
  EXPECT_GT(run.now.wallCirculation, 0.1);
  EXPECT_NEAR(run.now.wallNodes, std::sqrt(settings.viscosity * run.system.time()) / settings.spacing, 1e-9);
  EXPECT_TRUE(std::isnan(run.now.drift.impulse)) << "the wall changes it";
  EXPECT_TRUE(std::isnan(run.now.rings[0].theorySpeed));
}

TEST(FlowDiagnostics, RingsWithoutACommonAxisAreTheirOwnTheory) {
  fmm::Ring other = filamentAt(3, 2);
  other.axis = {1, 0, 0};
  const Measured run({filamentAt(0), other});
  EXPECT_EQ(run.now.theory, RingTheory::selfInduced);
  EXPECT_NEAR(run.now.rings[0].theorySpeed, fmm::ringSpeed(fmm::Regularisation::gaussian, kSigma, 128), 1e-9);
  EXPECT_NEAR(run.now.rings[1].theorySpeed, 2 * fmm::ringSpeed(fmm::Regularisation::gaussian, kSigma, 128), 1e-9);
  EXPECT_TRUE(std::isnan(run.now.rings[0].theoryRadius));
  EXPECT_NEAR(run.now.rings[1].position, 0, 1e-9) << "along its own axis";
}

TEST(FlowDiagnostics, RingsThatJoinAreNoDrift) {
  Measured run({filamentAt(0)});
  for (int i = 0; i < 5; ++i) run.step();
  const double drift = run.now.drift.impulse;
  const std::vector<fmm::Ring> both = {filamentAt(0), filamentAt(-2, 3)};
  fmm::VortexSystem more(quickSettings(), elementsOf(both), {});
  more.evaluate();
  const DiagnosticsSample joined = run.diagnostics.measure(more, true);
  EXPECT_NEAR(joined.drift.impulse, drift, 1e-9);
  EXPECT_NEAR(joined.drift.energy, 0, 1e-12);
  EXPECT_EQ(joined.theory, RingTheory::coaxial);
  EXPECT_NEAR(joined.rings[1].theoryRadius, 1, 1e-9) << "the equations start anew";
  EXPECT_NEAR(joined.rings[1].theorySpeed, joined.rings[1].speed, 1e-4) << "a core that was not announced";
}

TEST(FlowDiagnostics, DriftIsSeenAndRelative) {
  Measured run({filamentAt(0)});
  fmm::Elements stronger = elementsOf({filamentAt(0)});
  for (fmm::Vec3& alpha : stronger.strength) alpha = 1.1 * alpha;
  fmm::VortexSystem system(quickSettings(), stronger, {});
  system.evaluate();
  const DiagnosticsSample sample = run.diagnostics.measure(system, true);
  EXPECT_NEAR(sample.drift.impulse, 0.1, 1e-9);
  EXPECT_NEAR(sample.drift.energy, 0.21, 1e-9);
  EXPECT_NEAR(sample.drift.strength, 0, 1e-12);
  run.diagnostics.restart();
  EXPECT_EQ(run.diagnostics.measure(system, true).drift.impulse, 0);
}

TEST(FlowDiagnostics, RingsOfASceneAreThoseThatHaveJoined) {
  Scene scene;
  scene.rings() = {filamentAt(0)};
  scene.elements = 100;
  scene.tracers = 0;
  RingLaunch launch;
  launch.ring = filamentAt(-2);
  launch.elements = 60;
  launch.time = 0.1;
  scene.launches = {launch};
  scene.settings.timeStep = 0.01;
  const fmm::Elements beginning = elementsOf({filamentAt(0)}, 100);
  EXPECT_EQ(ringsUntil(scene, beginning, 0.09).size(), 1u);
  const std::vector<MadeRing> made = ringsUntil(scene, beginning, 0.1 - 1e-12);
  ASSERT_EQ(made.size(), 2u) << "a sum of steps meets no number exactly";
  EXPECT_EQ(made[0].elements, 100u);
  EXPECT_EQ(made[1].elements, 60u);
  scene.launches.front().ring.profile = fmm::CoreProfile::uniform;
  scene.launches.front().ring.layout = fmm::CoreLayout::layers;
  scene.launches.front().ring.layers = 1;
  EXPECT_EQ(ringsUntil(scene, beginning, 1)[1].elements, 54u) << "whole sections of 9";
}

TEST(FlowDiagnostics, EnergyAndVorticityAreTimedApartAndTheSameTogether) {
  Measured run({filamentAt(0)}, quickSettings(), 512);
  EXPECT_GT(run.diagnostics.cost().energy, 0);
  EXPECT_GT(run.diagnostics.cost().vorticity, 0);
  const DiagnosticsSample energy = run.diagnostics.measure(run.system, true, false);
  EXPECT_EQ(run.diagnostics.cost().vorticity, 0);
  EXPECT_EQ(energy.flow.energy, run.now.flow.energy);
  const DiagnosticsSample vorticity = run.diagnostics.measure(run.system, false, true);
  EXPECT_EQ(run.diagnostics.cost().energy, 0);
  EXPECT_EQ(energy.flow.enstrophy, run.now.flow.enstrophy) << "it comes with the energy";
  EXPECT_TRUE(std::isnan(vorticity.flow.enstrophy));
  EXPECT_EQ(vorticity.flow.largestVorticity, run.now.flow.largestVorticity);
  EXPECT_EQ(vorticity.flow.divergence, run.now.flow.divergence);
  const DiagnosticsSample neither = run.diagnostics.measure(run.system, false, false);
  EXPECT_EQ(run.diagnostics.cost().energy + run.diagnostics.cost().vorticity, 0);
  EXPECT_EQ(neither.flow.meanOverlap, run.now.flow.meanOverlap);
}

TEST(FlowDiagnostics, AnEnergyThatWasMeasuredOnceIsOffByNothing) {
  Measured run({filamentAt(0)});
  EXPECT_TRUE(std::isnan(run.diagnostics.energyDrift()));
  run.step();
  EXPECT_EQ(run.diagnostics.energyDrift(), run.now.drift.energy);
  fmm::VortexSystem more(run.system.settings(), elementsOf({filamentAt(0), filamentAt(-2, 3)}), {});
  more.evaluate();
  run.diagnostics.expect({filamentAt(-2, 3)});
  run.diagnostics.measure(more, true);
  EXPECT_TRUE(std::isnan(run.diagnostics.energyDrift())) << "a ring joined: held against its own beginning";
  run.diagnostics.restart();
  run.step();
  EXPECT_TRUE(std::isnan(run.diagnostics.energyDrift()));
}

TEST(FlowDiagnostics, MeterOfAViscousRingIsOne) {
  fmm::Settings settings = quickSettings();
  settings.viscosity = 5e-4;
  Measured run({filamentAt(0)}, settings);
  EXPECT_NEAR(run.now.reynolds, 2000, 1e-9);
  EXPECT_TRUE(std::isnan(run.now.dissipation)) << "nothing has fallen yet";
  EXPECT_TRUE(std::isnan(run.now.cellReynolds)) << "no lattice";
  for (int i = 0; i < 20; ++i) run.step();
  EXPECT_NEAR(run.now.dissipation, 1, 0.01);
  EXPECT_NEAR(run.diagnostics.meter().least(), 1, 0.01);
  EXPECT_TRUE(run.diagnostics.meter().warning().empty());
  EXPECT_EQ(run.diagnostics.energyDrift(), run.now.drift.energy);
  // A jump of the strength between two samples is no dissipation where a ring has joined.
  fmm::VortexSystem more(settings, elementsOf({filamentAt(0), filamentAt(-2, 3)}), {});
  more.setClock(run.system.time(), run.system.steps());
  more.evaluate();
  run.diagnostics.expect({filamentAt(-2, 3)});
  const DiagnosticsSample joined = run.diagnostics.measure(more, true);
  EXPECT_TRUE(std::isnan(joined.dissipation));
  EXPECT_NEAR(joined.reynolds, 6000, 1e-9) << "the strongest ring's";
  EXPECT_NEAR(run.diagnostics.meter().greatest(), 1, 0.01);
}

TEST(FlowDiagnostics, RingsOnALatticeEndWhereTheyCannotBeToldApart) {
  fmm::Settings settings = quickSettings();
  settings.redistribution.steps = 1;
  settings.spacing = 0.2;
  settings.nodeThreshold = 1e-2;
  settings.latticeOverlap = 1.25;
  settings.timeStep = 0.01;
  fmm::Ring lower = filamentAt(0), upper = filamentAt(2.5, -1);
  for (fmm::Ring* ring : {&lower, &upper}) {
    ring->profile = fmm::CoreProfile::uniform;
    ring->coreRadius = 0.3;
  }
  Measured apart({lower, upper}, settings, 200, 0.2);
  apart.step();
  ASSERT_EQ(apart.now.rings.size(), 2u);
  EXPECT_EQ(apart.now.theory, RingTheory::coaxial);
  EXPECT_NEAR(apart.now.rings[0].overlap, 1.25, 1e-9) << "sigma/h";
  EXPECT_NEAR(apart.now.rings[0].measured.radius, 1, 0.05);
  EXPECT_LT(apart.now.drift.impulse, 1e-3);
  upper.centre.z = 0.5;
  Measured touching({lower, upper}, settings, 200, 0.2);
  touching.step();
  EXPECT_TRUE(touching.system.lattice().ringsHaveMet());
  EXPECT_EQ(touching.now.rings.size(), 2u) << "each has its circulation, and can be told from the other";
  EXPECT_TRUE(touching.diagnostics.passes());
  upper.centre.z = 0.2;
  Measured joined({lower, upper}, settings, 200, 0.2);
  EXPECT_EQ(joined.now.rings.size(), 2u) << "before the first redistribution";
  joined.step();
  EXPECT_TRUE(joined.now.rings.empty());
  EXPECT_EQ(joined.now.theory, RingTheory::met);
  EXPECT_GT(joined.now.flow.enstrophy, 0) << "the flow as a whole goes on";
}

TEST(FlowDiagnostics, CoresThatSpreadOnALatticeAreSeenAsTheyAre) {
  fmm::Settings settings = quickSettings();
  settings.redistribution.steps = 1;
  settings.spacing = 0.15;
  settings.nodeThreshold = 1e-3;
  settings.divergenceRemoval = false;
  settings.viscosity = 0.01;
  settings.diffusion = fmm::Diffusion::lattice;
  fmm::Ring ring;
  ring.coreRadius = 0.2;
  ring.profile = fmm::CoreProfile::gaussian;
  Measured run({ring}, settings, 300, 0.15);
  const double before = run.now.rings[0].theorySpeed;
  for (int i = 0; i < 5; ++i) run.step();
  EXPECT_LT(run.now.rings[0].theorySpeed, before) << "a wider core is slower";
  EXPECT_NEAR(run.now.rings[0].speed, run.now.rings[0].theorySpeed, 0.1 * before);
}

TEST(FlowDiagnostics, OddFlowsAreNoTrouble) {
  fmm::VortexSystem empty(quickSettings(), {}, {{{0, 0, 0}}, {0}});
  empty.evaluate();
  FlowDiagnostics diagnostics;
  diagnostics.start({});
  const DiagnosticsSample nothing = diagnostics.measure(empty, true);
  EXPECT_TRUE(nothing.rings.empty());
  EXPECT_EQ(nothing.theory, RingTheory::none);
  EXPECT_EQ(nothing.drift.impulse, 0);

  fmm::Elements singular = elementsOf({filamentAt(0)}, 16, 0);
  fmm::VortexSystem bare(quickSettings(), singular, {});
  bare.evaluate();
  diagnostics.start({{filamentAt(0)}});
  const DiagnosticsSample sample = diagnostics.measure(bare, true);
  EXPECT_TRUE(std::isnan(sample.flow.energy)) << "singular elements have none";
  EXPECT_NEAR(sample.rings[0].theorySpeed, sample.rings[0].speed, 1e-12);
}

/// A uniform core is seeded narrower to allow for its blobs' width, unless they are too wide for that.
TEST(RingTheory, IsOfTheCoreThatElementsAndBlobsMakeTogether) {
  for (const int elements : {2048, 8192}) {
    Scene scene = parseScene("[[ring]]\nradius = 0.3\ncore_radius = 0.05\n[physics]\nregularisation = \"gaussian\"\n",
                             "ring.toml");
    scene.elements = static_cast<std::size_t>(elements);
    scene.tracers = 16;
    scene.overlap = 1.5;
    Flow flow(scene);
    fmm::EvaluationReport report;
    flow.evaluate(report);
    const DiagnosticsSample sample = flow.measure(false);
    ASSERT_EQ(sample.rings.size(), 1u);
    EXPECT_NEAR(sample.rings[0].speed, sample.rings[0].theorySpeed, 0.01 * sample.rings[0].theorySpeed) << elements;
  }
}

TEST(FlowDiagnostics, MeasuresTheVorticesOfAPlaneFlow) {
  const Scene scene = parseScene(
      "[physics]\nspace = \"plane\"\ndt = 0.01\noverlap = 1\nregularisation = \"gaussian8\"\n[particles]\nelements = "
      "2000\n"
      "tracers = 1\n[[vortex]]\ncentre = [0.5, 0.1]\ncirculation = -2\ncore_radius = 0.1\n[[vortex]]\n"
      "centre = [-0.5, 0.1]\ncore_radius = 0.2\n[[vortex]]\ncount = 4\nwithin = 0.2\ncentre = [0, 9]\n",
      "plane.toml");
  Flow flow(scene, nullptr);
  flow.evaluate();
  const DiagnosticsSample sample = flow.measure(false);
  const std::vector<DiagnosticsColumn> columns = diagnosticsColumns({3, 0, fmm::Space::plane});
  const std::vector<double> row = diagnosticsRow(sample, {3, 0, fmm::Space::plane});
  const auto value = [&](const std::string& name) {
    for (std::size_t k = 0; k < columns.size(); ++k)
      if (columns[k].name == name) return row[k];
    ADD_FAILURE() << name;
    return 0.;
  };
  EXPECT_NEAR(value("vortex1_x"), 0.5, 1e-5);
  EXPECT_NEAR(value("vortex1_y"), 0.1, 1e-5);
  EXPECT_NEAR(value("vortex1_circulation"), -2, 1e-6);
  EXPECT_NEAR(value("vortex1_core_radius"), 0.1, 0.005);
  EXPECT_NEAR(value("vortex2_core_radius"), 0.2, 0.005);
  const double apart = 1 / (2 * 3.14159265358979);  // speed by a circulation of 1 at distance 1
  EXPECT_NEAR(value("vortex1_speed"), apart, 0.02 * apart);
  EXPECT_NEAR(value("vortex2_speed"), 2 * apart, 0.02 * apart);
  EXPECT_TRUE(std::isnan(value("vortex3_circulation"))) << "several vortices, which are not one";
}

}  // namespace
}  // namespace app
