#include "files/atomic_file.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <system_error>
#include <thread>

#include "app/support/forked.h"
#include "app/support/run_program.h"
#include "app/support/scoped_state.h"
#include "files/file_error.h"
#include "files/hidden_file.h"
#include "files/user_error.h"

namespace app {
namespace {

namespace fs = std::filesystem;
using test::TemporaryFolder;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

void save(const std::string& path, const std::string& text, Existing existing = Existing::replace) {
  AtomicFile file(path, existing);
  file.write(text);
  file.commit(true);
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
    EXPECT_THAT(folder.files(), ElementsAre(lockName("a.csv"))) << "the bytes have no name yet";
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

TEST(AtomicFile, FollowsNoPlantedName) {
  const TemporaryFolder folder;
  test::writeFile(folder / "victim", "precious");
  for (const std::string& name : {fmt::format("a.csv.part-{}", getpid()), std::string("a.csv.part")})
    fs::create_symlink("victim", folder / name);
  save(folder / "a.csv", "mine");
  EXPECT_EQ(test::readFile(folder / "victim"), "precious");
  EXPECT_EQ(test::readFile(folder / "a.csv"), "mine");
}

TEST(AtomicFile, LongestNameCanBeSaved) {
  const TemporaryFolder folder;
  const std::string path = folder / (std::string(251, 'x') + ".csv");
  for (const char* text : {"first", "second"}) {
    save(path, text);
    EXPECT_EQ(test::readFile(path), text);
  }
  EXPECT_THAT(messageOf<FileError>([&] { save(folder / std::string(256, 'x'), ""); }),
              HasSubstr("cannot be written: File name too long"));
}

TEST(AtomicFile, ReplacesTheFileBehindALink) {
  const TemporaryFolder folder, other;
  test::writeFile(other / "real.csv", "old");
  fs::create_symlink(other / "real.csv", folder / "link.csv");
  save(folder / "link.csv", "new");
  EXPECT_EQ(test::readFile(other / "real.csv"), "new");
  EXPECT_TRUE(fs::is_symlink(folder / "link.csv"));
  EXPECT_THAT(other.files(), ElementsAre("real.csv"));
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
  writer.kill();
  EXPECT_THAT(folder.files(), ElementsAre(lockName("a.csv")));
  save(folder / "b.csv", "next");
  EXPECT_THAT(folder.files(), ElementsAre("b.csv"));
}

TEST(AtomicFile, FullDiskLeavesNothing) {
  const TemporaryFolder folder;
  const test::ScopedFileLimit limit(1000);
  EXPECT_EQ(messageOf<FileError>([&] { save(folder / "a.csv", std::string(2000, 'x')); }),
            (folder / "a.csv") + ": write failed: File too large");
  EXPECT_THAT(folder.files(), IsEmpty());
}

TEST(TemporaryFile, WithAHiddenNameIsPublishedAlike) {
  const TemporaryFolder folder;
  const OutputPlace place(folder / "a.csv");
  for (const bool replace : {false, true}) {
    TemporaryFile file(place.folder(), TemporaryFile::Name::hidden);
    ASSERT_EQ(write(file.descriptor(), "new", 3), 3);
    file.publish("a.csv", replace);
    EXPECT_EQ(test::readFile(folder / "a.csv"), "new");
  }
  {
    TemporaryFile file(place.folder(), TemporaryFile::Name::hidden);
    EXPECT_EQ(folder.files().size(), 2u);
    EXPECT_THROW(file.publish("a.csv", false), std::system_error);
  }
  EXPECT_THAT(folder.files(), ElementsAre("a.csv"));
}

TEST(TemporaryFile, LeftoversOfTheDeadAreRemovedAndNoOthers) {
  const TemporaryFolder folder;
  const OutputPlace place(folder / "a.csv");
  const auto hold = [&](const test::Signal& ready) {
    const TemporaryFile file(place.folder(), TemporaryFile::Name::hidden);
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

}  // namespace
}  // namespace app
