#pragma once

#include <cstddef>
#include <vector>

#include "fmm/tree_view.h"
#include "tree/octree.h"

namespace fmm {

/// Writes the caller's index of each cell's first element and first tracer, -1 where it has none.
struct FirstParticles {
  const Cell* cells;
  const Index *elementOrder, *tracerOrder;
  Index* first;  ///< [cells][2]

  FMM_HD void operator()(Index c) const {
    const Cell& cell = cells[c];
    first[2 * c] = cell.elements.count() > 0 ? elementOrder[cell.elements.begin] : -1;
    first[2 * c + 1] = cell.tracers.count() > 0 ? tracerOrder[cell.tracers.begin] : -1;
  }
};

/// A tree in host memory.
template <class Real>
struct TreeArrays {
  const Cell* cells;               ///< [cellCount]
  const CellBounds<Real>* bounds;  ///< [cellCount]
  const Index* first;              ///< [cellCount][2] of FirstParticles
  Index cellCount;
  RootCube root;
};

/// The cells for display, in their order: level by level, the root first.
template <class Real>
std::vector<TreeCell> describeCells(const TreeArrays<Real>& tree);

/// Ascending indices of the leaves whose elements lie in one of these ranges; each range consists of whole cells.
std::vector<std::size_t> leavesIn(const Cell* cells, Index cellCount, std::vector<IndexRange> ranges);

/// Throws InvalidInput unless `leaf` is the index of a leaf.
void requireLeaf(const Cell* cells, Index cellCount, std::size_t leaf);

}  // namespace fmm
