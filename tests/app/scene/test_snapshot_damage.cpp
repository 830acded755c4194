// Checkpoints that were damaged, cut off or made to do harm: one clear line each, and never a crash.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <hdf5.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "app/scene/unseal.h"
#include "app/support/free_leapfrog.h"
#include "app/support/patience.h"
#include "app/support/run_scene.h"
#include "files/file_error.h"
#include "files/file_seal.h"
#include "files/user_error.h"
#include "fmm/error.h"
#include "fmm/support/long_tests.h"
#include "scene/scene_file.h"
#include "scene/scene_particles.h"
#include "scene/snapshot_file.h"

namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::size_t kSealBytes = app::sealOf("").size();

app::Checkpoint sample(std::size_t tracers = 100) {
  app::Checkpoint checkpoint;
  checkpoint.scene = test::freeLeapfrog();
  checkpoint.scene.elements = 50;
  checkpoint.scene.tracers = tracers;
  checkpoint.settings = checkpoint.scene.settings;
  checkpoint.elements = app::makeElements(checkpoint.scene);
  checkpoint.tracers = app::makeTracers(checkpoint.scene);
  return checkpoint;
}

/// Cases of `all` that are tried; each is a file that a process of its own reads.
std::size_t few(std::size_t all) {
  return fmm_test::longTests() ? all : all / 6;
}

class SnapshotDamage : public ::testing::Test {
 protected:
  std::string path() const { return folder_ / "state.vtkhdf"; }

  /// A whole file, and with `bare` one as another program writes it: without a checksum at its end.
  std::string whole(bool bare = false) const {
    app::writeCheckpoint(path(), sample());
    if (bare) test::unseal(path());
    return test::readFile(path());
  }

  /// What reading a file of these bytes gives: "read", or the one line that says why not.
  std::string outcome(const std::string& bytes) const {
    test::writeFile(path(), bytes);
    try {
      app::readCheckpoint(path());
      return "read";
    } catch (const app::UserError& error) {
      EXPECT_THAT(error.what(), StartsWith(path() + ":"));
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
      return error.what();
    }
  }

  test::TemporaryFolder folder_;
};

TEST_F(SnapshotDamage, EveryChangedByteIsNoticed) {
  const std::string good = whole();
  ASSERT_EQ(outcome(good), "read");
  const std::size_t step = good.size() / few(150);
  for (std::size_t at = 7; at < good.size() - kSealBytes; at += step) {
    std::string damaged = good;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x20);
    ASSERT_THAT(outcome(damaged), HasSubstr("is damaged: its checksum")) << "byte " << at;
  }
}

TEST_F(SnapshotDamage, CutOffAnywhereIsNoticed) {
  const std::string good = whole(true);
  const std::size_t step = good.size() / few(120);
  for (std::size_t length = 0; length < good.size(); length += step)
    ASSERT_NE(outcome(good.substr(0, length)), "read") << length << " of " << good.size() << " bytes";
  ASSERT_NE(outcome(good.substr(0, good.size() - 1)), "read");
}

TEST_F(SnapshotDamage, ACutOffChecksumIsNoticed) {
  const std::string good = whole();
  for (const std::size_t cut : {1, 2, 8, 9, 15, 16, 17, 100})
    ASSERT_THAT(outcome(good.substr(0, good.size() - cut)), HasSubstr(cut <= 16 ? "is damaged" : "truncated")) << cut;
  const std::size_t content = good.size() - kSealBytes;
  for (std::size_t at = 0; at < content; at += content / few(400)) {
    std::string damaged = good.substr(0, good.size() - 1);
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << at % 8));
    ASSERT_NE(outcome(damaged), "read") << "bit of byte " << at;
  }
}

