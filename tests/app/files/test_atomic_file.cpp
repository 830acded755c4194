// Outputs that appear whole or not at all, and the locks on their names.

#include "files/atomic_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "app/support/forked.h"
#include "app/support/run_program.h"
#include "app/support/scoped_state.h"
#include "files/file_error.h"
#include "files/part_file.h"
#include "files/user_error.h"
#include "support/refusal.h"

namespace app {
namespace {

namespace fs = std::filesystem;
using test::TemporaryFolder;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

void save(const std::string& path, const std::string& text, Existing existing = Existing::replace) {
  AtomicFile file(path, existing);
  file.write(text);
  file.commit(true);
}

/// Error message of taking the lock; "accepted" if the lock is free.
std::string refusal(const std::string& path) {
  return test::refusal<UserError>([&] { const OutputLock lock(path); });
}

TEST(AtomicFile, AppearsWholeOrNotAtAll) {
  const TemporaryFolder folder;
  const std::string path = folder / "a.csv";
  {
    AtomicFile file(path, Existing::keep);
    file.write(std::string(3'000'000, 'x'));
    EXPECT_THAT(folder.files(), Not(Contains("a.csv")));
  }
  EXPECT_THAT(folder.files(), IsEmpty());
  save(path, "first", Existing::keep);
  save(path, "second");
  EXPECT_EQ(test::readFile(path), "second");
  EXPECT_THAT(folder.files(), ElementsAre("a.csv"));
  EXPECT_EQ(test::refusal<UserError>([&] { save(path, "third", Existing::keep); }),
            path + ": file exists; --force replaces it");
}

TEST(AtomicFile, KeepsWhatAppearedMeanwhile) {
  const TemporaryFolder folder;
  AtomicFile file(folder / "a.csv", Existing::keep);
  file.write("new");
  test::writeFile(folder / "a.csv", "precious");
  EXPECT_THAT(test::refusal<UserError>([&] { file.commit(); }), HasSubstr("file exists"));
  EXPECT_EQ(test::readFile(folder / "a.csv"), "precious");
}

TEST(AtomicFile, LongestNameCanBeSavedAndLocked) {
  const TemporaryFolder folder;
  const std::string path = folder / (std::string(251, 'x') + ".csv");
  for (const char* text : {"first", "second"}) {
    save(path, text);
    EXPECT_EQ(test::readFile(path), text);
  }
  const OutputLock lock(path);
  EXPECT_THAT(refusal(path), HasSubstr("another process"));
  EXPECT_THAT(test::refusal<FileError>([&] { save(folder / std::string(256, 'x'), ""); }),
              HasSubstr("cannot be written: File name too long"));
}

TEST(AtomicFile, ReplacesTheFileBehindALinkWhichItLocks) {
  const TemporaryFolder folder, other;
  test::writeFile(other / "real.csv", "old");
  fs::create_symlink(other / "real.csv", folder / "link.csv");
  {
    AtomicFile file(folder / "link.csv", Existing::replace);
    EXPECT_THAT(refusal(other / "real.csv"), HasSubstr("another process"));
    file.write("new");
    file.commit();
  }
  EXPECT_EQ(test::readFile(other / "real.csv"), "new");
  EXPECT_TRUE(fs::is_symlink(folder / "link.csv"));
  EXPECT_THAT(other.files(), ElementsAre("real.csv"));
}

TEST(AtomicFile, KeepsTheRightsOfWhatItReplaces) {
  const TemporaryFolder folder;
  const std::string path = folder / "a.csv";
  const auto rights = [](const std::string& file) { return fs::status(file).permissions(); };
  const auto before = umask(022);
  save(path, "new", Existing::keep);
  EXPECT_EQ(rights(path), fs::perms{0644}) << "those of a new file";
  for (const unsigned mode : {0600U, 0640U, 0664U, 0400U, 0444U, 0755U}) {
    fs::permissions(path, fs::perms{mode});
    {
      const AtomicFile file(path, Existing::replace);
      EXPECT_EQ(rights(folder / ".a.csv.part"), fs::perms{0600}) << "what grows may be private";
    }
    save(path, std::to_string(mode));
    EXPECT_EQ(rights(path), fs::perms{mode});
    EXPECT_EQ(test::readFile(path), std::to_string(mode));
  }
  umask(before);
}

TEST(AtomicFile, WaitsForARivalAndLeavesWhatThatHasWrittenAlone) {
  const TemporaryFolder folder;
  const std::string path = folder / "a.csv";
  std::optional<AtomicFile> first(std::in_place, path, Existing::replace);
  first->write("first");
  std::thread waits([&] { const AtomicFile second(path, Existing::replace, OtherWriter::awaited); });
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  first->commit();
  waits.join();
  EXPECT_EQ(test::readFile(path), "first");
  EXPECT_THAT(folder.files(), ElementsAre("a.csv"));
}

TEST(AtomicFile, KilledLeavesAHiddenFileThatTheNextSaveTakesOver) {
  const TemporaryFolder folder;
  const std::string path = folder / "a.csv";
  test::Forked writer([&](const test::Signal& ready) {
    AtomicFile file(path, Existing::keep);
    file.write(std::string(3'000'000, 'x'));
    ready.sendAndWait();
  });
  writer.waitUntilReady();
  EXPECT_THAT(refusal(path), HasSubstr("another process"));
  writer.kill();
  EXPECT_THAT(folder.files(), ElementsAre(".a.csv.part"));
  save(path, "next", Existing::keep);
  EXPECT_EQ(test::readFile(path), "next");
  EXPECT_THAT(folder.files(), ElementsAre("a.csv"));
}

TEST(AtomicFile, FullDiskLeavesWhatWasThereAlone) {
  const TemporaryFolder folder;
  save(folder / "a.csv", "good");
  const test::ScopedFileLimit limit(1000);
  EXPECT_EQ(test::refusal<FileError>([&] { save(folder / "a.csv", std::string(2000, 'x')); }),
            (folder / "a.csv") + ": write failed: File too large");
  EXPECT_THAT(folder.files(), ElementsAre("a.csv"));
  EXPECT_EQ(test::readFile(folder / "a.csv"), "good");
}

TEST(AtomicFile, NamesAHiddenFileThatIsInTheWay) {
  const TemporaryFolder folder;
  fs::create_directory(folder / ".a.csv.part");
  EXPECT_EQ(test::refusal<FileError>([&] { save(folder / "a.csv", ""); }),
            (folder / "a.csv") + ": cannot be written, nor can " + (folder / ".a.csv.part") + ": Is a directory");
}

TEST(OutputLock, RefusesASecondWriterAndLeavesNothing) {
  const TemporaryFolder folder;
  const std::string path = folder / "film.mp4";
  {
    const OutputLock lock(path);
    EXPECT_EQ(refusal(path), path + ": another process is writing it");
    EXPECT_EQ(refusal(folder.path() + "/./film.mp4"), folder.path() + "/./film.mp4: another process is writing it");
    EXPECT_EQ(refusal(folder / "other.mp4"), "accepted");
    EXPECT_THAT(folder.files(), ElementsAre(".film.mp4.part"));
  }
  EXPECT_EQ(refusal(path), "accepted");
  EXPECT_THAT(folder.files(), IsEmpty());
}

TEST(OutputLock, OfARunLeavesItsFilesToItself) {
  const TemporaryFolder folder;
  const std::string path = folder / "state.ringlet";
  const OutputLock run(path, OutputLock::kRun);
  EXPECT_EQ(refusal(path), "accepted");
  EXPECT_THROW(OutputLock(path, OutputLock::kRun), UserError);
}

TEST(OutputLock, DevicesAndUnreachableFoldersHaveNone) {
  const TemporaryFolder folder;
  mkfifo((folder / "pipe").c_str(), 0600);
  for (const std::string& path : {std::string("/dev/null"), folder / "pipe", folder / "none/a.csv", folder.path(),
                                  std::string("/proc/film.mp4")}) {
    const OutputLock lock(path);
    EXPECT_EQ(refusal(path), "accepted") << path;
  }
  EXPECT_THAT(folder.files(), ElementsAre("pipe"));
}

}  // namespace
}  // namespace app
