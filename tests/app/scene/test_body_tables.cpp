// [[body]] in scene files: what is written reads back, and what is wrong is named with its place.

#include "app/support/run_program.h"
#include "scene/text/body_tables.h"
#include "scene/text/scene_file.h"
#include "support/test.h"

namespace app {
namespace {

using ::testing::HasSubstr;

constexpr const char* kPhysics =
    "[physics]\nspace = \"plane\"\nviscosity = 0.01\ndiffusion = \"lattice\"\nredistribution = \"auto\"\n";

TEST(BodyTables, WrittenBodiesReadBackEqual) {
  const std::string text = R"(
[[body]]
shape = "circle"
centre = [0.1, -0.2]
radius = 0.3
swing = [0, 0.25]
period = 3
[[body]]
shape = "aerofoil"
centre = [3, 0]
chord = 2
naca = "2412"
angle = -8
[[body]]
shape = "polygon"
centre = [0, 3]
points = [[0, 0], [1, 0], [0.2, 0.7]]
path = [[0, 0, 3, 0], [1, 0.5, 3, 90]]
velocity = [0.25, 0]
[[body]]
shape = "box"
centre = [0, -3]
half_axes = [0.1, 0.6]
rotation = 45
velocity = [0.5, 0]
start = 2
)";
  const std::vector<fmm::Body> bodies = parseBodies(text, "b.toml");
  ASSERT_EQ(bodies.size(), 4u);
  EXPECT_EQ(bodies[1].section, 2412);
  EXPECT_EQ(bodies[2].path.at(1).angle, 90);
  EXPECT_EQ(parseBodies(formatBodies(bodies), "again.toml"), bodies);
  const Scene scene = parseScene(kPhysics + text, "s.toml");
  EXPECT_EQ(scene.settings.bodies, bodies);
  EXPECT_EQ(parseScene(formatScene(scene), "s.toml").settings, scene.settings);
}

TEST(BodyTables, WhatIsWrongIsNamedInOneLine) {
  const std::pair<std::string, const char*> cases[] = {
      {"[[body]]\nradius = 0\n", "body 1: radius"},
      {"[[body]]\nshape = \"disk\"\n", "shape"},
      {"[[body]]\nshape = \"box\"\nradius = 1\n", "radius does not belong to this shape"},
      {"[[body]]\nshape = \"aerofoil\"\nnaca = \"44x2\"\n", "four digits"},
      {"[[body]]\nshape = \"polygon\"\n", "points are missing"},
      {"[[body]]\nshape = \"polygon\"\npoints = [[0, 0], [1, 0]]\n", "3 points or more"},
      {"[[body]]\nshape = \"polygon\"\npoints = [[0, 0], [2, 2], [2, 0], [0, 1]]\n", "cross"},
      {"[[body]]\n[[body]]\ncentre = [0.2, 0]\n", "body 2: overlaps body 1"},
      {"[[body]]\nvelocity = [nan, 0]\n", "velocity"},
      {"[[body]]\n[[vortex]]\ncentre = [0.1, 0]\n", "vortex 1: centre lies inside body 1"}};
  for (const auto& [text, part] : cases) {
    try {
      parseScene(kPhysics + text, "s.toml");
      ADD_FAILURE() << text;
    } catch (const std::exception& error) {
      EXPECT_THAT(error.what(), HasSubstr(part)) << text;
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    }
  }
}

TEST(BodyTables, NeedAFlowThatCanStick) {
  const auto complaint = [](const std::string& physics) {
    try {
      parseScene(physics + "[[body]]\n", "s.toml");
      return std::string();
    } catch (const std::exception& error) {
      return std::string(error.what());
    }
  };
  EXPECT_THAT(complaint(""), HasSubstr("need space = plane"));
  EXPECT_THAT(complaint("[physics]\nspace = \"plane\"\n"), HasSubstr("viscosity, which is 0"));
  EXPECT_EQ(complaint(kPhysics), "");
}

}  // namespace
}  // namespace app
