// Exports of a run for other programs: elements as rows, density and field on a grid.

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/commands/python_readers.h"
#include "app/support/run_scene.h"
#include "files/user_error.h"
#include "fmm/field.h"
#include "scene/element_file.h"
#include "scene/saved/grid_file.h"
#include "scene/saved/snapshot_file.h"
#include "scene/text/scene_file.h"
#include "support/test.h"

namespace {

using ::testing::HasSubstr;

std::vector<fmm::Vec3> randomPoints(std::size_t count, fmm::Vec3 size) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform(-0.5, 0.5);
  std::vector<fmm::Vec3> points;
  for (std::size_t i = 0; i < count; ++i)
    points.push_back({size.x * uniform(random), size.y * uniform(random), size.z * uniform(random)});
  return points;
}

double sumOf(const app::GridDensity& counted) {
  return std::accumulate(counted.density.begin(), counted.density.end(), 0.0);
}

TEST(DensityGrid, IntegratesToTheNumberOfPoints) {
  const auto points = randomPoints(5000, {2, 1, 0.25});
  const app::GridShape grid = app::gridAround(points, 34);
  EXPECT_EQ(grid.cells[0], 34);
  EXPECT_NEAR(grid.cells[1], 18, 1);
  EXPECT_NEAR(grid.cells[2], 6, 1);
  const app::GridDensity counted = app::countInto(grid, points);
  EXPECT_EQ(counted.outside, 0U);
  EXPECT_NEAR(sumOf(counted) * std::pow(grid.spacing, 3), 5000, 0.01);
  for (std::size_t i = 0; i < counted.density.size(); ++i) {
    const auto nx = static_cast<std::size_t>(grid.cells[0]);
    if (i % nx == 0 || i % nx == nx - 1) {
      ASSERT_EQ(counted.density[i], 0) << "the outer layer is empty";
    }
  }
}

TEST(DensityGrid, APointCountsInTheCellAroundIt) {
  const auto points = randomPoints(200, {1, 2, 3});
  const app::GridShape grid = app::gridAround(points, 16);
  const auto centres = app::cellCentres(grid, 0, grid.size());
  const auto near = [&](fmm::Vec3 p, fmm::Vec3 centre) {
    const fmm::Vec3 d = p - centre;
    return std::max({std::abs(d.x), std::abs(d.y), std::abs(d.z)}) <= 0.5000001 * grid.spacing;
  };
  for (const fmm::Vec3& p : points) {
    const app::GridDensity one = app::countInto(grid, {p});
    const auto cell = std::max_element(one.density.begin(), one.density.end()) - one.density.begin();
    ASSERT_TRUE(near(p, centres[static_cast<std::size_t>(cell)]));
  }
}

TEST(DensityGrid, RunawaysAreLeftOutside) {
  auto points = randomPoints(2000, {1, 1, 1});
  const double spacing = app::gridAround(points, 32).spacing;
  points.push_back({1e6, 0, 0});
  points.push_back({0, -1e3, 0});
  const app::GridShape grid = app::gridAround(points, 32);
  EXPECT_LT(grid.spacing, 4 * spacing);
  EXPECT_EQ(app::countInto(grid, points).outside, 2U);
}

TEST(DensityGrid, DegenerateSetsHaveAGrid) {
  EXPECT_EQ(app::gridAround({}, 8).size(), 1U);
  const std::vector<fmm::Vec3> same(5, fmm::Vec3{1, 2, 3});
  const app::GridShape grid = app::gridAround(same, 8);
  EXPECT_EQ(sumOf(app::countInto(grid, same)) * std::pow(grid.spacing, 3), 5);
}

