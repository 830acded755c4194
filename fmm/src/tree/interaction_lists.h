#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tree/octree.h"
#include "tree/target_sample.h"

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

  /// The rule for an opening angle theta. For balls of equal radii Ra + Rb < theta d; for unequal ones, where that
  /// would let Rb/(d - Ra) come up to theta, the same worst ratio theta/(2 - theta) as for equal ones.
  static AcceptanceRule fromAngle(double theta, double cutoff, Index directPairs) {
    return {static_cast<Real>(theta / (2 - theta)), static_cast<Real>(cutoff), directPairs};
  }

  /// Convergence and core cutoff, for target cell a and source cell b: the source's expansion converges like
  /// Rb/(d - Ra), the target's like Ra/(d - Rb).
  FMM_HD bool isFar(const CellBounds<Real>& a, const CellBounds<Real>& b) const {
    const Vector3<Real> d = a.targets.middle() - b.sources.middle();
    const Real reach = larger(a.targetRadius, b.sourceRadius) + ratio * smaller(a.targetRadius, b.sourceRadius);
    if (!(reach * reach < ratio * ratio * dotProduct(d, d))) return false;
    const Real core = cutoff * b.largestSigma, own = bothCores ? cutoff * a.largestSigma : Real(0);
    return gapSquared(a.targets, b.sources) >= core * core + own * own;
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

/// What becomes of a pair (target cell a, source cell b).
enum class PairAction {
  far,         ///< M2L
  near,        ///< every element of b directly with every target of a
  openSource,  ///< b's children instead of b
  openTarget   ///< a's children instead of a
};

/// What the rule says of a pair; a has `targetsOfA` targets.
template <class Real>
FMM_HD inline PairAction actionFor(const AcceptanceRule<Real>& rule, const Cell& a, const CellBounds<Real>& boundsA,
                                   Index targetsOfA, const Cell& b, const CellBounds<Real>& boundsB) {
  if (a.isLeaf() && static_cast<std::int64_t>(targetsOfA) * b.elements.count() <= rule.directPairs)
    return PairAction::near;
  if (rule.isFar(boundsA, boundsB)) return PairAction::far;
  if (a.isLeaf()) return b.isLeaf() || rule.isInsideCores(boundsA, boundsB) ? PairAction::near : PairAction::openSource;
  if (b.isLeaf()) return PairAction::openTarget;
  return boundsB.sourceRadius > boundsA.targetRadius ? PairAction::openSource : PairAction::openTarget;
}

/// A list for each cell, one behind the other: that of cell c is items[start[c], start[c + 1]).
template <class Item>
struct ListsView {
  const std::int64_t* start;
  const Item* items;
};

/// Far and near lists of every cell, sorted by target cell. Near lists hold ranges of sorted elements: neighbours along
/// the Morton curve are joined, so that the near field runs over long stretches.
template <class Exec, class Real>
class InteractionLists {
 public:
  /// Dual traversal (Yokota 2012) level by level of target cells: a cell starts from the source cells that its parent
  /// left open, so that all its decisions are made in one place and in one order.
  /// Only cells with targets of the sample get lists.
  void build(Exec& exec, const Octree<Exec, Real>& tree, const AcceptanceRule<Real>& rule,
             const TargetSample& sample = {}) {
    const auto cells = static_cast<std::size_t>(tree.cellCount);
    openCount_.resize(cells);
    openStart_.resize(cells);
    farStart_.resize(cells + 1);
    nearStart_.resize(cells + 1);
    open_.clear();
    far_.clear();
    near_.clear();
    nearPairs = 0;
    farStart_.data()[0] = nearStart_.data()[0] = 0;
    std::vector<Index> parentOpen{0};
    for (int level = 0; level < tree.levels(); ++level) {
      const Index begin = tree.levelStart[static_cast<std::size_t>(level)];
      const Index count = tree.levelStart[static_cast<std::size_t>(level) + 1] - begin;
      const Index chunks = (count + kChunk - 1) / kChunk;
      if (chunks_.size() < static_cast<std::size_t>(chunks)) chunks_.resize(static_cast<std::size_t>(chunks));
      exec.forEachTeam("fmm::traverse", chunks, [&](const auto&, Index k) {
        ChunkLists& lists = chunks_[static_cast<std::size_t>(k)];
        lists.clear();
        for (Index c = begin + k * kChunk; c < begin + std::min(count, (k + 1) * kChunk); ++c) {
          visit(tree, rule, sample, c, parentOpen, lists);
        }
      });
      join(begin, count, chunks);
      std::swap(parentOpen, open_);
    }
  }

  ListsView<Index> far() const { return {farStart_.data(), far_.data()}; }
  ListsView<IndexRange> near() const { return {nearStart_.data(), near_.data()}; }
  std::size_t farPairs() const { return far_.size(); }
  std::uint64_t nearPairs = 0;  ///< pairs of an element and a target

  std::size_t bytes() const {
    std::size_t sum = openCount_.bytes() + openStart_.bytes() + farStart_.bytes() + nearStart_.bytes() +
                      open_.capacity() * sizeof(Index) + far_.capacity() * sizeof(Index) +
                      near_.capacity() * sizeof(IndexRange);
    for (const ChunkLists& c : chunks_) {
      sum += (c.open.capacity() + c.far.capacity()) * sizeof(Index) + c.near.capacity() * sizeof(IndexRange);
    }
    return sum;
  }

 private:
  static constexpr Index kChunk = 8;  // cells of one task

  /// Lists of a few successive cells, and where each cell's end.
  struct ChunkLists {
    std::vector<Index> open, far;
    std::vector<IndexRange> near;
    std::vector<std::size_t> openEnd, farEnd, nearEnd;
    std::vector<Index> stack;
    std::uint64_t nearPairs = 0;

    void clear() {
      open.clear();
      far.clear();
      near.clear();
      openEnd.clear();
      farEnd.clear();
      nearEnd.clear();
      nearPairs = 0;
    }
    void close() {
      openEnd.push_back(open.size());
      farEnd.push_back(far.size());
      nearEnd.push_back(near.size());
    }
  };

  void visit(const Octree<Exec, Real>& tree, const AcceptanceRule<Real>& rule, const TargetSample& sample, Index c,
             const std::vector<Index>& parentOpen, ChunkLists& lists) {
    const OctreeView<Real> view = tree.view();
    const Cell& a = view.cells[c];
    const CellBounds<Real>& boundsA = view.bounds[c];
    const Index targets =
        sample.touches(a) ? a.tracers.count() + (tree.elementsAreTargets ? a.elements.count() : 0) : 0;
    const std::size_t nearBegin = lists.near.size();
    if (targets > 0) {
      // The root meets itself; every other cell what its parent left open.
      const std::int64_t first = a.parent < 0 ? 0 : openStart_.data()[a.parent];
      const Index count = a.parent < 0 ? 1 : openCount_.data()[a.parent];
      for (std::int64_t k = first; k < first + count; ++k) {
        lists.stack.push_back(parentOpen[static_cast<std::size_t>(k)]);
        while (!lists.stack.empty()) {
          const Index s = lists.stack.back();
          lists.stack.pop_back();
          meet(view, rule, a, boundsA, targets, s, nearBegin, lists);
        }
      }
    }
    lists.close();
  }

  static void meet(const OctreeView<Real>& view, const AcceptanceRule<Real>& rule, const Cell& a,
                   const CellBounds<Real>& boundsA, Index targets, Index s, std::size_t nearBegin, ChunkLists& lists) {
    const Cell& b = view.cells[s];
    if (b.elements.count() == 0) return;
    switch (actionFor(rule, a, boundsA, targets, b, view.bounds[s])) {
      case PairAction::far:
        lists.far.push_back(s);
        return;
      case PairAction::near:
        lists.nearPairs += static_cast<std::uint64_t>(targets) * static_cast<std::uint64_t>(b.elements.count());
        if (lists.near.size() > nearBegin && lists.near.back().end == b.elements.begin) {
          lists.near.back().end = b.elements.end;
        } else {
          lists.near.push_back(b.elements);
        }
        return;
      case PairAction::openSource:
        for (Index k = b.childCount - 1; k >= 0; --k) lists.stack.push_back(b.firstChild + k);
        return;
      case PairAction::openTarget:
        lists.open.push_back(s);
        return;
    }
  }

  /// Appends the chunks of one level to the rows.
  void join(Index begin, Index count, Index chunks) {
    open_.clear();
    for (Index k = 0; k < chunks; ++k) {
      const ChunkLists& lists = chunks_[static_cast<std::size_t>(k)];
      std::size_t openBegin = 0;
      for (Index i = 0; i < std::min(kChunk, count - k * kChunk); ++i) {
        const auto at = static_cast<std::size_t>(i);
        const Index c = begin + k * kChunk + i;
        openStart_.data()[c] = static_cast<std::int64_t>(open_.size() + openBegin);
        openCount_.data()[c] = static_cast<Index>(lists.openEnd[at] - openBegin);
        openBegin = lists.openEnd[at];
        farStart_.data()[c + 1] = static_cast<std::int64_t>(far_.size() + lists.farEnd[at]);
        nearStart_.data()[c + 1] = static_cast<std::int64_t>(near_.size() + lists.nearEnd[at]);
      }
      open_.insert(open_.end(), lists.open.begin(), lists.open.end());
      far_.insert(far_.end(), lists.far.begin(), lists.far.end());
      near_.insert(near_.end(), lists.near.begin(), lists.near.end());
      nearPairs += lists.nearPairs;
    }
  }

  typename Exec::template Buffer<Index> openCount_;
  typename Exec::template Buffer<std::int64_t> openStart_, farStart_, nearStart_;
  std::vector<Index> open_, far_;
  std::vector<IndexRange> near_;
  std::vector<ChunkLists> chunks_;
};

}  // namespace fmm
