#pragma once

#include "solver/fmm_view.h"

namespace fmm {

// The passes, one cell at a time, on the widest SIMD instruction set of the machine. Each writes only what belongs to
// its cell (or to its cell's children, l2lCell()), so that cells of a level run in parallel.

/// P2M: the multipole expansion of a leaf.
void p2mLeaf(const FmmView<float>& view, Index leaf);
void p2mLeaf(const FmmView<double>& view, Index leaf);
/// M2M: the multipole expansion of a cell from those of its children.
void m2mCell(const FmmView<float>& view, Index cell);
void m2mCell(const FmmView<double>& view, Index cell);
/// M2L: the local expansion of a cell from its far list (zero if that is empty).
void m2lCell(const FmmView<float>& view, Index cell);
void m2lCell(const FmmView<double>& view, Index cell);
/// L2L: adds a cell's local expansion to those of its children.
void l2lCell(const FmmView<float>& view, Index cell);
void l2lCell(const FmmView<double>& view, Index cell);
/// Successive targets of a leaf.
struct LeafTargets {
  IndexRange elements, tracers;
};
inline LeafTargets allOf(const Cell& leaf) {
  return {leaf.elements, leaf.tracers};
}
/// L2P: sets the results of targets of a leaf from its local expansion.
void l2pLeaf(const FmmView<float>& view, Index leaf, const LeafTargets& part);
void l2pLeaf(const FmmView<double>& view, Index leaf, const LeafTargets& part);
/// P2P: adds the near list's elements to the results of targets of a leaf, and the cores that expansions left out.
template <class Real>
void nearField(const FmmView<Real>& view, Index leaf, const LeafTargets& part) {
  const Vector3<Real> origin = view.tree.bounds[leaf].targets.middle();
  const auto sumList = [&](const ListsView<IndexRange>& list, PairPart ofPair, const TargetArrays<Real>& targets,
                           IndexRange range) {
    const auto first = list.start[leaf], end = list.start[leaf + 1];
    if (first == end) return;
    sumPairs(PairTask<Real>{view.sources, list.items + first, static_cast<Index>(end - first),
                            targets.from(range.begin), range.count(), origin.x, origin.y, origin.z, view.regularisation,
                            view.accuracy, ofPair, view.coreReach});
  };
  const auto sum = [&](const TargetArrays<Real>& targets, IndexRange range) {
    sumList(view.near, PairPart::whole, targets, range);
    sumList(view.corrected, PairPart::correction, targets, range);
  };
  if (view.elementsAreTargets && part.elements.count() > 0) sum(view.elementTargets, part.elements);
  if (part.tracers.count() > 0 && (view.tracerTargets.ux || view.tracerTargets.vorticity[0]))
    sum(view.tracerTargets, part.tracers);
}

}  // namespace fmm