class ExportTest : public ::testing::Test {
 protected:
  test::ProgramResult run(const std::vector<std::string>& more) const {
    return test::runProgram(test::arguments(test::sceneIn(folder_), more));
  }
  /// A plane scene of two vortices.
  std::string planeScene(int elements, int tracers) const {
    const auto text = fmt::format(
        "[physics]\nspace = \"plane\"\nbackend = \"cpu\"\n[particles]\nelements = {}\ntracers = {}\n"
        "[[vortex]]\ncentre = [-0.3, 0]\n[[vortex]]\ncentre = [0.3, 0.1]\ncirculation = -0.5\n",
        elements, tracers);
    test::writeFile(folder_ / "plane.toml", text);
    return folder_ / "plane.toml";
  }
  /// What eval writes and says of these elements, at the targets of t.csv.
  std::pair<std::string, std::string> evaluated(const char* elements, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> call = {"eval",     folder_ / elements, "--targets", folder_ / "t.csv",
                                     "--output", folder_ / "u.csv",  "--direct",  "--precision",
                                     "double",   "--force"};
    call.insert(call.end(), more.begin(), more.end());
    const auto result = test::runProgram(call);
    EXPECT_EQ(result.exitCode, 0) << result.err;
    return {test::readFile(folder_ / "u.csv"), result.out};
  }
  /// All numbers of an array as VTK reads it.
  static std::vector<double> arrayOf(const nlohmann::json& vtk, const char* name) {
    return vtk["point_data"][name]["values"].get<std::vector<double>>();
  }

  test::TemporaryFolder folder_;
};

TEST_F(ExportTest, ElementsReadBackToTheSameBits) {
  for (const char* ending : {"csv", "npy"}) {
    const std::string path = folder_ / (std::string("elements.") + ending), state = folder_ / "state.ringlet";
    ASSERT_EQ(run({"--frames", "3", "--export-elements", path, "--checkpoint", state, "--force"}).exitCode, 0);
    const fmm::Elements own = app::readCheckpoint(state).elements,
                        read = app::readElements(path, fmm::Space::space, std::nullopt);
    EXPECT_EQ(read.position, own.position);
    EXPECT_EQ(read.strength, own.strength);
    EXPECT_EQ(read.coreRadius, own.coreRadius);
    EXPECT_EQ(read.ring, own.ring);
    EXPECT_EQ(app::readElements(path, fmm::Space::space, std::nullopt).core, fmm::Regularisation::gaussian);
    EXPECT_EQ(app::readElements(state, fmm::Space::space, 0.5).coreRadius, std::vector<double>(own.size(), 0.5));
  }
  EXPECT_EQ(test::readFile(folder_ / "elements.csv").rfind("x,y,z,ax,ay,az,sigma,ring,core,time\n", 0), 0U);
}

TEST_F(ExportTest, EvalTakesThemAndGivesTheFlowsVelocity) {
  ASSERT_EQ(
      run({"--frames", "2", "--export-elements", folder_ / "e.csv", "--checkpoint", folder_ / "s.ringlet"}).exitCode,
      0);
  test::writeFile(folder_ / "t.csv", "x,y,z\n0.1,0.2,0\n0.5,0,0.3\n");
  EXPECT_EQ(evaluated("e.csv").first, evaluated("s.ringlet").first);
  test::writeFile(folder_ / "bad.csv", "x,y,z,ax,ay,az,sigma,ring\n0,0,0,0,0,1,0.1,1.5\n");
  EXPECT_THROW(app::readElements(folder_ / "bad.csv", fmm::Space::space, std::nullopt), app::UserError);
}

TEST_F(ExportTest, RingsOfFilesCountFromOne) {
  ASSERT_EQ(run({"--frames", "1", "--export-elements", folder_ / "e.csv"}).exitCode, 0);
  std::istringstream lines(test::readFile(folder_ / "e.csv"));
  std::string line;
  std::getline(lines, line);
  int rows = 0;
  for (; std::getline(lines, line); ++rows)
    ASSERT_EQ(line.substr(line.size() - 6), ",1,1,0") << "ring 1, gaussian, t = 0";
  EXPECT_EQ(rows, 200);
}

