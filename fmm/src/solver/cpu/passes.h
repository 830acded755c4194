#pragma once

#include "solver/fmm_pipeline.h"

namespace fmm {

// The passes, one cell at a time, on the widest SIMD instruction set of the machine. Each writes only its cell's data
// (l2lCell() only that of the cell's children), so that cells of a level run in parallel.

/// P2M, M2M: the multipole expansion of a leaf, or of another cell from those of its children.
void upwardCell(const FmmView<float>& view, Index cell);
void upwardCell(const FmmView<double>& view, Index cell);
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

}  // namespace fmm
