// What the solver's thread of a Simulation goes by: which work comes next, and what a failure of it means.

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

/// Where the cores are few, pictures come before steps: this thread and those that it starts, the solver's, take what
/// the others leave.
void letOthersFirst() {
  constexpr int kNicer = 5;  // a quarter of a core that others want, too: with much less nothing would move
  setpriority(PRIO_PROCESS, 0, std::min(19, getpriority(PRIO_PROCESS, 0) + kNicer));  // of this thread, on Linux
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

/// Tells what failed, and in the same breath what that means: where the machine has lost the particles no step, picture
/// or measure of them can come any more, and the picture that was taken last stays on show. Whatever fails for that
/// later tells the loss again; a reset that fails has a reason of its own.
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

/// Pauses, without the frame that was asked for, and tells why as a failure or a halt.
void Simulation::hold(std::string SimulationStatus::*kind, const std::string& why) {
  std::lock_guard lock(mutex_);
  status_.*kind = why;
  standStill();
}

/// Plays no longer and forgets the frames that were asked for; under the lock.
void Simulation::standStill() {
  status_.playing = false;
  queuedSteps_ = 0;
  granted_ = finished_;
}

}  // namespace app