TEST_F(ExportTest, EvalTakesTheCoreOfTheFlowThatElementsAreFrom) {
  std::string scene = test::kScene;
  scene.insert(scene.find("backend"), "regularisation = \"gaussian8\"\n");
  test::writeFile(folder_ / "eight.toml", scene);
  const auto made = test::runProgram({"run", folder_ / "eight.toml", "--frames", "1", "--checkpoint",
                                      folder_ / "s.ringlet", "--export-elements", folder_ / "e.csv"});
  ASSERT_EQ(made.exitCode, 0) << made.err;
  ASSERT_EQ(test::runProgram({"run", folder_ / "eight.toml", "--frames", "1", "--export-elements", folder_ / "e.npy"})
                .exitCode,
            0);
  test::writeFile(folder_ / "t.csv", "x,y,z\n0,0.3,0.01\n0,0.31,0.02\n");
  const auto state = evaluated("s.ringlet"), csv = evaluated("e.csv"), npy = evaluated("e.npy");
  const auto eight = evaluated("e.csv", {"--regularisation", "gaussian8"}),
             two = evaluated("s.ringlet", {"--regularisation", "gaussian"});
  EXPECT_EQ(state.first, eight.first);
  EXPECT_EQ(csv.first, eight.first);
  EXPECT_EQ(npy.first, eight.first);
  EXPECT_NE(two.first, eight.first) << "what the command line says comes first";
  EXPECT_NE(state.second.find("core gaussian8"), std::string::npos) << state.second;
  EXPECT_NE(two.second.find("core gaussian)"), std::string::npos) << two.second;
  // A scene that starts from the file takes its core function, too.
  EXPECT_EQ(app::loadScene(folder_ / "e.csv").settings.regularisation, fmm::Regularisation::gaussian8);
  test::writeFile(folder_ / "own.toml", "[physics]\nregularisation = \"cutoff\"\n[[elements]]\nfile = \"e.csv\"\n");
  EXPECT_EQ(app::loadScene(folder_ / "own.toml").settings.regularisation, fmm::Regularisation::cutoff);
  test::writeFile(folder_ / "spread.toml", "[physics]\nviscosity = 0.001\n[[elements]]\nfile = \"e.csv\"\n");
  EXPECT_THAT(test::refusal<app::UserError>([&] { app::loadScene(folder_ / "spread.toml"); }),
              HasSubstr("elements 1: file has elements of the core gaussian8"));
}

TEST_F(ExportTest, CoresOfFilesAreCheckedWithTheirLine) {
  const auto refusal = [&](const std::string& rows) {
    test::writeFile(folder_ / "c.csv", "x,y,z,ax,ay,az,sigma,ring,core\n" + rows);
    return test::refusal<app::UserError>(
        [&] { app::readElements(folder_ / "c.csv", fmm::Space::space, std::nullopt); });
  };
  EXPECT_EQ(refusal("0,0,0,0,0,1,0.1,1,6\n1,0,0,0,0,1,0.1,1,6\n"), "accepted");
  for (const char* number : {"2", "3", "7"})  // 2 and 3 were of order 4 and 6
    EXPECT_THAT(refusal("0,0,0,0,0,1,0.1,1," + std::string(number) + "\n"),
                testing::HasSubstr(std::string("c.csv:2: core = ") + number + " is not known; allowed: 0 (cutoff), " +
                                   "1 (gaussian), 4 (winckelmans), 5 (rosenhead), 6 (gaussian8)"));
  EXPECT_THAT(refusal("0,0,0,0,0,1,0.1,1,1.5\n"), testing::HasSubstr("c.csv:2: core = 1.5 is not known"));
  EXPECT_THAT(refusal("0,0,0,0,0,1,0.1,1,6\n1,0,0,0,0,1,0.1,1,1\n"), testing::HasSubstr("c.csv:3: core = 1"));
}

