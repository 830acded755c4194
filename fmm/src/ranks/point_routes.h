#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "fmm/ranks.h"
#include "tree/source_imports.h"
#include "tree/tree_steps.h"

namespace fmm {

/// A region with targets of a rank, from which other ranks find what these targets need.
template <class Real>
struct TargetRegion {
  Box<Real> box;
  Real leafRadius;  ///< largest radius of the target leaves in it
  Real ratio;       ///< factor of AcceptanceRule::ratio for these targets
};

/// True if the multipole of cell b serves all targets in the region, so that none of them opens the cell. Applies (8.1)
/// and (8.2) of docs/math.md to the worst possible target cell: one that opens sources is a leaf or smaller than b, its
/// middle lies in the box, and no target is within reach of b's cores.
template <class Real>
FMM_HD inline bool servesAll(const AcceptanceRule<Real>& rule, const TargetRegion<Real>& region,
                             const CellBounds<Real>& b) {
  using Rule = AcceptanceRule<Real>;
  const Real rounding = Real(0.999);  // margin for rounding in the later test of the cells
  const Vector3<Real> m = b.sources.middle();
  const Real ratio = region.ratio * rule.ratio, radius = larger(region.leafRadius, b.sourceRadius);
  const Real reach = radius + rule.ratio * smaller(radius, b.sourceRadius);
  const Real core = rule.cutoff * b.largestSigma;
  return reach * reach < rounding * ratio * ratio * Rule::gapSquared(region.box, {m, m}) &&
         core * core <= rounding * Rule::gapSquared(region.box, b.sources);
}

/// Largest radius of the target leaves in a cell; -1 without targets. Children come before parents.
template <class Real>
struct LargestLeaves {
  OctreeView<Real> tree;
  bool elementsAreTargets;
  Index levelBegin;  ///< item i is cell levelBegin + i
  Real* radius;      ///< [cells]

  FMM_HD void operator()(Index i) const {
    const Index c = levelBegin + i;
    const Cell& cell = tree.cells[c];
    const bool hasTargets = cell.tracers.count() > 0 || (elementsAreTargets && cell.elements.count() > 0);
    Real most = cell.isLeaf() && hasTargets ? tree.bounds[c].targetRadius : Real(-1);
    for (Index k = 0; k < cell.childCount; ++k) most = larger(most, radius[cell.firstChild + k]);
    radius[c] = most;
  }
};

/// A cell near the root, from which regions are made.
template <class Real>
struct UpperCell {
  TargetRegion<Real> targets;
  Real radius;                   ///< of the cell
  Index firstChild, childCount;  ///< 0 children: a leaf
  bool hasTargets() const { return targets.leafRadius >= 0; }
};
template <class Real>
struct DescribeUpperCells {
  OctreeView<Real> tree;
  const Real* leafRadius;
  UpperCell<Real>* to;

  FMM_HD void operator()(Index c) const {
    const Cell& cell = tree.cells[c];
    const CellBounds<Real>& b = tree.bounds[c];
    to[c] = {{b.targets, leafRadius[c], Real(1)}, b.targetRadius, cell.firstChild, cell.childCount};
  }
};

/// Regions of consecutive tracers outside the root cube, which follow the stricter rule of single points.
template <class Real>
struct OutsideRegions {
  std::array<const Real*, 3> tracer;
  Index count, parts;
  TargetRegion<Real>* to;

  FMM_HD Index at(Index part) const { return static_cast<Index>(std::int64_t{part} * count / parts); }
  FMM_HD void operator()(Index part) const {
    TargetRegion<Real> region = {BoundCells<Real>::emptyBox(), Real(0), kOutsideRatio<Real>};
    BoundCells<Real>::include(region.box, tracer, IndexRange{at(part), at(part + 1)});
    to[part] = region;
  }
};

/// At most `most` regions that contain all targets of a tree. `cells` are the tree's first cells, level by level; the
/// largest ones are divided first.
template <class Real>
std::vector<TargetRegion<Real>> regionsOfCells(const std::vector<UpperCell<Real>>& cells, std::size_t most);

/// Place of a point in the order of all ranks' points: by Morton key, then by the rank that holds it.
struct CurvePlace {
  std::uint64_t key;
  std::uint32_t rank, index;

  friend bool operator<(const CurvePlace& a, const CurvePlace& b) {
    return a.key != b.key ? a.key < b.key : a.rank != b.rank ? a.rank < b.rank : a.index < b.index;
  }
};

struct WeightedPlace {
  CurvePlace place;
  double weight;
};

/// [ranks - 1] starts on the curve of the parts of all ranks but the first, each with about the same sum of weights.
/// All ranks call it, each with its own points, and get the same result.
std::vector<CurvePlace> partsOfCurve(Ranks& ranks, std::vector<WeightedPlace> own);

/// Sends values at a rank's points to the owners of their parts of the curve, and back. All ranks make the same calls.
class PointRoutes {
 public:
  PointRoutes(Ranks& ranks, const std::vector<CurvePlace>& own, const std::vector<CurvePlace>& parts);
  /// The rank that owns the part of the curve with this place.
  static std::size_t partOf(const std::vector<CurvePlace>& parts, const CurvePlace& place);

  /// Sends values at this rank's given points to the owners of their parts; returns those at the points that it owns.
  template <class T>
  std::vector<T> there(const std::vector<T>& values) {
    std::vector<T> sent;
    sent.reserve(order_.size());
    for (const std::size_t i : order_) sent.push_back(values[i]);
    auto [received, counts] = ranks_->exchangedRows(sent, to_);
    from_ = std::move(counts);
    return received;
  }
  /// After there(): sends values at the owned points back to the ranks that gave them; returns them in given order.
  template <class T>
  std::vector<T> back(const std::vector<T>& values) const {
    const std::vector<T> received = ranks_->exchangedRows(values, from_).first;
    std::vector<T> ordered(order_.size());
    for (std::size_t k = 0; k < order_.size(); ++k) ordered[order_[k]] = received[k];
    return ordered;
  }

 private:
  Ranks* ranks_;
  std::vector<std::size_t> order_;      ///< this rank's points, sorted by owner
  std::vector<std::size_t> to_, from_;  ///< [ranks] numbers of points sent and received
};

}  // namespace fmm