/// Where the promise of a checksum itself stands, at either place.
TEST_F(SnapshotDamage, NoBitTakesThePromiseOfAChecksumAway) {
  const std::string good = whole();
  int places = 0;
  for (std::size_t found = good.find("Sealed"); found != std::string::npos; found = good.find("Sealed", found + 1)) {
    ++places;
    for (std::size_t bit = 0; bit < 8 * 64; bit += fmm_test::longTests() ? 1 : 7) {  // 7: every byte, every bit
      std::string damaged = good.substr(0, good.size() - kSealBytes);
      const std::size_t at = found - 24 + bit / 8;
      damaged[at] = static_cast<char>(damaged[at] ^ (1 << bit % 8));
      ASSERT_NE(outcome(damaged), "read") << "bit " << bit % 8 << " of byte " << at;
    }
  }
  EXPECT_EQ(places, 2);
}

TEST_F(SnapshotDamage, FilesOfOtherProgramsNeedNoChecksum) {
  EXPECT_EQ(outcome(whole(true)), "read");
}

/// Without the checksum every changed byte reaches HDF5 and what stands behind it.
TEST_F(SnapshotDamage, RandomBytesDoNoHarm) {
  const std::string good = whole(true);
  std::mt19937 random(20);
  std::uniform_int_distribution<std::size_t> place(0, good.size() - 1), early(0, 8191);
  std::uniform_int_distribution<int> byte(0, 255), count(1, 8);
  const int variants = static_cast<int>(few(250));
  int refused = 0;
  for (int variant = 0; variant < variants; ++variant) {
    std::string bytes = good;
    for (int k = count(random); k > 0; --k)
      bytes[variant % 2 == 0 ? early(random) : place(random)] = static_cast<char>(byte(random));
    refused += outcome(bytes) != "read";
  }
  EXPECT_GT(refused, variants / 4);
}