TEST_F(ExportTest, VtkReadsTheGrid) {
  if (!test::vtkIsThere()) GTEST_SKIP() << "VTK's Python package (python3-vtk9) cannot be imported";
  const std::string path = folder_ / "grid.vtkhdf", state = folder_ / "state.ringlet";
  ASSERT_EQ(run({"--frames", "2", "--export-grid", path, "--grid-cells", "16", "--checkpoint", state}).exitCode, 0);
  const auto vtk = test::readWithVtk(path);
  const app::Checkpoint own = app::readCheckpoint(state);
  const app::GridFields fields = app::fieldsOnGrid(own.settings, own.elements, own.tracers, 16);
  EXPECT_EQ(vtk["class"], "vtkImageData");
  const auto dimensions = vtk["dimensions"].get<std::array<int, 3>>();
  EXPECT_EQ(dimensions, fields.shape.cells);
  EXPECT_EQ(*std::max_element(dimensions.begin(), dimensions.end()), 16);
  const auto centres = app::cellCentres(fields.shape, 0, fields.shape.size());
  EXPECT_EQ(vtk["origin"], (std::vector<double>{centres[0].x, centres[0].y, centres[0].z}));
  EXPECT_EQ(vtk["spacing"], std::vector<double>(3, fields.shape.spacing));
  EXPECT_EQ(vtk["direction"], (std::vector<double>{1, 0, 0, 0, 1, 0, 0, 0, 1}));
  EXPECT_EQ(arrayOf(vtk, "time"), std::vector<double>(centres.size(), static_cast<float>(own.time)));
  const auto density = arrayOf(vtk, "density");
  EXPECT_NEAR(std::accumulate(density.begin(), density.end(), 0.0) * std::pow(fields.shape.spacing, 3), 800, 0.01);
  EXPECT_EQ(density, std::vector<double>(fields.tracers.density.begin(), fields.tracers.density.end()));
  EXPECT_EQ(arrayOf(vtk, "pressure"), std::vector<double>(fields.pressure.begin(), fields.pressure.end()));

  // Velocity and vorticity, the sum of the elements' blobs, against direct sums in double precision.
  fmm::Settings direct = own.settings;
  direct.solver = fmm::SolverKind::direct;
  direct.precision = fmm::Precision::real64;
  const std::vector<fmm::Vec3> u = fmm::evaluateField(direct, own.elements, centres, false).velocity;
  const std::vector<fmm::Vec3> omega = fmm::evaluateVorticity(direct, own.elements, centres).vorticity;
  const auto velocity = arrayOf(vtk, "velocity"), vorticity = arrayOf(vtk, "vorticity");
  ASSERT_EQ(velocity.size(), 3 * fields.shape.size());
  ASSERT_EQ(vorticity.size(), velocity.size());
  const auto difference = [](const std::vector<double>& values, const std::vector<fmm::Vec3>& exact) {
    double error = 0, norm = 0;
    for (std::size_t k = 0; k < exact.size(); ++k) {
      error += std::pow(fmm::norm(fmm::Vec3{values[3 * k], values[3 * k + 1], values[3 * k + 2]} - exact[k]), 2);
      norm += std::pow(fmm::norm(exact[k]), 2);
    }
    return std::sqrt(error / norm);
  };
  EXPECT_LT(difference(velocity, u), own.settings.tolerance);
  EXPECT_LT(difference(vorticity, omega), own.settings.tolerance);
}

