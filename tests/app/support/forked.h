#pragma once

// A copy of the test's process that does something until it is killed.

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <functional>
#include <stdexcept>

namespace test {

/// The child's end of a pipe, to tell the parent that the child is ready.
class Signal {
 public:
  explicit Signal(int descriptor) : descriptor_(descriptor) {}
  [[noreturn]] void sendAndWait() const {
    if (write(descriptor_, "r", 1) != 1) _exit(1);
    for (;;) pause();
  }

 private:
  int descriptor_;
};

/// Runs `work` in a forked child, which ends by _exit() or SIGKILL and does not destroy the objects on its stack.
class Forked {
 public:
  explicit Forked(const std::function<void(const Signal&)>& work) {
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) throw std::runtime_error("pipe failed");
    child_ = fork();
    if (child_ == 0) {
      work(Signal(ends[1]));
      _exit(0);
    }
    close(ends[1]);
    ready_ = ends[0];
  }
  ~Forked() {
    kill();
    close(ready_);
  }
  Forked(const Forked&) = delete;
  Forked& operator=(const Forked&) = delete;

  void waitUntilReady() const {
    char byte = 0;
    if (read(ready_, &byte, 1) != 1) throw std::runtime_error("the child has ended");
  }
  /// Ends the child by SIGKILL and waits for its end.
  void kill() {
    if (child_ <= 0) return;
    ::kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
    child_ = 0;
  }

 private:
  pid_t child_ = 0;
  int ready_ = -1;
};

}  // namespace test
