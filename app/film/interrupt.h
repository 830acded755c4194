#pragma once

#include <csignal>
#include <thread>

namespace app {

/// While one of these lives, SIGINT, SIGTERM and SIGHUP (unless that was ignored, as by nohup) do not end the program
/// but are remembered, so that a film can be finished. A further one that comes a second or more after the first ends
/// the program at once, and so does SIGTERM or SIGHUP if this still lives less than two seconds later, whatever the
/// program then waits for: a step that takes minutes, or an encoder that does not read. It exits with 128 + the signal,
/// having said so in one line; what was written stays, and encoders close their films in good order, unless they hang:
/// those are killed. Writing beyond a file size limit becomes an ordinary error (EFBIG) rather than a SIGXFSZ.
/// One at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  /// The first signal that came since construction; 0: none.
  static int caught();

 private:
  std::thread watchdog_;
  struct sigaction interrupt_ {
  }, terminate_{}, hangUp_{}, fileSize_{};
};

}  // namespace app
