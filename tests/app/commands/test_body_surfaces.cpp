// Surfaces of bodies with the fluid's vorticity there.

#include "scene/saved/surface_file.h"

#include <cmath>

#include "app/commands/python_readers.h"
#include "app/support/run_program.h"
#include "app/support/run_scene.h"
#include "fmm/bodies.h"
#include "fmm/vortex_system.h"
#include "support/test.h"

namespace app {
namespace {

fmm::Settings aboutSphere() {
  fmm::Settings s;
  s.backend = fmm::Backend::cpu;
  s.regularisation = fmm::Regularisation::gaussian8;
  s.viscosity = 0.02;
  s.diffusion = fmm::Diffusion::lattice;
  s.redistribution.steps = fmm::Redistribution::kAutomatic;
  s.timeStep = 0.1;
  s.spacing = 1.0 / 8;
  s.stream = {1, 0, 0};
  fmm::Body sphere;
  sphere.shape = fmm::BodyShape::sphere;
  sphere.radius = 1;
  sphere.centre = {0.2, 0, 0};
  sphere.rotation = 90;
  s.bodies = {sphere};
  return s;
}

TEST(SurfaceFile, HasTheVorticityOfTheLayer) {
  const fmm::Settings settings = aboutSphere();
  fmm::VortexSystem system(settings, {}, {});
  for (int k = 0; k < 4; ++k) system.step();
  const SurfaceFields fields = fieldsOnBodies(settings, system.elements(), system.lattice().spacing, system.time());
  ASSERT_EQ(fields.corner.size(), fields.vorticity.size());
  ASSERT_EQ(fields.corner.size(), fields.velocity.size());
  double along = 0, against = 0, most = 0;
  for (std::size_t k = 0; k < fields.corner.size(); ++k) {
    const fmm::Vec3 x = fields.corner[k] - settings.bodies[0].centre;
    EXPECT_NEAR(fmm::norm(x), 1, 3e-3);
    EXPECT_NEAR(fields.velocity[k].x, -std::acos(-1.0) / 2 * x.y, 1e-12);
    EXPECT_EQ(fields.body[k], 1);
    if (std::abs(x.x) > 0.5) continue;
    const double turn = fmm::dot(fields.vorticity[k], fmm::cross(x, {1, 0, 0}));  // of rings about the stream
    (turn < 0 ? along : against) += std::abs(turn);
    most = std::max(most, fmm::norm(fields.vorticity[k]));
  }
  EXPECT_GT(std::max(along, against), 2 * std::min(along, against));
  EXPECT_GT(most, 1.5) << "the layer of potential flow past a sphere has 1.5 U/delta";
  EXPECT_EQ(fields.triangle.size(), fmm::surfaceOf(settings.bodies[0]).triangle.size());
}

/// Elements whose vorticity is the same everywhere about the sphere.
fmm::Elements uniform(double h, fmm::Vec3 vorticity) {
  constexpr int kHalf = 16;
  fmm::Elements elements;
  for (int i = 0; i < 8 * kHalf * kHalf * kHalf; ++i) {
    const int x = i % (2 * kHalf), y = i / (2 * kHalf) % (2 * kHalf), z = i / (4 * kHalf * kHalf);
    elements.position.push_back(h * fmm::Vec3{x - kHalf + 0.5, y - kHalf + 0.5, z - kHalf + 0.5});
    elements.strength.push_back(h * h * h * vorticity);
    elements.coreRadius.push_back(h);
    elements.ring.push_back(0);
  }
  return elements;
}

TEST(SurfaceFile, HasTheShearOfTheFluidOnTheBody) {
  fmm::Settings settings = aboutSphere();  // turns by pi/2 about z
  const double h = 1.0 / 8, turns = 0.5 * std::acos(-1.0);
  const SurfaceFields along = fieldsOnBodies(settings, uniform(h, {0, 0, 2 * turns}), h, 0);
  for (const fmm::Vec3& shear : along.shear) EXPECT_NEAR(fmm::norm(shear), 0, 1e-5) << "the fluid turns with it";
  settings.bodies[0].rotation = 0;
  const SurfaceFields past = fieldsOnBodies(settings, uniform(h, {0, 0, -3}), h, 0);  // u = (3 y, 0, 0)
  ASSERT_EQ(past.shear.size(), past.corner.size());
  for (std::size_t k = 0; k < past.corner.size(); ++k) {
    const fmm::Vec3 n = past.corner[k] - settings.bodies[0].centre;  // at the top the shear is along x
    EXPECT_NEAR(fmm::norm(past.shear[k] - 0.02 * 3 * fmm::Vec3{n.y, -n.x, 0}), 0, 1e-3);
  }
}

TEST(SurfaceFile, RunsWriteItAndVtkReadsIt) {
  const test::TemporaryFolder folder;
  const std::string scene = folder / "sphere.toml", path = folder / "s_%02d.vtkhdf";
  test::writeFile(scene,
                  "[physics]\nviscosity = 0.02\ndiffusion = \"lattice\"\nredistribution = \"auto\"\n"
                  "regularisation = \"gaussian8\"\nstream = [1, 0, 0]\nspacing = 0.2\ndt = 0.1\n"
                  "[[body]]\nshape = \"sphere\"\nradius = 1\n[[body]]\nshape = \"box\"\ncentre = [3, 0, 0]\n"
                  "half_axes = [0.5, 0.5, 0.5]\n");
  const auto made = test::runProgram({"run", scene, "--frames", "2", "--every", "1", "--export-bodies", path});
  ASSERT_EQ(made.exitCode, 0) << made.err;
  ASSERT_TRUE(std::filesystem::exists(folder / "s_01.vtkhdf"));
  ASSERT_TRUE(std::filesystem::exists(folder / "s.vtkhdf.series"));
  const auto plane = test::runProgram({"run", "leapfrog", "--frames", "1", "--export-bodies", folder / "x.vtkhdf"});
  test::expectFailure(plane, 1, "the flow has no bodies in space");
  if (!test::vtkIsThere()) GTEST_SKIP() << "VTK's Python package (python3-vtk9) cannot be imported";
  const auto vtk = test::readWithVtk(folder / "s_01.vtkhdf");
  EXPECT_EQ(vtk["class"], "vtkUnstructuredGrid");
  const auto body = vtk["point_data"]["body"]["values"].get<std::vector<double>>();
  EXPECT_EQ(body.front(), 1);
  EXPECT_EQ(body.back(), 2);
  EXPECT_EQ(vtk["point_data"]["wall_shear"]["components"], 3);
}

}  // namespace
}  // namespace app
