#include "files/reader_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <thread>

#include "files/descriptor.h"
#include "files/file_error.h"
#include "files/user_error.h"

extern char** environ;

namespace app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* kFlag = "--read-hdf5";  // this program's own matter: not an option that anyone gives
constexpr std::chrono::milliseconds kDying{1000};
std::atomic<bool> canBeReader{false};

/// A copy of a descriptor that is none of the standard streams; none where there is no room for it.
Descriptor copyOf(int descriptor) {
  return Descriptor(fcntl(descriptor, F_DUPFD_CLOEXEC, 3));
}

/// What posix_spawn needs to know besides the arguments, released at the end of the scope.
struct SpawnPlan {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;

  SpawnPlan(int input, int output) {
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setpgroup(&attributes, 0);  // a group of its own: Ctrl-C is this program's matter
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;
};

std::uint64_t numberOf(const char* text) {
  std::uint64_t value = 0;
  std::from_chars(text, text + std::strlen(text), value);
  return value;
}

/// "segmentation fault"
std::string nameOfSignal(int number) {
  std::string name = strsignal(number);
  name.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(name.front())));
  return name;
}

}  // namespace

std::optional<ReaderTask> readerTask(int argc, char** argv) {
  canBeReader = true;
  if (argc != 4 || std::string_view(argv[1]) != kFlag) return std::nullopt;
  return ReaderTask{{numberOf(argv[2]), numberOf(argv[3])}};
}

ReaderProcess::ReaderProcess(const InputFile& file, const Confinement& limits, std::chrono::milliseconds time)
    : path_(file.path()), time_(time), end_(Clock::now() + time) {
  if (!canBeReader) throw std::logic_error("main() does not begin with readerTask(): no reader can be started");
  // A socket rather than a pipe: send() can be told not to raise SIGPIPE, so no signal state of the process is touched.
  std::array<int, 2> ends = {-1, -1};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw FileError(path_, "cannot be read: socketpair", errno);
  channel_ = ends[0];
  try {
    const Descriptor input = copyOf(file.descriptor()), output = copyOf(ends[1]);
    close(ends[1]);
    if (!input || !output) throw FileError(path_, "cannot be read: fcntl", EMFILE);
    start(input.get(), output.get(), limits);
  } catch (...) {
    close(channel_);
    throw;
  }
}

void ReaderProcess::start(int file, int channel, const Confinement& limits) {
  std::array<std::string, 4> words = {"ringlet", kFlag, std::to_string(limits.processorSeconds),
                                      std::to_string(limits.moreMemory)};
  std::array<char*, 5> arguments = {words[0].data(), words[1].data(), words[2].data(), words[3].data(), nullptr};
  const SpawnPlan plan(file, channel);
  const int error = posix_spawn(&pid_, "/proc/self/exe", &plan.files, &plan.attributes, arguments.data(), environ);
  if (error != 0) throw FileError(path_, "cannot be read: the process that is to read it cannot be started", error);
}

ReaderProcess::~ReaderProcess() {
  close(channel_);
  stop();
}

void ReaderProcess::stop() {
  if (pid_ < 0) return;
  kill(pid_, SIGKILL);
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) continue;
  pid_ = -1;
}

void ReaderProcess::await(short event) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(end_ - Clock::now()).count();
  pollfd one = {channel_, event, 0};
  const int ready = left > 0 ? poll(&one, 1, static_cast<int>(std::min<decltype(left)>(left, 1 << 30))) : 0;
  if (ready < 0) throw FileError(path_, "read failed", errno);  // a signal, too, as it is to end the program
  if (ready > 0) return;
  throw UserError(
      fmt::format("{}: reading it took more than {:.3g} s", path_, std::chrono::duration<double>(time_).count()));
}

void ReaderProcess::send(const void* data, std::size_t bytes) {
  const char* next = static_cast<const char*>(data);
  while (bytes > 0) {
    await(POLLOUT);
    const ssize_t count = ::send(channel_, next, bytes, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count < 0) tellDeath();
    next += count;
    bytes -= static_cast<std::size_t>(count);
  }
}

void ReaderProcess::receive(void* out, std::size_t bytes) {
  char* next = static_cast<char*>(out);
  while (bytes > 0) {
    await(POLLIN);
    const ssize_t count = recv(channel_, next, bytes, MSG_DONTWAIT);
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count <= 0) tellDeath();
    next += count;
    bytes -= static_cast<std::size_t>(count);
  }
}

/// A reader that speaks no more is about to end, or is made to.
void ReaderProcess::tellDeath() {
  const auto patience = Clock::now() + kDying;
  int status = 0;
  pid_t ended = 0;
  while ((ended = waitpid(pid_, &status, WNOHANG)) == 0 && Clock::now() < patience)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  if (ended == 0)
    stop();
  else
    pid_ = -1;
  std::string how = "its reader ended too early";
  if (ended > 0 && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
    how = "its reader was killed; is there memory enough?";
  else if (ended > 0 && WIFSIGNALED(status))
    how = nameOfSignal(WTERMSIG(status)) + " in the HDF5 library";
  throw UserError(fmt::format("{}: is damaged: reading it failed ({})", path_, how));
}

}  // namespace app
