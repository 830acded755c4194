#include "film/ffmpeg_process.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <mutex>
#include <set>

#include "files/child_process.h"

namespace app {
namespace {

FfmpegError systemError(const char* call, int error) {
  return FfmpegError(fmt::format("ffmpeg cannot be started: {}: {}", call, std::strerror(error)));
}

/// The processes of this program that were not waited for.
struct Running {
  std::mutex mutex;
  std::set<pid_t> pids;
};

Running& running() {
  static Running all;
  return all;
}

/// Returns the status of waitpid(), or -1 with errno.
int waitFor(pid_t pid) {
  siginfo_t ended{};
  while (waitid(P_PID, static_cast<id_t>(pid), &ended, WEXITED | WNOWAIT) != 0 && errno == EINTR) continue;
  const std::lock_guard lock(running().mutex);
  running().pids.erase(pid);  // from waitpid() on the number may be another's
  int status = 0;
  return waitpid(pid, &status, 0) == pid ? status : -1;
}

}  // namespace

FfmpegProcess::FfmpegProcess(const std::vector<std::string>& arguments, const std::vector<int>& inherited) {
  // A socket instead of a pipe: send() can suppress SIGPIPE, so that the process's signal state is not changed.
  std::array<int, 2> ends = {-1, -1};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) throw systemError("socketpair", errno);
  const Descriptor childEnd(ends[0]);
  input_ = Descriptor(ends[1]);
  // An anonymous file takes the messages: unlike a pipe it cannot fill up and need not be drained.
  messages_ = Descriptor(memfd_create("ffmpeg-messages", MFD_CLOEXEC));
  if (!messages_) throw systemError("memfd_create", errno);
  start(arguments, childEnd.get(), inherited);
}

FfmpegProcess::~FfmpegProcess() {
  try {
    finish();
  } catch (const FfmpegError&) {  // callers who want to know call finish() themselves
  }
}

void FfmpegProcess::start(const std::vector<std::string>& arguments, int input, const std::vector<int>& inherited) {
  std::vector<std::string> words = {"ffmpeg", "-hide_banner", "-nostdin", "-loglevel", "error", "-xerror"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  const std::lock_guard lock(running().mutex);
  const int error = startChild({"ffmpeg", words, input, -1, messages_.get(), inherited}, pid_);
  if (error == ENOENT) throw FfmpegError("ffmpeg was not found on PATH");
  if (error != 0) throw systemError("posix_spawnp", error);
  running().pids.insert(pid_);
}

void FfmpegProcess::write(const void* data, std::size_t bytes) {
  assert(!waitedFor_);
  const char* next = static_cast<const char*>(data);
  while (bytes > 0) {
    const ssize_t sent = send(input_.get(), next, bytes, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) {
      const int error = errno;
      finish();  // throws the reason of ffmpeg's end
      throw FfmpegError(fmt::format("ffmpeg stopped reading: {}", std::strerror(error)));
    }
    next += sent;
    bytes -= static_cast<std::size_t>(sent);
  }
}

void FfmpegProcess::finish() {
  if (waitedFor_) return;
  input_ = {};
  waitedFor_ = true;
  const int status = waitFor(pid_);
  if (status < 0) throw FfmpegError(fmt::format("the end of ffmpeg was lost: waitpid: {}", std::strerror(errno)));
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) throw FfmpegError(reasonOfDeath(status));
}

void FfmpegProcess::endProgram(int code) {
  running().mutex.lock();  // for ever: blocks start() and waitFor()
  for (const pid_t pid : running().pids) kill(-pid, SIGTERM);
  _exit(code);
}

std::string FfmpegProcess::reasonOfDeath(int status) const {
  if (WIFSIGNALED(status)) {
    return fmt::format("ffmpeg was killed by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
  }
  const std::string message = firstMessage();
  if (message.empty()) return fmt::format("ffmpeg ended with status {}", WEXITSTATUS(status));
  return fmt::format("ffmpeg: {}", message);
}

/// The first line is the cause; later ones are consequences.
std::string FfmpegProcess::firstMessage() const {
  std::array<char, 400> bytes{};
  const ssize_t count = pread(messages_.get(), bytes.data(), bytes.size(), 0);
  std::string text(bytes.data(), count > 0 ? static_cast<std::size_t>(count) : 0);
  text.resize(std::min(text.find('\n'), text.size()));
  const std::size_t bracket = text.find("] ");  // "[libx264 @ 0x55d2c8] ..."
  if (!text.empty() && text.front() == '[' && bracket != std::string::npos) text.erase(0, bracket + 2);
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < ' ' || c == 127) c = ' ';
  }
  return text;
}

}  // namespace app
