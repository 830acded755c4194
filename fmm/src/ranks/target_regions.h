#pragma once

#include <algorithm>
#include <queue>
#include <vector>

#include "tree/source_imports.h"

namespace fmm {

/// Where some of a rank's targets lie, for others that look what they need.
template <class Real>
struct TargetRegion {
  Box<Real> box;
  Real leafRadius;  ///< no leaf in it has a larger one
  Real ratio;       ///< part of AcceptanceRule::ratio that holds for these targets
};

/// Regions that hold all targets of a tree: of its upper cells, at most so many, and of stretches of the tracers
/// outside the root cube.
template <class Real>
std::vector<TargetRegion<Real>> targetRegions(const LocalTree<Real>& tree, std::size_t most = 128);

/// Does the multipole of cell b serve all targets in the region, so that nobody there opens the cell? With (8.1) and
/// (8.2) of docs/math.md for the worst cell of targets there may be: a cell that opens sources is a leaf or smaller
/// than b, its middle lies in the box, and no target is within b's cores' reach.
template <class Real>
FMM_HD inline bool servesAll(const AcceptanceRule<Real>& rule, const TargetRegion<Real>& region,
                             const CellBounds<Real>& b) {
  using Rule = AcceptanceRule<Real>;
  const Real rounding = Real(0.999);  // of what the cells themselves are judged by
  const Vector3<Real> m = b.sources.middle();
  const Real ratio = region.ratio * rule.ratio, radius = larger(region.leafRadius, b.sourceRadius);
  const Real reach = radius + rule.ratio * smaller(radius, b.sourceRadius);
  const Real core = rule.cutoff * b.largestSigma;
  return reach * reach < rounding * ratio * ratio * Rule::gapSquared(region.box, {m, m}) &&
         core * core <= rounding * Rule::gapSquared(region.box, b.sources);
}

}  // namespace fmm
