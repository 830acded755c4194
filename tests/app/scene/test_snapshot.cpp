// Checkpoints: same bits back, whole files only, and bad ones refused.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <hdf5.h>

#include <algorithm>
#include <cmath>

#include "app/scene/snapshot_support.h"
#include "app/scene/unseal.h"
#include "app/support/run_program.h"
#include "files/file_error.h"
#include "files/user_error.h"
#include "fmm/vortex_system.h"
#include "scene/scene_file.h"
#include "scene/scene_particles.h"
#include "scene/snapshot_file.h"

namespace {

using test::errorOf;
using test::expectEqual;
using test::replaceText;
using test::sample;
using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

// Opens a checkpoint for tampering.
class Tamper {
 public:
  explicit Tamper(const std::string& path) : file(H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT)) {
    test::unseal(file);
  }
  ~Tamper() { H5Fclose(file); }
  void remove(const char* path) const { ASSERT_GE(H5Ldelete(file, path, H5P_DEFAULT), 0); }
  void setAttribute(const char* name, std::int64_t value) const {
    const hid_t object = H5Oopen(file, "/Ringlet", H5P_DEFAULT), attribute = H5Aopen(object, name, H5P_DEFAULT);
    ASSERT_GE(H5Awrite(attribute, H5T_NATIVE_INT64, &value), 0);
    H5Aclose(attribute);
    H5Oclose(object);
  }
  // A chunked dataset of 64-bit floats that says it has `rows` rows of 3 but stores none.
  void promise(const char* path, hsize_t rows) const {
    const hsize_t shape[2] = {rows, 3}, chunk[2] = {1024, 3};
    const hid_t space = H5Screate_simple(2, shape, nullptr), create = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(create, 2, chunk);
    const hid_t dataset = H5Dcreate2(file, path, H5T_IEEE_F64LE, space, H5P_DEFAULT, create, H5P_DEFAULT);
    ASSERT_GE(dataset, 0);
    H5Dclose(dataset);
    H5Pclose(create);
    H5Sclose(space);
  }

  hid_t file;
};

class SnapshotTest : public ::testing::Test {
 protected:
  std::string path() const { return folder_ / "state.vtkhdf"; }
  test::TemporaryFolder folder_;
};

TEST_F(SnapshotTest, ReadsBackTheSameBits) {
  const app::Checkpoint checkpoint = sample();
  app::writeCheckpoint(path(), checkpoint);
  expectEqual(app::readCheckpoint(path()), checkpoint);
  EXPECT_EQ(folder_.files().size(), 1u);
}

TEST_F(SnapshotTest, SinglePrecisionStatesAreStoredInHalfTheSpace) {
  app::Checkpoint checkpoint = sample(1000, 20000);
  app::writeCheckpoint(path(), checkpoint);
  const auto doubles = std::filesystem::file_size(path());
  const auto round = [](double& value) {
    const volatile float single = static_cast<float>(value);  // volatile: g++ 12 drops the two conversions at -O2
    value = static_cast<double>(single);
  };
  for (auto* list : {&checkpoint.elements.position, &checkpoint.elements.strength, &checkpoint.tracers.position})
    for (fmm::Vec3& v : *list) round(v.x), round(v.y), round(v.z);
  std::for_each(checkpoint.elements.coreRadius.begin(), checkpoint.elements.coreRadius.end(), round);
  app::writeCheckpoint(path(), checkpoint);
  expectEqual(app::readCheckpoint(path()), checkpoint);
  EXPECT_LT(static_cast<double>(std::filesystem::file_size(path())), 0.7 * static_cast<double>(doubles));
}

TEST_F(SnapshotTest, NoTracersOrNoElements) {
  app::Checkpoint checkpoint = sample(100, 0);
  app::writeCheckpoint(path(), checkpoint);
  expectEqual(app::readCheckpoint(path()), checkpoint);
  checkpoint = sample();
  checkpoint.elements = {};
  app::writeCheckpoint(path(), checkpoint);
  expectEqual(app::readCheckpoint(path()), checkpoint);
  checkpoint.tracers = {};
  app::writeCheckpoint(path(), checkpoint);
  expectEqual(app::readCheckpoint(path()), checkpoint);
}

TEST_F(SnapshotTest, ManyChunksKeepTheirOrder) {
  const app::Checkpoint checkpoint = sample(70000, 140000);
  app::writeCheckpoint(path(), checkpoint);
  expectEqual(app::readCheckpoint(path()), checkpoint);
}

TEST_F(SnapshotTest, SameStateGivesTheSameFile) {
  app::writeCheckpoint(path(), sample());
  app::writeCheckpoint(folder_ / "again.vtkhdf", sample());
  EXPECT_EQ(test::readFile(path()), test::readFile(folder_ / "again.vtkhdf"));
}

