#pragma once

#include <cstddef>

#include "fmm/diagnostics.h"
#include "fmm/vortex_system.h"

namespace fmm::verification {

/// A flow at one moment.
struct FlowSample {
  double time = 0;              ///< [T]
  double energy = 0;            ///< of FlowMeasures [L^5/T^2]; falls by 2 nu pairEnstrophy in a unit of time
  double pairEnstrophy = 0;     ///< of FlowMeasures [L^3/T^2]
  double enstrophy = 0;         ///< 1/2 integral |curl u|^2, summed over the nodes of the lattice [L^3/T^2]
  double largestVorticity = 0;  ///< max |curl u| at them [1/T]
  Vec3 impulse;                 ///< [L^4/T]
  double impulseScale = 0;      ///< 1/2 sum |(x - c) x alpha| about the mean position c [L^4/T]
  double crossing = 0;          ///< integral of curl u over the half plane x = 0, y > 0, along x [L^2/T]
  std::size_t elements = 0;
  double spacing = 0;  ///< h [L]
};

/// Measures `system` as it would be if it were redistributed now: what viscosity has still to do is done. Its
/// spacing h is given, also where it is not redistributed. Throws as VortexSystem does.
FlowSample sampleFlow(const VortexSystem& system);

}  // namespace fmm::verification
