// Heat in files of elements: what is exported comes back, and what does not fit is named.

#include <fmt/format.h>

#include <numeric>

#include "app/support/run_program.h"
#include "fmm/vortex_system.h"
#include "scene/element_file.h"
#include "scene/start/scene_lattice.h"
#include "scene/start/scene_particles.h"
#include "scene/text/scene_file.h"
#include "support/refusal.h"
#include "support/test.h"

namespace app {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

const std::string kWarm =
    "viscosity = 2e-3\ndiffusion = \"lattice\"\nredistribution = \"auto\"\nspacing = 0.1\ndt = 0.02\nbackend = "
    "\"cpu\"\n"
    "element_budget = 50000\n";
const std::string kBall = "[[heat]]\nradius = 0.3\nedge = 0.15\ncentre = [1, 0]\n";

class GivenHeat : public testing::TestWithParam<std::string> {
 protected:
  /// [physics] of a flow in the space of the test.
  static std::string physics(const std::string& more = kWarm) {
    return "[physics]\nspace = \"" + GetParam() + "\"\n" + more;
  }
  static fmm::Space space() { return GetParam() == "plane" ? fmm::Space::plane : fmm::Space::space; }
  std::string write(const std::string& name, const std::string& text) const {
    test::writeFile(folder_ / name, text);
    return folder_ / name;
  }
  std::string refusal(const std::string& scene) const {
    return test::refusal<std::exception>([&] { loadScene(write("refused.toml", scene)); });
  }
  /// A thermal after some steps.
  fmm::VortexSystem thermal(int steps) const {
    const Scene scene = onLattice(parseScene(physics() + kBall, "s.toml"));
    fmm::VortexSystem system(scene.settings, makeElements(scene), {});
    for (int i = 0; i < steps; ++i) system.step();
    return system;
  }

  test::TemporaryFolder folder_;
};
INSTANTIATE_TEST_SUITE_P(Both, GivenHeat, testing::Values("space", "plane"));

TEST_P(GivenHeat, IsExportedAndComesBack) {
  fmm::VortexSystem system = thermal(3);
  const fmm::Elements own = system.elements();
  for (const char* name : {"e.csv", "e.npy"}) {
    exportElements(folder_ / name, own, system.settings(), system.time());
    const FileElements read = readElements(folder_ / name, space(), std::nullopt);
    EXPECT_EQ(read.heat, own.heat);
    EXPECT_EQ(read.position, own.position);
    EXPECT_EQ(read.strength, own.strength);
    EXPECT_EQ(read.coreRadius, own.coreRadius);
    EXPECT_EQ(read.ring, own.ring);
    EXPECT_EQ(isOfPlane(folder_ / name), space() == fmm::Space::plane);
    EXPECT_TRUE(hasHeat(folder_ / name, space()));
    const Scene scene = onLattice(
        loadScene(write("again.toml", physics("heat = true\n" + kWarm) + "[[elements]]\nfile = \"" + name + "\"\n")));
    EXPECT_EQ(scene.settings.regularisation, system.settings().regularisation);
    fmm::VortexSystem again(scene.settings, makeElements(scene), {});
    EXPECT_EQ(again.elements().heat, own.heat);
  }
  EXPECT_THAT(test::readFile(folder_ / "e.csv"), HasSubstr(",sigma,ring,core,time,heat\n"));
  // The run from the file goes on as the run that it came from.
  const Scene scene = onLattice(loadScene(folder_ / "again.toml"));
  fmm::VortexSystem again(scene.settings, makeElements(scene), {});
  for (int i = 0; i < 3; ++i) system.step(), again.step();
  const fmm::Elements a = system.elements(), b = again.elements();
  ASSERT_EQ(a.size(), b.size());
  double most = 0, error = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    most = std::max(most, std::abs(a.heat[i]));
    error = std::max(error, std::abs(a.heat[i] - b.heat[i]));
  }
  EXPECT_LT(error, 1e-5 * most);
}

TEST_P(GivenHeat, OfAFileAloneMakesAFlowWithHeat) {
  const fmm::VortexSystem system = thermal(1);
  for (const char* name : {"e.csv", "e.npy"}) {
    exportElements(folder_ / name, system.elements(), system.settings(), system.time());
    const Scene scene = onLattice(loadScene(folder_ / name));
    EXPECT_TRUE(scene.settings.heat && scene.settings.redistribution.isOn());
    EXPECT_EQ(scene.settings.space, space());
    EXPECT_NEAR(scene.settings.spacing, 0.1, 1e-8) << "of radii in float";
    fmm::VortexSystem alone(scene.settings, makeElements(scene), {});
    alone.step();
    EXPECT_GT(alone.measureFrame({}).heat->sum, 0);
  }
}

