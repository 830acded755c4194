#pragma once

#include <cstdint>

#include "tree/octree.h"

namespace fmm {

/// When two cells may meet through expansions.
template <class Real>
struct AcceptanceRule {
  Real ratio;         ///< most that the expansions' ratio of convergence may be
  Real cutoff;        ///< radius in core radii beyond which g = 1 to the tolerance: docs/math.md, (3.2)
  Index directPairs;  ///< a leaf and a cell with fewer pairs than this meet directly even where expansions would do
  /// A pair's core has sigma'^2 = sigma_p^2 + sigma_q^2, p the element that is the target: `cutoff` is in sigma'. Else
  /// the source's sigma alone counts.
  bool bothCores = false;
  /// Radius in core radii beyond which cells may meet through expansions, that is as if g were 1. Where it is less than
  /// the cutoff, the leaves below then correct the pairs that the cores do reach by (g - 1) K: docs/math.md, (8.3).
  Real expandFrom = 0;

  /// The rule for an opening angle theta. For balls of equal radii Ra + Rb < theta d; for unequal ones, where that
  /// would let Rb/(d - Ra) come up to theta, the same worst ratio theta/(2 - theta) as for equal ones.
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
  /// No element of b has a target of a within its core cutoff.
  FMM_HD bool isBeyondCores(const CellBounds<Real>& a, const CellBounds<Real>& b) const {
    return isBeyond(cutoff, a, b);
  }
  /// Nor within `radius` core radii.
  FMM_HD bool isBeyond(Real radius, const CellBounds<Real>& a, const CellBounds<Real>& b) const {
    const Real core = radius * b.largestSigma, own = bothCores ? radius * a.largestSigma : Real(0);
    return gapSquared(a.targets, b.sources) >= core * core + own * own;
  }
  /// Expansions alone serve the pair.
  FMM_HD bool isFar(const CellBounds<Real>& a, const CellBounds<Real>& b) const {
    return converges(a, b) && isBeyondCores(a, b);
  }
  /// Every element of b has every target of a within its core cutoff: no part of b can ever be far from any part of a.
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

/// Part of AcceptanceRule::ratio that single targets outside the root cube go by.
template <class Real>
constexpr Real kOutsideRatio = Real(0.6);

/// What becomes of a pair (target cell a, source cell b).
enum class PairAction {
  far,           ///< M2L
  farCorrected,  ///< M2L, and correctionFor() says what becomes of the cores
  near,          ///< every element of b directly with every target of a
  corrected,     ///< (g - 1) K of those elements of b that reach targets of a; expansions have given K
  openSource,    ///< b's children instead of b
  openTarget,    ///< a's children instead of a
  none           ///< nothing is left
};

/// Targets that are summed over at a time: fewer take as long as so many.
constexpr Index kTargetsAtOnce = 16;

/// What the rule says of a pair; a has `targetsOfA` targets.
template <class Real>
FMM_HD inline PairAction actionFor(const AcceptanceRule<Real>& rule, const Cell& a, const CellBounds<Real>& boundsA,
                                   Index targetsOfA, const Cell& b, const CellBounds<Real>& boundsB) {
  if (a.isLeaf() &&
      static_cast<std::int64_t>(larger(targetsOfA, kTargetsAtOnce)) * b.elements.count() <= rule.directPairs)
    return PairAction::near;
  const bool inside = rule.isInsideCores(boundsA, boundsB);
  if (!inside && rule.isBeyond(rule.expandFrom, boundsA, boundsB) && rule.converges(boundsA, boundsB))
    return rule.isBeyondCores(boundsA, boundsB) ? PairAction::far : PairAction::farCorrected;
  // Where the cores of all pairs are summed in any case, expansions would be work for nothing.
  if (a.isLeaf()) return b.isLeaf() || inside ? PairAction::near : PairAction::openSource;
  if (b.isLeaf()) return PairAction::openTarget;
  return boundsB.sourceRadius > boundsA.targetRadius ? PairAction::openSource : PairAction::openTarget;
}

/// What the rule says of a pair whose expansions an ancestor has taken: only the cores are left.
template <class Real>
FMM_HD inline PairAction correctionFor(const AcceptanceRule<Real>& rule, const Cell& a, const CellBounds<Real>& boundsA,
                                       const Cell& b, const CellBounds<Real>& boundsB) {
  if (rule.isBeyondCores(boundsA, boundsB)) return PairAction::none;
  if (a.isLeaf())
    return b.isLeaf() || rule.isInsideCores(boundsA, boundsB) ? PairAction::corrected : PairAction::openSource;
  if (b.isLeaf()) return PairAction::openTarget;
  return boundsB.sourceRadius > boundsA.targetRadius ? PairAction::openSource : PairAction::openTarget;
}

/// A source cell on the lists of a traversal, whose expansions are taken already if it is marked.
struct OpenSource {
  static FMM_HD Index marked(Index cell) { return ~cell; }
  static FMM_HD bool isMarked(Index entry) { return entry < 0; }
  static FMM_HD Index cell(Index entry) { return entry < 0 ? ~entry : entry; }
};

}  // namespace fmm
