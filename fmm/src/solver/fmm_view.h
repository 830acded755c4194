#pragma once

#include <array>

#include "core/particles.h"
#include "solver/pair_sums.h"
#include "tree/interaction_lists.h"

namespace fmm {

/// Everything that the passes of one evaluation read and write, as pointers. Particles are sorted.
template <class Real>
struct FmmView {
  OctreeView<Real> tree;
  const Index* roots;  ///< [rootCount] of the trees of sources: this one's first, if it has cells
  Index rootCount;
  SourceArrays<Real> sources;
  std::array<const Real*, 3> tracer;
  bool elementsAreTargets;
  ListsView<Index> far;
  ListsView<IndexRange> near;
  ListsView<IndexRange> corrected;
  Real coreReach;  ///< in core radii: AcceptanceRule::cutoff

  int order;           ///< p
  int multipoleOrder;  ///< not below p: of multipoles the first degrees are what lower orders have
  Real* multipoles;    ///< [cells][vectorLength(multipoleOrder)], valid for cells with elements
  Real* locals;        ///< [cells][vectorLength(p)], valid for cells with targets

  TargetArrays<Real> elementTargets;  ///< positions and results; ux null where elements are sources only
  TargetArrays<Real> tracerTargets;

  Regularisation regularisation;
  PairAccuracy accuracy;
};

}  // namespace fmm
