#pragma once

#include <optional>

#include "fmm/settings.h"
#include "fmm/types.h"

namespace fmm {

/// The lattice x_k = node + h k of a redistribution.
struct LatticePlan {
  double spacing = 0;       ///< h [L], more than 0
  double overlap = 1;       ///< sigma/h of the elements at its nodes
  double threshold = 1e-3;  ///< nodes below this part of the strongest one give their strength to neighbours
  double spread = 0;        ///< nu t [L^2] of the viscosity that is applied with the redistribution
  Space space = Space::space;
  /// A node [L]; none: 0, or for elements far from there, which count no nodes from 0, one of theirs or their middle.
  std::optional<Vec3> node = std::nullopt;
};

/// Replaces elements by elements of the same vorticity at the nodes of a lattice, with the quintic B-spline along each
/// axis and a row that takes back its blur, which together keep the moments 0 to 5 where no node is too weak:
/// docs/math.md, section 18. Total strength and linear impulse are exact, in the plane
/// also sum Gamma x x^T, which viscosity widens by 2 nu t along each axis. Elements are grouped by ring, each with the
/// ring that gives it most. The same bits with any number of threads. Throws InvalidInput for an invalid plan, for
/// positions and strengths that are not finite, and for elements farther than 2^21 spacings from the node.
Elements redistribute(const Elements& elements, const LatticePlan& plan, int threads = 0);

class VortexSystem;

/// The elements of a system as a redistribution now would leave them, at the nodes of its lattice. The present elements
/// if the system does not redistribute. Throws as redistribute().
Elements redistributedElements(const VortexSystem& system);

}  // namespace fmm
