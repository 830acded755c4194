// OpenVDB files, read by OpenVDB itself.

#include <gtest/gtest.h>
#include <openvdb/openvdb.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "app/support/run_program.h"
#include "files/user_error.h"
#include "scene/saved/vdb_file.h"

namespace app {
namespace {

/// Numbers of all sizes, with zeros of both signs and what is no number.
GridFields someFields() {
  GridFields fields;
  fields.shape = {{-1, 0.5, 2}, 0.125, {11, 9, 5}};
  fields.time = 1.0 / 3;
  const std::size_t cells = fields.shape.size();
  const auto fill = [](std::vector<float>& values, std::size_t count, double phase) {
    for (std::size_t i = 0; i < count; ++i)
      values.push_back(i % 5 == 0 ? 0.F
                                  : static_cast<float>(std::sin(phase * static_cast<double>(i + 1)) *
                                                       std::pow(10, static_cast<double>(i % 60) - 30)));
    values[7] = -0.F;
    values[8] = std::numeric_limits<float>::quiet_NaN();
    values[9] = std::numeric_limits<float>::denorm_min();
  };
  fill(fields.tracers.density, cells, 0.3);
  fill(fields.velocity, 3 * cells, 0.7);
  fill(fields.vorticity, 3 * cells, 1.1);
  fill(fields.q, cells, 1.3);
  fill(fields.lambda2, cells, 1.9);
  fill(fields.pressure, cells, 2.3);
  fill(fields.buoyancy, cells, 2.9);
  return fields;
}

template <class Grid>
std::vector<float> valuesOf(openvdb::io::File& file, const char* name, const GridShape& shape) {
  const auto grid = openvdb::gridPtrCast<Grid>(file.readGrid(name));
  const auto accessor = grid->getConstAccessor();
  std::vector<float> values;
  std::size_t at = 0;
  const std::vector<fmm::Vec3> centres = cellCentres(shape, 0, shape.size());
  for (int z = 0; z < shape.cells[2]; ++z)
    for (int y = 0; y < shape.cells[1]; ++y)
      for (int x = 0; x < shape.cells[0]; ++x) {
        const auto value = accessor.getValue({x, y, z});
        if constexpr (std::is_same_v<Grid, openvdb::FloatGrid>)
          values.push_back(value);
        else
          for (int k = 0; k < 3; ++k) values.push_back(value[k]);
        const openvdb::Vec3d place = grid->indexToWorld(openvdb::Coord(x, y, z));
        const fmm::Vec3 centre = centres[at++];
        EXPECT_NEAR(fmm::norm(fmm::Vec3{place[0], place[1], place[2]} - centre), 0, 1e-12);
      }
  return values;
}

bool sameBits(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

TEST(VdbFile, IsReadBackToTheBit) {
  openvdb::initialize();
  const test::TemporaryFolder folder;
  const std::string path = folder / "grid.vdb";
  const GridFields fields = someFields();
  writeVdb(path, fields, Existing::keep);
  EXPECT_THROW(writeVdb(path, fields, Existing::keep), UserError);
  openvdb::io::File file(path);
  file.open();
  const GridShape& shape = fields.shape;
  EXPECT_TRUE(sameBits(valuesOf<openvdb::FloatGrid>(file, "density", shape), fields.tracers.density));
  EXPECT_TRUE(sameBits(valuesOf<openvdb::Vec3SGrid>(file, "velocity", shape), fields.velocity));
  EXPECT_TRUE(sameBits(valuesOf<openvdb::Vec3SGrid>(file, "vorticity", shape), fields.vorticity));
  EXPECT_TRUE(sameBits(valuesOf<openvdb::FloatGrid>(file, "q", shape), fields.q));
  EXPECT_TRUE(sameBits(valuesOf<openvdb::FloatGrid>(file, "lambda_2", shape), fields.lambda2));
  EXPECT_TRUE(sameBits(valuesOf<openvdb::FloatGrid>(file, "pressure", shape), fields.pressure));
  EXPECT_TRUE(sameBits(valuesOf<openvdb::FloatGrid>(file, "buoyancy", shape), fields.buoyancy));
  EXPECT_EQ(file.getMetadata()->metaValue<double>("time"), fields.time);
  EXPECT_EQ(file.readGridMetadata("density")->getGridClass(), openvdb::GRID_FOG_VOLUME);
}

TEST(VdbFile, RunsWriteANumberedSeries) {
  openvdb::initialize();
  const test::TemporaryFolder folder;
  const auto made =
      test::runProgram({"run", "leapfrog", "--elements", "600", "--tracers", "2000", "--frames", "3", "--every", "1",
                        "--export-grid", folder / "field_%03d.vdb", "--grid-cells", "16"});
  ASSERT_EQ(made.exitCode, 0) << made.err;
  double before = -1;
  for (const char* name : {"field_000.vdb", "field_001.vdb", "field_002.vdb"}) {
    openvdb::io::File file(folder / name);
    file.open();
    EXPECT_EQ(file.getGrids()->size(), 6U);
    const auto time = file.getMetadata()->metaValue<double>("time");
    EXPECT_GT(time, before);
    before = time;
    double tracers = 0;
    const auto density = openvdb::gridPtrCast<openvdb::FloatGrid>(file.readGrid("density"));
    for (auto cell = density->cbeginValueOn(); cell; ++cell) tracers += *cell;
    EXPECT_NEAR(tracers * std::pow(density->voxelSize()[0], 3), 2000, 1);
  }
}

}  // namespace
}  // namespace app
