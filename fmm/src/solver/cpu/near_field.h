#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "pairs/pair_sums.h"
#include "solver/cpu/passes.h"

namespace fmm {

/// Most targets of a leaf that are summed in one frame. Larger leaves are divided into blocks with a frame each, since
/// digits would be lost far from the middle of a large leaf.
constexpr Index kNearBlock = 512;
/// Most targets that one thread sums at a time where leaves are too few for all threads. It equals the number of
/// targets that share a box in corrections (kCorrected), so that results do not depend on the division.
constexpr Index kFinePart = 128;

/// Part of a leaf for one thread.
struct LeafPart {
  Index leaf;
  LeafTargets targets;
};

/// Calls use(block) for successive blocks of `size` targets.
template <class Use>
void forEachNearBlock(IndexRange targets, Index size, const Use& use) {
  for (Index first = targets.begin; first < targets.end; first += size)
    use(IndexRange{first, std::min(first + size, targets.end)});
}

/// Adds a leaf's parts: a single one, or parts of up to `most` (kNearBlock or kFinePart) elements or tracers.
inline void addNearParts(Index leaf, const Cell& cell, Index most, std::vector<LeafPart>& parts) {
  if (std::max(cell.elements.count(), cell.tracers.count()) <= most) {
    parts.push_back({leaf, allOf(cell)});
    return;
  }
  forEachNearBlock(cell.elements, most, [&](IndexRange part) { parts.push_back({leaf, {part, {0, 0}}}); });
  forEachNearBlock(cell.tracers, most, [&](IndexRange part) { parts.push_back({leaf, {{0, 0}, part}}); });
}

/// The frame of a block of a leaf's targets, whichever of them are asked for: a point in their midst, and their largest
/// distance from it.
template <class Real>
struct BlockFrame {
  Vector3<Real> origin;
  Real radius;

  BlockFrame(const CellBounds<Real>& bounds) : origin(bounds.targets.middle()), radius(bounds.targetRadius) {}
  BlockFrame(const TargetArrays<Real>& targets, IndexRange block)
      : origin(at(targets, block.begin + block.count() / 2)) {
    Real largest = 0;
    for (Index i = block.begin; i < block.end; ++i) {
      const Vector3<Real> from = at(targets, i) - origin;
      largest = std::max(largest, dotProduct(from, from));
    }
    radius = std::sqrt(largest);
  }

 private:
  static Vector3<Real> at(const TargetArrays<Real>& targets, Index i) {
    return {targets.x[i], targets.y[i], targets.z[i]};
  }
};

/// P2P: adds the sums over the near list and the corrections (docs/math.md, (8.3)) to the results of targets of a leaf.
template <class Real>
void nearField(const FmmView<Real>& view, Index leaf, const LeafTargets& part) {
  const Cell& cell = view.tree.cells[leaf];
  const auto sumList = [&](const ListsView<IndexRange>& list, bool correction, const TargetArrays<Real>& targets,
                           IndexRange range, const BlockFrame<Real>& frame) {
    const auto first = list.start[leaf], end = list.start[leaf + 1];
    if (first == end) return;
    sumPairs(PairTask<Real>{view.sources, list.items + first, static_cast<Index>(end - first),
                            targets.from(range.begin), range.count(), frame.origin, view.regularisation, view.accuracy,
                            correction, view.coreReach, view.space, frame.radius});
  };
  const auto sum = [&](const TargetArrays<Real>& targets, IndexRange all, IndexRange wanted) {
    forEachNearBlock(all, kNearBlock, [&](IndexRange block) {
      const IndexRange range = {std::max(block.begin, wanted.begin), std::min(block.end, wanted.end)};
      if (range.count() <= 0) return;
      const BlockFrame<Real> frame =
          all.count() <= kNearBlock ? BlockFrame<Real>(view.tree.bounds[leaf]) : BlockFrame<Real>(targets, block);
      sumList(view.near, false, targets, range, frame);
      sumList(view.corrected, true, targets, range, frame);
    });
  };
  if (view.elementsAreTargets) sum(view.elementTargets, cell.elements, part.elements);
  if (view.tracerTargets.ux || view.tracerTargets.vorticity[0]) sum(view.tracerTargets, cell.tracers, part.tracers);
}

}  // namespace fmm
