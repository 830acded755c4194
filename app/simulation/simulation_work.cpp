// The work of a Simulation's solver thread.

#include <algorithm>
#include <exception>
#include <memory>
#include <utility>

#include "files/file_name.h"
#include "files/free_name.h"
#include "files/user_error.h"
#include "fmm/body_surface.h"
#include "fmm/error.h"
#include "scene/given_elements.h"
#include "scene/text/scene_file.h"
#include "simulation/keep_pace.h"
#include "simulation/simulation.h"

namespace app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kSoundDrift = ImpulseWatch::kLost / 2;  // largest impulse drift of a state to step back to

/// The scene with the texts, view, camera and film of `seen`.
Scene asSeen(Scene scene, const Scene& seen) {
  scene.title = seen.title;
  scene.about = seen.about;
  scene.note = seen.note;
  scene.view = seen.view;
  scene.camera = seen.camera;
  scene.film = seen.film;
  return scene;
}

}  // namespace

void Simulation::rebuild() {
  FlowStart begin;
  ShownParts parts;
  {
    std::lock_guard lock(mutex_);
    begin = std::move(*std::exchange(reset_, std::nullopt));
    change_.reset();  // apply() wrote it into the scene
    parts = parts_;
  }
  const Clock::time_point start = Clock::now();
  const bool inFlow = begin.from && begin.from->inFlow;
  if (inFlow) begin.from = std::make_shared<const Checkpoint>(flow_->withKept(*begin.from));
  Flow flow(begin.scene, begin.from.get());
  flow.keepFor(parts.scalar);
  flow.evaluate();
  flow_.emplace(std::move(flow));
  stepsPerFrame_ = begin.scene.stepsPerFrame;
  frames_ = begin.from ? std::max<std::int64_t>(begin.from->frames, 1) : 1;
  belowZero_ = begin.belowZero || flow_->system().time() < 0;
  ++generation_;
  nextEnergy_ = nextVorticity_ = {};
  passes_ = 0;
  probing_ = false;
  pace_.begin();
  due_ = false;
  measureFrame(flow_->system().report().backend);
  expectNewError();
  {
    std::lock_guard lock(mutex_);
    status_.lost.clear();
    status_.atZero = false;
    ignoresImpulse_ = false;
    if (sound_ && sound_->inFlow) dropSound();  // the old flow kept its particles
    if (inFlow) holdSound(begin.from);
  }
  publish(secondsSince(start), flow_->system().report(), true);
}

void Simulation::takeChange() {
  Change change;
  bool framesFollow = false;
  {
    std::lock_guard lock(mutex_);
    change = *std::exchange(change_, std::nullopt);
    framesFollow = granted_ > finished_;
    status_.atZero = false;
  }
  stepsPerFrame_ = change.stepsPerFrame;
  if (flow_->resolved(change.settings) == flow_->system().settings()) return;
  const Clock::time_point start = Clock::now();
  shown_ = false;
  fetchSound();
  flow_->apply(change.settings);
  expectNewError();
  if (framesFollow || !flow_->whyLost().empty()) return;  // the next frame shows the change; a lost flow is not shown
  showPresent(start);
}

void Simulation::takeLaunch() {
  RingLaunch launch;
  bool framesFollow = false;
  {
    std::lock_guard lock(mutex_);
    if (launches_.empty()) return;  // a reset dropped it
    launch = launches_.front();
    launches_.pop_front();
    framesFollow = granted_ > finished_;
  }
  requireUnlost();
  const Clock::time_point start = Clock::now();
  if (!shown_) flow_->evaluate();  // the kept state must have current velocities
  const std::shared_ptr<const Checkpoint> before = present();
  flow_->launch(launch);
  keepBeforeLaunch(before);
  shown_ = false;
  expectNewError();
  if (framesFollow) return;  // the next frame shows it
  showPresent(start);
}

/// True if a copy of the present flow can be kept: it has at most kMostKept particles and has not gone back past the
/// time at which one of its rings joined.
bool Simulation::isKept(const Scene& scene) const {
  const std::size_t particles = flow_->system().elementCount() + flow_->system().tracerCount();
  return particles <= kMostKept && flow_->isOf(scene);
}

/// A checkpoint of the present flow, kept in memory. Null if isKept() is false or the checkpoint fails, which the flow
/// survives.
std::shared_ptr<const Checkpoint> Simulation::present() const {
  try {
    const Scene scene = flow_->scene();
    if (!isKept(scene)) return nullptr;
    auto checkpoint = std::make_shared<Checkpoint>(flow_->checkpoint(scene, frames_));
    checkpoint->scene.stepsPerFrame = stepsPerFrame_;
    checkpoint->clock = flow_->clock();
    return checkpoint;
  } catch (const std::exception&) {
    return nullptr;
  }
}

