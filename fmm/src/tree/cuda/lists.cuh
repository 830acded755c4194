#pragma once

#include "tree/interaction_lists.h"
#include "tree/octree.h"

namespace fmm {

/// Lists of cells per target cell in device memory: row c is items[begin[c] .. begin[c] + count[c]).
struct CudaLists {
  const Index *farBegin, *farCount;              ///< [cells]
  const Index *nearBegin, *nearCount;            ///< [cells]; 0 except on leaves
  const Index *correctedBegin, *correctedCount;  ///< the same
  const Index *farItems, *nearItems;             ///< source cells: M2L, and P2P with all elements of the cell
  const Index* correctedItems;                   ///< source cells: (g - 1) K with those elements that reach targets
};

/// Counts of the built tree on the device; the host decides no launch size from them.
struct CudaTreeCounts {
  Index cellCount;
  Index leafCount;
  Index levels;
  Index levelStart[kDeepestBits + 3];  ///< first cell of each level, and one past the last
  Index insideTracers;                 ///< sorted tracers [0, inside) lie in the root cube
  int crowdedAt;                       ///< bits of the deepest overfull cell at an end of keys; 0: none
  RootCube root;
};

/// Marks in CudaTreeView::leafPairs a leaf that has far more pairs than others.
constexpr Index kHeavyLeaf = -1;

/// Tree, lists and sorted particles in device memory. Cells of a level are contiguous, root first.
template <class Real>
struct CudaTreeView {
  const CudaTreeCounts* counts;
  const Cell* cells;
  const CellBounds<Real>* bounds;
  const Index* leaves;  ///< [counts->leafCount] cells without children, in any order
  CudaLists lists;
  const unsigned long long* farPairs;  ///< one number: entries of the far lists
  const Index* heavyCount;             ///< one number
  const Index* heavyLeaves;            ///< [*heavyCount] in any order; kernels start with these
  const Index* leafPairs;              ///< [cells], of leaves: pairs on their lists, 2^31 - 1 at most, or kHeavyLeaf
  SourceArrays<Real> sources;          ///< sorted elements
  std::array<const Real*, 3> tracer;   ///< sorted tracers
  const Index* roots;                  ///< [rootCount] of own and imported trees; null: own only
  Index rootCount;
};

}  // namespace fmm
