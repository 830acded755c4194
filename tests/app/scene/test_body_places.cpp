// What lies inside bodies, and that no flow starts there.

#include "scene/body_places.h"

#include <cmath>
#include <fstream>

#include "app/support/run_program.h"
#include "files/user_error.h"
#include "scene/text/scene_file.h"
#include "support/refusal.h"
#include "support/test.h"

namespace app {
namespace {

using ::testing::HasSubstr;

fmm::Body bodyOf(fmm::BodyShape shape, fmm::Vec3 centre = {}) {
  fmm::Body body;
  body.shape = shape;
  body.centre = centre;
  if (shape == fmm::BodyShape::box || shape == fmm::BodyShape::ellipsoid) body.halfAxes = {0.5, 0.3, 0.2};
  return body;
}

TEST(BodyPlacesTest, KnowTheInsideOfSurfacesWhereverTheyAre) {
  fmm::Body box = bodyOf(fmm::BodyShape::box, {2, 0, 0});
  box.velocity = {1, 0, 0};
  box.rotation = 90;
  fmm::Body torus = bodyOf(fmm::BodyShape::torus, {0, 0, 5});
  const BodyPlaces places({bodyOf(fmm::BodyShape::sphere), box, torus});
  EXPECT_EQ(places.containing({0, 0, 0}, 0), 0u);
  EXPECT_EQ(places.containing({0.3, -0.2, 0.3}, 0), 0u);
  EXPECT_FALSE(places.containing({0.3, -0.3, 0.3}, 0));
  EXPECT_EQ(places.containing({2.45, 0.25, -0.15}, 0), 1u);
  EXPECT_FALSE(places.containing({2.45, 0.25, -0.15}, 1)) << "it has moved on";
  EXPECT_EQ(places.containing({3.25, 0.45, -0.15}, 1), 1u) << "and turned";
  EXPECT_FALSE(places.containing({0, 0, 5}, 0)) << "the hole of a torus";
  EXPECT_EQ(places.containing({0.5, 0, 5.1}, 0), 2u);
}

TEST(BodyPlacesTest, CountTheVolumesOfTheirShapes) {
  for (const fmm::BodyShape shape : {fmm::BodyShape::sphere, fmm::BodyShape::box, fmm::BodyShape::torus,
                                     fmm::BodyShape::capsule, fmm::BodyShape::wing, fmm::BodyShape::ellipsoid}) {
    fmm::Body body = bodyOf(shape);
    body.attitude = {20, 30, 40};
    body.sweep = 30;
    const BodyPlaces places({body});
    const fmm::BodyFacts facts = fmm::factsOf(body);
    constexpr int kSide = 64;
    const double h = 2.1 * facts.reach / kSide;
    double volume = 0;
    for (int i = 0; i < kSide * kSide * kSide; ++i) {
      const auto place = [&](int k) { return h * (k % kSide + 0.5 - kSide / 2); };
      if (places.containing({place(i), place(i / kSide), place(i / kSide / kSide)}, 0)) volume += h * h * h;
    }
    EXPECT_NEAR(volume / facts.volume, 1, shape == fmm::BodyShape::wing ? 0.05 : 0.02) << toString(shape);
  }
}

const char* const kPhysics =
    "[physics]\nviscosity = 0.01\ndiffusion = \"lattice\"\nredistribution = \"auto\"\n"
    "regularisation = \"gaussian8\"\n";
const std::string kSphere = "[[body]]\nshape = \"sphere\"\nradius = 0.5\n";

std::string refusalOf(const std::string& text) {
  return test::refusal<UserError>([&] { parseScene(kPhysics + text, "s.toml"); });
}

TEST(BodyPlacesTest, LinesThroughBodiesAreRefused) {
  EXPECT_EQ(refusalOf(kSphere + "[[ring]]\nradius = 1\n"), "accepted");
  EXPECT_THAT(refusalOf(kSphere + "[[ring]]\nradius = 2\n[[ring]]\nradius = 1\ncentre = [1.2, 0, 0]\n"),
              HasSubstr("ring 2: passes through body 1; allowed: a line in the fluid"));
  EXPECT_THAT(refusalOf(kSphere + "[[knot]]\nradius = 1\nminor_radius = 0.6\n"), HasSubstr("knot 1: passes"));
  EXPECT_THAT(refusalOf(kSphere + "[[filament]]\npoints = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]]\n"),
              HasSubstr("filament 1: passes"));
  const std::string moving = kSphere + "centre = [0, 0, -4]\nvelocity = [1, 0, 4]\n";
  EXPECT_EQ(refusalOf(moving + "[[ring]]\nradius = 1\n"), "accepted");
  EXPECT_THAT(refusalOf(moving + "[[ring]]\nradius = 1\nstart = 1\nelements = 1000\n"), HasSubstr("ring 1: passes"))
      << "where the body is when the ring joins";
}

TEST(BodyPlacesTest, ElementsOfFilesInsideBodiesAreRefused) {
  const test::TemporaryFolder folder;
  const auto refusal = [&](const std::string& scene, const std::string& rows) {
    const std::string path = folder / "elements.csv";
    std::ofstream(path) << rows;
    std::ofstream(folder / "s.toml") << kPhysics << scene << "[[elements]]\nfile = \"elements.csv\"\n";
    return test::refusal<UserError>([&] { loadScene(folder / "s.toml"); });
  };
  const std::string columns = "x,y,z,ax,ay,az,sigma,ring\n", fluid = "1,0,0,0,1,0,0.1,1\n";
  EXPECT_EQ(refusal(kSphere, columns + fluid), "accepted");
  EXPECT_THAT(refusal(kSphere, columns + fluid + "0.3,0,0,0,1,0,0.1,1\n"),
              HasSubstr("elements 1: file has an element inside body 1, element 2 at [0.3, 0, 0]"));
  EXPECT_EQ(refusal(kSphere, columns + fluid + "0.3,0,0,0,1,0,0.1,0\n"), "accepted") << "given off by a body";
  EXPECT_EQ(refusal(kSphere, columns + fluid + "0.45,0,0,0,1,0,0.1,1\n"), "accepted") << "its core is in the fluid";
  EXPECT_EQ(refusal(kSphere, columns + fluid + "0.3,0,0,0,0.0001,0,0.1,1\n"), "accepted") << "faint";
  const std::string circle = "space = \"plane\"\n[[body]]\n";
  EXPECT_THAT(refusal(circle, "x,y,gamma,sigma,ring\n0.2,0.1,1,0.05,1\n"), HasSubstr("an element inside body 1"));
}

TEST(BodyPlacesTest, AStateMayHaveBodiesWhereItsVorticesBegan) {
  SceneFiles files;
  files.begun = true;
  parseScene(kPhysics + kSphere + "[[ring]]\nradius = 1\ncentre = [1.2, 0, 0]\n", "s.toml", files);
}

}  // namespace
}  // namespace app
