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

/// Where some of a rank's targets lie, for others that look what they need.
template <class Real>
struct TargetRegion {
  Box<Real> box;
  Real leafRadius;  ///< no leaf in it has a larger one
  Real ratio;       ///< part of AcceptanceRule::ratio that holds for these targets
};

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

/// The largest radius among a cell's leaves of targets; -1 where it has no targets. Children before parents.
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

/// What regions are made of.
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

/// Stretches of the tracers outside the root cube, which go by the stricter rule of single points.
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

/// Regions, at most so many, that hold all targets of a tree, of which these are the first cells, level by level: the
/// largest cells are divided first.
template <class Real>
std::vector<TargetRegion<Real>> regionsOfCells(const std::vector<UpperCell<Real>>& cells, std::size_t most);

/// Where a point lies among those of all ranks: along the Morton curve, and those of one place by who has them.
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

/// Where the parts of all ranks but the first begin on the curve, [ranks - 1], so that each has about the same sum of
/// weights. All ranks call it, each with its own points, and get the same.
std::vector<CurvePlace> partsOfCurve(Ranks& ranks, std::vector<WeightedPlace> own);

/// The ways of a rank's points to those who have their part of the curve, and back. All ranks make the same calls.
class PointRoutes {
 public:
  PointRoutes(Ranks& ranks, const std::vector<CurvePlace>& own, const std::vector<CurvePlace>& parts);
  /// The rank in whose part a place lies.
  static std::size_t partOf(const std::vector<CurvePlace>& parts, const CurvePlace& place);

  /// Values at this rank's points in their order, to those who have their parts; here at what this one has of all.
  template <class T>
  std::vector<T> there(const std::vector<T>& values) {
    std::vector<T> sent;
    sent.reserve(order_.size());
    for (const std::size_t i : order_) sent.push_back(values[i]);
    auto [received, counts] = ranks_->exchangedRows(sent, to_);
    from_ = std::move(counts);
    return received;
  }
  /// Values at what this rank has of all, after there(), to where the points came from, in their order.
  template <class T>
  std::vector<T> back(const std::vector<T>& values) const {
    const std::vector<T> received = ranks_->exchangedRows(values, from_).first;
    std::vector<T> ordered(order_.size());
    for (std::size_t k = 0; k < order_.size(); ++k) ordered[order_[k]] = received[k];
    return ordered;
  }

 private:
  Ranks* ranks_;
  std::vector<std::size_t> order_;      ///< this rank's points by who gets them
  std::vector<std::size_t> to_, from_;  ///< [ranks] how many go and come
};

}  // namespace fmm
