// Particles for ParaView: VTKHDF 1.0, read by HDF5 itself. Reading by VTK: commands/test_vtk.cpp.

#include <hdf5.h>

#include "app/scene/snapshot_support.h"
#include "app/support/run_program.h"
#include "files/user_error.h"
#include "scene/saved/particle_file.h"
#include "support/test.h"

namespace {

TEST(ParticleFile, HasWhatParaViewAsksFor) {
  const test::TemporaryFolder folder;
  const std::string path = folder / "particles.vtkhdf";
  const app::Checkpoint state = test::sample(100, 300);
  app::ParticleFields fields = app::fieldsAtParticles(state.scene.settings, state.elements, state.tracers);
  EXPECT_EQ(fields.velocity.size(), 400U);
  fields.births = {0, 0.25};
  fields.time = 0.5;
  app::writeParticles(path, fields, app::Existing::keep);
  EXPECT_THROW(app::writeParticles(path, fields, app::Existing::keep), app::UserError);
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  ASSERT_GE(file, 0);
  std::int64_t version[2] = {};
  hid_t attribute = H5Aopen_by_name(file, "/VTKHDF", "Version", H5P_DEFAULT, H5P_DEFAULT);
  EXPECT_GE(H5Aread(attribute, H5T_NATIVE_INT64, version), 0);
  H5Aclose(attribute);
  EXPECT_EQ(version[0], 1);
  attribute = H5Aopen_by_name(file, "/VTKHDF", "Type", H5P_DEFAULT, H5P_DEFAULT);
  const hid_t type = H5Aget_type(attribute);
  std::string name(H5Tget_size(type), '\0');
  EXPECT_GE(H5Aread(attribute, type, name.data()), 0);
  EXPECT_EQ(name, "UnstructuredGrid");
  EXPECT_EQ(H5Tget_cset(type), H5T_CSET_ASCII);
  H5Tclose(type);
  H5Aclose(attribute);

  const auto integers = [&](const char* dataset) {
    const hid_t id = H5Dopen2(file, dataset, H5P_DEFAULT), space = H5Dget_space(id);
    std::vector<std::int64_t> values(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
    EXPECT_GE(H5Dread(id, H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), 0);
    H5Sclose(space);
    H5Dclose(id);
    return values;
  };
  EXPECT_EQ(integers("/VTKHDF/NumberOfPoints"), std::vector<std::int64_t>{400});
  EXPECT_EQ(integers("/VTKHDF/NumberOfCells"), std::vector<std::int64_t>{2});
  EXPECT_EQ(integers("/VTKHDF/NumberOfConnectivityIds"), std::vector<std::int64_t>{400});
  EXPECT_EQ(integers("/VTKHDF/Offsets"), (std::vector<std::int64_t>{0, 100, 400}));
  EXPECT_EQ(integers("/VTKHDF/Types"), (std::vector<std::int64_t>{2, 2}));
  EXPECT_EQ(integers("/VTKHDF/CellData/is_tracer"), (std::vector<std::int64_t>{0, 1}));
  const auto connectivity = integers("/VTKHDF/Connectivity");
  ASSERT_EQ(connectivity.size(), 400u);
  for (std::size_t i = 0; i < connectivity.size(); ++i) ASSERT_EQ(connectivity[i], static_cast<std::int64_t>(i));
  EXPECT_EQ(integers("/VTKHDF/PointData/ring").size(), 400u);
  EXPECT_LE(H5Lexists(file, "/Ringlet", H5P_DEFAULT), 0);
  std::vector<float> age(400);
  const hid_t ages = H5Dopen2(file, "/VTKHDF/PointData/age", H5P_DEFAULT);
  EXPECT_GE(H5Dread(ages, H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, age.data()), 0);
  H5Dclose(ages);
  for (std::size_t i = 0; i < 100; ++i) EXPECT_EQ(age[i], state.elements.ring[i] == 0 ? 0.5F : 0.25F);
  H5Fclose(file);
}

}  // namespace
