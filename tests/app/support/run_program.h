#pragma once

// Runs a program with arguments, as a user's shell would, and collects its output and exit code.

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/support/patience.h"

extern char** environ;

namespace test {

/// Path of the program under test.
std::string programPath();

struct ProgramResult {
  int exitCode = -1;  ///< 128 + signal if a signal ended it
  bool timedOut = false;
  std::string out;
  std::string err;
};

struct ProgramSettings {
  std::vector<std::string> environment;                ///< "NAME=value" replaces or adds, "NAME" removes
  std::chrono::milliseconds limit{60000 * kPatience};  ///< then it is killed
};

inline std::vector<std::string> environmentWith(const std::vector<std::string>& changes) {
  std::vector<std::string> result;
  const auto nameOf = [](const std::string& entry) { return entry.substr(0, entry.find('=')); };
  for (char** entry = environ; *entry; ++entry) {
    bool changed = false;
    for (const std::string& change : changes) changed = changed || nameOf(change) == nameOf(*entry);
    if (!changed) result.emplace_back(*entry);
  }
  for (const std::string& change : changes)
    if (change.find('=') != std::string::npos) result.push_back(change);
  return result;
}

inline std::vector<char*> pointersTo(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// Starts `arguments[0]` with /dev/null as its input. Throws where it cannot be started.
inline ProgramResult runArguments(std::vector<std::string> arguments, const ProgramSettings& settings = {}) {
  std::array<int, 2> out{}, err{};
  if (pipe2(out.data(), O_CLOEXEC) != 0 || pipe2(err.data(), O_CLOEXEC) != 0) throw std::runtime_error("pipe2 failed");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out[1], 1);
  posix_spawn_file_actions_adddup2(&actions, err[1], 2);
  std::vector<std::string> environment = environmentWith(settings.environment);
  pid_t child = 0;
  const int failed = posix_spawnp(&child, arguments[0].c_str(), &actions, nullptr, pointersTo(arguments).data(),
                                  pointersTo(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  close(out[1]);
  close(err[1]);
  if (failed != 0) throw std::runtime_error("cannot start " + arguments[0]);

  ProgramResult result;
  const auto end = std::chrono::steady_clock::now() + settings.limit;
  std::array<pollfd, 2> sources = {{{out[0], POLLIN, 0}, {err[0], POLLIN, 0}}};
  while (sources[0].fd >= 0 || sources[1].fd >= 0) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    if (left.count() <= 0) {
      result.timedOut = true;
      kill(child, SIGKILL);
      break;
    }
    if (poll(sources.data(), sources.size(), static_cast<int>(left.count())) < 0 && errno != EINTR) break;
    for (std::size_t i = 0; i < sources.size(); ++i) {
      if (sources[i].fd < 0 || sources[i].revents == 0) continue;
      std::array<char, 65536> bytes;
      const ssize_t count = read(sources[i].fd, bytes.data(), bytes.size());
      if (count > 0)
        (i == 0 ? result.out : result.err).append(bytes.data(), static_cast<std::size_t>(count));
      else
        sources[i].fd = -1;
    }
  }
  close(out[0]);
  close(err[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  result.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

/// Runs the real ringlet program with these arguments.
inline ProgramResult runProgram(std::vector<std::string> arguments, const ProgramSettings& settings = {}) {
  arguments.insert(arguments.begin(), programPath());
  return runArguments(std::move(arguments), settings);
}

/// A new empty folder that is removed with all that is in it.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "ringlet-test-XXXXXX").string();
    if (!mkdtemp(pattern.data())) throw std::runtime_error("mkdtemp failed");
    path_ = pattern;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  std::string path() const { return path_.string(); }
  /// Names of the files in it.
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path_)) names.push_back(entry.path().filename());
    return names;
  }

 private:
  std::filesystem::path path_;
};

inline std::string readFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot open " + path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

inline void writeFile(const std::string& path, const std::string& content) {
  std::ofstream file(path, std::ios::binary);
  file << content;
  file.close();
  if (!file) throw std::runtime_error("cannot write " + path);
}

}  // namespace test
