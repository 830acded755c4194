// [[filament]]: closed curves through points in scenes.

#include <fmt/format.h>
#include <unistd.h>

#include "fmm/initial_conditions.h"
#include "scene/scene_lines.h"
#include "scene/start/scene_lattice.h"
#include "scene/start/scene_particles.h"
#include "scene/text/scene_file.h"
#include "support/test.h"

namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

const std::string kSquare = "points = [[1, 0, 0], [0, 1, 0], [-1, 0, 0], [0, -1, 0]]\n";

app::Scene sceneOf(const std::string& keys, const std::string& before = "") {
  return app::parseScene(before + "[[filament]]\n" + keys, "s.toml");
}

const fmm::Filament& first(const app::Scene& scene) {
  return scene.lines.of<fmm::Filament>().front();
}

std::string refusal(const std::string& keys) {
  return test::refusal<std::exception>([&] { sceneOf(keys); });
}

TEST(FilamentScenes, AreReadAndWritten) {
  const app::Scene scene =
      sceneOf(kSquare + "circulation = -2\ncore_radius = 0.05\nprofile = \"gaussian\"\nlayout = \"layers\"\n");
  const fmm::Filament& filament = first(scene);
  ASSERT_EQ(filament.points.size(), 4u);
  EXPECT_EQ(filament.circulation, -2);
  EXPECT_NEAR(filament.radius, 1, 0.05);
  EXPECT_NEAR(filament.axis.z, 1, 1e-12);
  const std::string text = app::formatScene(scene);
  const app::Scene back = app::parseScene(text, "s.toml");
  EXPECT_EQ(app::formatScene(back), text);
  EXPECT_EQ(app::makeElements(back).position, app::makeElements(scene).position);
}

TEST(FilamentScenes, StandBehindRingsAndKnots) {
  const app::Scene scene = sceneOf(kSquare, "[particles]\nelements = 900\n[[ring]]\nradius = 0.5\n");
  EXPECT_EQ(app::lineCount(scene), 2u);
  const fmm::Elements elements = app::makeElements(scene);
  EXPECT_EQ(elements.ring.front(), 0);
  EXPECT_EQ(elements.ring.back(), 1);
}

TEST(FilamentScenes, StartOnALattice) {
  const app::Scene scene =
      app::onLattice(sceneOf(kSquare + "core_radius = 0.2\nprofile = \"gaussian\"\n",
                             "[physics]\nredistribution = \"auto\"\n[particles]\nelements = 3000\n"));
  const fmm::Elements elements = app::makeElements(scene);
  EXPECT_GT(elements.size(), 2500u);
  EXPECT_LE(elements.size(), 3000u);
}

TEST(FilamentScenes, TakePointsFromAFile) {
  const std::filesystem::path folder =
      std::filesystem::path(::testing::TempDir()) / ("filament_" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "curve.csv") << "x,y,z\n1,0,0\n0,1,0\n-1,0,0\n0,-1,0\n";
  std::ofstream(folder / "bad.csv") << "x,y,z\n1,0,0\n0,here,0\n";
  std::ofstream(folder / "far.csv") << "x,y,z\n1,0,0\n0,1,2e9\n0,2,0\n";
  std::ofstream(folder / "two.csv") << "x,y,z\n1,0,0\n0,1,0\n";
  for (const std::string key : {"file", "points"}) {
    const auto load = [&](const char* name) {
      std::ofstream(folder / "s.toml") << "[[filament]]\n" << key << " = \"" << name << "\"\n";
      return app::loadScene((folder / "s.toml").string());
    };
    const auto refused = [&](const char* name) { return test::refusal<std::exception>([&] { load(name); }); };
    const app::Scene scene = load("curve.csv");
    EXPECT_EQ(first(scene).points, first(sceneOf(kSquare)).points);
    EXPECT_EQ(app::formatScene(scene).find("curve.csv"), std::string::npos) << "the scene has the points themselves";
    EXPECT_THAT(refused("bad.csv"), AllOf(HasSubstr("bad.csv:3"), HasSubstr("here")));
    EXPECT_THAT(refused("far.csv"), HasSubstr("far.csv:3: z = 2000000000 is out of range; allowed: -1e+09 to 1e+09"));
    EXPECT_THAT(refused("two.csv"), AllOf(HasSubstr("s.toml:2"), HasSubstr("gives 2 points")));
    EXPECT_THAT(refused("none.csv"), HasSubstr("none.csv: cannot be opened"));
    EXPECT_THAT(refused("curve.txt"), HasSubstr(key + " must be a file's name that ends in .csv or .npy"));
  }
  std::filesystem::remove_all(folder);
}

TEST(FilamentScenes, CoresAndTubesThatAreNotGivenFit) {
  std::string flat = "points = [";  // an ellipse of 1 by 0.03, of curvature radius 0.0009 at its ends
  for (int k = 0; k < 200; ++k)
    flat += fmt::format("[{}, {}, 0], ", std::cos(k * 0.0314159265358979), 0.03 * std::sin(k * 0.0314159265358979));
  flat += "]\n";
  for (const char* profile : {"filament", "uniform", "gaussian"}) {
    const app::Scene scene = sceneOf(flat + "profile = \"" + profile + "\"\n");
    EXPECT_LT(scene.tracerTube, fmm::widestTube(first(scene))) << profile;
    EXPECT_LT(fmm::filledRadius(first(scene).profile, first(scene).coreRadius), fmm::widestTube(first(scene)));
  }
  EXPECT_THAT(refusal(flat + "core_radius = 0.05\n"), HasSubstr("makes the core overlap itself"));
  EXPECT_THAT(refusal("points = [[0,0,0],[1,1,0],[1,-1,0],[-1,1,0],[-1,-1,0]]\n" + std::string()),
              testing::Not(HasSubstr("nan")));
}

TEST(FilamentScenes, BadOnesAreRefusedInOneLine) {
  EXPECT_THAT(refusal("circulation = 1\n"), HasSubstr("gives 0 points; allowed: 3 to 20000"));
  EXPECT_THAT(refusal("points = [[0, 0, 0], [1, 0, 0]]\n"), AllOf(HasSubstr("s.toml:2"), HasSubstr("gives 2 points")));
  EXPECT_THAT(refusal("points = [[0, 0, 0], [1, 0, 0], [1, 0, 0]]\n"), HasSubstr("on one line"));
  EXPECT_THAT(refusal("points = [[0, 0, 0], [1, nan, 0], [1, 1, 0]]\n"), HasSubstr("nan is out of range"));
  EXPECT_THAT(refusal("points = [[0, 0, 0], [1, 0], [1, 1, 0]]\n"), HasSubstr("an array of 2"));
  EXPECT_THAT(refusal("points = 3\n"), HasSubstr("points [[x, y, z], ...] are needed"));
  EXPECT_THAT(refusal("points = [[0, 0, 0], [1, 0, 0], [2, 0, 0]]\n"), HasSubstr("on one line"));
  EXPECT_THAT(refusal(kSquare + "file = \"a.csv\"\n"), HasSubstr("exclude each other"));
  for (const char* key : {"file", "points"})
    EXPECT_THAT(refusal(std::string(key) + " = \"a.csv\"\n"), HasSubstr("is read where the scene itself is a file"));
  EXPECT_THAT(refusal(kSquare + "radius = 2\n"), HasSubstr("unknown key \"radius\""));
}

}  // namespace
