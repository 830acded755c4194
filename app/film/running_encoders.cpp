#include "film/running_encoders.h"

#include <dirent.h>
#include <linux/sockios.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <vector>

namespace app::running_encoders {
namespace {

struct Encoder {
  pid_t pid;
  int input;  // -1: ended
  Purpose purpose;
};

struct Registry {
  std::mutex mutex;
  std::vector<Encoder> encoders;

  auto find(pid_t pid) {
    return std::find_if(encoders.begin(), encoders.end(), [pid](const Encoder& one) { return one.pid == pid; });
  }
};

Registry& registry() {
  static Registry all;
  return all;
}

/// State of a process according to /proc.
struct Process {
  pid_t group = 0;
  bool active = false;      // a thread computes or waits for a disk
  std::uint64_t ticks = 0;  // of all its threads
};

Process readStat(const char* path) {
  std::array<char, 512> text{};
  const std::unique_ptr<FILE, int (*)(FILE*)> file(std::fopen(path, "re"), std::fclose);
  if (!file || !std::fgets(text.data(), text.size(), file.get())) return {};
  const char* const rest = std::strrchr(text.data(), ')');  // "pid (name) state parent group ... utime stime"
  char state = 0;
  long group = 0;
  unsigned long user = 0, system = 0;
  if (!rest ||
      std::sscanf(rest, ") %c %*d %ld %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &state, &group, &user, &system) != 4)
    return {};
  return {static_cast<pid_t>(group), state == 'R' || state == 'D', std::uint64_t{user} + system};
}

using Folder = std::unique_ptr<DIR, int (*)(DIR*)>;

/// /proc/PID/stat has the state of the first thread only; the process is active if any thread is.
Process readProcess(const char* number) {
  std::array<char, 96> path{};
  std::snprintf(path.data(), path.size(), "/proc/%.20s/stat", number);
  Process process = readStat(path.data());
  std::snprintf(path.data(), path.size(), "/proc/%.20s/task", number);
  const Folder threads(opendir(path.data()), closedir);
  while (const dirent* entry = threads ? readdir(threads.get()) : nullptr) {
    if (entry->d_name[0] == '.') continue;
    std::snprintf(path.data(), path.size(), "/proc/%.20s/task/%.20s/stat", number, entry->d_name);
    process.active = process.active || readStat(path.data()).active;
  }
  return process;
}

/// Call with the registry locked.
std::vector<Look> look() {
  std::vector<Look> looks;
  for (const Encoder& encoder : registry().encoders) {
    int unread = 0;
    if (encoder.input >= 0 && ioctl(encoder.input, SIOCOUTQ, &unread) != 0) unread = 0;
    looks.push_back({encoder.pid, encoder.input < 0 || unread > 0, false, unread, 0});
  }
  // "ffmpeg" may be a script, so the whole process group counts.
  const Folder processes(opendir("/proc"), closedir);
  while (const dirent* entry = processes ? readdir(processes.get()) : nullptr) {
    if (entry->d_name[0] < '0' || entry->d_name[0] > '9') continue;
    const Process process = readProcess(entry->d_name);
    for (Look& one : looks) {
      if (process.group != one.pid) continue;
      one.active = one.active || process.active;
      one.ticks += process.ticks;
    }
  }
  return looks;
}

bool hangs(const Look& before, const Look& now) {
  return before.owes && now.owes && !before.active && !now.active && before.unread == now.unread &&
         before.ticks == now.ticks;
}

}  // namespace

void enlist(pid_t pid, int input, Purpose purpose) {
  const std::lock_guard lock(registry().mutex);
  registry().encoders.push_back({pid, input, purpose});
}

void inputEnds(pid_t pid) {
  const std::lock_guard lock(registry().mutex);
  if (const auto encoder = registry().find(pid); encoder != registry().encoders.end()) encoder->input = -1;
}

int waitFor(pid_t pid) {
  siginfo_t ended{};
  while (waitid(P_PID, static_cast<id_t>(pid), &ended, WEXITED | WNOWAIT) != 0 && errno == EINTR) continue;
  // Until waitpid() the pid cannot be reused.
  const std::lock_guard lock(registry().mutex);
  if (const auto encoder = registry().find(pid); encoder != registry().encoders.end())
    registry().encoders.erase(encoder);
  int status = 0;
  return waitpid(pid, &status, 0) == pid ? status : -1;
}

std::vector<Look> lookAtAll() {
  const std::lock_guard lock(registry().mutex);
  return look();
}

void endProgram(const std::vector<Look>& before, int code) {
  const std::lock_guard lock(registry().mutex);  // blocks waitFor()
  for (const Encoder& encoder : registry().encoders)
    if (encoder.purpose == Purpose::helper) kill(-encoder.pid, SIGKILL);
  for (const Look& now : look())
    for (const Look& earlier : before)
      if (earlier.pid == now.pid && hangs(earlier, now)) kill(-now.pid, SIGKILL);
  _exit(code);
}

}  // namespace app::running_encoders
