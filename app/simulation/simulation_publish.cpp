// What a Simulation puts into the states that the drawing thread sees.

#include "simulation/simulation.h"

namespace app {

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

}  // namespace app
