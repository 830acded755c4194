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

/// The nodes whose distance s to a point of the line, measured in its normal plane, is less than `extent`, by k, j and
/// i: each with the sum of +-section(s) times the line's tangent over all such points, minus beyond the centre of
/// curvature. Where two of the points meet and vanish so do their terms: the sum has no jumps but at the axis of a
/// circle.
std::vector<LatticeNode> nodesAbout(const LineSamples& line, double spacing, double extent,
                                    const std::function<double(double)>& section);

/// Throws InvalidInput where nodes lie beyond 2^20 from the origin, or are more than 2^27.
void requireNodes(const LineSamples& line, double spacing, double extent);

/// The least spacing of nodes as far from the origin [L].
double leastSpacing(double farthest);

}  // namespace fmm
