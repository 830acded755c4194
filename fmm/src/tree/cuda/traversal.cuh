#pragma once

#include <cooperative_groups.h>

#include "tree/cuda/tree.cuh"

namespace fmm {

constexpr int kListThreads = 128;

/// Kinds of lists.
constexpr int kFarList = 0, kNearList = 1, kOpenList = 2, kCorrectedList = 3, kLists = 4;

/// Memory of one kind of list.
struct ListRoom {
  Index *begin, *count;  ///< [cells]: first entry and count of each cell
  Index* items;
  Index capacity;
  unsigned long long* used;  ///< entries needed, whether there was room or not
};

/// Everything that the traversal reads and writes.
template <class Real>
struct TraversalTask {
  CudaTreeStatus* status;
  const Cell* cells;
  const CellBounds<Real>* bounds;
  bool elementsAreTargets;
  AcceptanceRule<Real> rule;
  TargetSample sample;
  ListRoom lists[kLists];
  const Index* leaves;
  Index *leafPairs, *heavyLeaves;  ///< CudaTreeView
  int warps;                       ///< about as many as the device runs at once
  const Index* roots = nullptr;    ///< [rootCount] of own and imported trees; null: own only
  Index rootCount = 1;

  __device__ Index root(Index k) const { return roots ? roots[k] : 0; }
};

/// One of a cell's lists under construction: entries go to shared memory. If there are too many they are only counted,
/// and a second run writes them to the final list.
struct ListSink {
  static constexpr Index kStaged = 768;
  Index* staged;
  Index* final;  ///< null in the first run, and where there is no room
  Index count;

