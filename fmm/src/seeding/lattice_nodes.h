#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "seeding/line_samples.h"

namespace fmm {

/// A node h (i, j, k) of a lattice, and the vorticity there.
struct LatticeNode {
  std::int32_t i, j, k;
  Vec3 vorticity;
};

/// The nodes whose distance s from a point of the line, measured in its normal plane, is less than `extent`, sorted by
/// k, j and i. Each has the sum of +-section(s) times the line's tangent over all such points; the sign is minus beyond
/// the centre of curvature. Where two such points merge and vanish, their terms cancel: the sum has no jumps except at
/// the axis of a circle.
std::vector<LatticeNode> nodesAbout(const LineSamples& line, double spacing, double extent,
                                    const std::function<double(double)>& section);

/// Throws InvalidInput if nodes lie beyond 2^20 from the first, or if there are more than 2^27.
void requireNodes(const LineSamples& line, double spacing, double extent);

/// The least spacing of nodes at this distance from the first [L].
double leastSpacing(double farthest);

}  // namespace fmm