TEST_F(ExportTest, AFlowWithHeatHasItsBuoyancyOnTheGrid) {
  for (const char* space : {"space", "plane"}) {
    const std::string grid = folder_ / "warm.vtkhdf", state = folder_ / "warm.ringlet", rows = folder_ / "warm.csv";
    test::writeFile(
        folder_ / "warm.toml",
        fmt::format("[physics]\nspace = \"{}\"\nviscosity = 2e-3\ndiffusion = "
                    "\"lattice\"\nredistribution = \"auto\"\nspacing = 0.1\ndt = "
                    "0.02\nregularisation = \"gaussian8\"\noverlap = 1\nbackend = \"cpu\"\n[particles]\ntracers = 400\n"
                    "[[heat]]\nradius = 0.3\nedge = 0.15\nbuoyancy = 2\n",
                    space));
    const auto made = test::runProgram(test::arguments(
        folder_ / "warm.toml", {"--frames", "4", "--export-grid", grid, "--grid-box", "-1,-1,-1,1,1,1",
                                "--grid-spacing", "0.1", "--checkpoint", state, "--export-elements", rows, "--force"}));
    ASSERT_EQ(made.exitCode, 0) << made.err;
    const app::Checkpoint own = app::readCheckpoint(state);
    EXPECT_EQ(app::readElements(rows, own.settings.space, std::nullopt).heat, own.elements.heat);
    const app::GridFields fields =
        app::fieldsOnGrid(own.settings, own.elements, own.tracers, app::gridIn({-1, -1, -1}, {1, 1, 1}, 0.1));
    ASSERT_EQ(fields.buoyancy.size(), fields.shape.size());
    const double sum = std::accumulate(fields.buoyancy.begin(), fields.buoyancy.end(), 0.0);
    const double heat = std::accumulate(own.elements.heat.begin(), own.elements.heat.end(), 0.0);
    const bool plane = own.settings.space == fmm::Space::plane;
    EXPECT_NEAR(sum * std::pow(0.1, plane ? 2 : 3) / (heat * (plane ? 20 : 1)), 1, 1e-3) << "20 layers are alike";
    EXPECT_NEAR(*std::max_element(fields.buoyancy.begin(), fields.buoyancy.end()), 2, 0.1);
    EXPECT_EQ(fields.pressure.size(), fields.shape.size());
    if (!test::vtkIsThere()) continue;
    const auto vtk = test::readWithVtk(grid);
    EXPECT_EQ(arrayOf(vtk, "buoyancy"), std::vector<double>(fields.buoyancy.begin(), fields.buoyancy.end()));
  }
}

TEST_F(ExportTest, APlaneFlowHasAGridAndRows) {
  const std::string scene = planeScene(300, 400);
  const std::string grid = folder_ / "grid.vtkhdf", state = folder_ / "state.ringlet", rows = folder_ / "e.npy";
  const auto made = test::runProgram(test::arguments(scene, {"--frames", "2", "--export-grid", grid, "--grid-cells",
                                                             "16", "--checkpoint", state, "--export-elements", rows}));
  ASSERT_EQ(made.exitCode, 0) << made.err;
  EXPECT_TRUE(std::filesystem::exists(grid));
  const app::Checkpoint own = app::readCheckpoint(state);
  const fmm::Elements read = app::readElements(rows, fmm::Space::plane, std::nullopt);
  EXPECT_EQ(read.position, own.elements.position);
  EXPECT_EQ(read.strength, own.elements.strength);
  EXPECT_EQ(read.coreRadius, own.elements.coreRadius);
  EXPECT_EQ(read.ring, own.elements.ring);
  const app::GridFields fields = app::fieldsOnGrid(own.settings, own.elements, own.tracers, 16);
  std::vector<fmm::Vec3> centres = app::cellCentres(fields.shape, 0, fields.shape.size());
  for (fmm::Vec3& centre : centres) centre.z = 0;
  fmm::Settings direct = own.settings;
  direct.solver = fmm::SolverKind::direct;
  direct.precision = fmm::Precision::real64;
  const fmm::Field exact = fmm::evaluateField(direct, own.elements, centres, false);
  const std::vector<fmm::Vec3> omega = fmm::evaluateVorticity(direct, own.elements, centres).vorticity;
  ASSERT_EQ(fields.velocity.size(), 3 * centres.size());
  for (std::size_t i = 0; i < centres.size(); ++i) {
    EXPECT_NEAR(fields.velocity[3 * i], exact.velocity[i].x, 1e-3);
    EXPECT_NEAR(fields.velocity[3 * i + 1], exact.velocity[i].y, 1e-3);
    EXPECT_EQ(fields.velocity[3 * i + 2], 0);
    EXPECT_NEAR(fields.vorticity[3 * i + 2], omega[i].z, 0.02);
  }
}

