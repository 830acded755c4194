// Streak lines and path lines of a scene's seeds.

#include "simulation/seed_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "app/commands/python_readers.h"
#include "app/support/flow_support.h"
#include "app/support/run_program.h"
#include "app/support/run_scene.h"
#include "scene/text/scene_file.h"
#include "simulation/flow.h"
#include "support/test.h"

namespace app {
namespace {

constexpr double kPi = 3.14159265358979323846, kStep = 0.02, kCirculation = 5;

/// A round vortex, about which the fluid goes in circles; two seeds a line, at these distances.
const char* const kScene =
    "[physics]\nspace = \"plane\"\nbackend = \"cpu\"\nprecision = \"double\"\ntolerance = 1e-6\nsolver = \"direct\"\n"
    "dt = 0.02\nintegrator = \"rk4\"\n[particles]\nelements = 400\ntracers = 10\n"
    "[[vortex]]\ncirculation = 5\ncore_radius = 0.05\n"
    "[[emitter]]\nshape = \"streaks\"\ncentre = [0.5, 0, 0]\nalong = [0.5, 0, 0]\nseeds = 2\nrate = 50\nmost = 40\n"
    "colour = [1, 0, 0]\n"
    "[[emitter]]\nshape = \"paths\"\ncentre = [0, 0.5, 0]\nalong = [0, 0.5, 0]\nseeds = 2\nstart = 0.1\n";

double turnOf(double radius) {
  return kCirculation / (2 * kPi * radius * radius);
}
fmm::Vec3 onCircle(double radius, double angle) {
  return {radius * std::cos(angle), radius * std::sin(angle), 0};
}

void advance(Flow& flow, int steps) {
  fmm::EvaluationReport report;
  flow.advance(steps, report);
}

TEST(SeedLines, AreThoseOfSolidRotationOnEachCircle) {
  Flow flow(parseScene(kScene, "s.toml"));
  FlowState state;
  flow.show(state, {});
  ASSERT_EQ(state.lines.size(), 4U);
  EXPECT_TRUE(state.lines[0].place.empty()) << "before the first step";
  constexpr int kSteps = 30;
  advance(flow, kSteps / 2);
  advance(flow, kSteps / 2);
  flow.show(state, {});
  const double now = kSteps * kStep;
  for (const SeedLine& line : state.lines) {
    const double radius = line.seed == 0 ? 0.5 : 1, begin = line.path ? kPi / 2 : 0;
    EXPECT_EQ(line.emitter, line.path ? 1U : 0U);
    EXPECT_EQ(line.colour.has_value(), !line.path);
    ASSERT_EQ(line.place.size(), line.path ? kSteps - 4U : 21U) << "20 of each seed are kept, and the seed itself";
    ASSERT_EQ(line.time.size(), line.place.size());
    EXPECT_NEAR(line.time.front(), line.path ? 0.1 : now - 20 * kStep, 1e-12);
    EXPECT_NEAR(line.time.back(), now, 1e-12);
    for (std::size_t i = 0; i < line.place.size(); ++i) {
      const double since = line.path ? line.time[i] - 0.1 : now - line.time[i];
      const fmm::Vec3 exact = onCircle(radius, begin + turnOf(radius) * since);
      EXPECT_LT(fmm::norm(line.place[i] - exact), 1e-4 * radius) << line.path << " " << radius << " " << i;
    }
  }
}

/// Vortices of signs in turn at the corners of a square, far away: about its middle the fluid moves with u = s x,
/// v = -s y, up to a part (r/distance)^2.
constexpr double kFar = 400, kStrong = kPi * kFar * kFar;  // s = 1 at first

std::string strainScene() {
  std::string scene =
      "[physics]\nspace = \"plane\"\nbackend = \"cpu\"\nprecision = \"double\"\ntolerance = 1e-6\nsolver = \"direct\"\n"
      "dt = 0.02\nintegrator = \"rk4\"\n[particles]\ntracers = 10\n";
  for (const auto& [x, y] : {std::pair(1, 1), {-1, 1}, {-1, -1}, {1, -1}})
    scene += fmt::format("[[vortex]]\nprofile = \"point\"\ncore_radius = 1\ncirculation = {}\ncentre = [{}, {}]\n",
                         x * y * kStrong, x * kFar, y * kFar);
  const std::string seeds = "centre = [0.1, 0.4, 0]\nalong = [0.2, 0.3, 0]\nseeds = 2\n";
  return scene + "[[emitter]]\nshape = \"streaks\"\nrate = 50\nmost = 1000\n" + seeds +
         "[[emitter]]\nshape = \"paths\"\nstart = 0.1\n" + seeds;
}

/// The integral of s over time. The vortices move each other, from (x, y) in their quadrants:
/// dx/dt = Gamma x^2/(4 pi y r^2), dy/dt = -Gamma y^2/(4 pi x r^2), and s = 4 Gamma x y/(pi r^4).
double strainUntil(double time) {
  constexpr int kSteps = 400;
  using State = std::array<double, 3>;
  const auto rate = [](const State& v) -> State {
    const auto [x, y, sum] = v;
    const double square = x * x + y * y, part = kStrong / (4 * kPi * square);
    return {part * x * x / y, -part * y * y / x, 16 * part * x * y / square};
  };
  const auto moved = [](const State& v, double h, const State& r) -> State {
    return {v[0] + h * r[0], v[1] + h * r[1], v[2] + h * r[2]};
  };
  State v = {kFar, kFar, 0};
  for (int i = 0; i < kSteps; ++i) {
    const double h = time / kSteps;
    const State a = rate(v), b = rate(moved(v, h / 2, a)), c = rate(moved(v, h / 2, b)), d = rate(moved(v, h, c));
    for (std::size_t k = 0; k < v.size(); ++k) v[k] += h / 6 * (a[k] + 2 * b[k] + 2 * c[k] + d[k]);
  }
  return v[2];
}

TEST(SeedLines, AreThoseOfPureStrain) {
  Flow flow(parseScene(strainScene(), "s.toml"));
  FlowState state;
  constexpr int kSteps = 50;
  for (int i = 0; i < kSteps; ++i) advance(flow, 1);
  flow.show(state, {});
  ASSERT_EQ(state.lines.size(), 4U);
  const double now = kSteps * kStep;
  EXPECT_NEAR(strainUntil(now), now, 0.05 * now) << "the rate hardly changes";
  for (const SeedLine& line : state.lines) {
    const fmm::Vec3 seed = line.seed == 0 ? fmm::Vec3{0.1, 0.4, 0} : fmm::Vec3{0.3, 0.7, 0};
    ASSERT_EQ(line.place.size(), line.path ? kSteps - 4U : kSteps + 1U);
    double farthest = 0;
    for (std::size_t i = 0; i < line.place.size(); ++i) {
      const double strain =
          line.path ? strainUntil(line.time[i]) - strainUntil(0.1) : strainUntil(now) - strainUntil(line.time[i]);
      const fmm::Vec3 exact = {seed.x * std::exp(strain), seed.y * std::exp(-strain), 0};
      EXPECT_LT(fmm::norm(line.place[i] - exact), 1e-4 * fmm::norm(exact)) << line.path << line.seed << " " << i;
      farthest = std::max(farthest, line.place[i].x / seed.x);
    }
    EXPECT_GT(farthest, 2.3) << "nearly e times as far";
  }
}

TEST(SeedLines, ACheckpointKeepsStreaksAndPathsBeginThere) {
  const Scene scene = parseScene(kScene, "s.toml");
  Flow whole(scene);
  advance(whole, 20);
  Checkpoint kept = whole.checkpoint(scene, 1);
  Flow resumed(scene, &kept);
  advance(whole, 5);
  advance(resumed, 5);
  const std::vector<SeedLine> a = whole.seedLines(), b = resumed.seedLines();
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    ASSERT_GE(a[i].place.size(), b[i].place.size());
    EXPECT_EQ(b[i].place.size(), a[i].path ? 6U : a[i].place.size());
    const auto last = a[i].place.end() - static_cast<std::ptrdiff_t>(b[i].place.size());
    EXPECT_TRUE(std::equal(last, a[i].place.end(), b[i].place.begin()));
  }
}

TEST(SeedLines, KeysThatMeanNothingForThemAreRefused) {
  for (const char* keys : {"shape = \"streaks\"\nradius = 1\n", "shape = \"paths\"\nrate = 1\n", "seeds = 3\n",
                           "shape = \"paths\"\nseeds = 0\n"})
    EXPECT_THROW(parseScene(std::string("[[emitter]]\n") + keys, "s.toml"), std::exception) << keys;
  EXPECT_THROW(parseScene("[ground]\n[[emitter]]\nshape = \"paths\"\nalong = [0, 0, -1]\n", "s.toml"), std::exception)
      << "into the ground";
}

TEST(SeedLines, RunsWriteThemAndVtkReadsThem) {
  const test::TemporaryFolder folder;
  const std::string scene = folder / "s.toml", path = folder / "lines_%02d.vtkhdf";
  test::writeFile(scene, kScene);
  const auto made = test::runProgram({"run", scene, "--frames", "11", "--every", "5", "--export-lines", path});
  ASSERT_EQ(made.exitCode, 0) << made.err;
  EXPECT_TRUE(std::filesystem::exists(folder / "lines.vtkhdf.series"));
  const auto refused = test::runProgram({"run", "pairs", "--frames", "2", "--export-lines", folder / "no.vtkhdf"});
  EXPECT_EQ(refused.exitCode, 1);
  EXPECT_THAT(refused.err, testing::HasSubstr("--export-lines"));
  if (!test::vtkIsThere()) GTEST_SKIP() << "VTK's Python package (python3-vtk9) cannot be imported";
  const auto vtk = test::readWithVtk(folder / "lines_10.vtkhdf");
  EXPECT_EQ(vtk["class"], "vtkUnstructuredGrid");
  EXPECT_EQ(vtk["cell_types"], std::vector<int>(4, 4)) << "polylines";
  Flow flow(parseScene(kScene, "s.toml"));
  for (int frame = 0; frame < 10; ++frame) advance(flow, 1);
  std::vector<int> sizes;
  std::vector<double> times, places;
  for (const SeedLine& line : flow.seedLines()) {
    sizes.push_back(static_cast<int>(line.place.size()));
    times.insert(times.end(), line.time.begin(), line.time.end());
    for (const fmm::Vec3& x : line.place) places.insert(places.end(), {x.x, x.y, x.z});
  }
  EXPECT_EQ(vtk["cell_sizes"], sizes);
  EXPECT_EQ(vtk["point_data"]["time"]["values"], times);
  EXPECT_EQ(vtk["coordinates"], places);
  EXPECT_EQ(vtk["cell_data"]["emitter"]["values"], (std::vector<double>{1, 1, 2, 2}));
  EXPECT_EQ(vtk["cell_data"]["seed"]["values"], (std::vector<double>{1, 2, 1, 2}));
  EXPECT_EQ(vtk["cell_data"]["is_path"]["values"], (std::vector<double>{0, 0, 1, 1}));
}

}  // namespace
}  // namespace app
