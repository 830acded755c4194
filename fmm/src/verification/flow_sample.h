#pragma once

#include <cstddef>

#include "fmm/diagnostics.h"
#include "fmm/vortex_system.h"

namespace fmm::verification {

/// A flow at one moment.
struct FlowSample {
  double time = 0;              ///< [T]
  double energy = 0;            ///< FlowMeasures::energy [L^5/T^2]; falls by 2 nu pairEnstrophy per unit time
  double pairEnstrophy = 0;     ///< FlowMeasures::enstrophy [L^3/T^2]
  double enstrophy = 0;         ///< 1/2 integral |curl u|^2, summed over the nodes of the lattice [L^3/T^2]
  double largestVorticity = 0;  ///< max |curl u| at the nodes of the lattice [1/T]
  Vec3 impulse;                 ///< [L^4/T]
  double impulseScale = 0;      ///< 1/2 sum |(x - c) x alpha| about the mean position c [L^4/T]
  double crossing = 0;          ///< integral of curl u over the half plane x = 0, y > 0, along x [L^2/T]
  std::size_t elements = 0;
  double spacing = 0;  ///< h [L]
};

/// Measures `system` as a redistribution now would leave it, including pending diffusion. Its settings must give the
/// spacing h, even without redistribution. Throws as VortexSystem does.
FlowSample sampleFlow(const VortexSystem& system);

}  // namespace fmm::verification