TEST_F(SnapshotTest, HasWhatParaViewAsksFor) {
  app::writeCheckpoint(path(), sample(100, 300));
  const hid_t file = H5Fopen(path().c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
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
  H5Fclose(file);
}

TEST_F(SnapshotTest, ResumedSystemGoesOnBitForBit) {
  app::Checkpoint checkpoint = sample(200, 400);
  checkpoint.settings = checkpoint.scene.settings;
  fmm::VortexSystem whole(checkpoint.settings, checkpoint.elements, checkpoint.tracers);
  for (int i = 0; i < 2; ++i) whole.step();
  checkpoint.tuning = whole.tuning();
  checkpoint.elements = whole.elements();
  checkpoint.tracers = whole.tracers();
  checkpoint.time = whole.time();
  checkpoint.steps = whole.steps();
  checkpoint.clock.reset();
  app::writeCheckpoint(path(), checkpoint);
  for (int i = 0; i < 2; ++i) whole.step();

  const app::Checkpoint read = app::readCheckpoint(path());
  fmm::VortexSystem resumed(read.settings, read.elements, read.tracers);
  resumed.setClock(read.time, read.steps);
  resumed.setTuning(read.tuning);
  for (int i = 0; i < 2; ++i) resumed.step();
  EXPECT_EQ(resumed.steps(), 4);
  EXPECT_EQ(resumed.time(), whole.time());
  EXPECT_EQ(resumed.elements().position, whole.elements().position);
  EXPECT_EQ(resumed.elements().strength, whole.elements().strength);
  EXPECT_EQ(resumed.elements().length, whole.elements().length);
  EXPECT_EQ(resumed.tracers().position, whole.tracers().position);
}

TEST_F(SnapshotTest, FilesOfBeforeElementsHadLengthsCanBeRead) {
  app::Checkpoint checkpoint = sample();
  app::writeCheckpoint(path(), checkpoint);
  {
    const Tamper tamper(path());
    tamper.remove("/VTKHDF/PointData/length");
    tamper.remove("/VTKHDF/PointData/volume");
    tamper.remove("/VTKHDF/PointData/reference_radius");
  }
  checkpoint.elements.length.clear();
  checkpoint.elements.volume.clear();
  checkpoint.elements.referenceRadius.clear();
  expectEqual(app::readCheckpoint(path()), checkpoint);
  app::writeCheckpoint(path(), checkpoint);
  expectEqual(app::readCheckpoint(path()), checkpoint);
}

TEST_F(SnapshotTest, FilesOfBeforeTuningHadAnEntryHaveItInTheSettings) {
  const app::Checkpoint checkpoint = sample();
  app::writeCheckpoint(path(), checkpoint);
  replaceText(path(), "\"tuning\"", "\"before\"");
  const app::Checkpoint read = app::readCheckpoint(path());
  EXPECT_EQ(read.tuning.order, 8);
  EXPECT_EQ(read.tuning.theta, 0.1 + 0.2);
  EXPECT_EQ(read.tuning.leafElements, 32);
  EXPECT_EQ(read.tuning.leafPoints, 128);
  EXPECT_EQ(read.settings.order, 0);
  EXPECT_EQ(read.settings.theta, 0);
  EXPECT_EQ(read.settings.leafElements, 0);
  EXPECT_EQ(read.settings.leafPoints, 0);
}

TEST_F(SnapshotTest, FilesWithoutAClockCanBeReadAndBadClocksAreRefused) {
  app::Checkpoint checkpoint = sample();
  app::writeCheckpoint(path(), checkpoint);
  replaceText(path(), "\"clock\"", "\"other\"");
  EXPECT_FALSE(app::readCheckpoint(path()).clock);
  checkpoint.clock->steps = checkpoint.steps + 1;
  app::writeCheckpoint(path(), checkpoint);
  try {
    app::readCheckpoint(path());
    FAIL() << "more steps than were done";
  } catch (const app::UserError& error) {
    EXPECT_THAT(error.what(), AllOf(StartsWith(path() + ":"), HasSubstr("clock: steps = 26"), HasSubstr("0 to 25")));
  }
}

TEST_F(SnapshotTest, FailedWriteKeepsTheOldFile) {
  app::writeCheckpoint(path(), sample());
  const std::string before = test::readFile(path());
  EXPECT_THROW(app::writeCheckpoint(folder_ / "no/such/folder.vtkhdf", sample()), app::FileError);
  std::filesystem::create_symlink("/dev/full", folder_ / "full.vtkhdf");
  try {
    app::writeCheckpoint(folder_ / "full.vtkhdf", sample());
    FAIL() << "no error";
  } catch (const app::FileError& error) {
    EXPECT_THAT(error.what(), HasSubstr("No space left on device"));
  }
  EXPECT_EQ(test::readFile(path()), before);
}

TEST_F(SnapshotTest, OtherFilesAreRefused) {
  EXPECT_THROW(app::readCheckpoint(folder_ / "none.vtkhdf"), app::FileError);
  test::writeFile(path(), "");
  EXPECT_THAT(errorOf(path()), AllOf(StartsWith(path() + ": "), HasSubstr("not an HDF5 file")));
  test::writeFile(path(), "x,y,z\n1,2,3\n");
  EXPECT_THAT(errorOf(path()), HasSubstr("not an HDF5 file"));
  H5Fclose(H5Fcreate(path().c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
  EXPECT_THAT(errorOf(path()), HasSubstr("has no /Ringlet"));
  EXPECT_THAT(errorOf(folder_.path()), HasSubstr("is a folder"));
}

TEST_F(SnapshotTest, TruncatedAndDamagedFilesAreRefused) {
  app::writeCheckpoint(path(), sample(2000, 2000));
  const std::string whole = test::readFile(path());
  for (const double part : {0.1, 0.5, 0.9, 0.999}) {
    test::writeFile(path(), whole.substr(0, static_cast<std::size_t>(part * static_cast<double>(whole.size()))));
    EXPECT_THAT(errorOf(path()), StartsWith(path() + ": ")) << part;
  }
  // Flip a bit in the middle of the coordinates: HDF5's checksum notices where the file has none of its own.
  const app::Checkpoint checkpoint = sample(2000, 2000);
  const double value = checkpoint.tracers.position[1000].y;
  const auto at = whole.find(std::string(reinterpret_cast<const char*>(&value), sizeof value));
  ASSERT_NE(at, std::string::npos);
  std::string damaged = whole;
  damaged[at] = static_cast<char>(damaged[at] ^ 1);
  test::writeFile(path(), damaged);
  EXPECT_THAT(errorOf(path()), HasSubstr("its checksum is not that of its bytes"));
  test::writeFile(path(), whole);
  { const Tamper unsealed(path()); }
  damaged = test::readFile(path());
  const auto there = damaged.find(std::string(reinterpret_cast<const char*>(&value), sizeof value));
  ASSERT_NE(there, std::string::npos);
  damaged[there] = static_cast<char>(damaged[there] ^ 1);
  test::writeFile(path(), damaged);
  EXPECT_THAT(errorOf(path()), HasSubstr("/VTKHDF/Points cannot be read"));
}

TEST_F(SnapshotTest, PromisedRowsMustBeStored) {
  app::writeCheckpoint(path(), sample());
  {
    const Tamper tamper(path());
    tamper.remove("/VTKHDF/Points");
    tamper.promise("/VTKHDF/Points", hsize_t{1} << 40);
    tamper.setAttribute("Tracers", (std::int64_t{1} << 40) - 100);
  }
  EXPECT_THAT(errorOf(path()), HasSubstr("the file does not hold them"));
}

TEST_F(SnapshotTest, CountsMustFit) {
  for (const std::int64_t count : {std::int64_t{-1}, std::int64_t{101}, std::numeric_limits<std::int64_t>::max()}) {
    app::writeCheckpoint(path(), sample());
    { Tamper(path()).setAttribute("Elements", count); }
    EXPECT_THAT(errorOf(path()), AnyOf(HasSubstr("out of range"), HasSubstr("400 points"))) << count;
  }
  app::writeCheckpoint(path(), sample());
  { Tamper(path()).setAttribute("Format", 99); }
  EXPECT_THAT(errorOf(path()), HasSubstr("checkpoint format 99 is not known"));
}

TEST_F(SnapshotTest, RingsCountFromOneAndInOlderStatesFromZero) {
  const app::Checkpoint checkpoint = sample();
  app::writeCheckpoint(path(), checkpoint);
  EXPECT_EQ(app::readCheckpoint(path()).tracers.ring, checkpoint.tracers.ring);
  { Tamper(path()).setAttribute("Format", 1); }
  std::vector<std::int32_t> asWritten = app::readCheckpoint(path()).elements.ring;
  for (std::int32_t& number : asWritten) --number;
  EXPECT_EQ(asWritten, checkpoint.elements.ring);
}

TEST_F(SnapshotTest, LinksAndMissingPartsAreRefused) {
  app::writeCheckpoint(folder_ / "other.vtkhdf", sample());
  app::writeCheckpoint(path(), sample());
  {
    const Tamper tamper(path());
    tamper.remove("/VTKHDF/Points");
    ASSERT_GE(H5Lcreate_external((folder_ / "other.vtkhdf").c_str(), "/VTKHDF/Points", tamper.file, "/VTKHDF/Points",
                                 H5P_DEFAULT, H5P_DEFAULT),
              0);
  }
  EXPECT_THAT(errorOf(path()), HasSubstr("/VTKHDF/Points is a link"));
  { Tamper(path()).remove("/VTKHDF/Points"); }
  EXPECT_THAT(errorOf(path()), HasSubstr("has no /VTKHDF/Points"));
  app::writeCheckpoint(path(), sample());
  { Tamper(path()).remove("/Ringlet/settings"); }
  EXPECT_THAT(errorOf(path()), HasSubstr("has no /Ringlet/settings"));
}

}  // namespace
