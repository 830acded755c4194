// The scenes that come with the program; knots and initial tracers in scene files.

#include "app/support/run_program.h"
#include "fmm/initial_conditions.h"
#include "fmm/tracer_regions.h"
#include "fmm/vortex_system.h"
#include "scene/scene_lines.h"
#include "scene/start/scene_particles.h"
#include "scene/text/scene_file.h"
#include "simulation/arrivals.h"
#include "support/test.h"

namespace {

using app::Scene;

constexpr double kPi = 3.14159265358979323846;

bool finite(fmm::Vec3 v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

TEST(Scenes, AllThatTheReadmeNamesAreThere) {
  EXPECT_THAT(app::sceneNames(),
              testing::IsSupersetOf({"leapfrog", "collide", "oblique", "ground", "chase", "hopf", "trefoil",
                                     "cinquefoil", "torus", "jet", "random", "ring", "empty", "pairs", "dipoles",
                                     "merger", "ellipse", "billows", "soup"}));
}

TEST(Scenes, HelpNamesThem) {
  const auto help = test::runProgram({"--help"});
  for (const std::string& name : app::sceneNames()) EXPECT_THAT(help.out, testing::HasSubstr(name));
}

TEST(Scenes, ThoseThatGrowAreSeenToGrow) {
  for (const char* name : {"collide", "ground-slip", "ringlets", "merger", "soup", "jet", "random"})
    EXPECT_FALSE(app::loadScene(name).view.framing) << name;
}

TEST(Scenes, PlaneFlowsThatLeaveThePictureAreFollowed) {
  for (const char* name : {"pairs", "dipoles", "billows"}) EXPECT_TRUE(app::loadScene(name).view.framing) << name;
}

TEST(Scenes, EachVortexOfAPairHasAColour) {
  for (const char* name : {"pairs", "dipoles", "merger"}) {
    const Scene scene = app::loadScene(name);
    std::vector<app::Colour> seen;
    for (const app::ScenePatch& patch : scene.patches) {
      ASSERT_TRUE(patch.label.colour) << name;
      EXPECT_EQ(std::count(seen.begin(), seen.end(), *patch.label.colour), 0) << name;
      seen.push_back(*patch.label.colour);
    }
    EXPECT_TRUE(app::showsVorticityOfRings(scene.view)) << name;
  }
}

TEST(Scenes, RingsOfTheJetHaveOneColour) {
  const Scene scene = app::loadScene("jet");
  const app::RingColours colours = app::ringColours(scene);
  ASSERT_EQ(colours.size(), 8U);
  for (const auto& colour : colours) EXPECT_EQ(colour, colours.front());
}

class ShippedScene : public testing::TestWithParam<std::string> {};

TEST_P(ShippedScene, BeginsAnewInTheWindowAfterItsFilm) {
  const Scene scene = app::loadScene(GetParam());
  const bool empty = scene.lines.empty() && scene.patches.empty() && scene.launches.empty();
  if (!scene.settings.bodies.empty()) return;  // a street runs on
  EXPECT_NE(scene.film.restarts, empty);
}

TEST_P(ShippedScene, RunsAndStaysFinite) {
  Scene scene = app::loadScene(GetParam());
  scene.elements = 600;
  scene.tracers = 300;
  scene.settings.backend = fmm::Backend::cpu;
  app::LaunchSchedule schedule(scene);
  app::RingParticles all = schedule.start();
  const std::vector<fmm::HeatSource>& sources = scene.settings.heatSources;
  const bool warm = std::any_of(sources.begin(), sources.end(),
                                [](const fmm::HeatSource& s) { return s.supply == fmm::HeatSupply::start; });
  EXPECT_EQ(all.elements.size() == 0, scene.lines.empty() && scene.patches.empty() && scene.launches.empty() && !warm);
  fmm::VortexSystem system(schedule.settings(), all.elements, all.tracers);
  for (int i = 0; i < 3; ++i) system.step();
  for (const fmm::Vec3& x : system.elements().position) ASSERT_TRUE(finite(x));
  for (const fmm::Vec3& x : system.tracers().position) ASSERT_TRUE(finite(x));
}

TEST_P(ShippedScene, TakesThePicturesCameraToItsParticles) {
  const Scene scene = app::loadScene(GetParam());
  const fmm::Vec3 view = scene.camera.target - scene.camera.eye;
  for (const fmm::LineComponent& line : app::linesOf(scene)) {
    const fmm::Vec3 to = app::asRing(line).centre - scene.camera.eye;
    EXPECT_GT(fmm::dot(to, view) / fmm::norm(to) / fmm::norm(view), std::cos(0.5)) << "far from the line of sight";
  }
}

INSTANTIATE_TEST_SUITE_P(Scenes, ShippedScene, testing::ValuesIn(app::sceneNames()), [](const auto& tested) {
  std::string name = tested.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(PlaneScenes, AreReadAndWritten) {
  const std::string text =
      "[physics]\nspace = \"plane\"\n[particles]\nelements = 2000\ntracers = 500\n[[vortex]]\ncentre = [0.5, -1]\n"
      "circulation = -2\nhalf_axes = [0.2, 0.1]\nangle = 30\nname = \"left\"\n[[vortex]]\nprofile = \"point\"\n"
      "count = 7\nwithin = 0.5\n[[sheet]]\nfrom = [-1, 0]\nto = [1, 0]\nwaves = 3\namplitude = 0.01\n";
  const Scene scene = app::parseScene(text, "s.toml");
  ASSERT_EQ(scene.patches.size(), 3u);
  EXPECT_EQ(app::lineCount(scene), 3u);
  const Scene again = app::parseScene(app::formatScene(scene), "s.toml");
  EXPECT_TRUE(again.patches == scene.patches);
  EXPECT_EQ(again.settings.space, fmm::Space::plane);
  const fmm::Elements elements = app::makeElements(scene);
  double sum[3] = {};
  for (std::size_t i = 0; i < elements.size(); ++i) {
    EXPECT_EQ(elements.position[i].z, 0);
    sum[elements.ring[i]] += elements.strength[i].z;
  }
  EXPECT_NEAR(sum[0], -2, 1e-9);
  EXPECT_NEAR(sum[1], 1, 1e-9) << "seven of both signs in turn";
  EXPECT_NEAR(sum[2], 1, 1e-9);
  EXPECT_NEAR(static_cast<double>(elements.size()), 2000, 400);
  for (const fmm::Vec3& x : app::makeTracers(scene).position) EXPECT_EQ(x.z, 0);
}

TEST(Scenes, HopfIsLinkedOnce) {
  // Gauss's linking integral of the centre lines.
  fmm::Elements lines;
  const Scene scene = app::loadScene("hopf");
  ASSERT_EQ(scene.rings().size(), 2u);
  for (fmm::Ring ring : scene.rings()) {
    ring.profile = fmm::CoreProfile::filament;
    fmm::addLine(ring, {300, 0.1}, lines);
  }
  double sum = 0;
  for (std::size_t i = 0; i < 300; ++i)
    for (std::size_t j = 300; j < 600; ++j) {
      const fmm::Vec3 r = lines.position[i] - lines.position[j];
      sum += fmm::dot(r, fmm::cross(lines.strength[i], lines.strength[j])) / std::pow(fmm::norm(r), 3);
    }
  EXPECT_NEAR(std::abs(sum) / (4 * kPi), 1, 1e-3);
}

TEST(SceneLines, ComponentsOfKnotsFollowTheRings) {
  Scene scene = app::parseScene(
      "[particles]\nelements = 4000\ntracers = 1000\ntracer_tube = 0.05\n[[ring]]\ncentre = [0, 0, 5]\n[[knot]]\np = "
      "2\nq = 2\ncore_radius = 0.05\n[[ring]]\nstart = 1\n",
      "s.toml");
  EXPECT_EQ(app::lineCount(scene), 3u);
  const fmm::Elements elements = app::makeElements(scene);
  const fmm::Tracers tracers = app::makeTracers(scene);
  for (const int index : {0, 1, 2}) {
    EXPECT_GT(std::count(elements.ring.begin(), elements.ring.end(), index), 500) << index;
    EXPECT_GT(std::count(tracers.ring.begin(), tracers.ring.end(), index), 100) << index;
  }
  const auto launches = app::sceneLaunches(scene);
  EXPECT_EQ(elements.size() + *launches[0].elements, 4000u) << "shared by length, the ring that joins as well";
  EXPECT_EQ(tracers.size() + *launches[0].tracers, 1000u);
}

TEST(SceneLines, RandomPhasesComeFromTheSeed) {
  Scene scene = app::parseScene("[[ring]]\nwave_mode = 3\nwave_amplitude = 0.1\nrandom_phase = true\n", "s.toml");
  const auto phase = [&] { return std::get<fmm::Ring>(app::linesOf(scene)[0].line).wavePhase; };
  const double first = phase();
  EXPECT_EQ(first, phase());
  scene.seed = 2;
  EXPECT_NE(first, phase());
}

Scene regionsOf(const std::string& tables) {
  return app::parseScene(
      "[particles]\ntracers = 1000\nelements = 500\n[[ring]]\nradius = 0.3\ncore_radius = 0.05\n"
      "[[ring]]\ncentre = [0, 0, 1]\nradius = 0.6\ncore_radius = 0.05\n" +
          tables,
      "s.toml");
}

TEST(SceneRegions, ShareTheTracersAndColourThem) {
  const Scene scene = regionsOf(
      "[[tracers]]\nshape = \"shell\"\nradius = 0.1\nshare = 3\n[[tracers]]\nshape = \"box\"\ncentre = [5, 0, 0]\n"
      "size = [1, 2, 3]\n[[tracers]]\nshape = \"disc\"\nradius = 0.5\ncentre = [-5, 0, 0]\ndye = 2\n");
  const fmm::Tracers tracers = app::makeTracers(scene);
  ASSERT_EQ(tracers.size(), 1000u);
  std::size_t onFirst = 0, onSecond = 0, inBox = 0, onDisc = 0;
  for (std::size_t i = 0; i < tracers.size(); ++i) {
    const fmm::Vec3 x = tracers.position[i];
    if (x.x > 3) {
      inBox += std::abs(x.x - 5) <= 0.5 && std::abs(x.y) <= 1 && std::abs(x.z) <= 1.5;
      EXPECT_EQ(tracers.ring[i], 3) << "a dye of its own, behind the rings and the region before it";
    } else if (x.x < -3) {
      onDisc += x.z == 0 && std::hypot(x.x + 5, x.y) <= 0.5;
      EXPECT_EQ(tracers.ring[i], 1) << "the dye of ring 2";
    } else {
      const bool first = tracers.ring[i] == 0;
      const double r = std::hypot(x.x, x.y) - (first ? 0.3 : 0.6), z = x.z - (first ? 0 : 1);
      EXPECT_NEAR(std::hypot(r, z), 0.1, 1e-12);
      ++(first ? onFirst : onSecond);
    }
  }
  EXPECT_EQ(onFirst, 200u) << "by circumference";
  EXPECT_EQ(onSecond, 400u);
  EXPECT_EQ(inBox, 200u);
  EXPECT_EQ(onDisc, 200u);
}

TEST(SceneRegions, CoreOfOneRing) {
  const fmm::Tracers tracers = app::makeTracers(regionsOf("[[tracers]]\nshape = \"core\"\nring = 2\n"));
  ASSERT_EQ(tracers.size(), 1000u);
  for (const fmm::Vec3& x : tracers.position) EXPECT_LE(std::hypot(std::hypot(x.x, x.y) - 0.6, x.z - 1), 0.05);
}

TEST(SceneRegions, TwoAboutOneRingAreNotTheSamePoints) {
  const fmm::Tracers tracers = app::makeTracers(regionsOf("[[tracers]]\nring = 1\n[[tracers]]\nring = 1\n"));
  EXPECT_FALSE(tracers.position[0] == tracers.position[500]);
}

}  // namespace
