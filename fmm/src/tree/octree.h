#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/math.h"
#include "core/particles.h"
#include "tree/morton.h"

namespace fmm {

/// A cell of the tree: all particles whose Morton keys begin with the same `bits` bits, at least one. A cell far above
/// a leaf's capacity is divided into octants, one slightly above it into two or four parts. Elements and tracers are
/// sorted along the Morton curve separately; a cell owns one range of each.
struct Cell {
  IndexRange elements, tracers;
  Index parent;      ///< -1 for the root
  Index firstChild;  ///< children are neighbours in memory; meaningless for a leaf
  std::int16_t childCount;
  std::int16_t level;  ///< 0: the root; 1: its children; ...
  std::int16_t bits;   ///< of the keys; 3 halve all three edges

  FMM_HD bool isLeaf() const { return childCount == 0; }
};

/// Tight bounds of a cell's particles. Expansion centres are the middles of the boxes, separate for sources and
/// targets, so translations have arbitrary directions.
template <class Real>
struct Box {
  Vector3<Real> low, high;

  FMM_HD Vector3<Real> middle() const {
    return {Real(0.5) * (low.x + high.x), Real(0.5) * (low.y + high.y), Real(0.5) * (low.z + high.z)};
  }
  FMM_HD bool isEmpty() const { return low.x > high.x; }
};

template <class Real>
struct CellBounds {
  Box<Real> sources;  ///< of the elements
  Box<Real> targets;  ///< of the tracers, and of the elements where these are targets
  Real sourceRadius;  ///< Rb >= |x - middle| of all elements; the length that the multipole expansion is scaled by
  Real targetRadius;  ///< Ra >= |y - middle| of all targets; the length that the local expansion is scaled by
  Real smallestSigma, largestSigma;  ///< core radii of the elements
};

/// View of the tree for functors: plain pointers. Cells of a level are contiguous, levels in order, the root first.
template <class Real>
struct OctreeView {
  const Cell* cells;
  const CellBounds<Real>* bounds;
  Index cellCount;
};

/// Leaf capacities.
struct TreeLimits {
  Index leafElements;  ///< most elements in a leaf
  Index leafPoints;    ///< most elements and tracers together

  bool operator==(const TreeLimits& other) const {
    return leafElements == other.leafElements && leafPoints == other.leafPoints;
  }
};

/// The tree and the sorted particles. Owns its buffers and keeps them from one build to the next.
template <class Exec, class Real>
class Octree {
 public:
  template <class T>
  using Buffer = typename Exec::template Buffer<T>;

  OctreeView<Real> view() const { return {cells.data(), bounds.data(), cellCount}; }
  int levels() const { return static_cast<int>(levelStart.size()) - 1; }

  RootCube root;
  Index cellCount = 0;
  std::vector<Index> levelStart;   ///< first cell of each level, and one past the last
  std::vector<Index> roots = {0};  ///< of this tree and of imported ones behind it (tree/source_imports.h)
  Index insideTracers = 0;         ///< sorted tracers [0, inside) lie in the root cube, the others outside
  bool elementsAreTargets = true;

  Buffer<Cell> cells;               ///< [cellCount]
  Buffer<CellBounds<Real>> bounds;  ///< [cellCount]

  Buffer<Index> elementOrder, tracerOrder;                  ///< sorted position -> caller's index
  std::array<Buffer<Real>, 7> element;                      ///< x, y, z, alpha x, y, z, sigma, sorted
  std::array<Buffer<Real>, 3> tracer;                       ///< x, y, z, sorted
  Buffer<std::uint64_t> elementKeys, tracerKeys;            ///< upper Morton keys, sorted
  Buffer<std::uint64_t> elementLowerKeys, tracerLowerKeys;  ///< empty unless `deep`
  bool deep = false;                                        ///< lower keys are sorted too

  SourceArrays<Real> sources() const {
    return {element[0].data(), element[1].data(), element[2].data(), element[3].data(),
            element[4].data(), element[5].data(), element[6].data()};
  }
  std::size_t bytes() const {
    std::size_t sum = cells.bytes() + bounds.bytes() + elementOrder.bytes() + tracerOrder.bytes() +
                      elementKeys.bytes() + tracerKeys.bytes() + elementLowerKeys.bytes() + tracerLowerKeys.bytes();
    for (const auto& row : element) sum += row.bytes();
    for (const auto& row : tracer) sum += row.bytes();
    return sum;
  }
};

}  // namespace fmm
