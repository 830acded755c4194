// Outputs that appear whole or not at all, and the locks on their names.

#include "files/atomic_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <optional>
#include <system_error>
#include <thread>

#include "app/support/forked.h"
#include "app/support/run_program.h"
#include "app/support/scoped_state.h"
#include "files/file_error.h"
#include "files/output_lock.h"
#include "files/user_error.h"

namespace app {
namespace {

namespace fs = std::filesystem;
using test::TemporaryFolder;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

void save(const std::string& path, const std::string& text, Existing existing = Existing::replace) {
  AtomicFile file(path, existing);
  file.write(text);
  file.commit(true);
}

/// Error message of taking the lock; empty if the lock is free.
std::string refusal(const std::string& path) {
  try {
    const OutputLock lock(path);
    return {};
  } catch (const UserError& error) {
    return error.what();
  }
}

template <class Error, class Work>
std::string messageOf(Work work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing thrown";
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
  EXPECT_EQ(messageOf<UserError>([&] { save(path, "third", Existing::keep); }),
            path + ": file exists; --force replaces it");
}

TEST(AtomicFile, KeepsWhatAppearedMeanwhile) {
  const TemporaryFolder folder;
  AtomicFile file(folder / "a.csv", Existing::keep);
  file.write("new");
  test::writeFile(folder / "a.csv", "precious");
  EXPECT_THAT(messageOf<UserError>([&] { file.commit(); }), HasSubstr("file exists"));
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
  EXPECT_THAT(messageOf<FileError>([&] { save(folder / std::string(256, 'x'), ""); }),
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
      AtomicFile file(path, Existing::replace);
      for (const std::string& name : folder.files()) {
        if (fs::path(name).extension() != ".part") continue;
        EXPECT_EQ(rights(folder / name), fs::perms{0600}) << "on the way";
      }
      file.write(std::to_string(mode));
      file.commit();
    }
    EXPECT_EQ(rights(path), fs::perms{mode});
    EXPECT_EQ(test::readFile(path), std::to_string(mode));
  }
  umask(before);
}

TEST(AtomicFile, SecondWriterIsRefused) {
  const TemporaryFolder folder;
  const std::string path = folder / "a.csv";
  AtomicFile file(path, Existing::replace);
  EXPECT_EQ(messageOf<UserError>([&] { save(path, "x"); }), path + ": another process is writing it");
  file.write("mine");
  AtomicFile allowed(path, Existing::replace, Rival::allowed);
  allowed.commit();
  file.commit();
  EXPECT_EQ(test::readFile(path), "mine");
}

TEST(AtomicFile, WaitsForARivalThatIsBrief) {
  const TemporaryFolder folder;
  const std::string path = folder / "a.csv";
  test::Forked writer([&](const test::Signal& ready) {
    const OutputLock lock(path);
    ready.sendAndWait();
  });
  writer.waitUntilReady();
  std::thread ends([&] {
    std::this_thread::sleep_for(2 * OutputLock::kMoment);
    writer.kill();
  });
  AtomicFile(path, Existing::keep, Rival::awaited).commit();
  ends.join();
  EXPECT_TRUE(fs::exists(path));
}

TEST(AtomicFile, KilledLeavesNothingVisibleAndTheNextSaveNothingAtAll) {
  const TemporaryFolder folder;
  test::Forked writer([&](const test::Signal& ready) {
    AtomicFile file(folder / "a.csv", Existing::keep);
    file.write(std::string(3'000'000, 'x'));
    ready.sendAndWait();
  });
  writer.waitUntilReady();
  EXPECT_THAT(refusal(folder / "a.csv"), HasSubstr("another process"));
  writer.kill();
  EXPECT_THAT(folder.files(), AllOf(SizeIs(2), Contains(lockName("a.csv")), Not(Contains("a.csv"))));
  {
    const OutputLock next(folder / "a.csv");
    EXPECT_GE(next.descriptor(), 0) << "the dead hold nothing";
  }
  EXPECT_THAT(folder.files(), SizeIs(1)) << "the lock's file is the next holder's";
  save(folder / "b.csv", "next");
  EXPECT_THAT(folder.files(), ElementsAre("b.csv"));
}

TEST(AtomicFile, FullDiskLeavesWhatWasThereAlone) {
  const TemporaryFolder folder;
  save(folder / "a.csv", "good");
  const test::ScopedFileLimit limit(1000);
  EXPECT_EQ(messageOf<FileError>([&] { save(folder / "a.csv", std::string(2000, 'x')); }),
            (folder / "a.csv") + ": write failed: File too large");
  EXPECT_THAT(folder.files(), ElementsAre("a.csv"));
  EXPECT_EQ(test::readFile(folder / "a.csv"), "good");
}

TEST(TemporaryFile, LeftoversOfTheDeadAreRemovedAndNoOthers) {
  const TemporaryFolder folder;
  const OutputPlace place(folder / "a.csv");
  const auto hold = [&](const test::Signal& ready) {
    const TemporaryFile file(place.folder());
    ready.sendAndWait();
  };
  test::Forked dead(hold), living(hold);
  dead.waitUntilReady();
  living.waitUntilReady();
  dead.kill();
  EXPECT_EQ(folder.files().size(), 2u);
  const std::string planted = temporaryName(), pipe = temporaryName();
  test::writeFile(folder / "victim", "precious");
  fs::create_symlink("victim", folder / planted);
  mkfifo((folder / pipe).c_str(), 0600);
  test::writeFile(folder / ".ringlet-notes.part", "");
  save(folder / "a.csv", "x");
  EXPECT_EQ(folder.files().size(), 6u) << "gone is the file of the dead one alone";
  EXPECT_TRUE(fs::is_symlink(folder / planted));
  EXPECT_TRUE(fs::exists(folder / ".ringlet-notes.part"));
  EXPECT_EQ(test::readFile(folder / "victim"), "precious");
}

TEST(OutputLock, RefusesASecondWriterAndLeavesNothing) {
  const TemporaryFolder folder;
  const std::string path = folder / "film.mp4";
  {
    const OutputLock lock(path);
    EXPECT_EQ(refusal(path), path + ": another process is writing it");
    EXPECT_EQ(refusal(folder.path() + "/./film.mp4"), folder.path() + "/./film.mp4: another process is writing it");
    EXPECT_EQ(refusal(folder / "other.mp4"), "");
    EXPECT_THAT(folder.files(), ElementsAre(lockName("film.mp4")));
  }
  EXPECT_EQ(refusal(path), "");
  EXPECT_THAT(folder.files(), IsEmpty());
}

TEST(OutputLock, OfARunLeavesItsFilesToItself) {
  const TemporaryFolder folder;
  const std::string path = folder / "state.ringlet";
  const OutputLock run(path, Hold::run);
  EXPECT_EQ(refusal(path), "");
  EXPECT_THROW(OutputLock(path, Hold::run), UserError);
}

TEST(OutputLock, DevicesAndUnreachableFoldersHaveNone) {
  const TemporaryFolder folder;
  mkfifo((folder / "pipe").c_str(), 0600);
  for (const std::string& path : {std::string("/dev/null"), folder / "pipe", folder / "none/a.csv", folder.path()})
    EXPECT_EQ(OutputLock(path).descriptor(), -1) << path;
  EXPECT_EQ(OutputLock(std::string("/proc/film.mp4")).descriptor(), -1) << "nothing can be made there";
}

TEST(OutputLock, PlantedNamesAreNotFollowed) {
  const TemporaryFolder folder;
  test::writeFile(folder / "victim", "precious");
  fs::create_symlink(folder / "victim", folder / lockName("a.csv"));
  mkfifo((folder / lockName("b.csv")).c_str(), 0600);
  EXPECT_EQ(OutputLock(folder / "a.csv").descriptor(), -1);
  EXPECT_EQ(OutputLock(folder / "b.csv").descriptor(), -1);
  EXPECT_EQ(test::readFile(folder / "victim"), "precious");
}

}  // namespace
}  // namespace app
