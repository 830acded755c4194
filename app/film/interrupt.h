#pragma once

#include <csignal>
#include <thread>

namespace app {

/// During its lifetime, SIGINT, SIGTERM and SIGHUP do not end the program but are recorded, so that a film can be
/// finished; those that are ignored, as by nohup and in a script's background, stay ignored. The program ends at once
/// if another signal comes a second or more after the first, or if this object still lives two seconds after SIGTERM or
/// SIGHUP, whatever the program waits for: a long step or an encoder that does not read. It then exits with 128 + the
/// signal after one line on stderr; written data stays, and encoders are told to end, upon which they close their films
/// properly. Exceeding a file size limit becomes an ordinary error (EFBIG) instead of SIGXFSZ. One object at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  /// The first signal since construction; 0 if none.
  static int caught();

 private:
  std::thread watchdog_;
  struct sigaction interrupt_ {
  }, terminate_{}, hangUp_{}, fileSize_{};
};

}  // namespace app
