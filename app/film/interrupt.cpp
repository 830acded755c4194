#include "film/interrupt.h"

#include <poll.h>
#include <semaphore.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cassert>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>

#include "film/ffmpeg_process.h"

namespace app {
namespace {

// State that the signal handler may access.
std::atomic<int> caughtSignal = 0;       // the first
std::atomic<std::int64_t> caughtAt = 0;  // its time [ns]; 0: none
std::atomic<int> urgentSignal = 0;       // the first signal that sets a deadline
sem_t wake;                              // wakes the watchdog: urgentSignal or ending has changed
bool guardExists = false;

/// The guard and the watchdog compete to end: whichever is first decides.
enum class Ending { none, guard, program };
std::atomic<Ending> ending = Ending::none;
bool beginEnding(Ending mine) {
  Ending none = Ending::none;
  return ending.compare_exchange_strong(none, mine);
}

constexpr std::chrono::milliseconds kGrace{1000};  // less than 2 s with the exit

extern "C" void rememberSignal(int number) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  const std::int64_t now = time.tv_sec * kSecond + time.tv_nsec;
  int none = 0;
  if (number != SIGINT && urgentSignal.compare_exchange_strong(none, number)) sem_post(&wake);
  std::int64_t first = 0;
  if (caughtAt.compare_exchange_strong(first, now)) {
    caughtSignal = number;
  } else if (now - first >= kSecond) {  // timeout(1) sends its signal twice within moments: that counts as one
    std::signal(number, SIG_DFL);
    raise(number);
  }
}

/// A signal that is ignored stays so: shells start jobs in the background without SIGINT, nohup without SIGHUP.
void install(int number, struct sigaction& former) {
  sigaction(number, nullptr, &former);
  if (former.sa_handler == SIG_IGN) return;
  struct sigaction action {};
  action.sa_handler = rememberSignal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, nullptr);
}

/// Waits for the guard's end; true if it came within `time`.
bool isOverWithin(std::chrono::nanoseconds time) {
  constexpr long kSecond = 1'000'000'000;
  timespec end{};
  clock_gettime(CLOCK_MONOTONIC, &end);
  end.tv_nsec += static_cast<long>(time.count());
  end.tv_sec += end.tv_nsec / kSecond;
  end.tv_nsec %= kSecond;
  while (ending == Ending::none && sem_clockwait(&wake, CLOCK_MONOTONIC, &end) == 0) continue;
  return ending != Ending::none;
}

/// Writes one line to standard error unless the stream is blocked. Takes no lock of another thread.
void say(int signal) {
  std::array<char, 200> line{};
  const int length = std::snprintf(line.data(), line.size(),
                                   "%sringlet: ended by signal %d (%s) before all was finished; what was written so "
                                   "far is kept\n",
                                   isatty(STDERR_FILENO) != 0 ? "\r\033[K" : "", signal, sigdescr_np(signal));
  pollfd target = {STDERR_FILENO, POLLOUT, 0};
  if (poll(&target, 1, 0) != 1 || (target.revents & POLLOUT) == 0) return;
  if (write(STDERR_FILENO, line.data(), static_cast<std::size_t>(length)) != length) return;
}

/// Ends the program if the guard does not end in time after an urgent signal.
void watch() {
  while (urgentSignal == 0 && ending == Ending::none) sem_wait(&wake);
  if (isOverWithin(kGrace) || !beginEnding(Ending::program)) return;
  say(urgentSignal);
  FfmpegProcess::endProgram(128 + urgentSignal);
}

/// The watchdog blocks all signals, so that they reach threads that wait for something.
std::thread startWatchdog() {
  sigset_t all, former;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &former);
  std::thread watchdog(watch);
  pthread_sigmask(SIG_SETMASK, &former, nullptr);
  return watchdog;
}

}  // namespace

InterruptGuard::InterruptGuard() {
  assert(!guardExists);
  guardExists = true;
  caughtSignal = 0;
  caughtAt = 0;
  urgentSignal = 0;
  ending = Ending::none;
  sem_init(&wake, 0, 0);
  watchdog_ = startWatchdog();
  install(SIGINT, interrupt_);
  install(SIGTERM, terminate_);
  install(SIGHUP, hangUp_);
  struct sigaction ignore {};
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGXFSZ, &ignore, &fileSize_);
}

InterruptGuard::~InterruptGuard() {
  sigaction(SIGINT, &interrupt_, nullptr);
  sigaction(SIGTERM, &terminate_, nullptr);
  sigaction(SIGHUP, &hangUp_, nullptr);
  sigaction(SIGXFSZ, &fileSize_, nullptr);
  beginEnding(Ending::guard);
  sem_post(&wake);
  watchdog_.join();
  sem_destroy(&wake);
  guardExists = false;
}

int InterruptGuard::caught() {
  return caughtSignal;
}

}  // namespace app
