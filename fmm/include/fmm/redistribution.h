#pragma once

#include "fmm/settings.h"
#include "fmm/types.h"

namespace fmm {

/// A lattice x_k = h k that strengths go to.
struct LatticePlan {
  double spacing = 0;       ///< h [L], more than 0
  double overlap = 1;       ///< sigma/h of the elements at its nodes
  double threshold = 1e-3;  ///< nodes with less of the strongest one's strength go, their strength to neighbours
  double spread = 0;        ///< nu t [L^2]: by how much viscosity spreads them on the way
  Space space = Space::space;
};

/// The same vorticity from elements at the nodes of a lattice, by the quintic B-spline along each axis and a row that
/// takes back its blur, which together keep the moments 0 to 5 where no node is too weak: docs/math.md, section 18.
/// Total strength and linear impulse are exact. Elements come out grouped by ring, each with the ring that gives it
/// most. The same bits with any number of threads. Throws InvalidInput for a plan that is none, for positions and
/// strengths that are not finite, and for elements farther than 2^21 spacings from the origin.
Elements redistribute(const Elements& elements, const LatticePlan& plan, int threads = 0);

class VortexSystem;

/// The elements of a system as a redistribution right now would leave them, with what viscosity has still to do done:
/// between two passes diffusion on the lattice waits. The elements as they are where the system does not redistribute.
/// Throws as redistribute().
Elements settledElements(const VortexSystem& system);

}  // namespace fmm
