#include "files/reader_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
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

#include "files/child_process.h"
#include "files/descriptor.h"
#include "files/file_error.h"
#include "files/user_error.h"

namespace app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* kFlag = "--read-hdf5";  // this program's own matter: not an option that anyone gives
constexpr std::chrono::milliseconds kDying{1000};
std::atomic<bool> canBeReader{false};

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
    const Descriptor input = aboveStreams(file.descriptor()), output = aboveStreams(ends[1]);
    close(ends[1]);
    if (!input || !output) throw FileError(path_, "cannot be read: fcntl", EMFILE);
    start(input.get(), output.get(), limits);
  } catch (...) {
    close(channel_);
    throw;
  }
}

void ReaderProcess::start(int file, int channel, const Confinement& limits) {
  const ChildProgram reader = {
      "/proc/self/exe",
      {"ringlet", kFlag, std::to_string(limits.processorSeconds), std::to_string(limits.moreMemory)},
      file,
      channel};
  const int error = startChild(reader, pid_);
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
