#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tree/acceptance_rule.h"
#include "tree/target_sample.h"

namespace fmm {

/// One list per cell, all in one array: the list of cell c is items[start[c], start[c + 1]).
template <class Item>
struct ListsView {
  const std::int64_t* start;
  const Item* items;
};

/// Far, near and correction lists of every cell, sorted by target cell. Near and correction lists hold ranges of sorted
/// elements; ranges adjacent along the Morton curve are merged, so that the near field runs over long ranges.
template <class Exec, class Real>
class InteractionLists {
 public:
  /// Dual traversal (Yokota 2012) level by level of target cells: a cell starts from the source cells that its parent
  /// left open, so that all its decisions are made in one place and in one order. Only cells with targets of the sample
  /// get lists.
  void build(Exec& exec, const Octree<Exec, Real>& tree, const AcceptanceRule<Real>& rule,
             const TargetSample& sample = {}) {
    const auto cells = static_cast<std::size_t>(tree.cellCount);
    openCount_.resize(cells);
    openStart_.resize(cells);
    farStart_.resize(cells + 1);
    nearStart_.resize(cells + 1);
    correctedStart_.resize(cells + 1);
    open_.clear();
    far_.clear();
    near_.clear();
    corrected_.clear();
    nearPairs = correctedPairs = 0;
    farStart_.data()[0] = nearStart_.data()[0] = correctedStart_.data()[0] = 0;
    std::vector<Index> parentOpen = tree.roots;
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
  ListsView<IndexRange> corrected() const { return {correctedStart_.data(), corrected_.data()}; }
  std::size_t farPairs() const { return far_.size(); }
  std::uint64_t nearPairs = 0, correctedPairs = 0;  ///< pairs of an element and a target

  std::size_t bytes() const {
    std::size_t sum = openCount_.bytes() + openStart_.bytes() + farStart_.bytes() + nearStart_.bytes() +
                      correctedStart_.bytes() + open_.capacity() * sizeof(Index) + far_.capacity() * sizeof(Index) +
                      (near_.capacity() + corrected_.capacity()) * sizeof(IndexRange);
    for (const ChunkLists& c : chunks_) {
      sum += (c.open.capacity() + c.far.capacity()) * sizeof(Index) +
             (c.near.capacity() + c.corrected.capacity()) * sizeof(IndexRange);
    }
    return sum;
  }

 private:
  static constexpr Index kChunk = 8;  // cells of one task

  /// Lists of a few consecutive cells, and the end of each cell's part.
  struct ChunkLists {
    std::vector<Index> open, far;
    std::vector<IndexRange> near, corrected;
    std::vector<std::size_t> openEnd, farEnd, nearEnd, correctedEnd;
    std::vector<Index> stack;
    std::uint64_t nearPairs = 0, correctedPairs = 0;

    void clear() {
      open.clear();
      far.clear();
      near.clear();
      corrected.clear();
      openEnd.clear();
      farEnd.clear();
      nearEnd.clear();
      correctedEnd.clear();
      nearPairs = correctedPairs = 0;
    }
    void close() {
      openEnd.push_back(open.size());
      farEnd.push_back(far.size());
      nearEnd.push_back(near.size());
      correctedEnd.push_back(corrected.size());
    }
  };

  void visit(const Octree<Exec, Real>& tree, const AcceptanceRule<Real>& rule, const TargetSample& sample, Index c,
             const std::vector<Index>& parentOpen, ChunkLists& lists) {
    const OctreeView<Real> view = tree.view();
    const Cell& a = view.cells[c];
    const CellBounds<Real>& boundsA = view.bounds[c];
    const Index targets =
        sample.touches(a) ? a.tracers.count() + (tree.elementsAreTargets ? a.elements.count() : 0) : 0;
    if (targets > 0) {
      const Target target = {a, boundsA, targets, lists.near.size(), lists.corrected.size()};
      // The root starts from the roots of all source trees, every other cell from what its parent left open.
      const std::int64_t first = a.parent < 0 ? 0 : openStart_.data()[a.parent];
      const Index count = a.parent < 0 ? static_cast<Index>(parentOpen.size()) : openCount_.data()[a.parent];
      for (std::int64_t k = first; k < first + count; ++k) {
        lists.stack.push_back(parentOpen[static_cast<std::size_t>(k)]);
        while (!lists.stack.empty()) {
          const Index entry = lists.stack.back();
          lists.stack.pop_back();
          decide(view, rule, target, entry, lists);
        }
      }
    }
    lists.close();
  }

  /// A target cell, and where its rows begin in the chunk's lists.
  struct Target {
    const Cell& cell;
    const CellBounds<Real>& bounds;
    Index targets;
    std::size_t nearBegin, correctedBegin;
  };

  /// Decides how a pair of cells is summed. `entry`: an OpenSource.
  static void decide(const OctreeView<Real>& view, const AcceptanceRule<Real>& rule, const Target& a, Index entry,
                     ChunkLists& lists) {
    const Index s = OpenSource::cell(entry);
    const bool marked = OpenSource::isMarked(entry);
    const Cell& b = view.cells[s];
    if (b.elements.count() == 0) return;
    switch (marked ? correctionFor(rule, a.cell, a.bounds, b, view.bounds[s])
                   : actionFor(rule, a.cell, a.bounds, a.targets, b, view.bounds[s])) {
      case PairAction::farCorrected:
        lists.stack.push_back(OpenSource::marked(s));
        [[fallthrough]];
      case PairAction::far:
        lists.far.push_back(s);
        return;
      case PairAction::near:
        lists.nearPairs += pairsOf(a, b);
        append(lists.near, a.nearBegin, b.elements);
        return;
      case PairAction::corrected:
        lists.correctedPairs += pairsOf(a, b);
        append(lists.corrected, a.correctedBegin, b.elements);
        return;
      case PairAction::openSource:
        for (Index k = b.childCount - 1; k >= 0; --k)
          lists.stack.push_back(marked ? OpenSource::marked(b.firstChild + k) : b.firstChild + k);
        return;
      case PairAction::openTarget:
        lists.open.push_back(entry);
        return;
      case PairAction::none:
        return;
    }
  }
  static std::uint64_t pairsOf(const Target& a, const Cell& b) {
    return static_cast<std::uint64_t>(a.targets) * static_cast<std::uint64_t>(b.elements.count());
  }
  /// Adds a range to a row that begins at `begin`.
  static void append(std::vector<IndexRange>& row, std::size_t begin, IndexRange range) {
    if (row.size() > begin && row.back().end == range.begin) {
      row.back().end = range.end;
    } else {
      row.push_back(range);
    }
  }

  /// Appends the chunks of one level to the full lists.
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
        correctedStart_.data()[c + 1] = static_cast<std::int64_t>(corrected_.size() + lists.correctedEnd[at]);
      }
      open_.insert(open_.end(), lists.open.begin(), lists.open.end());
      far_.insert(far_.end(), lists.far.begin(), lists.far.end());
      near_.insert(near_.end(), lists.near.begin(), lists.near.end());
      corrected_.insert(corrected_.end(), lists.corrected.begin(), lists.corrected.end());
      nearPairs += lists.nearPairs;
      correctedPairs += lists.correctedPairs;
    }
  }

  typename Exec::template Buffer<Index> openCount_;
  typename Exec::template Buffer<std::int64_t> openStart_, farStart_, nearStart_, correctedStart_;
  std::vector<Index> open_, far_;
  std::vector<IndexRange> near_, corrected_;
  std::vector<ChunkLists> chunks_;
};

}  // namespace fmm
