#include "film/interrupt.h"

#include <unistd.h>

#include <cassert>
#include <ctime>

namespace app {
namespace {

// What a signal handler may touch.
volatile std::sig_atomic_t caughtSignal = 0;
volatile std::time_t caughtSeconds = 0;
volatile long caughtNanoseconds = 0;
bool guardExists = false;

/// A tool such as timeout(1) sends its signal twice within moments: that is still one wish.
bool isLater(const timespec& now) {
  return now.tv_sec - caughtSeconds + 1e-9 * static_cast<double>(now.tv_nsec - caughtNanoseconds) >= 1;
}

extern "C" void rememberSignal(int number) {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (caughtSignal == 0) {
    caughtSignal = number;
    caughtSeconds = now.tv_sec;
    caughtNanoseconds = now.tv_nsec;
  } else if (isLater(now)) {
    std::signal(number, SIG_DFL);
    raise(number);
  }
}

void install(int number, struct sigaction& former) {
  struct sigaction action {};
  action.sa_handler = rememberSignal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, &former);
}

}  // namespace

InterruptGuard::InterruptGuard() {
  assert(!guardExists);
  guardExists = true;
  caughtSignal = 0;
  install(SIGINT, interrupt_);
  install(SIGTERM, terminate_);
  install(SIGHUP, hangUp_);
  if (hangUp_.sa_handler == SIG_IGN) sigaction(SIGHUP, &hangUp_, nullptr);
  struct sigaction ignore {};
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGXFSZ, &ignore, &fileSize_);
}

InterruptGuard::~InterruptGuard() {
  sigaction(SIGINT, &interrupt_, nullptr);
  sigaction(SIGTERM, &terminate_, nullptr);
  sigaction(SIGHUP, &hangUp_, nullptr);
  sigaction(SIGXFSZ, &fileSize_, nullptr);
  guardExists = false;
}

int InterruptGuard::caught() {
  return caughtSignal;
}

}  // namespace app