TEST_P(GivenHeat, ThatDoesNotFitIsNamedWithItsFile) {
  const bool plane = space() == fmm::Space::plane;
  const std::string header = plane ? "x,y,gamma,sigma,heat\n" : "x,y,z,ax,ay,az,sigma,heat\n",
                    row = plane ? "0,0,1,0.1," : "0,0,0,0,0,1,0.1,";
  write("warm.csv", header + row + "0.5\n");
  const std::string given = "[[elements]]\nfile = \"warm.csv\"\n";
  const std::string message = refusal(physics() + given);
  EXPECT_THAT(message, AllOf(HasSubstr("elements 1: file = \"warm.csv\" has elements with heat"),
                             HasSubstr("give heat = true in [physics]")));
  EXPECT_EQ(message.find('\n'), std::string::npos);
  EXPECT_EQ(refusal(physics("heat = true\n" + kWarm) + given), "accepted");
  EXPECT_THAT(refusal(physics("heat = true\nbackend = \"cpu\"\n") + given), HasSubstr("needs redistribution"));
  write("warm.csv", header + row + "nan\n");
  EXPECT_THAT(refusal(physics("heat = true\n" + kWarm) + given),
              AllOf(HasSubstr("warm.csv:2: column heat"), HasSubstr("finite numbers only")));
  write("warm.csv", header + row + "\n");
  EXPECT_THAT(refusal(physics("heat = true\n" + kWarm) + given), HasSubstr("warm.csv:2: column heat is empty"));
  write("warm.csv", "heat," + header + "1," + row + "1\n");
  EXPECT_THAT(refusal(physics("heat = true\n" + kWarm) + given), HasSubstr("warm.csv:1: header names heat twice"));
}

TEST_P(GivenHeat, IsZeroWhereAFileHasNone) {
  const bool plane = space() == fmm::Space::plane;
  write("cold.csv", plane ? "x,y,gamma,sigma\n3,0,1,0.1\n" : "x,y,z,ax,ay,az,sigma\n3,0,0,0,0,1,0.1\n");
  const Scene scene =
      loadScene(write("both.toml", physics("heat = true\n" + kWarm) + kBall + "[[elements]]\nfile = \"cold.csv\"\n"));
  const fmm::Elements all = makeElements(onLattice(scene));
  ASSERT_EQ(all.heat.size(), all.size());
  EXPECT_EQ(all.heat.back(), 0);
  EXPECT_GT(all.heat[all.size() / 2], 0);
  Scene off = scene;  // as the panel switches heat off
  off.settings.heat = false;
  off.settings.heatSources.clear();
  EXPECT_TRUE(makeElements(onLattice(off)).heat.empty());
}

TEST_P(GivenHeat, OfElementsAtRestIsWhereTheSceneLooksAndItsTracersStart) {
  const Scene start = onLattice(parseScene(physics() + kBall, "s.toml"));
  exportElements(folder_ / "rest.csv", makeElements(start), start.settings, 0);
  const Scene scene = loadScene(folder_ / "rest.csv");
  const fmm::Vec3 centre = {1, 0, 0};
  EXPECT_LT(fmm::norm(scene.camera.target - centre), 0.02);
  EXPECT_NEAR(scene.given.at(0).content->rings.at(0).radius, 0.6, 0.25);
  EXPECT_GT(scene.given.at(0).content->rings.at(0).circulation, 0);
  const fmm::Tracers tracers = makeTracers(onLattice(scene));
  ASSERT_GT(tracers.size(), 100u);
  fmm::Vec3 mean;
  for (const fmm::Vec3& x : tracers.position) mean = mean + (1.0 / static_cast<double>(tracers.size())) * x;
  EXPECT_LT(fmm::norm(mean - centre), 0.02);
}

TEST(GivenHeatInThePlane, IsToldFromRowsInSpaceWithoutNames) {
  const test::TemporaryFolder folder;
  fmm::Elements vortices;
  vortices.position = {{0, 0, 0}, {1, 0, 0}};
  vortices.strength = {{0, 0, 1}, {0, 0, -1}};
  vortices.coreRadius = {0.1, 0.1};
  vortices.heat = {0.25, -0.5};
  fmm::Settings settings;
  settings.space = fmm::Space::plane;
  exportElements(folder / "plane.npy", vortices, settings, 0.5);
  EXPECT_THAT(test::refusal<std::exception>([&] { readElements(folder / "plane.npy", fmm::Space::space, {}); }),
              AllOf(HasSubstr("plane.npy: shape is (2, 8)"), HasSubstr("core, time, heat in the plane"),
                    HasSubstr("a column core")));
  fmm::Elements ring;
  ring.position = {{0, 0, 0.5}, {1, 0, 0.25}};
  ring.strength = {{0, 1, 0}, {1, 0, 0}};
  ring.coreRadius = {0.1, 0.2};
  ring.ring = {0, 0};
  writeElements(folder / "space.npy", ring, Existing::keep);
  EXPECT_FALSE(isOfPlane(folder / "space.npy"));
  EXPECT_THAT(test::refusal<std::exception>([&] { readElements(folder / "space.npy", fmm::Space::plane, {}); }),
              AllOf(HasSubstr("space.npy: shape is (2, 8)"), HasSubstr("[N][3] to [N][8]")));
  EXPECT_EQ(readElements(folder / "space.npy", fmm::Space::space, {}).position, ring.position);
}

}  // namespace
}  // namespace app
