#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "exec/cpu_sort.h"
#include "solver/field_task.h"
#include "tree/octree.h"

namespace fmm {

/// Morton keys of particles in the caller's order.
template <class Real>
struct ComputeKeys {
  RootCube root;
  const Real *x, *y, *z;
  std::uint64_t* upper;

  FMM_HD void operator()(Index i) const { upper[i] = mortonKeys(root, x[i], y[i], z[i]).upper; }
};

/// sorted[i] = from[order[i]].
template <class Real>
struct GatherRow {
  const Index* order;
  const Real* from;
  Real* sorted;

  FMM_HD void operator()(Index i) const { sorted[i] = from[order[i]]; }
};

/// The sorted keys of one kind of particle.
struct SortedKeys {
  const std::uint64_t *upper, *lower;  ///< lower null: not needed

  FMM_HD int octant(Index i, int level) const { return octantAt(upper[i], lower ? lower[i] : 0, level); }
  /// First particle of `range` that lies in child `octant` or behind it.
  FMM_HD Index lowerBound(IndexRange range, int level, int octant) const {
    Index low = range.begin, high = range.end;
    while (low < high) {
      const Index middle = low + (high - low) / 2;
      if (this->octant(middle, level) < octant) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
};

/// Splits the cells of one level that hold more than a leaf may: first counts children, then writes them.
struct SplitCells {
  TreeLimits limits;
  int deepest;
  SortedKeys elements, tracers;
  Cell* cells;
  Index levelBegin, levelEnd;

  FMM_HD bool isFull(const Cell& c) const {
    return c.level < deepest &&
           (c.elements.count() > limits.leafElements || c.elements.count() + c.tracers.count() > limits.leafPoints);
  }
  /// Ranges of the child `octant` of cell c.
  FMM_HD Cell child(const Cell& c, Index parent, int octant) const {
    const int level = c.level + 1;
    Cell k;
    k.elements = {elements.lowerBound(c.elements, level, octant), elements.lowerBound(c.elements, level, octant + 1)};
    k.tracers = {tracers.lowerBound(c.tracers, level, octant), tracers.lowerBound(c.tracers, level, octant + 1)};
    k.parent = parent;
    k.firstChild = 0;
    k.childCount = 0;
    k.level = static_cast<std::int16_t>(level);
    return k;
  }
  FMM_HD void countChildren(Index i) const {
    Cell& c = cells[levelBegin + i];
    c.childCount = 0;
    if (!isFull(c)) return;
    for (int octant = 0; octant < 8; ++octant) {
      const Cell k = child(c, 0, octant);
      c.childCount = static_cast<std::int16_t>(c.childCount + (k.elements.count() + k.tracers.count() > 0));
    }
  }
  FMM_HD void writeChildren(Index i) const {
    const Cell& c = cells[levelBegin + i];
    if (c.childCount == 0) return;
    Index at = c.firstChild;
    for (int octant = 0; octant < 8; ++octant) {
      const Cell k = child(c, levelBegin + i, octant);
      if (k.elements.count() + k.tracers.count() > 0) cells[at++] = k;
    }
  }
};

/// Tight boxes and radii: leaves from their particles, the others from their children.
template <class Real>
struct BoundCells {
  std::array<const Real*, 3> element, tracer;
  const Real* sigma;
  bool elementsAreTargets;
  double rootEdge;
  const Cell* cells;
  CellBounds<Real>* bounds;

  static FMM_HD Box<Real> emptyBox() {
    const Real big = std::numeric_limits<Real>::max();
    return {{big, big, big}, {-big, -big, -big}};
  }
  static FMM_HD void include(Box<Real>& box, const Box<Real>& other) {
    box.low = {smaller(box.low.x, other.low.x), smaller(box.low.y, other.low.y), smaller(box.low.z, other.low.z)};
    box.high = {larger(box.high.x, other.high.x), larger(box.high.y, other.high.y), larger(box.high.z, other.high.z)};
  }
  static FMM_HD void include(Box<Real>& box, const std::array<const Real*, 3>& x, IndexRange range) {
    for (Index i = range.begin; i < range.end; ++i) {
      const Vector3<Real> p = {x[0][i], x[1][i], x[2][i]};
      include(box, {p, p});
    }
  }
  static FMM_HD Real largestDistance(Vector3<Real> from, const std::array<const Real*, 3>& x, IndexRange range) {
    Real most = 0;
    for (Index i = range.begin; i < range.end; ++i) {
      const Vector3<Real> d = Vector3<Real>{x[0][i], x[1][i], x[2][i]} - from;
      most = larger(most, dotProduct(d, d));
    }
    return Real(std::sqrt(most));
  }
  static FMM_HD Real distance(Vector3<Real> a, Vector3<Real> b) {
    const Vector3<Real> d = a - b;
    return Real(std::sqrt(dotProduct(d, d)));
  }

  FMM_HD void operator()(Index c) const {
    const Cell& cell = cells[c];
    CellBounds<Real>& b = bounds[c];
    b.sources = emptyBox();
    b.targets = emptyBox();
    b.largestSigma = 0;
    if (cell.isLeaf()) {
      boundLeaf(cell, b);
    } else {
      boundParent(cell, b);
    }
    // Expansions are scaled by these radii, so even a single point gets one; then no ratio of lengths in a translation
    // between accepted cells exceeds 1.
    const Real least = static_cast<Real>(std::ldexp(rootEdge, -cell.level - 6));
    b.sourceRadius = larger(b.sourceRadius, least);
    b.targetRadius = larger(b.targetRadius, least);
  }

  FMM_HD void boundLeaf(const Cell& cell, CellBounds<Real>& b) const {
    include(b.sources, element, cell.elements);
    include(b.targets, tracer, cell.tracers);
    if (elementsAreTargets) include(b.targets, b.sources);
    for (Index i = cell.elements.begin; i < cell.elements.end; ++i) b.largestSigma = larger(b.largestSigma, sigma[i]);
    b.sourceRadius = largestDistance(b.sources.middle(), element, cell.elements);
    b.targetRadius = largestDistance(b.targets.middle(), tracer, cell.tracers);
    if (elementsAreTargets) {
      b.targetRadius = larger(b.targetRadius, largestDistance(b.targets.middle(), element, cell.elements));
    }
  }
  /// A parent's radius: the smaller of half its box's diagonal and what its children's balls reach.
  FMM_HD void boundParent(const Cell& cell, CellBounds<Real>& b) const {
    for (Index k = cell.firstChild; k < cell.firstChild + cell.childCount; ++k) {
      include(b.sources, bounds[k].sources);
      include(b.targets, bounds[k].targets);
      b.largestSigma = larger(b.largestSigma, bounds[k].largestSigma);
    }
    b.sourceRadius = b.targetRadius = 0;
    for (Index k = cell.firstChild; k < cell.firstChild + cell.childCount; ++k) {
      if (!bounds[k].sources.isEmpty()) {
        b.sourceRadius =
            larger(b.sourceRadius, distance(b.sources.middle(), bounds[k].sources.middle()) + bounds[k].sourceRadius);
      }
      if (!bounds[k].targets.isEmpty()) {
        b.targetRadius =
            larger(b.targetRadius, distance(b.targets.middle(), bounds[k].targets.middle()) + bounds[k].targetRadius);
      }
    }
    if (!b.sources.isEmpty()) b.sourceRadius = smaller(b.sourceRadius, distance(b.sources.middle(), b.sources.high));
    if (!b.targets.isEmpty()) b.targetRadius = smaller(b.targetRadius, distance(b.targets.middle(), b.targets.high));
  }
};

/// Builds the tree of a task's elements and tracers: root cube, keys, sort, cells level by level, bounds.
template <class Exec, class Real>
class OctreeBuilder {
 public:
  /// `tree` is overwritten; its buffers are used again.
  void build(Exec& exec, const FieldTask<Real>& task, TreeLimits limits, Octree<Exec, Real>& tree) {
    tree.elementsAreTargets = task.elementsAreTargets();
    tree.root = rootCube(exec, task);
    sortParticles(exec, task, limits, tree);
    split(exec, limits, task.elementCount, tree);
    bound(exec, tree);
  }
  std::size_t bytes() const { return scratch_.bytes(); }

 private:
  /// The elements' bounding cube, twice as wide: tracers near the elements are inside, and one far away cannot make the
  /// cells of all others small.
  RootCube rootCube(Exec& exec, const FieldTask<Real>& task) {
    using B = BoundCells<Real>;
    const std::array<const Real*, 3> x = {task.elements.x, task.elements.y, task.elements.z};
    const Box<Real> box = exec.reduce(
        "fmm::boundingBox", task.elementCount, B::emptyBox(),
        [&](Index i) {
          const Vector3<Real> p = {x[0][i], x[1][i], x[2][i]};
          return Box<Real>{p, p};
        },
        [](Box<Real> a, const Box<Real>& b) {
          B::include(a, b);
          return a;
        });
    if (box.isEmpty()) return {};
    const double extent[3] = {static_cast<double>(box.high.x) - static_cast<double>(box.low.x),
                              static_cast<double>(box.high.y) - static_cast<double>(box.low.y),
                              static_cast<double>(box.high.z) - static_cast<double>(box.low.z)};
    const double middle[3] = {static_cast<double>(box.low.x) + extent[0] / 2,
                              static_cast<double>(box.low.y) + extent[1] / 2,
                              static_cast<double>(box.low.z) + extent[2] / 2};
    double edge = 2 * std::max({extent[0], extent[1], extent[2]});
    if (edge == 0) {
      // All elements coincide: any cube around them will do, as long as coordinates resolve it.
      edge = std::max({std::abs(middle[0]), std::abs(middle[1]), std::abs(middle[2])});
      if (edge == 0) edge = 1;
    }
    return {middle[0] - edge / 2, middle[1] - edge / 2, middle[2] - edge / 2, edge};
  }

  void sortParticles(Exec& exec, const FieldTask<Real>& task, TreeLimits limits, Octree<Exec, Real>& tree) {
    const std::array<const Real*, 3> x = {task.elements.x, task.elements.y, task.elements.z};
    sortKind(exec, tree.root, x, task.elementCount, tree.elementKeys, tree.elementOrder);
    sortKind(exec, tree.root, task.tracers, task.tracerCount, tree.tracerKeys, tree.tracerOrder);
    const std::uint64_t* end = tree.tracerKeys.data() + task.tracerCount;
    tree.insideTracers = static_cast<Index>(
        std::lower_bound(static_cast<const std::uint64_t*>(tree.tracerKeys.data()), end, kOutsideKey) -
        tree.tracerKeys.data());
    tree.deep = isCrowded(exec, tree.elementKeys.data(), task.elementCount, limits.leafElements) ||
                isCrowded(exec, tree.tracerKeys.data(), tree.insideTracers, limits.leafPoints);
    if (tree.deep) {
      sortLower(exec, tree.root, x, task.elementCount, tree.elementKeys, tree.elementLowerKeys, tree.elementOrder);
      sortLower(exec, tree.root, task.tracers, tree.insideTracers, tree.tracerKeys, tree.tracerLowerKeys,
                tree.tracerOrder);
    }
    const Real* rows[7] = {task.elements.x,  task.elements.y,  task.elements.z,    task.elements.ax,
                           task.elements.ay, task.elements.az, task.elements.sigma};
    for (std::size_t k = 0; k < 7; ++k) gather(exec, tree.elementOrder, rows[k], task.elementCount, tree.element[k]);
    for (std::size_t k = 0; k < 3; ++k)
      gather(exec, tree.tracerOrder, task.tracers[k], task.tracerCount, tree.tracer[k]);
  }

  template <class Keys, class Order>
  void sortKind(Exec& exec, const RootCube& root, const std::array<const Real*, 3>& x, Index n, Keys& keys,
                Order& order) {
    keys.resize(static_cast<std::size_t>(n));
    order.resize(static_cast<std::size_t>(n));
    exec.forEach("fmm::keys", n, ComputeKeys<Real>{root, x[0], x[1], x[2], keys.data()});
    sortKeys(exec, keys.data(), order.data(), n, scratch_);
  }

  /// More than a leaf's worth of particles share all 21 levels of the upper key.
  bool isCrowded(Exec& exec, const std::uint64_t* keys, Index n, Index capacity) {
    return exec.reduce(
        "fmm::crowded", std::max<Index>(0, n - capacity), false, [=](Index i) { return keys[i] == keys[i + capacity]; },
        [](bool a, bool b) { return a || b; });
  }

  /// Within each run of equal upper keys, sorts by the lower key, then by the caller's index.
  template <class Keys, class Order>
  void sortLower(Exec& exec, const RootCube& root, const std::array<const Real*, 3>& x, Index n, const Keys& upper,
                 Keys& lower, Order& order) {
    lower.resize(static_cast<std::size_t>(n));
    std::vector<IndexRange> runs;
    for (Index begin = 0, end; begin < n; begin = end) {
      for (end = begin + 1; end < n && upper.data()[end] == upper.data()[begin];) ++end;
      runs.push_back({begin, end});
    }
    const auto key = [&](Index i) { return mortonKeys(root, x[0][i], x[1][i], x[2][i]).lower; };
    exec.forEach("fmm::sortLower", static_cast<Index>(runs.size()), [&](Index r) {
      const IndexRange run = runs[static_cast<std::size_t>(r)];
      std::vector<std::pair<std::uint64_t, Index>> pairs;
      for (Index i = run.begin; i < run.end; ++i) pairs.push_back({key(order.data()[i]), order.data()[i]});
      std::sort(pairs.begin(), pairs.end());
      for (Index i = run.begin; i < run.end; ++i) {
        lower.data()[i] = pairs[static_cast<std::size_t>(i - run.begin)].first;
        order.data()[i] = pairs[static_cast<std::size_t>(i - run.begin)].second;
      }
    });
  }

  template <class Order, class Row>
  void gather(Exec& exec, const Order& order, const Real* from, Index n, Row& row) {
    row.resize(static_cast<std::size_t>(n));
    exec.forEach("fmm::gather", n, GatherRow<Real>{order.data(), from, row.data()}, 16384);
  }

  void split(Exec& exec, TreeLimits limits, Index elementCount, Octree<Exec, Real>& tree) {
    tree.levelStart = {0};
    tree.cellCount = 0;
    if (elementCount == 0) return;
    // A split cell has two children or one: chains of single children end with the deepest level, and happen only above
    // clusters. Room grows when a level needs more.
    grow(tree, 1);
    tree.cells.data()[0] = {{0, elementCount}, {0, tree.insideTracers}, -1, 0, 0, 0};
    tree.cellCount = 1;
    tree.levelStart.push_back(1);
    for (int level = 0;; ++level) {
      const Index begin = tree.levelStart[static_cast<std::size_t>(level)], end = tree.cellCount;
      SplitCells split = {limits,
                          tree.deep ? kDeepestLevel : kKeyLevels,
                          {tree.elementKeys.data(), tree.deep ? tree.elementLowerKeys.data() : nullptr},
                          {tree.tracerKeys.data(), tree.deep ? tree.tracerLowerKeys.data() : nullptr},
                          tree.cells.data(),
                          begin,
                          end};
      exec.forEach(
          "fmm::countChildren", end - begin, [&](Index i) { split.countChildren(i); }, 64);
      Index next = end;
      for (Index c = begin; c < end; ++c) {
        split.cells[c].firstChild = next;
        next += split.cells[c].childCount;
      }
      if (next == end) break;
      grow(tree, next);
      split.cells = tree.cells.data();
      exec.forEach(
          "fmm::writeChildren", end - begin, [&](Index i) { split.writeChildren(i); }, 64);
      tree.cellCount = next;
      tree.levelStart.push_back(next);
    }
  }

  void grow(Octree<Exec, Real>& tree, Index count) {
    if (static_cast<std::size_t>(count) <= tree.cells.size()) return;
    typename Exec::template Buffer<Cell> larger(static_cast<std::size_t>(count) * 2);
    std::copy_n(tree.cells.data(), tree.cellCount, larger.data());
    std::swap(tree.cells, larger);
  }

  void bound(Exec& exec, Octree<Exec, Real>& tree) {
    tree.bounds.resize(static_cast<std::size_t>(tree.cellCount));
    const BoundCells<Real> bounds = {{tree.element[0].data(), tree.element[1].data(), tree.element[2].data()},
                                     {tree.tracer[0].data(), tree.tracer[1].data(), tree.tracer[2].data()},
                                     tree.element[6].data(),
                                     tree.elementsAreTargets,
                                     tree.root.edge,
                                     tree.cells.data(),
                                     tree.bounds.data()};
    for (int level = tree.levels() - 1; level >= 0; --level) {
      const auto l = static_cast<std::size_t>(level);
      const Index begin = tree.levelStart[l];
      exec.forEach(
          "fmm::bound", tree.levelStart[l + 1] - begin, [&](Index i) { bounds(begin + i); }, 16);
    }
  }

  CpuSortScratch scratch_;
};

}  // namespace fmm
