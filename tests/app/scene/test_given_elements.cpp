// [[elements]]: scenes that begin with elements from files.

#include <fmt/format.h>
#include <unistd.h>

#include "fmm/error.h"
#include "fmm/vortex_system.h"
#include "scene/element_file.h"
#include "scene/saved/snapshot_file.h"
#include "scene/scene_lines.h"
#include "scene/start/scene_lattice.h"
#include "scene/start/scene_particles.h"
#include "scene/text/scene_file.h"
#include "simulation/flow.h"
#include "support/test.h"

namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;

const std::string kPhysics =
    "dt = 0.01\nprecision = \"double\"\nsolver = \"direct\"\nbackend = \"cpu\"\nstretching = \"transpose\"\n";
const std::string kTwoRings =
    "[[ring]]\nradius = 0.3\ncore_radius = 0.06\n[[ring]]\nradius = 0.3\ncore_radius = 0.06\ncentre = [0, 0, 0.3]\n";
const std::string kFew = "[particles]\nelements = 600\ntracers = 200\n";

class GivenElementsTest : public ::testing::Test {
 protected:
  GivenElementsTest() : folder(fs::path(::testing::TempDir()) / ("given_" + std::to_string(::getpid()))) {
    fs::create_directories(folder);
  }
  ~GivenElementsTest() override { fs::remove_all(folder); }

  std::string path(const std::string& name) const { return (folder / name).string(); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name)) << text;
    return path(name);
  }
  /// Error message of loading the scene; "accepted" without an error.
  static std::string refusal(const std::string& scene) {
    return test::refusal<std::exception>([&] { app::loadScene(scene); });
  }
  /// Two rings after four steps, and their export as a scene.
  std::pair<fmm::VortexSystem, app::Scene> exported(const std::string& physics, const std::string& file) const {
    const app::Scene scene = app::onLattice(app::parseScene(physics + kFew + kTwoRings, "s.toml"));
    fmm::VortexSystem system(scene.settings, app::makeElements(scene), {});
    for (int i = 0; i < 4; ++i) system.step();
    app::writeElements(path(file), system.elements(), app::Existing::replace);
    write("again.toml", physics + "[[elements]]\nfile = \"" + file + "\"\n");
    return {std::move(system), app::onLattice(app::loadScene(path("again.toml")))};
  }

  fs::path folder;
};

/// The largest distance of vectors, relative to the largest of them.
double distance(const std::vector<fmm::Vec3>& a, const std::vector<fmm::Vec3>& b) {
  EXPECT_EQ(a.size(), b.size());
  double most = 0, size = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    most = std::max(most, fmm::norm(a[i] - b[i]));
    size = std::max(size, fmm::norm(a[i]));
  }
  return most / size;
}

TEST_F(GivenElementsTest, AnExportGoesOnAsTheRunItCameFrom) {
  for (const char* file : {"export.csv", "export.npy"}) {
    auto [system, scene] = exported("[physics]\n" + kPhysics, file);
    fmm::VortexSystem again(scene.settings, app::makeElements(scene), {});
    system.evaluate();
    again.evaluate();
    EXPECT_LT(distance(system.elementVelocities(), again.elementVelocities()), 1e-13);
    for (int i = 0; i < 5; ++i) system.step(), again.step();
    EXPECT_LT(distance(system.elements().position, again.elements().position), 1e-13);
    EXPECT_LT(distance(system.elementVelocities(), again.elementVelocities()), 1e-12);
    EXPECT_EQ(system.elementRings(), again.elementRings());
  }
}

TEST_F(GivenElementsTest, AnExportFromALatticeGoesBackToTheSameLattice) {
  auto [system, scene] =
      exported("[physics]\nredistribution = 2\nspacing = 0.04\nelement_budget = 20000\n" + kPhysics, "nodes.npy");
  EXPECT_NEAR(scene.settings.spacing, 0.04, 1e-15);
  scene.settings.spacing = 0;
  EXPECT_NEAR(app::onLattice(scene).settings.spacing, 0.04, 1e-15);
  fmm::VortexSystem again(app::onLattice(scene).settings, app::makeElements(scene), {});
  for (int i = 0; i < 4; ++i) system.step(), again.step();
  EXPECT_GT(again.lattice().passes, 0);
  ASSERT_EQ(system.elementCount(), again.elementCount());
  EXPECT_LT(distance(system.elements().position, again.elements().position), 1e-12);
  EXPECT_LT(distance(system.elements().strength, again.elements().strength), 1e-9);
}

const std::string kSquare =
    "x,y,z,ax,ay,az,sigma,ring\n1,0,0,0,1,0,0.5,7\n0,1,0,-1,0,0,0.5,7\n-1,0,0,0,-1,0,0.5,3\n0,-1,0,1,0,0,0.5,3\n";

