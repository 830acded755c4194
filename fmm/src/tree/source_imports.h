#pragma once

#include <array>
#include <limits>
#include <vector>

#include "tree/acceptance_rule.h"
#include "tree/octree.h"

namespace fmm {

/// Elements of a cell that has come without them, as its multipole is all that anybody needs: more than any sum over
/// pairs would take.
constexpr IndexRange kElsewhere = {0, std::numeric_limits<Index>::max()};

/// A tree and its sorted particles in host memory.
template <class Real>
struct LocalTree {
  OctreeView<Real> view;
  std::array<const Real*, 7> element;  ///< x, y, z, alpha x, y, z, sigma, sorted
  std::array<const Real*, 3> tracer;   ///< x, y, z, sorted
  Index insideTracers, tracerCount;    ///< the former lie in the root cube
  bool elementsAreTargets;
};

/// Cells and elements of other trees, one tree behind the other. Children and elements are numbered from the first one
/// of all of them.
template <class Real>
struct SourceTrees {
  std::vector<Cell> cells;
  std::vector<CellBounds<Real>> bounds;      ///< [cells]
  std::array<std::vector<Real>, 7> element;  ///< x, y, z, alpha x, y, z, sigma
  std::vector<Index> roots;
};

/// Brings what the targets of a tree need of the elements that other trees hold: cells with multipoles, and elements of
/// leaves. All who share a flow make the same calls, in this order; what comes is complete for the rule.
template <class Real>
class SourceImports {
 public:
  virtual ~SourceImports() = default;
  /// What the trees of all divide.
  virtual RootCube root() const = 0;
  /// Asks for what the tree's targets need, and sends what others ask of it. The tree stays as it is until finish().
  virtual void begin(const LocalTree<Real>& tree, const AcceptanceRule<Real>& rule) = 0;
  virtual const SourceTrees<Real>& finish() = 0;
  /// Sends the multipoles [cells][length] of the cells that others have asked for.
  virtual void beginMultipoles(const Real* multipoles, int length) = 0;
  /// Those of the cells that finish() gave.
  virtual std::vector<Real> finishMultipoles() = 0;
};

}  // namespace fmm
