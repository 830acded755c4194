#include "simulation/simulation.h"

#include <algorithm>
#include <cassert>
#include <exception>
#include <new>
#include <utility>

#include "fmm/error.h"
#include "scene/scene_lines.h"
#include "scene/scene_particles.h"
#include "simulation/element_sample.h"
#include "simulation/memory_check.h"
#include "simulation/wall_time.h"

namespace app {
namespace {

using Clock = std::chrono::steady_clock;

/// Adds what another step did: times and pairs are summed, everything else is the later step's.
void accumulate(fmm::EvaluationReport& sum, const fmm::EvaluationReport& step) {
  fmm::EvaluationReport total = step;
  for (const fmm::StageTime& before : sum.stages) {
    auto same = std::find_if(total.stages.begin(), total.stages.end(),
                             [&](const fmm::StageTime& s) { return s.name == before.name; });
    if (same != total.stages.end()) {
      same->seconds += before.seconds;
    } else {
      total.stages.push_back(before);
    }
  }
  total.seconds += sum.seconds;
  total.evaluations += sum.evaluations;
  total.farPairs += sum.farPairs;
  total.nearPairs += sum.nearPairs;
  sum = std::move(total);
}

std::string describe(std::exception_ptr error) {
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

}  // namespace

Simulation::Simulation(FlowStart start, StoreFactory makeStore) : makeStore_(std::move(makeStore)) {
  if (!makeStore_) makeStore_ = makeParticleStore;
  reset_ = std::move(start);
  granted_ = 1;
  thread_ = std::thread([this] { run(); });
}

Simulation::~Simulation() {
  {
    std::lock_guard lock(mutex_);
    quit_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void Simulation::play() {
  std::lock_guard lock(mutex_);
  status_.playing = true;
  failedPlaying_ = false;
  queuedSteps_ = 0;
}

void Simulation::pause() {
  std::lock_guard lock(mutex_);
  status_.playing = failedPlaying_ = false;
}

void Simulation::step() {
  std::lock_guard lock(mutex_);
  status_.playing = failedPlaying_ = false;
  ++queuedSteps_;
}

void Simulation::reset(FlowStart start) {
  std::lock_guard lock(mutex_);
  queuedReset_ = std::move(start);
  queuedSteps_ = 0;
  status_.playing |= std::exchange(failedPlaying_, false);
  launches_.clear();
}

void Simulation::apply(const fmm::Settings& settings, int stepsPerFrame) {
  assert(stepsPerFrame > 0);
  {
    std::lock_guard lock(mutex_);
    change_ = Change{settings, stepsPerFrame};
    for (std::optional<FlowStart>* start : {&queuedReset_, &reset_}) {
      if (!*start) continue;
      (*start)->scene.settings = settings;
      (*start)->scene.stepsPerFrame = stepsPerFrame;
    }
  }
  wake_.notify_one();
}

void Simulation::show(const Insight& insight) {
  {
    std::lock_guard lock(mutex_);
    if (insight == insight_) return;
    insight_ = insight;
    showDue_ = true;
  }
  wake_.notify_one();
}

void Simulation::tick() {
  {
    std::lock_guard lock(mutex_);
    if (granted_ != state().number) return;  // something is being computed or was not taken yet
    if (queuedReset_) {
      reset_ = std::exchange(queuedReset_, std::nullopt);
    } else if (finished_ == 0) {
      return;  // the first scene could not be built
    } else if (!status_.playing) {
      if (queuedSteps_ == 0) return;
      --queuedSteps_;
    }
    ++granted_;
  }
  wake_.notify_one();
}

SimulationStatus Simulation::status() const {
  std::lock_guard lock(mutex_);
  return status_;
}

void Simulation::dismissFailure() {
  std::lock_guard lock(mutex_);
  status_.failure.clear();
}

bool Simulation::idle() const {
  std::lock_guard lock(mutex_);
  const bool queued = queuedReset_ || queuedSteps_ > 0 || reset_ || change_ || !launches_.empty() || !saves_.empty() ||
                      (showDue_ && finished_ > 0);
  return !queued && !status_.busy && granted_ == finished_ && finished_ == state().number && !hasNews();
}

void Simulation::run() {
  for (;;) {
    const Work work = waitForWork();
    if (work == Work::quit) return;
    try {
      perform(work);
    } catch (...) {
      const bool keepsState = work == Work::change || work == Work::launch || work == Work::save ||
                              work == Work::show || work == Work::measure;
      fail(describe(std::current_exception()), !keepsState);
    }
    std::lock_guard lock(mutex_);
    status_.busy = false;
  }
}

Simulation::Work Simulation::nextWork() const {
  if (quit_) return Work::quit;
  if (reset_) return Work::reset;
  if (change_ && system_) return Work::change;
  if (!launches_.empty() && system_ && !queuedReset_) return Work::launch;
  if (!saves_.empty() && system_ && !queuedReset_) return Work::save;
  if (measureDue_ && Clock::now() >= nextMeasurement_) return Work::measure;
  if (granted_ > finished_) return Work::frame;
  if (showDue_ && system_) return Work::show;
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
      return measure();
    case Work::none:
    case Work::quit:
      return;
  }
}

/// Fixed steps are counted from here on: a sum of time steps would gather their rounding errors. Where all steps so far
/// were like these they are counted from 0, as if there had been no halt.
void Simulation::startClock() {
  clock_ = {system_->time(), system_->steps()};
  if (clock_.time == static_cast<double>(clock_.steps) * system_->settings().timeStep) clock_ = {};
}

/// Steps that are as long as those before the checkpoint are counted from where those were.
void Simulation::resumeClock(const Checkpoint& from) {
  const fmm::Settings& now = system_->settings();
  const bool same = now.timeStep == from.settings.timeStep && now.courant == from.settings.courant;
  if (from.clock && same) clock_ = *from.clock;
}

void Simulation::setExactTime() {
  const fmm::Settings& settings = system_->settings();
  if (settings.courant > 0) return;
  const std::int64_t steps = system_->steps();
  system_->setClock(clock_.time + static_cast<double>(steps - clock_.steps) * settings.timeStep, steps);
}

void Simulation::rebuild() {
  FlowStart begin;
  {
    std::lock_guard lock(mutex_);
    begin = std::move(*std::exchange(reset_, std::nullopt));
    change_.reset();  // apply() wrote it into the scene
  }
  const Scene& scene = begin.scene;
  const Clock::time_point start = Clock::now();
  LaunchSchedule schedule(scene);
  requireMemory(totalCounts(scene), scene.settings.precision);
  StartedFlow flow = startFlow(scene, begin.from.get(), schedule);
  flow.system.evaluate();
  system_.emplace(std::move(flow.system));
  tags_ = begin.from ? tagsOf(begin.from->tracers, ringBirths(scene)) : tagsOf(flow.beginning.tracers);
  stepsPerFrame_ = scene.stepsPerFrame;
  startClock();
  if (begin.from) resumeClock(*begin.from);
  ++generation_;
  frames_ = begin.from ? std::max<std::int64_t>(begin.from->frames, 1) : 1;
  resolution_ = system_->resolution();
  startCentroid_ = flow.startCentroid;
  floor_ = floorOf(scene, flow.beginning.elements);
  const fmm::Elements elements = system_->elements();
  firstRing_ = static_cast<std::size_t>(std::count(elements.ring.begin(), elements.ring.end(), 0));
  impulse_.start(elements, scene.settings.ground);
  lostDrift_ = 0;
  schedule_ = std::move(schedule);
  launched_.clear();
  lastJoined_ = lastJoinedBefore(scene, system_->time(), scene.settings.timeStep);
  diagnostics_.start(ringsUntil(scene, flow.beginning.elements, system_->time()), hasRingsAlone(scene));
  scene_ = scene;
  const Counts counts = sceneCounts(scene);  // another backend, on the way, would choose others
  scene_.elements = counts.elements;
  scene_.tracers = counts.tracers;
  nextEnergy_ = nextVorticity_ = {};
  lookAtAll(system_->report().backend);
  expectNewError();
  {
    std::lock_guard lock(mutex_);
    status_.lost.clear();
  }
  publish(secondsSince(start), system_->report(), true);
}

void Simulation::takeChange() {
  Change change;
  bool framesFollow = false;
  {
    std::lock_guard lock(mutex_);
    change = *std::exchange(change_, std::nullopt);
    framesFollow = granted_ > finished_;
  }
  stepsPerFrame_ = change.stepsPerFrame;
  if (change.settings == system_->settings()) return;
  const Clock::time_point start = Clock::now();
  const bool newCores = change.settings.regularisation != system_->settings().regularisation;
  const bool newGround = !(change.settings.ground == system_->settings().ground);
  shown_ = false;
  system_->apply(change.settings);
  if (newGround) impulse_.start(system_->elements(), change.settings.ground);
  if (newGround || newCores) diagnostics_.restart();
  startClock();
  expectNewError();
  if (framesFollow || lostDrift_ > 0) return;  // the next frame shows it; what is lost is not to be shown
  system_->evaluate();
  lookAtAll(system_->report().backend);
  publish(secondsSince(start), system_->report(), false);
}

void Simulation::computeFrame() {
  requireUnlost(lostDrift_);
  const Clock::time_point start = Clock::now();
  if (const std::string why = whyNotFurtherBack(); !why.empty()) {
    hold(why);
    if (shown_) return;
    system_->evaluate();  // what came since the last frame waited for this one to be shown
    lookAtAll(system_->report().backend);
    return publish(secondsSince(start), system_->report(), false);
  }
  shown_ = false;
  fmm::EvaluationReport report;
  bool joined = false;
  for (int i = 0; i < stepsPerFrame_; ++i) {
    system_->step();
    accumulate(report, system_->report());
    followRefinement();
    joined = joinDueRings();
  }
  setExactTime();
  if (joined) system_->evaluate();
  lookAtAll(report.backend);
  requireUnlost(impulse_.drift(sample_.invariants));
  ++frames_;
  publish(secondsSince(start), report, true);
}

/// Where the elements no longer carry the flow, the state before stays on show: with every step there is less to see.
void Simulation::requireUnlost(double drift) {
  if (drift < ImpulseWatch::kLost) return;
  lostDrift_ = drift;
  const std::string why = ImpulseWatch::describe(drift) + "; Reset starts anew";
  {
    std::lock_guard lock(mutex_);
    status_.lost = why;
  }
  throw fmm::NumericalError(why);
}

void Simulation::fail(std::string what, bool pauses) {
  std::replace(what.begin(), what.end(), '\n', ' ');
  if (pauses) {
    std::lock_guard lock(mutex_);
    failedPlaying_ |= status_.playing;
    status_.stopped = what;
  }
  if (pauses) return hold(what);
  std::lock_guard lock(mutex_);
  status_.failure = std::move(what);
}

/// Pauses, without the frame that was asked for.
void Simulation::hold(const std::string& why) {
  std::lock_guard lock(mutex_);
  status_.failure = why;
  status_.playing = false;
  queuedSteps_ = 0;
  granted_ = finished_;
}

}  // namespace app