TEST_F(ExportTest, ASeriesSaysWhenItsFilesAreAndHasOneGrid) {
  const std::string every = "2", box = "-0.5,-0.5,-0.25,0.75,0.5,0.25";
  const auto made = run({"--frames", "6", "--every", every, "--export-grid", folder_ / "grids/g_%03d.vtkhdf",
                         "--grid-box", box, "--grid-spacing", "0.125", "--checkpoint", folder_ / "s/%d.ringlet",
                         "--export-elements", folder_ / "p/%d.vtkhdf"});
  ASSERT_EQ(made.exitCode, 0) << made.err;
  const auto read = [&](const char* name) { return nlohmann::json::parse(test::readFile(folder_ / name)); };
  const auto grids = read("grids/g.vtkhdf.series"), states = read("p/p.vtkhdf.series");
  EXPECT_EQ(grids.at("file-series-version"), "1.0");
  const std::vector<int> frames = {0, 2, 4, 5};  // as pictures are numbered, and the last
  ASSERT_EQ(grids.at("files").size(), frames.size());
  ASSERT_EQ(states.at("files").size(), frames.size());
  for (std::size_t i = 0; i < frames.size(); ++i) {
    EXPECT_EQ(grids["files"][i]["name"], "g_00" + std::to_string(frames[i]) + ".vtkhdf");
    EXPECT_EQ(states["files"][i]["name"], std::to_string(frames[i]) + ".vtkhdf");
    for (const auto* series : {&grids, &states})
      EXPECT_NEAR((*series)["files"][i]["time"].get<double>(), 0.02 * frames[i], 1e-12);
  }
  EXPECT_EQ(states["files"][3]["time"], app::readCheckpoint(folder_ / "s/6.ringlet").time);
  // A resumed run extends the series and drops missing files from it.
  std::filesystem::remove(folder_ / "p/2.vtkhdf");
  const auto more =
      test::runProgram({"run", "--resume", folder_ / "s/6.ringlet", "--frames", "8", "--every", every, "--checkpoint",
                        folder_ / "s/%d.ringlet", "--export-elements", folder_ / "p/%d.vtkhdf"});
  ASSERT_EQ(more.exitCode, 0) << more.err;
  std::vector<std::string> names;
  const auto after = read("p/p.vtkhdf.series");
  for (const auto& entry : after.at("files")) names.push_back(entry.at("name"));
  EXPECT_EQ(names, (std::vector<std::string>{"0.vtkhdf", "4.vtkhdf", "5.vtkhdf", "6.vtkhdf", "7.vtkhdf"}));
  if (!test::vtkIsThere()) return;
  for (const char* name : {"grids/g_000.vtkhdf", "grids/g_005.vtkhdf"}) {
    const auto vtk = test::readWithVtk(folder_ / name);
    EXPECT_EQ(vtk["dimensions"], (std::vector<int>{10, 8, 4}));
    EXPECT_EQ(vtk["origin"], (std::vector<double>{-0.4375, -0.4375, -0.1875}));
    EXPECT_EQ(vtk["spacing"], std::vector<double>(3, 0.125));
  }
}

TEST_F(ExportTest, ASeriesWhoseNamesAreNoTextIsLeftOutWithAWord) {
  const std::string name = "caf\xe9%02d.vtkhdf";
  const auto made = run({"--frames", "4", "--every", "1", "--export-elements", folder_ / name});
  EXPECT_EQ(made.exitCode, 0) << made.err;
  EXPECT_THAT(made.err, HasSubstr("a .series cannot name such files"));
  EXPECT_EQ(made.err.find("cannot name"), made.err.rfind("cannot name")) << "once";
  std::vector<std::string> expected = {"test.toml"};
  for (int frame = 0; frame < 4; ++frame)
    expected.push_back(
        "caf\xe9"
        "0" +
        std::to_string(frame) + ".vtkhdf");
  EXPECT_THAT(folder_.files(), ::testing::UnorderedElementsAreArray(expected));
}

