// Checkpoints that were damaged, cut off or made to do harm: one clear line each, and never a crash.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "app/scene/snapshot_support.h"
#include "app/support/free_leapfrog.h"
#include "app/support/patience.h"
#include "app/support/run_scene.h"
#include "files/file_error.h"
#include "files/user_error.h"
#include "fmm/error.h"
#include "fmm/support/long_tests.h"
#include "scene/saved/snapshot_file.h"
#include "scene/start/scene_particles.h"
#include "scene/text/scene_file.h"

namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

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

/// Cases of `all` that are tried.
std::size_t few(std::size_t all) {
  return fmm_test::longTests() ? all : all / 6;
}

class SnapshotDamage : public ::testing::Test {
 protected:
  std::string path() const { return folder_ / "state.ringlet"; }

  std::string whole() const {
    app::writeCheckpoint(path(), sample());
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

/// What says nothing of the data, as who made the archive, may be read; the state is the same then.
TEST_F(SnapshotDamage, NoChangedByteGivesAnotherState) {
  const std::string good = whole();
  ASSERT_EQ(outcome(good), "read");
  std::size_t refused = 0, tried = 0;
  for (std::size_t at = 7; at < good.size(); at += good.size() / few(3000), ++tried) {
    std::string damaged = good;
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << at % 8));
    if (outcome(damaged) == "read")
      test::expectEqual(app::readCheckpoint(path()), sample());
    else
      ++refused;
    ASSERT_FALSE(HasFailure()) << "byte " << at;
  }
  EXPECT_GT(refused, tried * 9 / 10);
}

TEST_F(SnapshotDamage, AChangedValueIsToldByItsChecksum) {
  const double value = sample().tracers.position[50].y;
  std::string damaged = whole();
  const auto at = damaged.find(std::string(reinterpret_cast<const char*>(&value), sizeof value));
  ASSERT_NE(at, std::string::npos);
  damaged[at] = static_cast<char>(damaged[at] ^ 1);
  EXPECT_THAT(outcome(damaged), HasSubstr("tracer_position.npy is damaged: CRC error"));
}

TEST_F(SnapshotDamage, CutOffAnywhereIsNoticed) {
  const std::string good = whole();
  const std::size_t step = good.size() / few(1200);
  for (std::size_t length = 0; length < good.size(); length += step)
    ASSERT_NE(outcome(good.substr(0, length)), "read") << length << " of " << good.size() << " bytes";
  for (const std::size_t cut : {1, 2, 21, 22, 23, 46, 100})
    ASSERT_NE(outcome(good.substr(0, good.size() - cut)), "read") << cut;
}

TEST_F(SnapshotDamage, RandomBytesDoNoHarm) {
  const std::string good = whole();
  std::mt19937 random(20);
  std::uniform_int_distribution<std::size_t> place(0, good.size() - 1), late(good.size() - 1000, good.size() - 1);
  std::uniform_int_distribution<int> byte(0, 255), count(1, 8);
  for (std::size_t variant = 0; variant < few(2500); ++variant) {
    std::string bytes = good;
    for (int k = count(random); k > 0; --k)
      bytes[variant % 2 == 0 ? late(random) : place(random)] = static_cast<char>(byte(random));
    outcome(bytes);
  }
}

/// With a checksum that fits, as whoever makes a file to do harm would give it.
TEST_F(SnapshotDamage, RandomBytesInEveryEntryDoNoHarm) {
  const std::vector<test::ZipEntry> good = test::unzip(whole());
  std::mt19937 random(21);
  std::uniform_int_distribution<int> byte(0, 255), count(1, 8);
  std::size_t refused = 0;
  for (std::size_t variant = 0; variant < few(2500); ++variant) {
    std::vector<test::ZipEntry> entries = good;
    std::string& data = entries[variant % entries.size()].data;
    std::uniform_int_distribution<std::size_t> early(0, std::min<std::size_t>(data.size(), 128) - 1);
    for (int k = count(random); k > 0; --k) data[early(random)] = static_cast<char>(byte(random));
    refused += outcome(test::zipOf(entries)) != "read";
  }
  EXPECT_GT(refused, few(2500) / 2);
}

TEST_F(SnapshotDamage, TheProgramTellsItInOneLine) {
  std::string damaged = whole();
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 1);
  test::writeFile(path(), damaged);
  test::writeFile(folder_ / "t.csv", "x,y,z\n1,2,3\n");
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"run", "--headless", "--resume", path()},
        std::vector<std::string>{"eval", path(), "--targets", folder_ / "t.csv", "--output", folder_ / "o.npy"}}) {
    const test::ProgramResult result = test::runProgram(command);
    EXPECT_EQ(result.exitCode, 1);
    EXPECT_THAT(result.err, StartsWith("ringlet: " + path() + ": "));
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  }
}

/// A run that writes a checkpoint after every frame, under its own name or with `more` changed.
std::vector<std::string> checkpointing(const test::TemporaryFolder& folder, const std::vector<std::string>& more) {
  std::vector<std::string> all = {"--checkpoint", folder / "state.ringlet", "--every", "1", "--force"};
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
  test::expectFailure(test::runArguments(limited), 1, "state.ringlet: write failed: File too large");
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
