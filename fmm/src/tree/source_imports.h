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
inline Cell movedBehind(Cell cell, Index cells, Index elements) {
  cell.firstChild += cells;
  if (cell.elements.end == kElsewhere.end) return cell;
  cell.elements.begin += elements;
  cell.elements.end += elements;
  return cell;
}

/// A tree in host memory, and where its targets are.
template <class Real>
struct LocalTree {
  OctreeView<Real> view;
  std::array<const Real*, 3> tracer;  ///< x, y, z of tracers outside the root cube
  Index outside;                      ///< so many
  bool elementsAreTargets;
};

/// Copies of what a tree holds, wherever it lies.
template <class Real>
class SourceReader {
 public:
  virtual ~SourceReader() = default;
  /// Sorted elements of these ranges, of which there are `count`: x, y, z, alpha x, y, z, sigma, row after row.
  virtual std::vector<Real> elements(const std::vector<IndexRange>& ranges, Index count) = 0;
  /// Multipoles of these cells, one after the other.
  virtual std::vector<Real> multipoles(const std::vector<Index>& cells) = 0;
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
  /// Asks for what the tree's targets need, and sends what others ask of it.
  virtual void begin(const LocalTree<Real>& tree, const AcceptanceRule<Real>& rule, SourceReader<Real>& reader) = 0;
  virtual const SourceTrees<Real>& finish() = 0;
  /// Sends the multipoles of the cells that others have asked for.
  virtual void beginMultipoles(SourceReader<Real>& reader) = 0;
  /// Those of the cells that finish() gave, one after the other.
  virtual std::vector<Real> finishMultipoles() = 0;
};

}  // namespace fmm
