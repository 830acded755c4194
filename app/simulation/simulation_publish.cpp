#include <algorithm>
#include <utility>

#include "simulation/flow_meters.h"
#include "simulation/keep_pace.h"
#include "simulation/simulation.h"

namespace app {

// Publication: the contents of the states that the drawing thread sees.

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
  state.lattice = flow_->system().lattice();
  state.warning = flow_->dissipation().warning();
  if (state.warning.empty() && state.settings.heat && state.settings.courant == 0)
    state.warning = describeBuoyancyStep(state.settings.timeStep, state.lattice);
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

/// Publishes the present state again with the parts requested since. After a failed step the next frame does that.
void Simulation::publishAnew() {
  {
    std::lock_guard lock(mutex_);
    showDue_ = false;
  }
  if (shown_) publish(lastSeconds_, fmm::EvaluationReport(lastReport_), false);
}

/// The parts requested with show().
ShownParts Simulation::takeParts() {
  std::lock_guard lock(mutex_);
  showDue_ = false;
  return parts_;
}

// Measurement of the flow, at intervals such that steps do not wait for it.

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kMeasureAfterChange{250};
constexpr double kMeasureInterval = 1;       // seconds between measurements while running, at least
constexpr double kMeasureShare = 1. / 20;    // of the solver's time that measurements may take
constexpr double kEnergyShare = 1. / 50;     // of all time, for sums over all pairs of elements (energy)
constexpr double kVorticityShare = 1. / 10;  // of all time, for sums of vorticity on a GPU (enstrophy)
constexpr double kEnergyInterval = 2;        // seconds between energies on a GPU, whose frames are short, at least
constexpr std::chrono::milliseconds kMemoryInterval{500};
constexpr std::chrono::milliseconds kLongestDelay{500};  // of a measurement that waits for a redistribution

}  // namespace

/// Measures the present frame. Energy and vorticity cost more than O(N) and are measured as often as their share of
/// time allows. On a GPU a frame measures at most one of them, to stay short; if the flow is redistributed, preferably
/// in a frame with a redistribution, which waits anyway and has the element counts to allocate for.
void Simulation::measureFrame(const std::string& backend) {
  const bool onDevice = backend == "cuda";
  const Clock::time_point start = Clock::now();
  const std::uint64_t passes = flow_->system().lattice().passes;
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

/// Discards the last measured error, which belongs to earlier settings or particles.
void Simulation::expectNewError() {
  std::lock_guard lock(mutex_);
  status_.error = {};
  measureDue_ = true;
  nextMeasurement_ = Clock::now() + kMeasureAfterChange;
}

/// On a GPU the next frame measures its error along with its velocities; if none is coming, the present frame is
/// evaluated again for it.
void Simulation::measureError() {
  const Clock::time_point start = Clock::now();
  bool framesFollow = false;
  {
    std::lock_guard lock(mutex_);
    framesFollow = status_.playing && lastReport_.backend == "cuda";
    measureDue_ = framesFollow;                          // in case the flow is paused before the next frame
    nextMeasurement_ = start + std::chrono::seconds(1);  // in case this measurement fails
  }
  if (lastReport_.backend != "cuda") return noteError(flow_->measureError(), secondsSince(start));
  flow_->probeError();
  probing_ = true;
  if (framesFollow) return;
  flow_->evaluate();
  takeError();
}

/// Takes the error measured by the last evaluation, if it was requested.
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
