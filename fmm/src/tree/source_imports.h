#pragma once

#include <array>
#include <limits>
#include <vector>

#include "tree/acceptance_rule.h"
#include "tree/octree.h"

namespace fmm {

/// Element range of a cell that was imported without elements, since only its multipole is needed; too long for the
/// direct sum of any pair.
constexpr IndexRange kElsewhere = {0, std::numeric_limits<Index>::max()};

/// An imported cell, renumbered for `cells` cells and `elements` elements before those of the imported trees.
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

/// Numbers of cells and elements imported from other trees, which follow each other.
struct ImportedTrees {
  Index cells = 0, elements = 0;
  std::vector<Index> roots;  ///< numbered from the first of these cells
};

/// Memory for imported cells and elements behind a tree's own.
template <class Real>
struct ImportRoom {
  Cell* cells;
  CellBounds<Real>* bounds;
  std::array<Real*, 7> element;  ///< x, y, z, alpha x, y, z, sigma
  Index ownCells, ownElements;
};

/// Imports the sources that the targets of a tree need from the trees of other ranks: cells with multipoles, and
/// elements of leaves, all that the rule asks for. All ranks of a flow make the same calls, in this order. Pointers are
/// to memory of the execution space, which must stay valid and unchanged from a begin call to its finish call.
template <class Exec, class Real>
class SourceImports {
 public:
  virtual ~SourceImports() = default;
  /// The root cube of the trees of all ranks.
  virtual RootCube root() const = 0;
  /// Finds what other ranks need of the tree, and returns how much they send. The rule is the same on all ranks.
  virtual const ImportedTrees& find(Exec& exec, const LocalTree<Real>& tree, const AcceptanceRule<Real>& rule) = 0;
  /// Starts to send what find() found, from the same tree.
  virtual void begin(Exec& exec, const LocalTree<Real>& tree) = 0;
  virtual void finish(Exec& exec, const ImportRoom<Real>& to) = 0;
  /// Starts to send own[cells][length] of the exported cells; `others` gets those of the imported cells in order.
  virtual void beginMultipoles(Exec& exec, const Real* own, int length, Real* others) = 0;
  virtual void finishMultipoles(Exec& exec) = 0;
};

}  // namespace fmm
