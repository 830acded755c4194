#pragma once

#include <array>
#include <cstddef>
#include <limits>

#include "ranks/point_routes.h"

namespace fmm {

// The locally essential tree (Warren and Salmon 1993): the part of a source tree that targets in given regions need. A
// cell whose multipole serves all of these targets is sent without children and elements; other leaves are sent with
// their elements. All cells of a level are tested at once, for all ranks. Indices within a part are running sums over
// the tree, so that cells and elements keep their order.

/// How a cell is sent to another rank, as one number.
struct CellUse {
  static constexpr Index kAbsent = -1;  ///< not sent: an ancestor serves all targets, or it has no elements
  static constexpr Index kServes = std::numeric_limits<Index>::max();  ///< sent without children and elements
  // Otherwise the index of a region that the cell does not serve: sent with children, or as a leaf with its elements.

  static FMM_HD bool goes(Index use) { return use != kAbsent; }
  static FMM_HD bool opens(Index use) { return use != kAbsent && use != kServes; }
};

/// Sets the CellUse of the cells of a level. Parents come before children.
template <class Real>
struct PruneCells {
  OctreeView<Real> tree;
  AcceptanceRule<Real> rule;
  const TargetRegion<Real>* regions;  ///< of all ranks
  const Index* regionStart;           ///< [ranks + 1]; this rank has none here
  Index levelBegin, levelCount;       ///< item i is cell levelBegin + i % levelCount for rank i / levelCount
  Index* use;                         ///< [ranks][cells]

  FMM_HD void operator()(Index i) const {
    const Index rank = i / levelCount, c = levelBegin + i % levelCount;
    Index* const ofRank = use + static_cast<std::size_t>(rank) * static_cast<std::size_t>(tree.cellCount);
    const Cell& cell = tree.cells[c];
    const Index before = cell.parent < 0 ? 0 : ofRank[cell.parent];
    const Index first = regionStart[rank], count = regionStart[rank + 1] - first;
    const bool there = count > 0 && cell.elements.count() > 0 && CellUse::opens(before);
    ofRank[c] = there ? asks(tree.bounds[c], regions + first, count, before) : CellUse::kAbsent;
  }
  /// A cell opened for some targets may be needed in parts by all: target cells that hold both kinds open it. The
  /// search starts with the region that the parent did not serve, as the cell probably does not serve it either.
  FMM_HD Index asks(const CellBounds<Real>& bounds, const TargetRegion<Real>* of, Index count, Index first) const {
    for (Index k = first; k < count; ++k)
      if (!servesAll(rule, of[k], bounds)) return k;
    for (Index k = 0; k < first; ++k)
      if (!servesAll(rule, of[k], bounds)) return k;
    return CellUse::kServes;
  }
};

/// Counts the cells and the elements to send to each rank.
struct CountParts {
  const Cell* cells;
  Index cellCount;
  const Index* use;

  FMM_HD Index count(Index /*rank*/) const { return cellCount; }
  FMM_HD void operator()(Index rank, Index c, double* sums) const {
    const Index of =
        use[static_cast<std::size_t>(rank) * static_cast<std::size_t>(cellCount) + static_cast<std::size_t>(c)];
    if (!CellUse::goes(of)) return;
    sums[0] += 1;
    if (CellUse::opens(of) && cells[c].isLeaf()) sums[1] += cells[c].elements.count();
  }
};

/// Marks the cells and elements to send to a rank with 1, for running sums: a number for each cell, then one for each
/// element, then one more. Marks of elements must be 0 before.
struct MarkPart {
  const Cell* cells;
  Index cellCount;
  const Index* use;  ///< [cells] for this rank
  Index* marks;

  FMM_HD void operator()(Index c) const {
    marks[c] = CellUse::goes(use[c]) ? 1 : 0;
    if (!CellUse::opens(use[c]) || !cells[c].isLeaf()) return;
    for (Index i = cells[c].elements.begin; i < cells[c].elements.end; ++i) marks[cellCount + i] = 1;
  }
};

/// Layout of a part in the bytes sent to a rank: cells, their bounds, then elements row by row.
template <class Real>
struct PartLayout {
  Index cells = 0, elements = 0;

  std::size_t boundsAt() const { return static_cast<std::size_t>(cells) * sizeof(Cell); }
  std::size_t elementsAt() const { return boundsAt() + static_cast<std::size_t>(cells) * sizeof(CellBounds<Real>); }
  /// A multiple of 16, so that the next part is aligned.
  std::size_t bytes() const {
    return (elementsAt() + 7 * static_cast<std::size_t>(elements) * sizeof(Real) + 15) / 16 * 16;
  }
  static_assert(sizeof(Cell) % 16 == 0 && sizeof(CellBounds<Real>) % 16 == 0);
};

/// Writes the cells to send to a rank, at the running sums of their marks.
template <class Real>
struct PackCells {
  OctreeView<Real> tree;
  const Index* use;    ///< [cells] for this rank
  const Index* place;  ///< running sums of MarkPart's marks
  Cell* cells;         ///< of the part
  CellBounds<Real>* bounds;
  Index* own;  ///< [cells of the part] their indices in this tree

  FMM_HD Index elementAt(Index i) const { return place[tree.cellCount + i] - place[tree.cellCount]; }
  FMM_HD void operator()(Index c) const {
    if (!CellUse::goes(use[c])) return;
    Cell cell = tree.cells[c];
    const Index end = cell.firstChild + cell.childCount, first = place[c];
    const bool opens = CellUse::opens(use[c]) && !cell.isLeaf();
    cell.childCount = static_cast<std::int16_t>(opens ? place[end] - place[cell.firstChild] : 0);
    cell.firstChild = opens ? place[cell.firstChild] : 0;
    // A cell keeps its element range only if the elements of all its leaves are sent.
    const IndexRange range = {elementAt(cell.elements.begin), elementAt(cell.elements.end)};
    if (range.count() == cell.elements.count()) {
      cell.elements = range;
    } else {
      cell.elements = {0, std::numeric_limits<Index>::max()};  // kElsewhere
    }
    cells[first] = cell;
    bounds[first] = tree.bounds[c];
    own[first] = c;
  }
};
template <class Real>
struct PackElements {
  std::array<const Real*, 7> rows;
  const Index* place;  ///< running sums, from the first element on
  Real* to;
  Index count;  ///< of the part

  FMM_HD void operator()(Index i) const {
    const Index at = place[i] - place[0];
    if (place[i + 1] - place[0] == at) return;
    for (std::size_t k = 0; k < 7; ++k)
      to[k * static_cast<std::size_t>(count) + static_cast<std::size_t>(at)] = rows[k][i];
  }
};

/// Copies the cells of a received part behind those of earlier parts.
struct UnpackCells {
  const Cell* from;
  Index cells, elements;  ///< in front of the part
  Cell* to;

  FMM_HD void operator()(Index k) const { to[k] = movedBehind(from[k], cells, elements); }
};

/// Gathers the multipoles of listed cells, with 32 items per cell.
template <class Real>
struct GatherMultipoles {
  static constexpr Index kItems = 32;
  const Index* cells;
  int length;
  const Real* from;
  Real* to;

  FMM_HD void operator()(Index i) const {
    const auto size = static_cast<std::size_t>(length);
    const Real* const own = from + static_cast<std::size_t>(cells[i / kItems]) * size;
    Real* const there = to + static_cast<std::size_t>(i / kItems) * size;
    for (int k = i % kItems; k < length; k += kItems) there[k] = own[k];
  }
};

}  // namespace fmm
