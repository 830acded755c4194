#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "core/particles.h"
#include "core/rows.h"
#include "exec/cpu/exec.h"
#include "solver/cpu/passes.h"
#include "solver/pair_sums.h"
#include "tree/octree.h"
#include "tree/source_imports.h"

namespace fmm {

/// What others are told of a tree.
template <class Exec, class Real>
LocalTree<Real> localTree(const Octree<Exec, Real>& tree) {
  LocalTree<Real> local = {};
  local.view = tree.view();
  local.levelStart = tree.levelStart;
  local.elements = tree.sources();
  local.elementCount = static_cast<Index>(tree.elementOrder.size());
  for (std::size_t k = 0; k < 3; ++k) local.outside[k] = tree.tracer[k].data() + tree.insideTracers;
  local.outsideCount = static_cast<Index>(tree.tracerOrder.size()) - tree.insideTracers;
  local.elementsAreTargets = tree.elementsAreTargets;
  return local;
}

/// Room for `count` items, of which the first `kept` stay.
template <class Buffer>
void extend(Buffer& buffer, std::size_t kept, std::size_t count) {
  if (count * sizeof(*buffer.data()) > buffer.bytes()) {
    Buffer larger(count);
    std::copy_n(buffer.data(), kept, larger.data());
    std::swap(buffer, larger);
  }
  buffer.resize(count);
}

/// Room for cells and elements of others behind the tree's own, and their roots.
template <class Exec, class Real>
ImportRoom<Real> roomFor(const ImportedTrees& others, Octree<Exec, Real>& tree) {
  const auto cells = static_cast<std::size_t>(tree.cellCount), elements = tree.elementOrder.size();
  ImportRoom<Real> room = {};
  const auto extended = [](auto& buffer, std::size_t own, Index more) {
    extend(buffer, own, own + static_cast<std::size_t>(more));
    return buffer.data() + own;
  };
  room.cells = extended(tree.cells, cells, others.cells);
  room.bounds = extended(tree.bounds, cells, others.cells);
  for (std::size_t k = 0; k < 7; ++k) room.element[k] = extended(tree.element[k], elements, others.elements);
  room.ownCells = tree.cellCount;
  room.ownElements = static_cast<Index>(elements);
  tree.roots.resize(tree.cellCount > 0 ? 1 : 0);
  for (const Index root : others.roots) tree.roots.push_back(tree.cellCount + root);
  return room;
}

/// Elements and targets in double on the CPU, and the task that has them, with no results yet.
struct LoadedParticles {
  struct Units {
    double length = 1, strength = 1;  ///< powers of 2
  };

  LoadedParticles(CpuExec& exec, const Elements& elements, const std::vector<Vec3>& targets)
      : LoadedParticles(exec, elements, targets, Units()) {}
  /// In units of their own.
  LoadedParticles(CpuExec& exec, const Elements& elements, const std::vector<Vec3>& targets, const Units& units) {
    task.elementCount = static_cast<Index>(elements.size());
    task.tracerCount = static_cast<Index>(targets.size());
    sources_.resize(task.elementCount);
    targets_.resize(task.tracerCount);
    exec.upload<double>(elements.position, sources_.vector(0));
    exec.upload<double>(elements.strength, sources_.vector(3));
    exec.uploadRow<double>(elements.coreRadius, sources_[6]);
    exec.upload<double>(targets, targets_.vector());
    for (const std::size_t k : {0, 1, 2, 6}) divide(exec, sources_[k], task.elementCount, units.length);
    for (const std::size_t k : {3, 4, 5}) divide(exec, sources_[k], task.elementCount, units.strength);
    for (const std::size_t k : {0, 1, 2}) divide(exec, targets_[k], task.tracerCount, units.length);
    task.elements = {sources_[0], sources_[1], sources_[2], sources_[3], sources_[4], sources_[5], sources_[6]};
    task.tracers = {targets_[0], targets_[1], targets_[2]};
  }
  LoadedParticles(const LoadedParticles&) = delete;
  LoadedParticles& operator=(const LoadedParticles&) = delete;

  FieldTask<double> task;

 private:
  static void divide(CpuExec& exec, double* row, Index count, double unit) {
    if (unit != 1) exec.forEach("fmm::units", count, [row, unit](Index i) { row[i] /= unit; });
  }

  Rows<CpuExec, double, 7> sources_;
  Rows<CpuExec, double, 3> targets_;
};

/// Targets of a leaf that are summed in one frame: those of fuller leaves come in blocks with a frame each, or digits
/// would be lost far from the middle of a large leaf.
constexpr Index kNearBlock = 512;
/// Targets that one thread sums at a time where leaves are too few for all threads: as many as have one box to which
/// corrections reach, so that results do not depend on who sums them.
constexpr Index kFinePart = 128;

/// What one thread does of a leaf.
struct LeafPart {
  Index leaf;
  LeafTargets targets;
};

/// Calls use(block) for the blocks of `size` of a leaf's targets, in order.
template <class Use>
void forEachNearBlock(IndexRange targets, Index size, const Use& use) {
  for (Index first = targets.begin; first < targets.end; first += size)
    use(IndexRange{first, std::min(first + size, targets.end)});
}

/// Adds the parts of a leaf: one, or `most` elements or tracers each, kNearBlock or kFinePart.
inline void addNearParts(Index leaf, const Cell& cell, Index most, std::vector<LeafPart>& parts) {
  if (std::max(cell.elements.count(), cell.tracers.count()) <= most) {
    parts.push_back({leaf, allOf(cell)});
    return;
  }
  forEachNearBlock(cell.elements, most, [&](IndexRange part) { parts.push_back({leaf, {part, {0, 0}}}); });
  forEachNearBlock(cell.tracers, most, [&](IndexRange part) { parts.push_back({leaf, {{0, 0}, part}}); });
}

/// P2P: adds the near list's elements to the results of targets of a leaf, and the cores that expansions left out.
/// Whichever of a block's targets are asked for, their frame is the block's.
template <class Real>
void nearField(const FmmView<Real>& view, Index leaf, const LeafTargets& part) {
  const Cell& cell = view.tree.cells[leaf];
  const auto sumList = [&](const ListsView<IndexRange>& list, bool correction, const TargetArrays<Real>& targets,
                           IndexRange range, const Vector3<Real>& origin) {
    const auto first = list.start[leaf], end = list.start[leaf + 1];
    if (first == end) return;
    sumPairs(PairTask<Real>{view.sources, list.items + first, static_cast<Index>(end - first),
                            targets.from(range.begin), range.count(), origin, view.regularisation, view.accuracy,
                            correction, view.coreReach});
  };
  const auto sum = [&](const TargetArrays<Real>& targets, IndexRange all, IndexRange wanted) {
    forEachNearBlock(all, kNearBlock, [&](IndexRange block) {
      const IndexRange range = {std::max(block.begin, wanted.begin), std::min(block.end, wanted.end)};
      if (range.count() <= 0) return;
      const Index middle = block.begin + block.count() / 2;
      const Vector3<Real> origin = all.count() <= kNearBlock
                                       ? view.tree.bounds[leaf].targets.middle()
                                       : Vector3<Real>{targets.x[middle], targets.y[middle], targets.z[middle]};
      sumList(view.near, false, targets, range, origin);
      sumList(view.corrected, true, targets, range, origin);
    });
  };
  if (view.elementsAreTargets) sum(view.elementTargets, cell.elements, part.elements);
  if (view.tracerTargets.ux || view.tracerTargets.vorticity[0]) sum(view.tracerTargets, cell.tracers, part.tracers);
}

}  // namespace fmm
