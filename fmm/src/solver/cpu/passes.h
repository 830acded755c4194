#pragma once

#include "solver/fmm_view.h"

namespace fmm {

// The passes, one cell at a time, on the widest SIMD instruction set of the machine. Each writes only what belongs to
// its cell (or to its cell's children, downward()), so that cells of a level run in parallel.

/// P2M: the multipole expansion of a leaf.
void leafMultipole(const FmmView<float>& view, Index leaf);
void leafMultipole(const FmmView<double>& view, Index leaf);
/// M2M: the multipole expansion of a cell from those of its children.
void gatherMultipole(const FmmView<float>& view, Index cell);
void gatherMultipole(const FmmView<double>& view, Index cell);
/// M2L: the local expansion of a cell from its far list (zero if that is empty).
void transfer(const FmmView<float>& view, Index cell);
void transfer(const FmmView<double>& view, Index cell);
/// L2L: adds a cell's local expansion to those of its children.
void downward(const FmmView<float>& view, Index cell);
void downward(const FmmView<double>& view, Index cell);
/// L2P: sets the results of a leaf's targets from its local expansion.
void evaluateLeaf(const FmmView<float>& view, Index leaf);
void evaluateLeaf(const FmmView<double>& view, Index leaf);
/// P2P: adds the near list's elements to the results of a leaf's targets.
template <class Real>
void nearField(const FmmView<Real>& view, Index leaf) {
  const Cell& cell = view.tree.cells[leaf];
  const Vector3<Real> origin = view.tree.bounds[leaf].targets.middle();
  const auto first = view.near.start[leaf];
  const auto sum = [&](const TargetArrays<Real>& targets, IndexRange range) {
    sumPairs(PairTask<Real>{view.sources, view.near.items + first,
                            static_cast<Index>(view.near.start[leaf + 1] - first), targets.from(range.begin),
                            range.count(), origin.x, origin.y, origin.z, view.regularisation, view.accuracy});
  };
  if (view.elementsAreTargets && cell.elements.count() > 0) sum(view.elementTargets, cell.elements);
  if (cell.tracers.count() > 0 && (view.tracerTargets.ux || view.tracerTargets.vorticity[0]))
    sum(view.tracerTargets, cell.tracers);
}

}  // namespace fmm
