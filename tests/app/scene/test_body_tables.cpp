// [[body]] in scene files: what is written reads back, and what is wrong is named with its place.

#include <fstream>

#include "app/support/run_program.h"
#include "files/user_error.h"
#include "scene/text/body_tables.h"
#include "scene/text/scene_file.h"
#include "support/refusal.h"
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
      {"[[body]]\nshape = \"sphere\"\n", "need space = space for the shape sphere"},
      {"[[body]]\nattitude = [0, 1, 0]\n", "attitude does not belong to this shape"},
      {"[[body]]\n[[vortex]]\ncentre = [0.1, 0]\n", "vortex 1: centre lies inside body 1"}};
  for (const auto& [text, part] : cases) {
    const std::string message = test::refusal<std::exception>([&] { parseScene(kPhysics + text, "s.toml"); });
    EXPECT_THAT(message, HasSubstr(part)) << text;
    EXPECT_EQ(message.find('\n'), std::string::npos);
  }
}

constexpr const char* kInSpace = "[physics]\nviscosity = 0.01\ndiffusion = \"lattice\"\nredistribution = \"auto\"\n";

TEST(BodyTables, BodiesInSpaceReadBackEqual) {
  const std::string text = R"(
[[body]]
shape = "sphere"
centre = [0.1, -0.2, 0.3]
radius = 0.3
velocity = [0.25, 0, -1]
[[body]]
shape = "ellipsoid"
centre = [3, 0, 0]
half_axes = [0.5, 0.3, 0.2]
attitude = [0, 30, 10]
axis = [0, 1, 0]
angle = 20
[[body]]
shape = "box"
centre = [0, 3, 0]
half_axes = [0.5, 0.3, 0.2]
path = [[0, 0, 3, 0, 0], [1, 0.5, 3, -1, 90]]
[[body]]
shape = "capsule"
centre = [0, -3, 0]
radius = 0.2
length = 1.5
[[body]]
shape = "disc"
centre = [0, 0, 3]
thickness = 0.2
[[body]]
shape = "torus"
centre = [0, 0, -3]
radius = 0.6
tube = 0.2
[[body]]
shape = "wing"
centre = [6, 0, 0]
chord = 0.7
span = 1.2
sweep = 60
taper = 0
naca = "0008"
)";
  const std::vector<fmm::Body> bodies = parseBodies(text, "b.toml");
  ASSERT_EQ(bodies.size(), 7u);
  EXPECT_EQ(bodies[1].attitude, (fmm::Vec3{0, 30, 10}));
  EXPECT_EQ(bodies[2].path.at(1).centre, (fmm::Vec3{0.5, 3, -1}));
  EXPECT_EQ(bodies[2].path.at(1).angle, 90);
  EXPECT_EQ(bodies[6].taper, 0);
  EXPECT_EQ(parseBodies(formatBodies(bodies), "again.toml"), bodies);
  const Scene scene = parseScene(kInSpace + text, "s.toml");
  EXPECT_EQ(parseScene(formatScene(scene), "s.toml").settings, scene.settings);
}

TEST(BodyTables, AMeshIsReadFromItsFileAndKnownAgain) {
  const test::TemporaryFolder folder;
  const std::string path = folder / "tetrahedron.stl";
  const auto write = [&path](const char* top) {
    const std::string a = "vertex 0 0 0\n", b = "vertex 1 0 0\n", c = "vertex 0 1 0\n", d = top;
    std::ofstream(path) << "solid t\n" << a << c << b << a << b << d << b << c << d << c << a << d << "endsolid\n";
  };
  write("vertex 0 0 1\n");
  const std::string text = "[[body]]\nshape = \"mesh\"\nmesh = \"" + path + "\"\nscale = 2\n";
  const std::vector<fmm::Body> bodies = parseBodies(text, "b.toml");
  EXPECT_NEAR(fmm::factsOf(bodies.at(0)).volume, 8.0 / 6, 1e-12);
  const std::string saved = formatBodies(bodies);
  EXPECT_EQ(parseBodies(saved, "again.toml"), bodies);
  saveScene(parseScene(kInSpace + text, "s.toml", filesOnDisk()), folder / "saved.toml", false);
  EXPECT_EQ(loadScene(folder / "saved.toml").settings.bodies, bodies);
  write("vertex 0 0 2\n");
  EXPECT_THAT(test::refusal<UserError>([&] { parseBodies(saved, "again.toml"); }), HasSubstr("has changed since"));
  EXPECT_THAT(test::refusal<UserError>([&] { parseBodies("[[body]]\nshape = \"mesh\"\n", "b.toml"); }),
              HasSubstr("the name of an STL file"));
}

TEST(BodyTables, APolygonMayComeFromAFile) {
  const test::TemporaryFolder folder;
  const std::string path = folder / "wedge.csv";
  std::ofstream(path) << "x,y\n0,0\n1,0\n0.2,0.7\n";
  const std::vector<fmm::Body> bodies =
      parseBodies("[[body]]\nshape = \"polygon\"\npoints = \"" + path + "\"\n", "b.toml");
  EXPECT_NEAR(fmm::factsOf(bodies.at(0)).volume, 0.35, 1e-12);
}

TEST(BodyTables, NeedAFlowThatCanStick) {
  const auto complaint = [](const std::string& physics) {
    return test::refusal<std::exception>([&] { parseScene(physics + "[[body]]\n", "s.toml"); });
  };
  EXPECT_THAT(complaint(""), HasSubstr("need space = plane"));
  EXPECT_THAT(complaint("[physics]\nspace = \"plane\"\n"), HasSubstr("viscosity, which is 0"));
  EXPECT_EQ(complaint(kPhysics), "accepted");
}

}  // namespace
}  // namespace app
