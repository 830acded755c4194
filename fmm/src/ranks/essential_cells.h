#pragma once

#include <array>
#include <cstddef>
#include <limits>

#include "ranks/point_routes.h"

namespace fmm {

// The part of a tree of sources that targets in some regions need (Warren and Salmon 1993: their locally essential
// tree): cells whose multipole serves all of these targets come without children and elements, other leaves with their
// elements. Found by all cells of a level at once, for all ranks at once; numbers within a part are running sums over
// the tree, so that cells keep their order, level by level, and elements theirs.

/// What becomes of a cell for another rank, as one number.
struct CellUse {
  static constexpr Index kAbsent = -1;                                 ///< its parent serves all, or it has no elements
  static constexpr Index kServes = std::numeric_limits<Index>::max();  ///< goes without children and elements
  // Else the number of a region that it does not serve: it goes with children, or a leaf with its elements.

  static FMM_HD bool goes(Index use) { return use != kAbsent; }
  static FMM_HD bool opens(Index use) { return use != kAbsent && use != kServes; }
};

/// Decides for the cells of a level, parents before children.
template <class Real>
struct PruneCells {
  OctreeView<Real> tree;
  AcceptanceRule<Real> rule;
  const TargetRegion<Real>* regions;  ///< of all ranks
  const Index* regionStart;           ///< [ranks + 1]; this one's are none
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
  /// A cell that is opened for some targets may be met in parts by all: cells of targets that hold both open it. Where
  /// the parent did not serve, the cell may not either.
  FMM_HD Index asks(const CellBounds<Real>& bounds, const TargetRegion<Real>* of, Index count, Index first) const {
    for (Index k = first; k < count; ++k)
      if (!servesAll(rule, of[k], bounds)) return k;
    for (Index k = 0; k < first; ++k)
      if (!servesAll(rule, of[k], bounds)) return k;
    return CellUse::kServes;
  }
};

/// Cells and elements that go to each rank, for sums over cells.
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

/// Marks what goes to a rank, for running sums: a number for each cell, and behind them one for each element, which are
/// 0 before, and one more.
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

/// Where cells and elements of a part lie in what goes to a rank: cells, their bounds, and elements row after row.
template <class Real>
struct PartLayout {
  Index cells = 0, elements = 0;

  std::size_t boundsAt() const { return static_cast<std::size_t>(cells) * sizeof(Cell); }
  std::size_t elementsAt() const { return boundsAt() + static_cast<std::size_t>(cells) * sizeof(CellBounds<Real>); }
  /// A multiple of 16, so that what lies behind it may begin there.
  std::size_t bytes() const {
    return (elementsAt() + 7 * static_cast<std::size_t>(elements) * sizeof(Real) + 15) / 16 * 16;
  }
  static_assert(sizeof(Cell) % 16 == 0 && sizeof(CellBounds<Real>) % 16 == 0);
};

/// Writes the cells that go to a rank, with running sums of their marks.
template <class Real>
struct PackCells {
  OctreeView<Real> tree;
  const Index* use;    ///< [cells] for this rank
  const Index* place;  ///< running sums of MarkPart's marks
  Cell* cells;         ///< of the part
  CellBounds<Real>* bounds;
  Index* own;  ///< [cells of the part] in this tree

  FMM_HD Index elementAt(Index i) const { return place[tree.cellCount + i] - place[tree.cellCount]; }
  FMM_HD void operator()(Index c) const {
    if (!CellUse::goes(use[c])) return;
    Cell cell = tree.cells[c];
    const Index end = cell.firstChild + cell.childCount, first = place[c];
    const bool opens = CellUse::opens(use[c]) && !cell.isLeaf();
    cell.childCount = static_cast<std::int16_t>(opens ? place[end] - place[cell.firstChild] : 0);
    cell.firstChild = opens ? place[cell.firstChild] : 0;
    // A cell has elements where all of its leaves do.
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
  const Index* place;  ///< from that of the first element on
  Real* to;
  Index count;  ///< of the part

  FMM_HD void operator()(Index i) const {
    const Index at = place[i] - place[0];
    if (place[i + 1] - place[0] == at) return;
    for (std::size_t k = 0; k < 7; ++k)
      to[k * static_cast<std::size_t>(count) + static_cast<std::size_t>(at)] = rows[k][i];
  }
};

/// Cells of a part that has come, behind others.
struct UnpackCells {
  const Cell* from;
  Index cells, elements;  ///< before it
  Cell* to;

  FMM_HD void operator()(Index k) const { to[k] = movedBehind(from[k], cells, elements); }
};

/// Multipoles of some cells, 32 items a cell.
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
