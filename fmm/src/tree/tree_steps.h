#pragma once

#include <array>
#include <cfloat>
#include <cmath>

#include "tree/octree.h"

namespace fmm {

// The steps of a tree's construction, one item at a time; each execution space schedules them in its own way.

/// Morton keys of particles in the caller's order.
template <class Real>
struct ComputeKeys {
  RootCube root;
  const Real *x, *y, *z;
  std::uint64_t* upper;

  FMM_HD void operator()(Index i) const { upper[i] = mortonKeys(root, x[i], y[i], z[i]).upper; }
};

/// sorted[i] = from[order[i]].
template <class Real>
struct GatherRow {
  const Index* order;
  const Real* from;
  Real* sorted;

  FMM_HD void operator()(Index i) const { sorted[i] = from[order[i]]; }
};

/// caller[order[i]] = sorted[i].
template <class Real>
struct ScatterRow {
  const Index* order;
  const Real* sorted;
  Real* caller;

  FMM_HD void operator()(Index i) const { caller[order[i]] = sorted[i]; }
};

/// The sorted keys of one kind of particle.
struct SortedKeys {
  const std::uint64_t *upper, *lower;  ///< lower null: not needed

  /// First particle of `range`, whose keys share their first `bits` bits, with `digit` or more in the next `count`.
  FMM_HD Index lowerBound(IndexRange range, int bits, int count, int digit) const {
    Index low = range.begin, high = range.end;
    while (low < high) {
      const Index middle = low + (high - low) / 2;
      if (digitAt(upper[middle], lower ? lower[middle] : 0, bits, count) < digit) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
};

/// Splits the cells of one level that hold more than a leaf may: first counts children, then writes them.
struct SplitCells {
  TreeLimits limits;
  int first;    ///< bits of the first, shorter keys; kKeyBits if they are whole
  int deepest;  ///< bits that the keys resolve
  SortedKeys elements, tracers;
  Cell* cells;
  Index levelBegin;  ///< item i is cell levelBegin + i

  FMM_HD bool isFull(const Cell& c) const {
    return c.bits < deepest &&
           (c.elements.count() > limits.leafElements || c.elements.count() + c.tracers.count() > limits.leafPoints);
  }
  /// Number of bits that divide a full cell: enough that a mean part fills three quarters of a leaf, since uneven parts
  /// would otherwise be divided again, and every level takes time. A division never crosses the end of a key, so that
  /// the cells there show whether deeper keys are needed.
  FMM_HD int splitBits(const Cell& c) const {
    const auto atMost = [&](int halves) {
      return 2 * static_cast<std::int64_t>(c.elements.count()) <= std::int64_t{halves} * limits.leafElements &&
             2 * (static_cast<std::int64_t>(c.elements.count()) + c.tracers.count()) <=
                 std::int64_t{halves} * limits.leafPoints;
    };
    const int wanted = atMost(3) ? 1 : atMost(6) ? 2 : 3;
    const int left = (c.bits < first ? first : c.bits < kKeyBits ? kKeyBits : kDeepestBits) - c.bits;
    return wanted < left ? wanted : left;
  }
  /// A child of c with `bits` more bits and the given ranges.
  static FMM_HD Cell childOf(const Cell& c, Index parent, int bits, IndexRange elements, IndexRange tracers) {
    return {elements,
            tracers,
            parent,
            0,
            0,
            static_cast<std::int16_t>(c.level + 1),
            static_cast<std::int16_t>(c.bits + bits)};
  }
  /// Part `digit` of cell c.
  FMM_HD Cell child(const Cell& c, Index parent, int bits, int digit) const {
    const auto part = [&](const SortedKeys& keys, IndexRange range) {
      return IndexRange{keys.lowerBound(range, c.bits, bits, digit), keys.lowerBound(range, c.bits, bits, digit + 1)};
    };
    return childOf(c, parent, bits, part(elements, c.elements), part(tracers, c.tracers));
  }
  FMM_HD void countChildren(Index i) const {
    Cell& c = cells[levelBegin + i];
    c.childCount = 0;
    if (!isFull(c)) return;
    const int bits = splitBits(c);
    for (int digit = 0; digit < 1 << bits; ++digit) {
      const Cell k = child(c, 0, bits, digit);
      c.childCount = static_cast<std::int16_t>(c.childCount + (k.elements.count() + k.tracers.count() > 0));
    }
  }
  FMM_HD void writeChildren(Index i) const {
    const Cell& c = cells[levelBegin + i];
    if (c.childCount == 0) return;
    Index at = c.firstChild;
    const int bits = splitBits(c);
    for (int digit = 0; digit < 1 << bits; ++digit) {
      const Cell k = child(c, levelBegin + i, bits, digit);
      if (k.elements.count() + k.tracers.count() > 0) cells[at++] = k;
    }
  }
};

/// Tight boxes and radii: leaves from their particles, the others from their children.
template <class Real>
struct BoundCells {
  std::array<const Real*, 3> element, tracer;
  const Real* sigma;
  bool elementsAreTargets;
  double rootEdge;
  const Cell* cells;
  CellBounds<Real>* bounds;

  static FMM_HD Box<Real> emptyBox() {
    const Real big = sizeof(Real) == sizeof(float) ? Real(FLT_MAX) : Real(DBL_MAX);
    return {{big, big, big}, {-big, -big, -big}};
  }
  static FMM_HD void include(Box<Real>& box, const Box<Real>& other) {
    box.low = {smaller(box.low.x, other.low.x), smaller(box.low.y, other.low.y), smaller(box.low.z, other.low.z)};
    box.high = {larger(box.high.x, other.high.x), larger(box.high.y, other.high.y), larger(box.high.z, other.high.z)};
  }
  static FMM_HD void include(Box<Real>& box, const std::array<const Real*, 3>& x, IndexRange range) {
    for (Index i = range.begin; i < range.end; ++i) {
      const Vector3<Real> p = {x[0][i], x[1][i], x[2][i]};
      include(box, {p, p});
    }
  }
  static FMM_HD Real largestDistance(Vector3<Real> from, const std::array<const Real*, 3>& x, IndexRange range) {
    Real most = 0;
    for (Index i = range.begin; i < range.end; ++i) {
      const Vector3<Real> d = Vector3<Real>{x[0][i], x[1][i], x[2][i]} - from;
      most = larger(most, dotProduct(d, d));
    }
    return Real(std::sqrt(most));
  }
  static FMM_HD Real distance(Vector3<Real> a, Vector3<Real> b) {
    const Vector3<Real> d = a - b;
    return Real(std::sqrt(dotProduct(d, d)));
  }

  FMM_HD void operator()(Index c) const {
    const Cell& cell = cells[c];
    CellBounds<Real>& b = bounds[c];
    b.sources = emptyBox();
    b.targets = emptyBox();
    b.largestSigma = 0;
    b.smallestSigma = emptyBox().low.x;
    if (cell.isLeaf()) {
      boundLeaf(cell, b);
    } else {
      boundParent(cell, b);
    }
    widen(cell, b);
  }

  FMM_HD void widen(const Cell& cell, CellBounds<Real>& b) const {
    // Expansions are scaled by these radii, so a single point needs one, too; no ratio of lengths in a translation
    // between accepted cells then exceeds 1.
    const Real least = static_cast<Real>(std::ldexp(rootEdge, -(cell.bits + 2) / 3 - 6));
    b.sourceRadius = larger(b.sourceRadius, least);
    b.targetRadius = larger(b.targetRadius, least);
  }

  FMM_HD void boundLeaf(const Cell& cell, CellBounds<Real>& b) const {
    include(b.sources, element, cell.elements);
    include(b.targets, tracer, cell.tracers);
    if (elementsAreTargets) include(b.targets, b.sources);
    for (Index i = cell.elements.begin; i < cell.elements.end; ++i) {
      b.largestSigma = larger(b.largestSigma, sigma[i]);
      b.smallestSigma = smaller(b.smallestSigma, sigma[i]);
    }
    b.sourceRadius = largestDistance(b.sources.middle(), element, cell.elements);
    b.targetRadius = largestDistance(b.targets.middle(), tracer, cell.tracers);
    if (elementsAreTargets) {
      b.targetRadius = larger(b.targetRadius, largestDistance(b.targets.middle(), element, cell.elements));
    }
  }
  /// A parent's radius: the smaller of half its box's diagonal and what its children's balls reach.
  FMM_HD void boundParent(const Cell& cell, CellBounds<Real>& b) const {
    for (Index k = cell.firstChild; k < cell.firstChild + cell.childCount; ++k) {
      include(b.sources, bounds[k].sources);
      include(b.targets, bounds[k].targets);
      b.largestSigma = larger(b.largestSigma, bounds[k].largestSigma);
      b.smallestSigma = smaller(b.smallestSigma, bounds[k].smallestSigma);
    }
    b.sourceRadius = b.targetRadius = 0;
    for (Index k = cell.firstChild; k < cell.firstChild + cell.childCount; ++k) {
      if (!bounds[k].sources.isEmpty()) {
        b.sourceRadius =
            larger(b.sourceRadius, distance(b.sources.middle(), bounds[k].sources.middle()) + bounds[k].sourceRadius);
      }
      if (!bounds[k].targets.isEmpty()) {
        b.targetRadius =
            larger(b.targetRadius, distance(b.targets.middle(), bounds[k].targets.middle()) + bounds[k].targetRadius);
      }
    }
    if (!b.sources.isEmpty()) b.sourceRadius = smaller(b.sourceRadius, distance(b.sources.middle(), b.sources.high));
    if (!b.targets.isEmpty()) b.targetRadius = smaller(b.targetRadius, distance(b.targets.middle(), b.targets.high));
  }
};

}  // namespace fmm
