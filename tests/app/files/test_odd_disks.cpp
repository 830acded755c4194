// Outputs on file systems that refuse fsync(), or whose inode numbers change with each look: FUSE, network mounts. The
// two calls below take the place of the C library's in this program.

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>

#include "app/support/run_program.h"
#include "files/atomic_file.h"
#include "files/file_error.h"

namespace {
std::atomic<int> syncFailure{0};
std::atomic<bool> inodesChange{false};
}  // namespace

extern "C" int fsync(int descriptor) {
  if (const int code = syncFailure) {
    errno = code;
    return -1;
  }
  return static_cast<int>(syscall(SYS_fsync, descriptor));
}

extern "C" int lstat(const char* path, struct stat* status) noexcept {
  const int result = fstatat(AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW);
  if (inodesChange && result == 0) status->st_ino ^= 0x5555;
  return result;
}

namespace app {
namespace {

using test::TemporaryFolder;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

class OddDisk : public ::testing::Test {
 protected:
  ~OddDisk() override {
    syncFailure = 0;
    inodesChange = false;
  }
  void save(const std::string& text) const {
    AtomicFile file(path_, Existing::replace);
    file.write(text);
    file.commit(true);
  }

  TemporaryFolder folder_;
  const std::string path_ = folder_ / "a.csv";
};

TEST_F(OddDisk, ThatCannotBeWaitedForLosesNothing) {
  for (const int code : {EINVAL, ENOSYS, ENOTSUP, EROFS, EBADF}) {
    syncFailure = code;
    save(std::to_string(code));
    EXPECT_EQ(test::readFile(path_), std::to_string(code));
  }
}

TEST_F(OddDisk, ThatFailsIsAnError) {
  for (const int code : {EIO, ENOSPC, EDQUOT}) {
    syncFailure = code;
    EXPECT_THROW(save("lost"), FileError) << code;
    EXPECT_THAT(folder_.files(), IsEmpty());
  }
}

TEST_F(OddDisk, WhoseInodesChangeIsWrittenWithoutLocks) {
  inodesChange = true;
  for (const char* text : {"first", "second"}) {
    save(text);
    EXPECT_EQ(test::readFile(path_), text);
  }
  EXPECT_THAT(folder_.files(), ElementsAre("a.csv"));
}

}  // namespace
}  // namespace app