TEST_F(GivenElementsTest, StandBehindTheRingsOfTheScene) {
  write("square.csv", kSquare);
  const app::Scene scene =
      app::loadScene(write("both.toml", kFew + kTwoRings +
                                            "[[elements]]\nfile = \"square.csv\"\n"
                                            "[[elements]]\nfile = \"./square.csv\"\ncore_radius = 2\n"));
  EXPECT_EQ(app::madeLineCount(scene), 2u);
  EXPECT_EQ(app::lineCount(scene), 6u);
  EXPECT_EQ(app::totalCounts(scene).elements, 608u);
  const fmm::Elements elements = app::makeElements(scene);
  ASSERT_EQ(elements.size(), 608u);
  const std::vector<std::int32_t> tail(elements.ring.end() - 8, elements.ring.end());
  EXPECT_EQ(tail, (std::vector<std::int32_t>{3, 3, 2, 2, 5, 5, 4, 4}));
  EXPECT_EQ(elements.coreRadius[603], 0.5);
  EXPECT_EQ(elements.coreRadius[607], 2);
  const fmm::Tracers tracers = app::makeTracers(scene);
  EXPECT_EQ(tracers.size(), 200u);
  EXPECT_EQ(*std::max_element(tracers.ring.begin(), tracers.ring.end()), 5);
  EXPECT_EQ(app::makeTracers(scene).position, tracers.position);
}

TEST_F(GivenElementsTest, AreCountedWithAsCircles) {
  std::string text = "x,y,z,ax,ay,az,sigma\n";
  const double pi = std::acos(-1.), radius = 0.4, circulation = 3;
  for (int i = 0; i < 100; ++i) {
    const double phi = 2 * pi * i / 100, a = circulation * 2 * pi * radius / 100;
    text += std::to_string(radius * std::cos(phi)) + "," + std::to_string(radius * std::sin(phi)) + ",1," +
            std::to_string(-a * std::sin(phi)) + "," + std::to_string(a * std::cos(phi)) + ",0,0.1\n";
  }
  const app::Scene scene = app::loadScene(write("circle.csv", text));
  EXPECT_EQ(scene.name, "circle");
  const std::vector<fmm::Ring> rings = app::beginningRings(scene);
  ASSERT_EQ(rings.size(), 1u);
  EXPECT_NEAR(rings[0].radius, radius, 1e-5);
  EXPECT_NEAR(rings[0].circulation, circulation, 1e-4);
  EXPECT_NEAR(rings[0].centre.z, 1, 1e-9);
  EXPECT_NEAR(rings[0].axis.z, 1, 1e-9);
  EXPECT_NEAR(scene.camera.target.z, 1, 1e-9) << "the camera looks at them";
  EXPECT_GT(app::makeTracers(scene).size(), 1000u);
}

TEST_F(GivenElementsTest, AStrayWithoutStrengthMovesNoCamera) {
  std::string text = "x,y,z,ax,ay,az,sigma\n";
  for (int i = 0; i < 64; ++i) {
    const double phi = 2 * std::acos(-1.) * i / 64;
    text +=
        fmt::format("{},{},0,{},{},0,0.2\n", std::cos(phi), std::sin(phi), -0.1 * std::sin(phi), 0.1 * std::cos(phi));
  }
  const auto seen = [&](const std::string& content) {
    const app::Scene scene = app::loadScene(write("stray.csv", content));
    app::Flow flow(scene);
    fmm::EvaluationReport report;
    flow.evaluate(report);
    app::FlowState state;
    app::ShownParts parts;
    parts.motion = true;
    flow.show(state, parts);
    return std::tuple(fmm::norm(scene.camera.eye - scene.camera.target), state.extent, state.ringExtent,
                      state.floor->size);
  };
  const auto [distance, extent, ringExtent, floor] = seen(text);
  const auto [strayDistance, strayExtent, strayRing, strayFloor] = seen(text + "100,3,-50,0,0,0,0.2\n");
  EXPECT_NEAR(strayDistance, distance, 1e-6 * distance);
  EXPECT_NEAR(strayExtent, extent, 1e-6);
  EXPECT_NEAR(strayRing, ringExtent, 1e-6);
  EXPECT_NEAR(strayFloor, floor, 1e-6);
}