TEST_F(SnapshotDamage, NewerVersionsSaySo) {
  test::writeFile(path(), whole(true));
  const hid_t file = H5Fopen(path().c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  const hid_t group = H5Oopen(file, "/Ringlet", H5P_DEFAULT), attribute = H5Aopen(group, "Format", H5P_DEFAULT);
  const std::int64_t next = 3;
  ASSERT_GE(H5Awrite(attribute, H5T_NATIVE_INT64, &next), 0);
  H5Aclose(attribute);
  H5Oclose(group);
  H5Fclose(file);
  EXPECT_THAT(outcome(test::readFile(path())), HasSubstr("a newer version of ringlet wrote it"));
}

/// Replaces the coordinates by a dataset whose creation `prepare` decides.
template <class Prepare>
void replacePoints(const std::string& path, hsize_t rows, const Prepare& prepare) {
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  ASSERT_GE(H5Ldelete(file, "/VTKHDF/Points", H5P_DEFAULT), 0);
  const hsize_t shape[2] = {rows, 3};
  const hid_t space = H5Screate_simple(2, shape, nullptr), create = H5Pcreate(H5P_DATASET_CREATE);
  prepare(create);
  const hid_t points = H5Dcreate2(file, "/VTKHDF/Points", H5T_IEEE_F64LE, space, H5P_DEFAULT, create, H5P_DEFAULT);
  EXPECT_GE(points, 0);
  H5Dclose(points);
  H5Pclose(create);
  H5Sclose(space);
  H5Fclose(file);
}

TEST_F(SnapshotDamage, DataOutsideTheFileIsNotRead) {
  test::writeFile(path(), whole(true));
  test::writeFile(folder_ / "secret", std::string(3600, 'x'));
  replacePoints(path(), 150,
                [&](hid_t create) { EXPECT_GE(H5Pset_external(create, (folder_ / "secret").c_str(), 0, 3600), 0); });
  EXPECT_THAT(outcome(test::readFile(path())), HasSubstr("keeps its data in other files"));
}

TEST_F(SnapshotDamage, UnknownFiltersAndHugeChunksAreRefused) {
  const std::string good = whole(true);
  test::writeFile(path(), good);
  replacePoints(path(), 150, [](hid_t create) {
    const hsize_t chunk[2] = {150, 3};
    H5Pset_chunk(create, 2, chunk);
    const unsigned settings[] = {1};
    EXPECT_GE(H5Pset_filter(create, 32008, H5Z_FLAG_OPTIONAL, 1, settings), 0);  // bitshuffle: a plugin
  });
  EXPECT_THAT(outcome(test::readFile(path())), HasSubstr("filter 32008, which is not read"));
  test::writeFile(path(), good);
  constexpr hsize_t kMany = hsize_t{1} << 26;
  replacePoints(path(), kMany, [](hid_t create) {
    const hsize_t chunk[2] = {kMany, 3};
    H5Pset_chunk(create, 2, chunk);
  });
  EXPECT_THAT(outcome(test::readFile(path())), HasSubstr("in chunks of more than"));
}

/// A run that writes a checkpoint after every frame, under its own name or with `more` changed.
std::vector<std::string> checkpointing(const test::TemporaryFolder& folder, const std::vector<std::string>& more) {
  std::vector<std::string> all = {"--checkpoint", folder / "state.vtkhdf", "--every", "1", "--force"};
  all.insert(all.end(), more.begin(), more.end());
  return test::arguments(test::sceneIn(folder), all);
}

TEST_F(SnapshotDamage, AKillWhileSavingLeavesTheLastGoodOne) {
  constexpr int kWanted = 5;  // runs that had saved something, which are most of their time about the next
  int had = 0;
  for (int milliseconds = 40; had < kWanted && milliseconds < 10000 * test::kPatience;
       milliseconds += milliseconds / 5) {
    test::ProgramSettings settings;
    settings.limit = std::chrono::milliseconds(milliseconds);
    const auto killed =
        test::runProgram(checkpointing(folder_, {"--frames", "100000", "--tracers", "20000"}), settings);
    ASSERT_EQ(killed.exitCode, 128 + SIGKILL) << killed.err;
    if (!std::filesystem::exists(path())) continue;
    const app::Checkpoint read = app::readCheckpoint(path());
    EXPECT_EQ(read.tracers.size(), 20000U);
    EXPECT_GT(read.frames, 0);
    std::filesystem::remove(path());
    ++had;
  }
  EXPECT_EQ(had, kWanted);
}

TEST_F(SnapshotDamage, AFullDiskIsToldAndTheLastGoodOneKept) {
  ASSERT_EQ(test::runProgram(checkpointing(folder_, {"--frames", "1"})).exitCode, 0);
  const std::string good = test::readFile(path());
  std::vector<std::string> limited = {"bash", "-c", "ulimit -f 300; exec \"$0\" \"$@\"", test::programPath()};
  for (const std::string& argument : checkpointing(folder_, {"--frames", "1", "--tracers", "20000"}))
    limited.push_back(argument);
  test::expectFailure(test::runArguments(limited), 1, "state.vtkhdf: write failed: File too large");
  EXPECT_EQ(test::readFile(path()), good);
  EXPECT_EQ(folder_.files().size(), 2U) << "nothing is left behind but scene and checkpoint";
}

TEST_F(SnapshotDamage, NamesThatLeadElsewhereAreRefused) {
  app::Checkpoint checkpoint = sample();
  for (const char* name : {"../elsewhere", "/tmp/mine", "..", ".", "", "two\nlines"}) {
    checkpoint.scene.name = name;
    app::writeCheckpoint(path(), checkpoint);
    try {
      app::readCheckpoint(path());
      FAIL() << name;
    } catch (const app::UserError& error) {
      EXPECT_THAT(error.what(), AllOf(StartsWith(path() + ":"), HasSubstr("scene_name = \""), HasSubstr("allowed:")));
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    }
  }
  checkpoint.scene.name = "my scene.v2";
  app::writeCheckpoint(path(), checkpoint);
  EXPECT_EQ(app::readCheckpoint(path()).scene.name, "my scene.v2");
}

}  // namespace