  __device__ void put(Index place, Index item) const {
    if (final) {
      final[place] = item;
    } else if (place < kStaged) {
      staged[place] = item;
    }
  }
};

/// Shared memory of one block.
struct TraversalRoom {
  static constexpr Index kStack = 3072;
  /// A nearly full stack is processed one cell at a time: each level below then adds 7 entries at most.
  Index stack[kStack + 7 * kDeepestLevel];
  Index staged[kLists][ListSink::kStaged];
  unsigned long long warpSums[kListThreads / 32];
  Index* items[kLists];  ///< destinations of the cell's lists; null: no room
};

/// Sum of `value` over the threads before this one, and over all threads.
__device__ inline unsigned long long blockExclusiveSum(unsigned long long value, TraversalRoom& room,
                                                       unsigned long long& total) {
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  unsigned long long inclusive = value;
  for (unsigned offset = 1; offset < 32; offset *= 2) {
    const unsigned long long other = __shfl_up_sync(0xFFFFFFFFu, inclusive, offset);
    if (lane >= offset) inclusive += other;
  }
  if (lane == 31) room.warpSums[warp] = inclusive;
  __syncthreads();
  unsigned long long before = 0;
  total = 0;
  for (unsigned w = 0; w < kListThreads / 32; ++w) {
    if (w < warp) before += room.warpSums[w];
    total += room.warpSums[w];
  }
  __syncthreads();
  return before + inclusive - value;
}

/// Pairs of an element and a target that a thread has put on lists.
struct PairCounts {
  unsigned long long near = 0, corrected = 0;
};

/// Decision on target cell a and an OpenSource: bits of the lists that get it, and cells that go onto the stack.
struct Decision {
  unsigned lists = 0;
  Index push = 0, pushes = 0;  ///< first cell, and number of consecutive cells
  bool marked = false;
};

template <class Real>
__device__ inline Decision decide(const TraversalTask<Real>& task, const Cell& a, const CellBounds<Real>& boundsA,
                                  Index targets, Index entry, PairCounts& counts) {
  const Index source = OpenSource::cell(entry);
  const Cell b = task.cells[source];
  Decision d;
  if (b.elements.count() == 0) return d;
  d.marked = OpenSource::isMarked(entry);
  const unsigned long long pairs =
      static_cast<unsigned long long>(targets) * static_cast<unsigned long long>(b.elements.count());
  switch (d.marked ? correctionFor(task.rule, a, boundsA, b, task.bounds[source])
                   : actionFor(task.rule, a, boundsA, targets, b, task.bounds[source])) {
    case PairAction::farCorrected:
      d = {1u << kFarList, source, 1, true};
      break;
    case PairAction::far:
      d.lists = 1u << kFarList;
      break;
    case PairAction::near:
      d.lists = 1u << kNearList;
      counts.near += pairs;
      break;
    case PairAction::corrected:
      d.lists = 1u << kCorrectedList;
      counts.corrected += pairs;
      break;
    case PairAction::openSource:
      d.push = b.firstChild;
      d.pushes = b.childCount;
      break;
    case PairAction::openTarget:
      d.lists = 1u << kOpenList;
      break;
    case PairAction::none:
      break;
  }
  return d;
}

/// Decides all pairs of target cell c, starting from the source cells that its parent left open. Block-wide; the sinks'
/// counts are the same in every thread.
template <class Real>
__device__ void decidePairs(const TraversalTask<Real>& task, Index c, Index targets, TraversalRoom& room,
                            ListSink (&sinks)[kLists], PairCounts& counts) {
  const Cell a = task.cells[c];
  const CellBounds<Real> boundsA = task.bounds[c];
  const bool isRoot = a.parent < 0;
  const ListRoom& open = task.lists[kOpenList];
  const Index inputBegin = isRoot ? 0 : open.begin[a.parent];
  const Index inputCount = isRoot ? task.rootCount : open.count[a.parent];
  Index inputDone = 0, depth = 0;
  const auto thread = static_cast<Index>(threadIdx.x);
  while (depth > 0 || inputDone < inputCount) {
    // Take a batch from the top of the stack, small enough that its children fit (those of one cell always do), else
    // from the input.
    Index batch, entry = 0;
    bool has = false;
    if (depth > 0) {
      batch = min(min(static_cast<Index>(kListThreads), depth), max(Index(1), (TraversalRoom::kStack - depth) / 7));
      has = thread < batch;
      if (has) entry = room.stack[depth - batch + thread];
      depth -= batch;
    } else {
      batch = min(static_cast<Index>(kListThreads), inputCount - inputDone);
      has = thread < batch;
      if (has) entry = isRoot ? task.root(inputDone + thread) : open.items[inputBegin + inputDone + thread];
      inputDone += batch;
    }
    Decision decision;
    if (has) decision = decide(task, a, boundsA, targets, entry, counts);
    // 12 bits each: the lists from bit 0, the stack behind them.
    constexpr int kStackBits = 12 * kLists;
    unsigned long long packed = static_cast<unsigned long long>(decision.pushes) << kStackBits;
    for (int list = 0; list < kLists; ++list)
      packed |= static_cast<unsigned long long>(decision.lists >> list & 1u) << (12 * list);
    unsigned long long total;
    const unsigned long long before = blockExclusiveSum(packed, room, total);
    const auto field = [](unsigned long long v, int shift) { return static_cast<Index>(v >> shift & 0xFFFu); };
    const Index top = depth + field(before, kStackBits);
    for (Index k = 0; k < decision.pushes; ++k)
      room.stack[top + k] = decision.marked ? OpenSource::marked(decision.push + k) : decision.push + k;
    // The open list keeps the mark.
    const Index item = decision.lists == 1u << kOpenList ? entry : OpenSource::cell(entry);
    for (int list = 0; list < kLists; ++list) {
      if (decision.lists >> list & 1u) sinks[list].put(sinks[list].count + field(before, 12 * list), item);
      sinks[list].count += field(total, 12 * list);
    }
    depth += field(total, kStackBits);
    __syncthreads();
  }
}

/// Reserves memory for a cell's lists; thread 0 calls it. A list that does not fit is left out, but the status counts
/// its entries. The counts are complete unless an open list is left out, from which the cells below would start.
template <class Real>
__device__ void reserveRows(const TraversalTask<Real>& task, Index c, const ListSink (&sinks)[kLists],
                            TraversalRoom& room) {
  for (int k = 0; k < kLists; ++k) {
    const ListRoom& list = task.lists[k];
    const auto wanted = static_cast<unsigned long long>(sinks[k].count);
    const unsigned long long before = wanted > 0 ? atomicAdd(list.used, wanted) : 0;
    const bool fits = before + wanted <= static_cast<unsigned long long>(list.capacity);
    list.begin[c] = fits ? static_cast<Index>(before) : 0;
    list.count[c] = fits ? sinks[k].count : 0;
    room.items[k] = fits ? list.items + before : nullptr;
  }
}

/// Lists of one target cell. Block-wide.
template <class Real>
__device__ void traverseCell(const TraversalTask<Real>& task, Index c, TraversalRoom& room) {
  const Cell a = task.cells[c];
  const Index targets =
      task.sample.touches(a) ? a.tracers.count() + (task.elementsAreTargets ? a.elements.count() : 0) : 0;
  ListSink sinks[kLists];
  for (int list = 0; list < kLists; ++list) sinks[list] = {room.staged[list], nullptr, 0};
  PairCounts counts;
  if (targets > 0) decidePairs(task, c, targets, room, sinks, counts);
  if (threadIdx.x == 0) reserveRows(task, c, sinks, room);
  __syncthreads();
  const Index farCount = sinks[kFarList].count;
  bool staged = true;
  for (int list = 0; list < kLists; ++list) staged = staged && sinks[list].count <= ListSink::kStaged;
  if (staged) {
    for (int list = 0; list < kLists; ++list) {
      Index* const to = room.items[list];
      for (Index k = static_cast<Index>(threadIdx.x); to && k < sinks[list].count; k += kListThreads)
        to[k] = room.staged[list][k];
    }
  } else {
    for (int list = 0; list < kLists; ++list) sinks[list] = {room.staged[list], room.items[list], 0};
    PairCounts again;
    decidePairs(task, c, targets, room, sinks, again);
  }
  // One atomic per block: one per thread would make the whole GPU wait at this address.
  unsigned long long near, corrected;
  blockExclusiveSum(counts.near, room, near);
  blockExclusiveSum(counts.corrected, room, corrected);
  if (threadIdx.x == 0) {
    if (near > 0) atomicAdd(&task.status->nearPairs, near);
    if (corrected > 0) atomicAdd(&task.status->correctedPairs, corrected);
    if (farCount > 0) atomicAdd(&task.status->farPairs, static_cast<unsigned long long>(farCount));
    constexpr unsigned long long kMost = 0x7FFFFFFF;
    if (a.isLeaf()) task.leafPairs[c] = static_cast<Index>(near + corrected < kMost ? near + corrected : kMost);
  }
  __syncthreads();
}

/// Finds the leaves whose pairs are more than a warp's fair share of all and far more than the mean leaf's.
template <class Real>
__device__ void findHeavyLeaves(const TraversalTask<Real>& task) {
  constexpr unsigned long long kTimesTheMean = 8;
  CudaTreeStatus& status = *task.status;
  const unsigned long long all = status.nearPairs + status.correctedPairs;
  const auto leaves = static_cast<unsigned long long>(status.counts.leafCount);
  const unsigned long long heavy =
      max(all / static_cast<unsigned long long>(task.warps), kTimesTheMean * all / max(leaves, 1ull));
  for (Index k = static_cast<Index>(blockIdx.x * blockDim.x + threadIdx.x); k < status.counts.leafCount;
       k += static_cast<Index>(gridDim.x * blockDim.x)) {
    const Index c = task.leaves[k];
    if (static_cast<unsigned long long>(task.leafPairs[c]) <= heavy) continue;
    task.leafPairs[c] = kHeavyLeaf;
    task.heavyLeaves[atomicAdd(&status.heavyLeaves, 1)] = c;
  }
}

/// Dual traversal, one block per target cell, level by level. Cooperative launch.
template <class Real>
__global__ void __launch_bounds__(kListThreads) traverseKernel(TraversalTask<Real> task) {
  __shared__ TraversalRoom room;
  const auto grid = cooperative_groups::this_grid();
  const CudaTreeCounts& counts = task.status->counts;
  for (int level = 0; level < counts.levels; ++level) {
    const Index end = counts.levelStart[level + 1];
    for (Index c = counts.levelStart[level] + static_cast<Index>(blockIdx.x); c < end;
         c += static_cast<Index>(gridDim.x)) {
      traverseCell(task, c, room);
    }
    grid.sync();
  }
  findHeavyLeaves(task);
}

}  // namespace fmm
