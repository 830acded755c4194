// Checkpoints that are damaged or malicious: a message of one line each, and never a crash.

#include <csignal>

#include "app/scene/snapshot_support.h"
#include "app/support/free_leapfrog.h"
#include "app/support/patience.h"
#include "app/support/run_scene.h"
#include "files/file_error.h"
#include "scene/saved/snapshot_file.h"
#include "scene/start/scene_particles.h"
#include "scene/text/scene_file.h"
#include "support/test.h"

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

class SnapshotDamage : public ::testing::Test {
 protected:
  std::string path() const { return folder_ / "state.ringlet"; }

  std::string whole() const {
    app::writeCheckpoint(path(), sample());
    return test::readFile(path());
  }

  /// Outcome of reading a file of these bytes: "accepted", or the error message, which is one line.
  std::string outcome(const std::string& bytes) const {
    test::writeFile(path(), bytes);
    const std::string message = test::errorOf(path());
    if (message != "accepted") {
      EXPECT_THAT(message, AllOf(StartsWith(path() + ":"), Not(HasSubstr("\n"))));
    }
    return message;
  }

  test::TemporaryFolder folder_;
};

TEST_F(SnapshotDamage, AChangedValueIsToldByItsChecksum) {
  const double value = sample().tracers.position[50].y;
  std::string damaged = whole();
  const auto at = damaged.find(std::string(reinterpret_cast<const char*>(&value), sizeof value));
  ASSERT_NE(at, std::string::npos);
  damaged[at] = static_cast<char>(damaged[at] ^ 1);
  EXPECT_THAT(outcome(damaged), HasSubstr("tracer_position.npy is damaged: CRC error"));
}

/// The checksums fit, as in a malicious file.
TEST_F(SnapshotDamage, RandomBytesInEveryEntryDoNoHarm) {
  const std::vector<test::ZipEntry> good = test::unzip(whole());
  std::mt19937 random(21);
  std::uniform_int_distribution<int> byte(0, 255), count(1, 8);
  constexpr std::size_t kVariants = 400;
  std::size_t refused = 0;
  for (std::size_t variant = 0; variant < kVariants; ++variant) {
    std::vector<test::ZipEntry> entries = good;
    std::string& data = entries[variant % entries.size()].data;
    std::uniform_int_distribution<std::size_t> early(0, std::min<std::size_t>(data.size(), 128) - 1);
    for (int k = count(random); k > 0; --k) data[early(random)] = static_cast<char>(byte(random));
    refused += outcome(test::zipOf(entries)) != "accepted";
  }
  EXPECT_GT(refused, kVariants / 2);
}

TEST_F(SnapshotDamage, TheProgramTellsItInOneLine) {
  std::string damaged = whole();
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 1);
  test::writeFile(path(), damaged);
  test::writeFile(folder_ / "t.csv", "x,y,z\n1,2,3\n");
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"run", "--headless", "--resume", path()},
        std::vector<std::string>{"eval", path(), "--targets", folder_ / "t.csv", "--output", folder_ / "o.npy"}}) {
    test::expectFailure(test::runProgram(command), 1, "ringlet: " + path() + ": ");
  }
}

/// Arguments of a run that writes a checkpoint after every frame, and `more` arguments.
std::vector<std::string> checkpointing(const test::TemporaryFolder& folder, const std::vector<std::string>& more) {
  std::vector<std::string> all = {"--checkpoint", folder / "state.ringlet", "--every", "1", "--force"};
  all.insert(all.end(), more.begin(), more.end());
  return test::arguments(test::sceneIn(folder), all);
}

TEST_F(SnapshotDamage, AKillWhileSavingLeavesTheLastGoodOne) {
  constexpr int kWanted = 5;  // runs killed after a first save; they spend most of their time on the next one
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

TEST_F(SnapshotDamage, NamesThatLeadElsewhereAreRefused) {
  app::Checkpoint checkpoint = sample();
  for (const char* name : {"../elsewhere", "/tmp/mine", "..", ".", "", "two\nlines"}) {
    checkpoint.scene.name = name;
    app::writeCheckpoint(path(), checkpoint);
    EXPECT_THAT(test::errorOf(path()), AllOf(StartsWith(path() + ":"), HasSubstr("scene_name = \""),
                                             HasSubstr("allowed:"), Not(HasSubstr("\n"))))
        << name;
  }
  checkpoint.scene.name = "my scene.v2";
  app::writeCheckpoint(path(), checkpoint);
  EXPECT_EQ(app::readCheckpoint(path()).scene.name, "my scene.v2");
}

}  // namespace
