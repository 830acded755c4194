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

/// A cell whose children and elements are numbered from the first one of some trees, with so many before them.
FMM_HD inline Cell movedBehind(Cell cell, Index cells, Index elements) {
  cell.firstChild += cells;
  if (cell.elements.end == std::numeric_limits<Index>::max()) return cell;
  cell.elements.begin += elements;
  cell.elements.end += elements;
  return cell;
}

/// A tree and its sorted particles in the memory of an execution space.
template <class Real>
struct LocalTree {
  OctreeView<Real> view;
  std::vector<Index> levelStart;  ///< first cell of each level, and one past the last
  SourceArrays<Real> elements;
  Index elementCount;
  std::array<const Real*, 3> outside;  ///< x, y, z of tracers outside the root cube
  Index outsideCount;
  bool elementsAreTargets;
};

/// Cells and elements of other trees, one tree behind the other.
struct ImportedTrees {
  Index cells = 0, elements = 0;
  std::vector<Index> roots;  ///< numbered from the first of these cells
};

/// Room for them behind a tree's own, of which there are so many.
template <class Real>
struct ImportRoom {
  Cell* cells;
  CellBounds<Real>* bounds;
  std::array<Real*, 7> element;  ///< x, y, z, alpha x, y, z, sigma
  Index ownCells, ownElements;
};

/// Brings what the targets of a tree need of the elements that other trees hold: cells with multipoles, and elements of
/// leaves. All who share a flow make the same calls, in this order; what comes is complete for the rule. Memory is that
/// of the execution space, and stays as it is until the call that ends what another one began.
template <class Exec, class Real>
class SourceImports {
 public:
  virtual ~SourceImports() = default;
  /// What the trees of all divide.
  virtual RootCube root() const = 0;
  /// Finds what others need of the tree; how much comes from them. The rule is the same for all.
  virtual const ImportedTrees& find(Exec& exec, const LocalTree<Real>& tree, const AcceptanceRule<Real>& rule) = 0;
  /// Sends what was found of the same tree.
  virtual void begin(Exec& exec, const LocalTree<Real>& tree) = 0;
  virtual void finish(Exec& exec, const ImportRoom<Real>& to) = 0;
  /// Sends `length` numbers of each cell that went, of own[cells][length], and brings those of the cells that came,
  /// one after the other.
  virtual void beginMultipoles(Exec& exec, const Real* own, int length, Real* others) = 0;
  virtual void finishMultipoles(Exec& exec) = 0;
};

}  // namespace fmm