TEST_F(ExportTest, RowsOfAPlaneFlowAreOpenedAsSuch) {
  const std::string scene = planeScene(100, 0);
  for (const char* name : {"e.csv", "e.npy"}) {
    const std::string rows = folder_ / name;
    const auto made = test::runProgram(test::arguments(scene, {"--frames", "2", "--export-elements", rows}));
    ASSERT_EQ(made.exitCode, 0) << made.err;
    const auto opened = test::runProgram(test::arguments(rows, {"--frames", "2", "--json", "--backend", "cpu"}));
    ASSERT_EQ(opened.exitCode, 0) << opened.err;
    EXPECT_EQ(app::loadScene(rows).settings.space, fmm::Space::plane);
    const fmm::Elements back = app::readElements(rows, fmm::Space::plane, std::nullopt);
    EXPECT_EQ(nlohmann::json::parse(opened.out).at("elements"), back.size());
  }
  test::writeFile(folder_ / "t.csv", "x,y,z\n0,0,0\n");
  test::expectFailure(
      test::runProgram({"eval", folder_ / "e.npy", "--targets", folder_ / "t.csv", "--output", folder_ / "u.csv"}), 1,
      "are those of x, y, gamma, sigma, ring, core, time in the plane");
}

TEST_F(ExportTest, BoxesThatAreNoneAreRefused) {
  const auto refused = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all = {"--frames", "1", "--export-grid", folder_ / "g.vtkhdf"};
    all.insert(all.end(), more.begin(), more.end());
    const auto result = run(all);
    EXPECT_EQ(result.exitCode, 2) << result.err;
    return result.err;
  };
  for (const char* box : {"0,0,0,1,1", "0,0,0,1,1,0", "0,0,0,1,1,1,1", "0,0,0,1,1,nan", "a,0,0,1,1,1"})
    EXPECT_THAT(refused({"--grid-box", box}), HasSubstr("--grid-box"));
  EXPECT_THAT(refused({"--grid-box", "0,0,0,1,1,1", "--grid-spacing", "1e-5"}),
              HasSubstr("--grid-spacing 1e-05 makes"));
  EXPECT_THAT(refused({"--grid-spacing", "0.1"}), HasSubstr("--grid-box"));
}

TEST_F(ExportTest, NumberedOnesComeWithEveryAndOneStateCanBeExportedAlone) {
  ASSERT_EQ(run({"--frames", "4", "--every", "2", "--export-grid", folder_ / "g/%03d.vtkhdf", "--grid-cells", "8",
                 "--checkpoint", folder_ / "s.ringlet"})
                .exitCode,
            0);
  for (const char* name : {"g/000.vtkhdf", "g/002.vtkhdf", "g/003.vtkhdf"})
    EXPECT_TRUE(std::filesystem::exists(folder_ / name)) << name;
  const auto alone = test::runProgram({"run", "--resume", folder_ / "s.ringlet", "--headless", "--frames", "4",
                                       "--export-grid", folder_ / "alone.vtkhdf", "--grid-cells", "8"});
  ASSERT_EQ(alone.exitCode, 0) << alone.err;
  EXPECT_THAT(alone.err, HasSubstr("exported " + (folder_ / "alone.vtkhdf")));
  EXPECT_EQ(test::readFile(folder_ / "alone.vtkhdf"), test::readFile(folder_ / "g/003.vtkhdf"));
}

TEST_F(ExportTest, WhatCannotBeIsRefusedBeforehand) {
  test::writeFile(folder_ / "there.csv", "mine");
  test::expectFailure(run({"--frames", "1", "--export-elements", folder_ / "there.csv"}), 1, "exists already");
  EXPECT_EQ(test::readFile(folder_ / "there.csv"), "mine");
  test::expectFailure(run({"--export-elements", folder_ / "e.txt"}), 2, "ending is not known");
  test::expectFailure(run({"--export-grid", folder_ / "g.vtkhdf", "--grid-cells", "4"}), 2, "allowed: 8 to 512");
  test::expectFailure(run({"--grid-cells", "32"}), 2, "--export-grid");
  test::expectFailure(run({"--every", "2"}), 2, "--every");
}

}  // namespace