/// Keeps a copy of the present frame from time to time, next to the particles, so that a lost flow can step back. There
/// is no state to step back to while the copy is made.
void Simulation::keepGoodState() {
  const Clock::time_point start = Clock::now();
  if (!pace_.due() || flow_->impulseDrift(sample_.flow.invariants) > kSoundDrift) return;
  pace_.kept(start);
  const Scene scene = flow_->scene();
  if (!isKept(scene)) return;
  {
    std::lock_guard lock(mutex_);
    if (queuedReset_ || reset_) return;
    dropSound();
  }
  std::shared_ptr<Checkpoint> sound;
  try {
    sound = std::make_shared<Checkpoint>(flow_->keep(scene, frames_));
  } catch (const std::exception&) {
    return;  // the flow continues without a kept state
  }
  sound->scene.stepsPerFrame = stepsPerFrame_;
  sound->clock = flow_->clock();
  pace_.kept(start);
  std::lock_guard lock(mutex_);
  if (queuedReset_ || reset_) return;
  holdSound(sound);
}

/// Copies the particles kept inside the flow to the host before the settings change, which may discard them.
void Simulation::fetchSound() {
  std::shared_ptr<const Checkpoint> sound;
  {
    std::lock_guard lock(mutex_);
    if (!sound_ || !sound_->inFlow) return;
    sound = sound_;
  }
  const auto whole = std::make_shared<const Checkpoint>(flow_->withKept(*sound));
  std::lock_guard lock(mutex_);
  if (queuedReset_ && queuedReset_->from == sound) queuedReset_->from = whole;
  if (sound_ == sound) sound_ = whole;
}

/// Drops the oldest states where there would be too many particles. A state that could not be kept (null) clears all
/// earlier ones, since they would no longer be in order.
void Simulation::keepBeforeLaunch(std::shared_ptr<const Checkpoint> before) {
  const auto particles = [](const auto& kept) { return kept->elements.size() + kept->tracers.position.size(); };
  std::lock_guard lock(mutex_);
  if (!before || queuedReset_) return beforeLaunches_.clear();
  beforeLaunches_.push_back(std::move(before));
  std::size_t all = 0;
  for (auto kept = beforeLaunches_.end(); kept != beforeLaunches_.begin();) {
    all += particles(*--kept);
    if (all <= kMostKept) continue;
    beforeLaunches_.erase(beforeLaunches_.begin(), kept + 1);
    return;
  }
}

void Simulation::takeSave() {
  Save wanted;
  {
    std::lock_guard lock(mutex_);
    if (saves_.empty()) return;
    wanted = std::move(saves_.front());
    saves_.pop_front();
  }
  requireUnlost();  // the state on show is not the flow's
  Scene scene = asSeen(flow_->scene(), wanted.seen);
  scene.stepsPerFrame = stepsPerFrame_;
  SceneFiles files;
  files.surface = fmm::readStl;
  files.begun = true;
  parseScene(formatScene(scene), scene.name, files);  // throws the errors of reading the file
  if (!flow_->isOf(scene))
    throw UserError("the state cannot be saved: the flow has gone back past the time at which a ring joined it");
  // Particles or settings may be newer than the last evaluation, whose tuning is saved with them.
  if (!shown_) flow_->evaluate();
  Checkpoint checkpoint = flow_->checkpoint(scene, frames_);
  checkpoint.clock = flow_->clock();
  checkpoint.diagnostics = std::move(wanted.diagnostics);
  const std::string path = freeNumberedName(wanted.stem, kStateEnding);
  writeCheckpoint(path, checkpoint, Existing::keep);
  std::lock_guard lock(mutex_);
  saved_ = path;
}

void Simulation::computeFrame() {
  {
    std::lock_guard lock(mutex_);
    if (ignoresImpulse_) flow_->ignoreImpulse();
  }
  requireUnlost();
  const Clock::time_point start = Clock::now();
  const int steps = belowZero_ ? stepsPerFrame_ : flow_->stepsBeforeZero(stepsPerFrame_);
  const std::string why = flow_->whyNotFurtherBack(steps);
  if (!why.empty()) hold(&SimulationStatus::failure, why);
  if (!why.empty() || haltAtZero()) {
    if (!shown_) showPresent(start);  // shows the changes since the last frame, which waited for this one
    return;
  }
  shown_ = false;
  fmm::EvaluationReport report;
  const std::int32_t rings = flow_->rings();
  if (due_) {
    report = flow_->system().report();
  } else {
    flow_->advance(steps, report);
  }
  due_ = true;
  if (flow_->rings() != rings) expectNewError();
  measureFrame(report.backend);
  takeError();
  requireUnlost();
  ++frames_;
  publish(secondsSince(start), report, true);
  due_ = false;
  keepGoodState();
  haltAtZero();
}

/// Pauses a flow that has gone back to its beginning; true if it has.
bool Simulation::haltAtZero() {
  if (belowZero_ || flow_->stepsBeforeZero(1) > 0) return false;
  hold(&SimulationStatus::halt, kAtZero);
  std::lock_guard lock(mutex_);
  status_.atZero = true;
  return true;
}

/// Publishes the flow between frames, with velocities of all its particles.
void Simulation::showPresent(Clock::time_point start) {
  flow_->evaluate();
  measureFrame(flow_->system().report().backend);
  publish(secondsSince(start), flow_->system().report(), false);
}

/// Throws if the elements no longer carry the flow. The previous state stays on show, since each further step shows
/// less.
void Simulation::requireUnlost() {
  if (flow_->whyLost().empty()) return;
  const std::string why = flow_->whyLost() + "; Reset starts anew";
  {
    std::lock_guard lock(mutex_);
    status_.lost = why;
  }
  throw fmm::NumericalError(why);
}

}  // namespace app
