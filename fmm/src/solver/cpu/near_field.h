#pragma once

#include <algorithm>
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

/// P2P: adds the sums over the near list and the corrections (docs/math.md, (8.3)) to the results of targets of a leaf.
/// The frame is that of the whole block, whichever of its targets are asked for.
template <class Real>
void nearField(const FmmView<Real>& view, Index leaf, const LeafTargets& part) {
  const Cell& cell = view.tree.cells[leaf];
  const auto sumList = [&](const ListsView<IndexRange>& list, bool correction, const TargetArrays<Real>& targets,
                           IndexRange range, const Vector3<Real>& origin) {
    const auto first = list.start[leaf], end = list.start[leaf + 1];
    if (first == end) return;
    sumPairs(PairTask<Real>{view.sources, list.items + first, static_cast<Index>(end - first),
                            targets.from(range.begin), range.count(), origin, view.regularisation, view.accuracy,
                            correction, view.coreReach, view.space});
  };
  const auto sum = [&](const TargetArrays<Real>& targets, IndexRange all, IndexRange wanted) {
    forEachNearBlock(all, kNearBlock, [&](IndexRange block) {
      const IndexRange range = {std::max(block.begin, wanted.begin), std::min(block.end, wanted.end)};
      if (range.count() <= 0) return;
      const Index middle = block.begin + block.count() / 2;
      const Vector3<Real> origin = all.count() <= kNearBlock
                                       ? view.tree.bounds[leaf].targets.middle()
                                       : Vector3<Real>{targets.x[middle], targets.y[middle], targets.z[middle]};
      sumList(view.near, false, targets, range, origin);
      sumList(view.corrected, true, targets, range, origin);
    });
  };
  if (view.elementsAreTargets) sum(view.elementTargets, cell.elements, part.elements);
  if (view.tracerTargets.ux || view.tracerTargets.vorticity[0]) sum(view.tracerTargets, cell.tracers, part.tracers);
}

}  // namespace fmm
