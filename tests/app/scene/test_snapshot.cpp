// Checkpoints: the same bits back, whole files only, and refusal of bad ones.

#include "app/scene/snapshot_support.h"
#include "app/support/run_program.h"
#include "files/archive.h"
#include "files/file_error.h"
#include "files/user_error.h"
#include "fmm/vortex_system.h"
#include "scene/saved/snapshot_file.h"
#include "scene/start/scene_particles.h"
#include "scene/text/scene_file.h"
#include "support/test.h"

namespace {

using test::errorOf;
using test::expectEqual;
using test::replaceText;
using test::sample;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class SnapshotTest : public ::testing::Test {
 protected:
  std::string path() const { return folder_ / "state.ringlet"; }
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

TEST_F(SnapshotTest, ManyRowsKeepTheirOrder) {
  const app::Checkpoint checkpoint = sample(70000, 140000);
  app::writeCheckpoint(path(), checkpoint);
  expectEqual(app::readCheckpoint(path()), checkpoint);
}

TEST_F(SnapshotTest, SameStateGivesTheSameFile) {
  app::writeCheckpoint(path(), sample());
  app::writeCheckpoint(folder_ / "again.ringlet", sample());
  EXPECT_EQ(test::readFile(path()), test::readFile(folder_ / "again.ringlet"));
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

TEST_F(SnapshotTest, ElementsMayBeWithoutLengths) {
  app::Checkpoint checkpoint = sample();
  checkpoint.elements.length.clear();
  checkpoint.elements.volume.clear();
  app::writeCheckpoint(path(), checkpoint);
  expectEqual(app::readCheckpoint(path()), checkpoint);
}

TEST_F(SnapshotTest, FilesWithoutAClockCanBeReadAndBadClocksAreRefused) {
  app::Checkpoint checkpoint = sample();
  app::writeCheckpoint(path(), checkpoint);
  replaceText(path(), "\"clock\"", "\"other\"");
  EXPECT_FALSE(app::readCheckpoint(path()).clock);
  checkpoint.clock->steps = checkpoint.steps + 1;
  app::writeCheckpoint(path(), checkpoint);
  EXPECT_THAT(errorOf(path()), AllOf(StartsWith(path() + ":"), HasSubstr("clock: steps = 26"), HasSubstr("0 to 25")));
}

TEST_F(SnapshotTest, FailedWriteKeepsTheOldFile) {
  app::writeCheckpoint(path(), sample());
  const std::string before = test::readFile(path());
  EXPECT_THROW(app::writeCheckpoint(folder_ / "no/such/folder.ringlet", sample()), app::FileError);
  std::filesystem::create_symlink("/dev/full", folder_ / "full.ringlet");
  EXPECT_THAT(test::refusal<app::FileError>([&] { app::writeCheckpoint(folder_ / "full.ringlet", sample()); }),
              HasSubstr("No space left on device"));
  EXPECT_EQ(test::readFile(path()), before);
}

TEST_F(SnapshotTest, OtherFilesAreRefused) {
  EXPECT_THROW(app::readCheckpoint(folder_ / "none.ringlet"), app::FileError);
  test::writeFile(path(), "");
  EXPECT_THAT(errorOf(path()), AllOf(StartsWith(path() + ": "), HasSubstr("no zip archive")));
  test::writeFile(path(), "x,y,z\n1,2,3\n");
  EXPECT_THAT(errorOf(path()), HasSubstr("no zip archive"));
  test::writeFile(path(), test::zipOf({{"a.txt", "text"}}));
  EXPECT_THAT(errorOf(path()), HasSubstr("has no entry state.json"));
  EXPECT_THAT(errorOf(folder_.path()), HasSubstr("is a folder"));
}

/// VTKHDF files, the exports for ParaView, are no states.
TEST_F(SnapshotTest, VtkhdfIsRefusedByNameAndByContent) {
  const std::string reason =
      ": is no saved state: states are .ringlet files, and .vtkhdf is written for ParaView alone";
  EXPECT_EQ(errorOf(folder_ / "old.vtkhdf"), folder_ / "old.vtkhdf" + reason);
  test::writeFile(path(), "\x89HDF\r\n\x1a\n and more");
  EXPECT_EQ(errorOf(path()), path() + reason);
  EXPECT_THROW(app::isSavedState(folder_ / "old.vtkhdf"), app::UserError);
  EXPECT_TRUE(app::isSavedState("none.RINGLET"));
  EXPECT_FALSE(app::isSavedState("leapfrog"));
  EXPECT_FALSE(app::isSavedState("my.ringlet.toml"));
  app::writeCheckpoint(folder_ / "state.zip", sample());
  EXPECT_TRUE(app::isSavedState(folder_ / "state.zip"));
}

TEST_F(SnapshotTest, CountsMustFit) {
  const auto refusal = [&](const std::string& before, const std::string& after) {
    app::writeCheckpoint(path(), sample());
    replaceText(path(), before, after);
    return errorOf(path());
  };
  EXPECT_THAT(refusal("\"elements\": 100", "\"elements\": -1"), HasSubstr("state.json: elements = -1; allowed: 0 to"));
  EXPECT_THAT(refusal("\"elements\": 100", "\"elements\": 101"), HasSubstr("(100, 3); (101, 3) is needed"));
  EXPECT_THAT(refusal("\"tracers\": 300", "\"tracers\": 1099511627776"), HasSubstr("tracer_position.npy: shape is"));
  EXPECT_THAT(refusal("\"steps\": 25", "\"steps\": 2.5"), HasSubstr("steps = 2.5; allowed: a whole number"));
  EXPECT_THAT(refusal("\"time\": 0.1", "\"time\": 1e300"), HasSubstr("time = 1e+300"));
  EXPECT_THAT(refusal("\"format\": 4", "\"format\": 99"),
              HasSubstr("format 99 of states is not known: a newer version of ringlet wrote it; allowed: 4"));
  EXPECT_THAT(refusal("\"format\": 4", "\"format\": 3"),
              HasSubstr("format 3 of states is not known: an older version of ringlet wrote it; allowed: 4"));
  EXPECT_THAT(refusal("\"format\": 4,", ""), HasSubstr("format is missing"));
  EXPECT_THAT(refusal("\"scene\": \"", "\"scene\": \"]"), HasSubstr("state.json:scene:1:"));
}

TEST_F(SnapshotTest, RingsCountFromOne) {
  const app::Checkpoint checkpoint = sample();
  app::writeCheckpoint(path(), checkpoint);
  const std::vector<std::int32_t> rings = app::ArchiveInput(path()).integers("tracer_ring.npy", 300);
  EXPECT_EQ(*std::min_element(rings.begin(), rings.end()), 1);
  EXPECT_EQ(*std::max_element(rings.begin(), rings.end()), 2);
  test::edit(path(), [](auto& entries) {
    std::string& data = test::entry(entries, "tracer_ring.npy");
    data.replace(data.size() - 4, 4, std::string("\0\0\0\x80", 4));
  });
  EXPECT_THAT(errorOf(path()), HasSubstr("tracer_ring.npy: -2147483648 is out of range"));
}

TEST_F(SnapshotTest, MissingAndUnknownEntriesAreRefused) {
  app::writeCheckpoint(path(), sample());
  const std::string whole = test::readFile(path());
  for (const test::ZipEntry& one : test::unzip(whole)) {
    test::writeFile(path(), whole);
    test::edit(path(), [&](auto& entries) {
      const auto named = [&](const test::ZipEntry& e) { return e.name == one.name; };
      entries.erase(std::find_if(entries.begin(), entries.end(), named));
    });
    const bool optional = one.name == "element_length.npy" || one.name == "element_volume.npy";
    EXPECT_THAT(errorOf(path()), HasSubstr(optional ? "accepted" : "has no entry " + one.name));
  }
  test::writeFile(path(), whole);
  test::edit(path(), [](auto& entries) { entries.push_back({"element_lengths.npy", ""}); });
  EXPECT_THAT(errorOf(path()), HasSubstr("has an entry element_lengths.npy, which is not known"));
}

TEST_F(SnapshotTest, NamesThatAreNoUtf8AreKeptAsFarAsTheyAre) {
  app::Checkpoint checkpoint = sample();
  checkpoint.scene.name = "ring\xff";
  app::writeCheckpoint(path(), checkpoint);
  EXPECT_EQ(app::readCheckpoint(path()).scene.name, "ring\xef\xbf\xbd");
}

}  // namespace
