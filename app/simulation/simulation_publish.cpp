#include <algorithm>
#include <utility>

#include "simulation/keep_pace.h"
#include "simulation/simulation.h"

namespace app {

// What a Simulation puts into the states that the drawing thread sees.

void Simulation::publish(double seconds, const fmm::EvaluationReport& report, bool newFrame) {
  SimulationState& state = states_.back();
  flow_->show(state, takeParts(), makeStore_);
  state.generation = generation_;
  state.seconds = seconds;
  state.report = report;
  state.settings = flow_->system().settings();
  state.stepsPerFrame = stepsPerFrame_;
  state.invariants = sample_.flow.invariants;
  state.diagnostics = sample_;
  state.diagnostics.seconds = report.seconds;
  state.diagnostics.stages = report.stages;
  state.impulseDrift = flow_->impulseDrift(sample_.flow.invariants);
  state.refinement = flow_->system().refinement();
  state.warning = flow_->dissipation().warning();
  state.rings = flow_->rings();
  state.launched = flow_->launched();
  state.gpuMemory = gpuMemory_;
  const fmm::CudaTransfers transfers = fmm::cudaTransfers();
  state.transfers = {transfers.bytes - transfers_.bytes, transfers.waits - transfers_.waits};
  transfers_ = transfers;
  shown_ = true;
  lastSeconds_ = seconds;
  lastReport_ = report;

  std::lock_guard lock(mutex_);
  if (newFrame) {
    ++finished_;
    status_.stopped.clear();
  }
  state.number = finished_;
  status_.backend = report.backend;
  measureDue_ = true;
  states_.publish();
}

/// The present state once more, with what was asked for since. After a step that failed the next frame shows it.
void Simulation::publishAnew() {
  {
    std::lock_guard lock(mutex_);
    showDue_ = false;
  }
  if (shown_) publish(lastSeconds_, fmm::EvaluationReport(lastReport_), false);
}

/// What was asked for with show().
ShownParts Simulation::takeParts() {
  std::lock_guard lock(mutex_);
  showDue_ = false;
  return parts_;
}

// What a Simulation measures of its flow, and how often, so that steps do not wait for it.

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kMeasureAfterChange{250};
constexpr double kMeasureInterval = 1;       // seconds between measurements while running, at least
constexpr double kMeasureShare = 1. / 20;    // of the solver's time that measurements may take
constexpr double kEnergyShare = 1. / 50;     // of all time that sums over all pairs of elements for the energy may take
constexpr double kVorticityShare = 1. / 10;  // of all time that a GPU may sum vorticity for the enstrophy
constexpr double kEnergyInterval = 2;        // seconds between energies on a GPU, whose frames are short, at least
constexpr std::chrono::milliseconds kMemoryInterval{500};
constexpr std::chrono::milliseconds kLongestDelay{500};  // of a measure that waits for a redistribution

}  // namespace

/// Measures the present frame. What takes more than sums over the elements is done as often as its share of the time
/// allows; on a GPU in a frame each, so that none waits for several of them, and of flows that are redistributed in
/// frames that are: they wait anyway, and have the counts to make room for.
void Simulation::measureFrame(const std::string& backend) {
  const bool onDevice = backend == "cuda";
  const Clock::time_point start = Clock::now();
  const std::uint64_t passes = flow_->system().refinement().lattice.passes;
  const bool apart = passes != std::exchange(passes_, passes);
  const auto isDue = [&](Clock::time_point next) {
    if (!onDevice || apart) return start >= next;
    return !probing_ && start >= next + (passes_ > 0 ? kLongestDelay : std::chrono::milliseconds(0));
  };
  const bool withEnergy = isDue(nextEnergy_), withVorticity = !onDevice || (!withEnergy && isDue(nextVorticity_));
  sample_ = flow_->measure(withEnergy, withVorticity);
  const auto after = [](double seconds, double share) {
    const std::chrono::duration<double> rest(seconds / share);
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(rest);
  };
  if (withEnergy)
    nextEnergy_ =
        after(std::max(flow_->measuringCost().energy, onDevice ? kEnergyInterval * kEnergyShare : 0.0), kEnergyShare);
  if (withVorticity) nextVorticity_ = after(flow_->measuringCost().vorticity, kVorticityShare);
  if (!onDevice) {
    gpuMemory_ = {};
  } else if (start >= nextMemory_) {
    gpuMemory_ = fmm::cudaMemory();
    nextMemory_ = start + kMemoryInterval;
  }
}

/// The error measured before is not that of the settings or particles that hold now.
void Simulation::expectNewError() {
  std::lock_guard lock(mutex_);
  status_.error = {};
  measureDue_ = true;
  nextMeasurement_ = Clock::now() + kMeasureAfterChange;
}

/// Where a GPU computes the next frame measures its error along with its velocities; while none is to come, the present
/// one is evaluated anew for it.
void Simulation::measureError() {
  const Clock::time_point start = Clock::now();
  bool framesFollow = false;
  {
    std::lock_guard lock(mutex_);
    framesFollow = status_.playing && lastReport_.backend == "cuda";
    measureDue_ = framesFollow;                          // should it be paused before
    nextMeasurement_ = start + std::chrono::seconds(1);  // should this one fail
  }
  if (lastReport_.backend != "cuda") return noteError(flow_->measureError(), secondsSince(start));
  flow_->probeError();
  probing_ = true;
  if (framesFollow) return;
  flow_->evaluate();
  takeError();
}

/// Takes the error that the last evaluation was asked to measure, if it was.
void Simulation::takeError() {
  const std::optional<fmm::MeasuredError> error = flow_->takeError();
  if (!error) return;
  probing_ = false;
  noteError(*error, 0);
}

void Simulation::noteError(const fmm::MeasuredError& error, double seconds) {
  const double rest = std::max(kMeasureInterval, seconds / kMeasureShare);
  std::lock_guard lock(mutex_);
  nextMeasurement_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(rest));
  status_.error = error;
  status_.errorTime = flow_->system().time();
}

}  // namespace app
