#include "files/output_lock.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <optional>

#include "app/support/forked.h"
#include "app/support/run_program.h"
#include "files/hidden_file.h"
#include "files/user_error.h"

namespace app {
namespace {

namespace fs = std::filesystem;
using test::TemporaryFolder;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// What is said where the lock cannot be had; empty: it can.
std::string refusal(const std::string& path, Sharing sharing = Sharing::alone) {
  try {
    const OutputLock lock(path, sharing);
    return {};
  } catch (const UserError& error) {
    return error.what();
  }
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

TEST(OutputLock, PartsShareIt) {
  const TemporaryFolder folder;
  const std::string path = folder / "%05d.png";
  std::optional<OutputLock> first(std::in_place, path, Sharing::shared), second(std::in_place, path, Sharing::shared);
  EXPECT_THAT(refusal(path), HasSubstr("another process"));
  first.reset();
  EXPECT_THAT(refusal(path), HasSubstr("another process")) << "the second one still has it";
  EXPECT_EQ(refusal(path, Sharing::shared), "");
  second.reset();
  EXPECT_THAT(folder.files(), IsEmpty());
  const OutputLock alone(path);
  EXPECT_THAT(refusal(path, Sharing::shared), HasSubstr("another process"));
}

TEST(OutputLock, OfARunLeavesItsFilesToItself) {
  const TemporaryFolder folder;
  const std::string path = folder / "state.ringlet";
  const OutputLock run(path, Sharing::alone, Hold::run);
  EXPECT_EQ(refusal(path), "");
  EXPECT_THROW(OutputLock(path, Sharing::shared, Hold::run), UserError);
}

TEST(OutputLock, FollowsLinksToTheOutput) {
  const TemporaryFolder folder, other;
  test::writeFile(folder / "real.csv", "");
  fs::create_symlink(folder / "real.csv", other / "link.csv");
  const OutputLock lock(other / "link.csv");
  EXPECT_THAT(refusal(folder / "real.csv"), HasSubstr("another process"));
}

TEST(OutputLock, LongestNameHasOne) {
  const TemporaryFolder folder;
  const std::string path = folder / (std::string(251, 'x') + ".csv");
  const OutputLock lock(path);
  EXPECT_GE(lock.descriptor(), 0);
  EXPECT_THAT(refusal(path), HasSubstr("another process"));
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

TEST(OutputLock, EndsWithItsProcess) {
  const TemporaryFolder folder;
  const std::string path = folder / "film.mp4";
  test::Forked writer([&](const test::Signal& ready) {
    const OutputLock lock(path);
    ready.sendAndWait();
  });
  writer.waitUntilReady();
  EXPECT_THAT(refusal(path), HasSubstr("another process"));
  writer.kill();
  EXPECT_EQ(refusal(path), "") << "the dead hold nothing";
  EXPECT_THAT(folder.files(), IsEmpty()) << "its file is the next holder's";
}

}  // namespace
}  // namespace app
