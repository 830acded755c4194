// What a Simulation puts into the states that the drawing thread sees.

#include "simulation/element_sample.h"
#include "simulation/simulation.h"

namespace app {

void Simulation::publish(double seconds, const fmm::EvaluationReport& report, bool newFrame) {
  SimulationState& state = states_.back();
  if (!state.tracers) state.tracers = makeStore_();
  if (!state.elements) state.elements = makeStore_();
  const bool device = report.backend == "cuda";
  takeInsight(state);
  fmm::ParticleTarget tracers = state.tracers->prepare(system_->tracerCount(), device);
  tracers.scalar = state.insight.scalar;
  system_->keepVorticity(false, tracers.scalar == fmm::ParticleScalar::vorticity);  // from the next step on
  system_->writeTracers(tracers);
  system_->writeElements(state.elements->prepare(system_->elementCount(), device));
  state.generation = generation_;
  state.time = system_->time();
  state.steps = system_->steps();
  state.seconds = seconds;
  state.report = report;
  state.settings = system_->settings();
  state.stepsPerFrame = stepsPerFrame_;
  state.elementCount = system_->elementCount();
  state.tracerCount = system_->tracerCount();
  state.resolution = system_->resolution();
  state.tags = tags_;
  state.rings = schedule_.rings();
  state.launched = launched_;
  state.diagnostics = sample_;
  state.diagnostics.seconds = report.seconds;
  state.diagnostics.stages = report.stages;
  state.floor = floor_;
  describeMotion(state);
  showInside(state, device);
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
void Simulation::takeInsight(SimulationState& state) {
  std::lock_guard lock(mutex_);
  state.insight = insight_;
  showDue_ = false;
}

void Simulation::showInside(SimulationState& state, bool device) {
  if (state.insight.strengths) {
    if (!state.strengths) state.strengths = makeStore_();
    system_->writeElementStrengths(state.strengths->prepare(system_->elementCount(), device));
  }
  state.tree =
      state.insight.tree ? lookAtTree(*system_, state.insight.picked, *state.elements, *state.tracers) : TreeLook();
}

/// What the camera follows and the panel shows of the elements.
void Simulation::describeMotion(SimulationState& state) {
  const std::vector<fmm::Vec3> sample = state.elements->onDevice()
                                            ? state.elements->sample(sampleStride(state.elementCount))
                                            : samplePositions(system_->elements());
  state.centroid = meanPosition(sample);
  state.shift = state.centroid - startCentroid_;
  state.extent = extentAbout(state.centroid, sample);
  const std::vector<fmm::Vec3> ring = sampleOfFirst(firstRing_, state.elementCount, sample);
  state.ringCentre = meanPosition(ring);
  state.ringExtent = extentAbout(state.ringCentre, ring);
  state.invariants = sample_.invariants;
  state.impulseDrift = impulse_.drift(sample_.invariants);
  state.gpuMemory = gpuMemory_;
}

}  // namespace app
