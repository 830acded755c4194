#pragma once

#include "expansion/coefficients.h"
#include "expansion/gaussian_fit.h"
#include "expansion/operator_tables.h"
#include "solver/pair_sums.h"
#include "tree/interaction_lists.h"
#include "tree/octree.h"

namespace fmm {

/// Lists of cells per target cell in device memory: row c is items[begin[c] .. begin[c] + count[c]).
struct CudaLists {
  const Index *farBegin, *farCount;    ///< [cells]
  const Index *nearBegin, *nearCount;  ///< [cells]; not 0 on leaves only
  const Index *farItems, *nearItems;   ///< source cells: M2L, and P2P with all elements of the cell
};

/// Counts that the tree's construction leaves on the device; no launch size is decided from them on the host.
struct CudaTreeCounts {
  Index cellCount;
  Index leafCount;
  Index levels;
  Index levelStart[kDeepestLevel + 3];  ///< first cell of each level, and one past the last
  Index insideTracers;                  ///< sorted tracers [0, inside) lie in the root cube
  RootCube root;
};

/// Everything that the passes of one evaluation read and write on the device. Particles are sorted along the Morton
/// curve; cells of a level are contiguous, root first.
template <class Real>
struct CudaFmmView {
  const CudaTreeCounts* counts;
  const Cell* cells;
  const CellBounds<Real>* bounds;
  const Index* leaves;  ///< [counts->leafCount] cells without children, in any fixed order
  CudaLists lists;
  SourceArrays<Real> sources;         ///< sorted elements
  std::array<const Real*, 3> tracer;  ///< sorted tracers
  Index elementCount, tracerCount;
  bool elementsAreTargets;

  int order;         ///< p, 4 to 16
  Real* multipoles;  ///< [cells][vectorLength(p)], components interleaved as in operators-inl.h; cells with elements
  Real* locals;      ///< [cells][vectorLength(p)]; cells with targets
  const OperatorTables<Real>* tables;     ///< device copy
  const GaussianFit<Real>* gaussianFits;  ///< device copies: [0] fast, [1] fine, [2] exact

  TargetArrays<Real> elementResults;  ///< sorted; ux null where elements are sources only, gradient null if not wanted
  TargetArrays<Real> tracerResults;
  Regularisation regularisation;
  PairAccuracy accuracy;
};

}  // namespace fmm
