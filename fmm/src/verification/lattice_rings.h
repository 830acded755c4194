#pragma once

#include <cstddef>
#include <vector>

#include "fmm/redistribution.h"
#include "fmm/settings.h"
#include "fmm/types.h"
#include "fmm/vortex_line.h"

namespace fmm::verification {

/// Elements at the nodes of a lattice whose blobs, of the kind `core`, add up to the vorticity
///   omega = Gamma/(pi a^2) exp(-((r - R(phi))^2 + z^2)/a^2) e_phi
/// about each ring's axis, R(phi) = R (1 + A cos(m phi)). Blobs of order 2 widen what they carry: they carry a ring of
/// a^2 - 2 sigma^2 on a circle R^2 + sigma^2 instead, which keeps the impulse. Element i of ring k has the index k.
/// Throws NumericalError where the lattice is too coarse for that.
Elements latticeRings(const std::vector<Ring>& rings, const LatticePlan& plan, Regularisation core);

/// The spacing h [L] with which latticeRings() makes about `count` elements; `plan.spacing` counts for nothing. Throws
/// as latticeRings() does.
double spacingFor(const std::vector<Ring>& rings, std::size_t count, LatticePlan plan, Regularisation core);

}  // namespace fmm::verification
