// Scenes that start on the lattice of redistribution.

#include "fmm/diagnostics.h"
#include "fmm/error.h"
#include "fmm/settings.h"
#include "scene/start/scene_lattice.h"
#include "scene/start/scene_particles.h"
#include "scene/text/scene_file.h"
#include "simulation/flow.h"
#include "support/test.h"

namespace {

using app::Scene;
using fmm::Elements;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr double kPi = 3.14159265358979323846;

const std::string kPhysics =
    "[physics]\nredistribution = \"auto\"\noverlap = 1\nregularisation = \"gaussian8\"\n"
    "backend = \"cpu\"\n[particles]\nelements = 3000\ntracers = 100\n";
const std::string kRing = "[[ring]]\nprofile = \"gaussian\"\nradius = 1\ncore_radius = 0.2\n";

Scene sceneOf(const std::string& text) {
  return app::parseScene(text, "s.toml");
}

void expectOnLattice(const Elements& elements, double h) {
  for (const fmm::Vec3& x : elements.position)
    for (const double part : {x.x, x.y, x.z}) ASSERT_NEAR(part / h, std::round(part / h), 1e-9);
}

TEST(LatticeScenes, HaveAtMostTheElementsAskedFor) {
  const Scene scene = sceneOf(kPhysics + kRing + kRing + "centre = [0, 0, 1]\n");
  const Scene settled = app::onLattice(scene);
  const double h = settled.settings.spacing;
  EXPECT_EQ(settled.settings.latticeOverlap, 1);
  const Elements elements = makeElements(scene);
  EXPECT_LE(elements.size(), 3000u);
  EXPECT_GT(elements.size(), 2800u);
  EXPECT_EQ(elements.coreRadius.front(), h);
  expectOnLattice(elements, h);
  EXPECT_EQ(std::count(elements.ring.begin(), elements.ring.end(), 0) > 1300, true);
  EXPECT_EQ(app::onLattice(settled).settings.spacing, h) << "once chosen it stays";
}

TEST(LatticeScenes, CountNodesFromTheFlowWhereverItIs) {
  const std::string plane =
      "[physics]\nspace = \"plane\"\n[particles]\nelements = 600\ntracers = 0\n[[vortex]]\ncore_radius = 0.1\n";
  for (const auto& [text, place] :
       {std::pair{plane, "centre = [5e4, -1e6]\n"}, std::pair{kPhysics + kRing, "centre = [5e4, 0, -1e6]\n"}}) {
    const Elements here = makeElements(sceneOf(text)), there = makeElements(sceneOf(text + place));
    ASSERT_EQ(here.size(), there.size());
    const fmm::Vec3 shift = fmm::centroid(there) - fmm::centroid(here);
    EXPECT_NEAR(fmm::norm(shift), std::hypot(5e4, 1e6), 1e-6);
    for (std::size_t i = 0; i < here.size(); ++i) {
      ASSERT_LT(fmm::norm(there.position[i] - here.position[i] - shift), 1e-8);
      ASSERT_LT(fmm::norm(there.strength[i] - here.strength[i]), 1e-8);
    }
  }
}

TEST(LatticeScenes, TakeTheSpacingThatIsGiven) {
  Scene scene = sceneOf(kPhysics + kRing);
  scene.settings.spacing = 0.1;
  expectOnLattice(makeElements(scene), 0.1);
  EXPECT_EQ(app::coreRadiusOf(scene, scene.rings()[0], 5), 0.1);
}

TEST(LatticeScenes, RingsThatJoinStandOnTheSameLattice) {
  const Scene scene = sceneOf(kPhysics + kRing + kRing + "start = 0.02\ncentre = [0.3, 0, 1]\n" + kRing +
                              "start = 0.01\nelements = 17\n");
  app::Flow flow(scene);
  const double h = flow.system().settings().spacing;
  EXPECT_GT(h, 0);
  EXPECT_EQ(flow.scene().settings.spacing, h);
  const Elements start = flow.system().elements();
  EXPECT_LT(start.size(), 1600u) << "half of what shares them";
  app::LaunchSchedule schedule(scene);
  EXPECT_EQ(schedule.settings().spacing, h);
  for (const app::RingLaunch& launch : app::sceneLaunches(scene)) {
    const Elements joining = makeRing(app::onLattice(scene), launch, 1).elements;
    expectOnLattice(joining, h);
    EXPECT_NEAR(static_cast<double>(joining.size()), static_cast<double>(start.size()), 150);
  }
}

TEST(LatticeScenes, RefuseAFixedSigma) {
  Scene scene = sceneOf(kPhysics + kRing);
  scene.sigma = 0.1;
  EXPECT_THAT(test::refusal<fmm::InvalidInput>([&] { makeElements(scene); }),
              HasSubstr("sigma = 0.1: with redistribution it follows from spacing and overlap"));
}

TEST(LatticeScenes, CoresMayBeWideAndWavy) {
  const std::string wide =
      "[[ring]]\nprofile = \"gaussian\"\ncore_radius = 0.4\nwave_mode = 8\nwave_amplitude = 0.05\n";
  EXPECT_THROW(sceneOf(wide), std::runtime_error);
  Scene scene = sceneOf(kPhysics + wide + "[[tracers]]\nshape = \"core\"\nring = 1\n");
  EXPECT_GT(makeElements(scene).size(), 2800u);
  EXPECT_EQ(makeTracers(scene).size(), 100u);
  EXPECT_NEAR(app::peakVorticity(scene, scene.rings()[0], 3000), 1 / (kPi * 0.16), 1e-12);
}

TEST(LatticeScenes, WhatReachesBelowTheGroundIsFolded) {
  Scene scene = sceneOf(kPhysics + kRing + "centre = [0, 0, 0.52]\n[ground]\n");
  const Elements elements = makeElements(scene);
  double lowest = 1;
  for (const fmm::Vec3& x : elements.position) lowest = std::min(lowest, x.z);
  EXPECT_GE(lowest, 0);
  EXPECT_LT(lowest, 0.05);
  scene.rings()[0].centre.z = 0.05;
  EXPECT_THROW(makeElements(scene), fmm::InvalidInput);
}

TEST(LatticeScenes, SayHowManyElementsTheyTake) {
  Scene scene = sceneOf(kPhysics + kRing);
  EXPECT_THAT(app::coarsenessOf(scene), IsEmpty());
  scene.settings.regularisation = fmm::Regularisation::gaussian;
  EXPECT_THAT(app::coarsenessOf(scene), HasSubstr("too wide for ring 1 to start as it is asked for within 1 %"));
  scene.settings.redistribution.steps = fmm::Redistribution::kOff;
  scene.overlap = 1.5;
  EXPECT_THAT(app::coarsenessOf(scene), HasSubstr("ring 1 starts with a core of "));
  EXPECT_THAT(app::coarsenessOf(scene), HasSubstr(" instead of 0.2, which its elements widen; about "));
  scene.sigma = 0.15;
  EXPECT_THAT(app::coarsenessOf(scene), HasSubstr("a smaller sigma or redistribution"));
  scene.sigma = 0.05;
  EXPECT_THAT(app::coarsenessOf(scene), IsEmpty());
  scene.sigma.reset();
  scene.elements = 100000;
  EXPECT_THAT(app::coarsenessOf(scene), IsEmpty());
  EXPECT_NEAR(app::peakVorticity(scene, scene.rings()[0], 100000), 1 / (kPi * 0.04), 1e-12);
}

TEST(PlaneScenes, SayWhatIsTooNarrowForTheirLattice) {
  const std::string plane =
      "[physics]\nspace = \"plane\"\nregularisation = \"gaussian8\"\noverlap = 1\nredistribution = \"auto\"\n"
      "[particles]\nelements = 3000\n[[vortex]]\ncore_radius = 0.2\n";
  EXPECT_THAT(app::coarsenessOf(sceneOf(plane)), IsEmpty());
  const Scene narrow = sceneOf(plane + "[[vortex]]\ncore_radius = 0.02\ncount = 5\nwithin = 1\n[[vortex]]\n");
  EXPECT_THAT(app::coarsenessOf(narrow), HasSubstr("too wide for vortex 2 to start as it is asked for within 1 %"));
  EXPECT_EQ(app::coarsenessOf(app::onLattice(narrow)), app::coarsenessOf(narrow));
  EXPECT_THAT(app::coarsenessOf(sceneOf(plane + "[[sheet]]\nthickness = 0.004\n")), HasSubstr("for sheet 1 to start"));
  Scene enough = sceneOf(plane + "[[sheet]]\nthickness = 0.004\n");
  enough.elements = 500000;
  EXPECT_THAT(app::coarsenessOf(enough), IsEmpty());
}

TEST(PlaneScenes, SayWhichVortexHasNoNodeAndWhichHasNoCoreOfItsOwn) {
  const std::string plane = "[physics]\nspace = \"plane\"\nspacing = 0.1\n[[vortex]]\ncore_radius = 0.2\n";
  const auto refusal = [](const Scene& scene) {
    return test::refusal<fmm::InvalidInput>([&] {
      app::onLattice(scene);
      makeElements(scene);
    });
  };
  EXPECT_EQ(refusal(sceneOf(plane)), "accepted");
  EXPECT_THAT(refusal(sceneOf(plane + "[[vortex]]\ncentre = [0.55, 0.55]\ncore_radius = 0.001\n")),
              testing::AllOf(testing::StartsWith("vortex 2: spacing = 0.1: allowed is less, as more elements make it"),
                             HasSubstr("no node lies in the patch about (0.55, ")));
  Scene points = sceneOf(plane + "[[vortex]]\nprofile = \"point\"\n");
  EXPECT_EQ(refusal(points), "accepted");
  points.settings.redistribution.steps = fmm::Redistribution::kAutomatic;
  EXPECT_THAT(refusal(points), testing::StartsWith("vortex 2: profile = \"point\" does not go with redistribution"));
}

TEST(LatticeScenes, StateThatGoesOnKeepsTheLattice) {
  const Scene scene = sceneOf(kPhysics + kRing);
  app::Flow flow(scene);
  flow.evaluate();
  fmm::EvaluationReport report;
  flow.advance(2, report);
  const app::Checkpoint saved = flow.checkpoint(scene, 1);
  app::Scene again = saved.scene;
  again.settings = saved.settings;
  again.elements = 500;  // has no effect on a saved state
  const app::Flow resumed(again, &saved);
  EXPECT_EQ(resumed.system().settings().spacing, flow.system().settings().spacing);
  EXPECT_EQ(resumed.system().settings().latticeOverlap, 1);
  app::Flow changed(scene);
  fmm::Settings settings = scene.settings;
  settings.timeStep = 0.002;
  changed.apply(settings);
  EXPECT_EQ(changed.system().settings().spacing, flow.system().settings().spacing) << "no edit takes it away";
}

TEST(LatticeScenes, WithoutRingsTakeTheFirstThatIsLaunched) {
  const Scene scene = sceneOf(kPhysics);
  EXPECT_TRUE(makeElements(scene).position.empty());
  app::RingLaunch launch;
  launch.ring.profile = fmm::CoreProfile::gaussian;
  launch.elements = 1000;
  const Elements elements = makeRing(app::onLattice(scene), launch, 0).elements;
  EXPECT_LE(elements.size(), 1000u);
  EXPECT_GT(elements.size(), 900u);
}

}  // namespace
