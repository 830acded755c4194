// What a process that reads files from outside may do, and what it may not.

#include "files/confinement.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <vector>

namespace {

constexpr int kUnknown = 77;  // no kernel that filters calls, or a build with sanitizers

/// How a process ends that is confined and then does that: its exit status, or 128 and the signal.
int endOf(const std::function<void(int channel)>& act, const app::Confinement& limits = {}) {
  std::array<int, 2> pipe{};
  if (::pipe(pipe.data()) != 0) return -1;
  const pid_t child = fork();
  if (child == 0) {
    if (!app::confine(limits, pipe[1], pipe[1] + 1)) _exit(kUnknown);
    act(pipe[1]);
    _exit(0);
  }
  close(pipe[0]);
  close(pipe[1]);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

class Confinement : public ::testing::Test {
 protected:
  void SetUp() override {
    if (endOf([](int) {}) == kUnknown) GTEST_SKIP() << "no filter of system calls here";
  }
};

TEST_F(Confinement, ReadingNeedsNothingThatIsForbidden) {
  EXPECT_EQ(endOf([](int channel) {
              const std::vector<char> much(std::size_t{64} << 20, 'x');
              if (write(channel, much.data(), 1) != 1) _exit(1);
              try {
                throw std::runtime_error("what damage brings about");
              } catch (const std::exception&) {
                _exit(5);
              }
            }),
            5);
}

TEST_F(Confinement, FilesAreNotFound) {
  EXPECT_EQ(endOf([](int) { _exit(open("/etc/passwd", O_RDONLY) < 0 && errno == ENOENT ? 5 : 6); }), 5);
  EXPECT_EQ(endOf([](int) { _exit(open("/tmp/new", O_WRONLY | O_CREAT, 0600) < 0 ? 5 : 6); }), 5);
}

TEST_F(Confinement, AnythingElseEndsIt) {
  constexpr int kForbidden = 128 + SIGSYS;
  EXPECT_EQ(endOf([](int) { socket(AF_INET, SOCK_STREAM, 0); }), kForbidden);
  EXPECT_EQ(endOf([](int) { fork(); }), kForbidden);
  EXPECT_EQ(endOf([](int) { execl("/bin/true", "true", nullptr); }), kForbidden);
  EXPECT_EQ(endOf([](int) { kill(getppid(), SIGTERM); }), kForbidden);
  EXPECT_EQ(endOf([](int) { unlink("/tmp/some"); }), kForbidden);
  EXPECT_EQ(endOf([](int channel) { ftruncate(channel, 0) < 0 ? _exit(6) : _exit(7); }), kForbidden);
  EXPECT_EQ(endOf([](int) { _exit(write(STDERR_FILENO, "x", 1) < 0 && errno == EBADF ? 6 : 7); }), 6);
  EXPECT_EQ(endOf([](int) {
              constexpr int kRunnable = PROT_READ | PROT_EXEC;
              _exit(mmap(nullptr, 4096, kRunnable, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? 6 : 7);
            }),
            kForbidden);
}

TEST_F(Confinement, DescriptorsOfTheProgramAreClosed) {
  const int kept = open("/dev/null", O_RDONLY);
  const int high = fcntl(kept, F_DUPFD, 200);
  EXPECT_EQ(endOf([&](int) { _exit(lseek(high, 0, SEEK_SET) < 0 && errno == EBADF ? 5 : 6); }), 5);
  close(high);
  close(kept);
}

TEST_F(Confinement, MemoryIsLimited) {
  app::Confinement limits;
  limits.moreMemory = std::size_t{64} << 20;
  EXPECT_EQ(endOf([](int) { _exit(std::malloc(std::size_t{48} << 20) != nullptr ? 5 : 6); }, limits), 5);
  EXPECT_EQ(endOf([](int) { _exit(std::malloc(std::size_t{80} << 20) == nullptr ? 5 : 6); }, limits), 5);
}

TEST_F(Confinement, ProcessorTimeIsLimited) {
  app::Confinement limits;
  limits.processorSeconds = 1;
  const int end = endOf(
      [](int) {
        for (volatile unsigned i = 0;; i = i + 1) continue;
      },
      limits);
  EXPECT_TRUE(end == 128 + SIGXCPU || end == 128 + SIGKILL) << end;
}

TEST_F(Confinement, CrashesKeepTheirNames) {
  EXPECT_EQ(endOf([](int) { std::abort(); }), 128 + SIGABRT);
  EXPECT_EQ(endOf([](int) { *static_cast<volatile int*>(nullptr) = 1; }), 128 + SIGSEGV);
}

}  // namespace
