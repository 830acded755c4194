// The loop of a Simulation's solver thread: order of work and handling of failures.

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

#include "simulation/simulation.h"

namespace app {
namespace {

using Clock = std::chrono::steady_clock;

std::string describe(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const std::bad_alloc&) {
    return "out of memory";
  } catch (const std::exception& e) {
    return e.what();
  } catch (...) {
    return "unknown failure";
  }
}

/// Lowers the priority of this thread and of the solver's threads that it starts: on few cores, drawing comes first.
void letOthersFirst() {
  constexpr int kNicer = 5;  // a contended core gives this thread about a quarter; much less would stall it
  setpriority(PRIO_PROCESS, 0, std::min(19, getpriority(PRIO_PROCESS, 0) + kNicer));  // on Linux: of this thread only
}

}  // namespace

void Simulation::run() {
  letOthersFirst();
  for (;;) {
    const Work work = waitForWork();
    if (work == Work::quit) return;
    try {
      perform(work);
    } catch (...) {
      const bool keepsState = work == Work::change || work == Work::launch || work == Work::save ||
                              work == Work::show || work == Work::measure;
      fail(describe(std::current_exception()), !keepsState, work == Work::reset);
    }
    std::lock_guard lock(mutex_);
    status_.busy = false;
  }
}

Simulation::Work Simulation::nextWork() const {
  if (quit_) return Work::quit;
  if (reset_) return Work::reset;
  if (change_ && flow_) return Work::change;
  if (!launches_.empty() && flow_ && !queuedReset_) return Work::launch;
  if (!saves_.empty() && flow_ && !queuedReset_) return Work::save;
  if (measureDue_ && Clock::now() >= nextMeasurement_) return Work::measure;
  if (granted_ > finished_) return Work::frame;
  if (showDue_ && flow_) return Work::show;
  return Work::none;
}

Simulation::Work Simulation::waitForWork() {
  std::unique_lock lock(mutex_);
  Work work = nextWork();
  while (work == Work::none) {
    if (measureDue_) {
      wake_.wait_until(lock, nextMeasurement_);
    } else {
      wake_.wait(lock);
    }
    work = nextWork();
  }
  status_.busy = work != Work::quit && work != Work::measure;
  return work;
}

void Simulation::perform(Work work) {
  switch (work) {
    case Work::reset:
      return rebuild();
    case Work::change:
      return takeChange();
    case Work::launch:
      return takeLaunch();
    case Work::save:
      return takeSave();
    case Work::frame:
      return computeFrame();
    case Work::show:
      return publishAnew();
    case Work::measure:
      return measureError();
    case Work::none:
    case Work::quit:
      return;
  }
}

/// Reports what failed. If the machine has lost the particles, no step, picture or measurement of them is possible: the
/// report says so, and the last picture stays on show. Later failures repeat the report of the loss, except a failed
/// reset, which has a reason of its own.
void Simulation::fail(std::string what, bool pauses, bool ofReset) {
  std::replace(what.begin(), what.end(), '\n', ' ');
  const bool loses = flow_ && flow_->system().lost();
  std::lock_guard lock(mutex_);
  failedPlaying_ |= status_.playing && (pauses || loses);
  if (pauses) status_.stopped = what;
  if (loses && status_.lost.empty()) {
    const std::string where = sound_ ? fmt::format("; Step back returns to t = {:.6g}", sound_->time) : std::string();
    status_.lost = what + "; the particles are lost" + where + "; Reset starts anew";
    measureDue_ = false;
  }
  status_.failure = loses && !ofReset ? status_.lost : what;
  if (pauses || loses) standStill();
}

/// Pauses, drops the requested frames and reports `why` as a failure or a halt.
void Simulation::hold(std::string SimulationStatus::*kind, const std::string& why) {
  std::lock_guard lock(mutex_);
  status_.*kind = why;
  standStill();
}

/// Stops playing and drops the requested frames; call with the mutex held.
void Simulation::standStill() {
  status_.playing = false;
  queuedSteps_ = 0;
  granted_ = finished_;
}

}  // namespace app
