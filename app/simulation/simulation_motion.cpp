#include "simulation/element_sample.h"
#include "simulation/simulation.h"

namespace app {

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
  state.invariants = invariants_;
  state.impulseDrift = impulse_.drift(invariants_);
  state.gpuMemory = gpuMemory_;
}

}  // namespace app
