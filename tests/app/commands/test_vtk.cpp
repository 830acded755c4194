// Files for ParaView, read by VTK itself.

#include "app/commands/python_readers.h"
#include "app/support/run_scene.h"
#include "fmm/field.h"
#include "scene/saved/snapshot_file.h"
#include "support/test.h"

namespace {

std::vector<double> flat(const std::vector<fmm::Vec3>& vectors) {
  std::vector<double> numbers;
  for (const fmm::Vec3& v : vectors) numbers.insert(numbers.end(), {v.x, v.y, v.z});
  return numbers;
}

template <class T>
std::vector<double> joined(const std::vector<T>& first, const std::vector<T>& second) {
  std::vector<double> numbers(first.begin(), first.end());
  numbers.insert(numbers.end(), second.begin(), second.end());
  return numbers;
}

/// Ring numbers as users see them, from 1.
std::vector<double> fromOne(std::vector<double> indices) {
  for (double& index : indices) ++index;
  return indices;
}

class VtkTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!test::vtkIsThere()) GTEST_SKIP() << "VTK's Python package (python3-vtk9) cannot be imported";
  }

  /// Runs the scene of run_scene.h with these additional arguments.
  void run(const std::vector<std::string>& more) {
    const test::ProgramResult result = test::runProgram(test::arguments(test::sceneIn(folder_), more));
    ASSERT_EQ(result.exitCode, 0) << result.err;
  }

  test::TemporaryFolder folder_;
};

TEST_F(VtkTest, ReadsExportedParticles) {
  const std::string path = folder_ / "state.vtkhdf", state = folder_ / "state.ringlet";
  run({"--frames", "3", "--export-elements", path, "--checkpoint", state});
  const app::Checkpoint own = app::readCheckpoint(state);
  const auto vtk = test::readWithVtk(path);
  const std::size_t elements = own.elements.size(), tracers = own.tracers.size();
  ASSERT_EQ(elements, 200U);
  ASSERT_EQ(tracers, 800U);
  EXPECT_EQ(vtk["class"], "vtkUnstructuredGrid");
  EXPECT_EQ(vtk["points"], elements + tracers);
  EXPECT_EQ(vtk["cell_types"], (std::vector<int>{2, 2})) << "poly-vertices";
  EXPECT_EQ(vtk["cell_sizes"], (std::vector<std::size_t>{elements, tracers}));
  EXPECT_EQ(vtk["cell_data"]["is_tracer"]["values"], (std::vector<double>{0, 1}));
  EXPECT_EQ(vtk["field_data"]["time"]["values"], std::vector<double>{own.time});
  EXPECT_GT(own.time, 0);

  std::vector<double> places = flat(own.elements.position), others = flat(own.tracers.position);
  EXPECT_EQ(vtk["coordinates"].get<std::vector<double>>(), joined(places, others));
  const auto& arrays = vtk["point_data"];
  EXPECT_EQ(arrays["strength"]["components"], 3);
  EXPECT_EQ(arrays["strength"]["values"].get<std::vector<double>>(),
            joined(flat(own.elements.strength), std::vector<double>(3 * tracers)));
  EXPECT_EQ(arrays["core_radius"]["values"].get<std::vector<double>>(),
            joined(own.elements.coreRadius, std::vector<double>(tracers)));
  EXPECT_EQ(arrays["ring"]["values"].get<std::vector<double>>(), fromOne(joined(own.elements.ring, own.tracers.ring)));
  for (const auto& time : arrays["time"]["values"]) ASSERT_EQ(time.get<float>(), static_cast<float>(own.time));
  for (const char* name : {"velocity", "vorticity"}) {
    ASSERT_EQ(arrays[name]["components"], 3) << name;
    ASSERT_EQ(arrays[name]["values"].size(), 3 * (elements + tracers)) << name;
  }
  const auto speeds = arrays["speed"]["values"].get<std::vector<double>>(),
             velocities = arrays["velocity"]["values"].get<std::vector<double>>();
  for (std::size_t i = 0; i < speeds.size(); ++i)
    ASSERT_NEAR(std::hypot(velocities[3 * i], velocities[3 * i + 1], velocities[3 * i + 2]), speeds[i], 1e-6);
  const auto vorticities = arrays["vorticity"]["values"].get<std::vector<double>>();
  std::vector<fmm::Vec3> points = own.elements.position;
  points.insert(points.end(), own.tracers.position.begin(), own.tracers.position.end());
  fmm::Settings direct = own.settings;
  direct.solver = fmm::SolverKind::direct;
  direct.precision = fmm::Precision::real64;
  const std::vector<fmm::Vec3> exact = fmm::evaluateVorticity(direct, own.elements, points).vorticity;
  double square = 0, difference = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const fmm::Vec3 found = {vorticities[3 * i], vorticities[3 * i + 1], vorticities[3 * i + 2]};
    square += fmm::dot(exact[i], exact[i]);
    difference += fmm::dot(found - exact[i], found - exact[i]);
  }
  EXPECT_LT(difference, 1e-6 * square);
  for (const auto& age : arrays["age"]["values"]) ASSERT_FLOAT_EQ(age.get<float>(), static_cast<float>(own.time));
}

TEST_F(VtkTest, SpeedsAreThoseOfTheFlow) {
  const std::string path = folder_ / "state.vtkhdf", state = folder_ / "state.ringlet";
  run({"--frames", "2", "--export-elements", path, "--checkpoint", state});
  const app::Checkpoint own = app::readCheckpoint(state);
  fmm::Settings direct = own.settings;
  direct.solver = fmm::SolverKind::direct;
  std::vector<fmm::Vec3> points = own.elements.position;
  points.insert(points.end(), own.tracers.position.begin(), own.tracers.position.end());
  const fmm::Field field = fmm::evaluateField(direct, own.elements, points, false);
  const auto speeds = test::readWithVtk(path)["point_data"]["speed"]["values"].get<std::vector<double>>();
  ASSERT_EQ(speeds.size(), points.size());
  double error = 0, scale = 0;
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    const double exact = fmm::norm(field.velocity[i]);
    error += (speeds[i] - exact) * (speeds[i] - exact);
    scale += exact * exact;
  }
  EXPECT_LT(std::sqrt(error / scale), own.settings.tolerance);
}

}  // namespace
