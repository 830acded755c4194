#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "core/particles.h"
#include "exec/cpu/sort.h"
#include "tree/root_cube.h"
#include "tree/tree_steps.h"

namespace fmm {

/// Builds the tree of a task's elements and tracers: root cube, keys, sort, cells level by level, bounds.
template <class Exec, class Real>
class OctreeBuilder {
 public:
  /// Overwrites `tree` and reuses its buffers.
  void build(Exec& exec, const FieldTask<Real>& task, TreeLimits limits, Octree<Exec, Real>& tree) {
    sort(exec, task, limits, tree);
    buildCells(exec, task, limits, tree);
  }
  /// First half of build(): sorts the particles. The order serves trees of all limits for which servesLimits() is true.
  /// `root`: root cube of a tree that shares its sources with others; null: one around the elements.
  void sort(Exec& exec, const FieldTask<Real>& task, TreeLimits limits, Octree<Exec, Real>& tree,
            const RootCube* root = nullptr) {
    tree.elementsAreTargets = task.elementsAreTargets();
    tree.root = root ? *root : rootCube(exec, task);
    shared_ = root != nullptr;
    sortParticles(exec, task, limits, tree);
  }
  /// Second half of build(): cells and bounds.
  void buildCells(Exec& exec, const FieldTask<Real>& task, TreeLimits limits, Octree<Exec, Real>& tree) {
    split(exec, limits, task.elementCount, tree);
    bound(exec, tree);
  }
  /// True if the particles of `tree` are sorted as these limits need.
  bool servesLimits(Exec& exec, const FieldTask<Real>& task, TreeLimits limits, const Octree<Exec, Real>& tree) {
    return tree.deep == wantsLowerKeys(exec, task, limits, tree);
  }
  std::size_t bytes() const { return scratch_.bytes(); }

 private:
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
    const EvenFill<Real> fill = {box, task.elementCount, task.tracerCount};
    const double scale = rootScaleOf(fill, [&](Index i) { return Vector3<Real>{x[0][i], x[1][i], x[2][i]}; });
    return widenedForTracers(exec, scaled(rootCubeAround(box), scale), task);
  }
  RootCube widenedForTracers(Exec& exec, const RootCube& root, const FieldTask<Real>& task) {
    const TracerSpread spread = {root, task.elementCount, task.tracerCount};
    const auto counts =
        exec.template sums<TracerSpread::kCounts>("fmm::tracerSpread", spread.samples(), [&](Index k, double* to) {
          const Index i = spread.sample(k);
          ++to[spread.doublingsFor(Vector3<Real>{task.tracers[0][i], task.tracers[1][i], task.tracers[2][i]})];
        });
    return scaled(root, spread.scaleFor(counts));
  }

  void sortParticles(Exec& exec, const FieldTask<Real>& task, TreeLimits limits, Octree<Exec, Real>& tree) {
    const std::array<const Real*, 3> x = {task.elements.x, task.elements.y, task.elements.z};
    sortKind(exec, tree.root, x, task.elementCount, tree.elementKeys, tree.elementOrder);
    sortKind(exec, tree.root, task.tracers, task.tracerCount, tree.tracerKeys, tree.tracerOrder);
    const std::uint64_t* end = tree.tracerKeys.data() + task.tracerCount;
    tree.insideTracers = static_cast<Index>(
        std::lower_bound(static_cast<const std::uint64_t*>(tree.tracerKeys.data()), end, kOutsideKey) -
        tree.tracerKeys.data());
    tree.deep = wantsLowerKeys(exec, task, limits, tree);
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

  bool wantsLowerKeys(Exec& exec, const FieldTask<Real>& task, TreeLimits limits, const Octree<Exec, Real>& tree) {
    return isCrowded(exec, tree.elementKeys.data(), task.elementCount, limits.leafElements) ||
           isCrowded(exec, tree.tracerKeys.data(), tree.insideTracers, limits.leafPoints);
  }

  /// True if more than `capacity` particles share all 21 levels of the upper key.
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
    tree.roots.clear();
    if (elementCount == 0 && !(shared_ && tree.insideTracers > 0)) return;
    tree.roots = {0};
    // Most split cells have several children: chains of single children end with the deepest level, and occur only
    // above clusters. The buffer grows when a level needs more.
    grow(tree, 1);
    tree.cells.data()[0] = {{0, elementCount}, {0, tree.insideTracers}, -1, 0, 0, 0, 0};
    tree.cellCount = 1;
    tree.levelStart.push_back(1);
    for (int level = 0;; ++level) {
      const Index begin = tree.levelStart[static_cast<std::size_t>(level)], end = tree.cellCount;
      SplitCells split = {limits,
                          kKeyBits,
                          tree.deep ? kDeepestBits : kKeyBits,
                          {tree.elementKeys.data(), tree.deep ? tree.elementLowerKeys.data() : nullptr},
                          {tree.tracerKeys.data(), tree.deep ? tree.tracerLowerKeys.data() : nullptr},
                          tree.cells.data(),
                          begin};
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
  bool shared_ = false;  ///< sources are shared: a tree without elements is built for its targets, too
};

}  // namespace fmm
