#pragma once

#include <cstdint>

#include "tree/octree.h"

namespace fmm {

/// Rule for pairs of cells that interact through expansions.
template <class Real>
struct AcceptanceRule {
  Real ratio;         ///< largest convergence ratio of expansions
  Real cutoff;        ///< radius in core radii beyond which g = 1 to the tolerance: docs/math.md, (3.2)
  Index directPairs;  ///< a leaf and a cell with at most this many pairs interact directly, even if expansions would do
  /// The core of a pair has sigma'^2 = sigma_p^2 + sigma_q^2, p the target element, and `cutoff` is in units of sigma'.
  /// Otherwise only the source's sigma counts.
  bool bothCores = false;
  /// Radius in core radii beyond which cells may interact through expansions, as if g = 1. If it is below the cutoff,
  /// the leaves correct the pairs within the cutoff by (g - 1) K: docs/math.md, (8.3).
  Real expandFrom = 0;

  /// The rule for an opening angle theta. For balls of equal radii: Ra + Rb < theta d. For unequal radii, where that
  /// would allow Rb/(d - Ra) up to theta, the same worst ratio theta/(2 - theta) as for equal ones.
  static AcceptanceRule fromAngle(double theta, double cutoff, Index directPairs) {
    return {static_cast<Real>(theta / (2 - theta)), static_cast<Real>(cutoff), directPairs, false,
            static_cast<Real>(cutoff)};
  }

  /// For target cell a and source cell b: the source's expansion converges like Rb/(d - Ra), the target's like
  /// Ra/(d - Rb).
  FMM_HD bool converges(const CellBounds<Real>& a, const CellBounds<Real>& b) const {
    const Vector3<Real> d = a.targets.middle() - b.sources.middle();
    const Real reach = larger(a.targetRadius, b.sourceRadius) + ratio * smaller(a.targetRadius, b.sourceRadius);
    return reach * reach < ratio * ratio * dotProduct(d, d);
  }
  /// True if no element of b has a target of a within its core cutoff.
  FMM_HD bool isBeyondCores(const CellBounds<Real>& a, const CellBounds<Real>& b) const {
    return isBeyond(cutoff, a, b);
  }
  /// True if no element of b has a target of a within `radius` core radii.
  FMM_HD bool isBeyond(Real radius, const CellBounds<Real>& a, const CellBounds<Real>& b) const {
    const Real core = radius * b.largestSigma, own = bothCores ? radius * a.largestSigma : Real(0);
    return gapSquared(a.targets, b.sources) >= core * core + own * own;
  }
  /// True if expansions alone serve the pair.
  FMM_HD bool isFar(const CellBounds<Real>& a, const CellBounds<Real>& b) const {
    return converges(a, b) && isBeyondCores(a, b);
  }
  /// True if every element of b has every target of a within its core cutoff: then no part of b is far from any of a.
  FMM_HD bool isInsideCores(const CellBounds<Real>& a, const CellBounds<Real>& b) const {
    const Vector3<Real> reach = {larger(a.targets.high.x - b.sources.low.x, b.sources.high.x - a.targets.low.x),
                                 larger(a.targets.high.y - b.sources.low.y, b.sources.high.y - a.targets.low.y),
                                 larger(a.targets.high.z - b.sources.low.z, b.sources.high.z - a.targets.low.z)};
    const Real core = cutoff * b.smallestSigma, own = bothCores ? cutoff * a.smallestSigma : Real(0);
    return dotProduct(reach, reach) < core * core + own * own;
  }
  static FMM_HD Real gapSquared(const Box<Real>& a, const Box<Real>& b) {
    const Real zero = 0;
    const Vector3<Real> gap = {larger(zero, larger(a.low.x - b.high.x, b.low.x - a.high.x)),
                               larger(zero, larger(a.low.y - b.high.y, b.low.y - a.high.y)),
                               larger(zero, larger(a.low.z - b.high.z, b.low.z - a.high.z))};
    return dotProduct(gap, gap);
  }
};

/// Factor on AcceptanceRule::ratio for single targets outside the root cube.
template <class Real>
constexpr Real kOutsideRatio = Real(0.6);

/// Action for a pair (target cell a, source cell b).
enum class PairAction {
  far,           ///< M2L
  farCorrected,  ///< M2L, then correctionFor() for the cores
  near,          ///< direct sum of all elements of b at all targets of a
  corrected,     ///< (g - 1) K of the elements of b that reach targets of a; K comes from expansions
  openSource,    ///< b's children instead of b
  openTarget,    ///< a's children instead of a
  none           ///< nothing is left
};

/// Targets of one pass of a direct sum; fewer targets take the same time.
constexpr Index kTargetsAtOnce = 16;

/// Action for a pair; a has `targetsOfA` targets.
template <class Real>
FMM_HD inline PairAction actionFor(const AcceptanceRule<Real>& rule, const Cell& a, const CellBounds<Real>& boundsA,
                                   Index targetsOfA, const Cell& b, const CellBounds<Real>& boundsB) {
  if (a.isLeaf() &&
      static_cast<std::int64_t>(larger(targetsOfA, kTargetsAtOnce)) * b.elements.count() <= rule.directPairs)
    return PairAction::near;
  const bool inside = rule.isInsideCores(boundsA, boundsB);
  if (!inside && rule.isBeyond(rule.expandFrom, boundsA, boundsB) && rule.converges(boundsA, boundsB))
    return rule.isBeyondCores(boundsA, boundsB) ? PairAction::far : PairAction::farCorrected;
  // If the cores of all pairs are summed anyway, expansions would be wasted work.
  if (a.isLeaf()) return b.isLeaf() || inside ? PairAction::near : PairAction::openSource;
  if (b.isLeaf()) return PairAction::openTarget;
  return boundsB.sourceRadius > boundsA.targetRadius ? PairAction::openSource : PairAction::openTarget;
}

/// Action for a pair whose expansions an ancestor has applied: only the core corrections are left.
template <class Real>
FMM_HD inline PairAction correctionFor(const AcceptanceRule<Real>& rule, const Cell& a, const CellBounds<Real>& boundsA,
                                       const Cell& b, const CellBounds<Real>& boundsB) {
  if (rule.isBeyondCores(boundsA, boundsB)) return PairAction::none;
  if (a.isLeaf())
    return b.isLeaf() || rule.isInsideCores(boundsA, boundsB) ? PairAction::corrected : PairAction::openSource;
  if (b.isLeaf()) return PairAction::openTarget;
  return boundsB.sourceRadius > boundsA.targetRadius ? PairAction::openSource : PairAction::openTarget;
}

/// A source cell on the lists of a traversal. Marked: its expansions have been applied already.
struct OpenSource {
  static FMM_HD Index marked(Index cell) { return ~cell; }
  static FMM_HD bool isMarked(Index entry) { return entry < 0; }
  static FMM_HD Index cell(Index entry) { return entry < 0 ? ~entry : entry; }
};

}  // namespace fmm
