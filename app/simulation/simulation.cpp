#include "simulation/simulation.h"

#include <cassert>
#include <utility>

namespace app {

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
  if (status_.atZero && !change_ && !queuedReset_ && !reset_) {
    status_.halt = kAtZero;
    return;
  }
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
  beforeLaunches_.clear();
  dropSound();
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

void Simulation::launch(const RingLaunch& launch) {
  {
    std::lock_guard lock(mutex_);
    launches_.push_back(launch);
  }
  wake_.notify_one();
}

bool Simulation::takeBackLaunch() {
  std::lock_guard lock(mutex_);
  if (beforeLaunches_.empty() || queuedReset_ || reset_) return false;
  const std::shared_ptr<const Checkpoint> before = beforeLaunches_.back();
  beforeLaunches_.pop_back();
  dropSound();  // the sound state may contain the ring
  launches_.clear();
  queuedSteps_ = 0;
  queuedReset_ = FlowStart(before->scene, before);
  return true;
}

void Simulation::goOn() {
  std::lock_guard lock(mutex_);
  ignoresImpulse_ = true;
  status_.lost.clear();
  status_.stopped.clear();
  status_.playing = true;
  failedPlaying_ = false;
}

bool Simulation::stepBack() {
  std::lock_guard lock(mutex_);
  if (!sound_ || queuedReset_ || reset_) return false;
  launches_.clear();
  beforeLaunches_.clear();
  queuedSteps_ = 0;
  status_.playing = failedPlaying_ = false;
  queuedReset_ = FlowStart(sound_->scene, sound_);
  return true;
}

/// Discards the sound state; call with the mutex held.
void Simulation::dropSound() {
  sound_.reset();
  status_.canStepBack = false;
}

/// Stores a state to step back to; call with the mutex held.
void Simulation::holdSound(std::shared_ptr<const Checkpoint> sound) {
  sound_ = std::move(sound);
  status_.canStepBack = true;
}

void Simulation::save(const std::string& stem, const Scene& seen, std::string diagnostics) {
  {
    std::lock_guard lock(mutex_);
    saves_.push_back({stem, seen, std::move(diagnostics)});
  }
  wake_.notify_one();
}

std::string Simulation::takeSaved() {
  std::lock_guard lock(mutex_);
  return std::exchange(saved_, {});
}

void Simulation::show(const ShownParts& parts) {
  {
    std::lock_guard lock(mutex_);
    if (parts == parts_) return;
    parts_ = parts;
    showDue_ = true;
  }
  wake_.notify_one();
}

void Simulation::tick() {
  {
    std::lock_guard lock(mutex_);
    if (granted_ != state().number) return;  // work in progress, or a state not yet taken
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

void Simulation::dismissFailure(const SimulationStatus& told) {
  std::lock_guard lock(mutex_);
  if (status_.failure == told.failure) status_.failure.clear();
  if (status_.halt == told.halt) status_.halt.clear();
}

bool Simulation::idle() const {
  std::lock_guard lock(mutex_);
  const bool queued = queuedReset_ || queuedSteps_ > 0 || reset_ || change_ || !launches_.empty() || !saves_.empty() ||
                      (showDue_ && finished_ > 0);
  return !queued && !status_.busy && granted_ == finished_ && finished_ == state().number && !hasNews();
}

}  // namespace app