TEST_F(GivenElementsTest, AreInTheCheckpointThemselves) {
  const std::string file = write("square.csv", kSquare);
  app::Checkpoint checkpoint;
  checkpoint.scene = app::loadScene(write("s.toml", kFew + "[[elements]]\nfile = \"square.csv\"\n"));
  checkpoint.elements = app::makeElements(checkpoint.scene);
  checkpoint.elements.length.clear();
  app::writeCheckpoint(path("state.ringlet"), checkpoint);
  fs::remove(file);
  const app::Checkpoint back = app::readCheckpoint(path("state.ringlet"));
  EXPECT_EQ(app::makeElements(back.scene).position, app::makeElements(checkpoint.scene).position);
  EXPECT_EQ(app::makeElements(back.scene).ring, app::makeElements(checkpoint.scene).ring);
  EXPECT_EQ(app::formatScene(back.scene), app::formatScene(checkpoint.scene));
}

TEST_F(GivenElementsTest, SavedScenesFindThemBesideThem) {
  fs::create_directories(folder / "a" / "data");
  write("a/data/square.csv", kSquare);
  const app::Scene scene = app::loadScene(write("a/s.toml", "[[elements]]\nfile = \"data/../data/square.csv\"\n"));
  EXPECT_EQ(scene.given[0].file, path("a/data/square.csv"));
  app::saveScene(scene, path("a/saved.toml"), false);
  app::saveScene(scene, path("elsewhere.toml"), false);
  EXPECT_EQ(app::loadScene(path("elsewhere.toml")).given[0].size(), 4u);
  fs::rename(folder / "a", folder / "b");
  EXPECT_EQ(app::loadScene(path("b/saved.toml")).given[0].file, path("b/data/square.csv"));
}

TEST_F(GivenElementsTest, TextAloneReadsNoFile) {
  const app::Scene scene = app::parseScene("[[elements]]\nfile = \"/nowhere/x.npy\"\n", "s.toml");
  EXPECT_EQ(scene.given[0].content, nullptr);
  EXPECT_EQ(app::makeElements(scene).size(), 0u);
  const std::string text = app::formatScene(scene);
  EXPECT_EQ(app::formatScene(app::parseScene(text, "s.toml")), text);
}

TEST_F(GivenElementsTest, BadFilesAreRefusedInOneLine) {
  const auto given = [&](const std::string& name, const std::string& more = "") {
    return refusal(write("bad.toml", "[[elements]]\nfile = \"" + name + "\"\n" + more));
  };
  write("nan.csv", "x,y,z,ax,ay,az,sigma\n0,0,0,0,0,1,0.1\n0,nan,0,0,0,1,0.1\n");
  write("thin.csv", "x,y,z,ax,ay,az,sigma\n0,0,0,0,0,1,-0.1\n");
  write("plain.csv", "x,y,z,ax,ay,az\n0,0,0,0,0,1\n");
  write("none.csv", "x,y,z,ax,ay,az,sigma\n");
  write("square.csv", kSquare);
  EXPECT_THAT(given("nan.csv"), AllOf(HasSubstr("nan.csv:3"), HasSubstr("nan")));
  EXPECT_THAT(given("thin.csv"), AllOf(HasSubstr("thin.csv:2"), HasSubstr("-0.1")));
  EXPECT_THAT(given("plain.csv"), HasSubstr("no column sigma"));
  EXPECT_EQ(given("plain.csv", "core_radius = 0.2\n"), "accepted");
  EXPECT_THAT(given("none.csv"), HasSubstr("none.csv: has no elements"));
  EXPECT_THAT(given("absent.csv"), HasSubstr("absent.csv"));
  EXPECT_THAT(given("square.txt"), AllOf(HasSubstr("bad.toml:2"), HasSubstr(".csv, .npy or .ringlet")));
  EXPECT_THAT(given("square.csv", "core_radius = -1\n"), HasSubstr("core_radius = -1 is out of range"));
  EXPECT_THAT(given("square.csv", "sigma = 1\n"), HasSubstr("unknown key \"sigma\""));
}

TEST_F(GivenElementsTest, ThatReachIntoTheGroundAreRefused) {
  write("square.csv", kSquare);
  const app::Scene scene =
      app::loadScene(write("s.toml", "[ground]\npoint = [0, 0, 1]\n[[elements]]\nfile = \"square.csv\"\n"));
  EXPECT_THROW(app::makeElements(scene), fmm::InvalidInput);
}

TEST_F(GivenElementsTest, SingularOnesNeedASpacingForALattice) {
  write("square.csv", kSquare);
  const auto scene = [&](const std::string& spacing) {
    return app::loadScene(write("s.toml", "[physics]\nredistribution = 2\n" + spacing +
                                              "[[elements]]\nfile = \"square.csv\"\ncore_radius = 0\n"));
  };
  EXPECT_THROW(app::onLattice(scene("")), fmm::InvalidInput);
  EXPECT_NO_THROW(app::onLattice(scene("spacing = 0.1\n")));
}

}  // namespace
