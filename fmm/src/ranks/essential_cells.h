#pragma once

#include <cstddef>
#include <vector>

#include "ranks/target_regions.h"

namespace fmm {

/// The part of a tree of sources that targets in some regions need (Warren and Salmon 1993: their locally essential
/// tree): cells whose multipole serves all of these targets come without children and elements, other leaves with
/// their elements.
struct EssentialCells {
  std::vector<Cell> cells;           ///< children and elements numbered within this part; root first, level by level
  std::vector<Index> own;            ///< [cells] in the whole tree
  std::vector<IndexRange> elements;  ///< in the whole tree, rising
  Index elementCount = 0;
};

template <class Real>
EssentialCells essentialCells(const OctreeView<Real>& tree, const std::vector<TargetRegion<Real>>& regions,
                              const AcceptanceRule<Real>& rule);

}  // namespace fmm
