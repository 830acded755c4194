#pragma once

// The real program while it runs, for tests that send it signals.

#include <chrono>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "app/support/patience.h"
#include "app/support/run_program.h"

namespace test {

/// The program while it runs; its stderr goes to a file. `changes` of the environment are as in ProgramSettings.
class RunningProgram {
 public:
  RunningProgram(std::vector<std::string> words, const std::string& errorFile,
                 const std::vector<std::string>& changes = {})
      : errorFile_(errorFile) {
    words.insert(words.begin(), programPath());
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&files, 2, errorFile.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
    std::vector<std::string> environment = environmentWith(changes);
    const int failed =
        posix_spawn(&pid_, words[0].c_str(), &files, nullptr, pointersTo(words).data(), pointersTo(environment).data());
    posix_spawn_file_actions_destroy(&files);
    if (failed != 0) throw std::runtime_error("cannot start " + words[0]);
  }
  ~RunningProgram() {
    if (pid_ <= 0) return;
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  RunningProgram(const RunningProgram&) = delete;
  RunningProgram& operator=(const RunningProgram&) = delete;

  pid_t pid() const { return pid_; }
  void send(int number) const { kill(pid_, number); }
  std::string err() const { return readFile(errorFile_); }
  /// Exit code, 128 + signal if a signal ended it.
  int wait() {
    int status = 0;
    waitpid(pid_, &status, 0);
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

 private:
  std::string errorFile_;
  pid_t pid_ = -1;
};

inline bool waitUntil(const std::function<bool()>& condition) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30 * kPatience);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return true;
}

}  // namespace test
