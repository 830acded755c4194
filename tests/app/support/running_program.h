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

/// A command while it runs, whose destructor kills it; its stderr goes to a file. `changes` of the environment are as
/// in ProgramSettings.
class RunningCommand {
 public:
  /// Starts `words[0]`, found as the shell finds it. Throws std::runtime_error.
  RunningCommand(std::vector<std::string> words, const std::string& errorFile,
                 const std::vector<std::string>& changes = {}, const std::string& outputFile = "/dev/null")
      : errorFile_(errorFile) {
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, 1, outputFile.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
    posix_spawn_file_actions_addopen(&files, 2, errorFile.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
    std::vector<std::string> environment = environmentWith(changes);
    const int failed = posix_spawnp(&pid_, words[0].c_str(), &files, nullptr, pointersTo(words).data(),
                                    pointersTo(environment).data());
    posix_spawn_file_actions_destroy(&files);
    if (failed != 0) throw std::runtime_error("cannot start " + words[0]);
  }
  ~RunningCommand() {
    if (pid_ <= 0) return;
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  RunningCommand(const RunningCommand&) = delete;
  RunningCommand& operator=(const RunningCommand&) = delete;

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
  /// The same; -1 if it still runs after `seconds`.
  int wait(double seconds) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    siginfo_t ended{};
    while (waitid(P_PID, static_cast<id_t>(pid_), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && ended.si_pid == 0) {
      if (std::chrono::steady_clock::now() > end) return -1;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return wait();
  }

 private:
  std::string errorFile_;
  pid_t pid_ = -1;
};

/// The program under test while it runs.
class RunningProgram : public RunningCommand {
 public:
  RunningProgram(std::vector<std::string> words, const std::string& errorFile,
                 const std::vector<std::string>& changes = {}, const std::string& outputFile = "/dev/null")
      : RunningCommand((words.insert(words.begin(), programPath()), words), errorFile, changes, outputFile) {}
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
