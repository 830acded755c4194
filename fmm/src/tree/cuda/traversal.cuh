#pragma once

#include <cooperative_groups.h>

#include "tree/cuda/tree.cuh"

namespace fmm {

constexpr int kListThreads = 128;

/// Everything that the traversal reads and writes.
template <class Real>
struct TraversalTask {
  CudaTreeStatus* status;
  const Cell* cells;
  const CellBounds<Real>* bounds;
  bool elementsAreTargets;
  AcceptanceRule<Real> rule;
  TargetSample sample;
  // Rows of the lists: first entry and count of each cell.
  Index *farBegin, *farCount, *nearBegin, *nearCount, *openBegin, *openCount;
  Index *far, *near, *open;  ///< entries
  Index farCapacity, nearCapacity, openCapacity;
};

/// One of a cell's three lists while it grows: entries go to shared memory until they outgrow it, then they are only
/// counted, and a second run writes them where they belong.
struct ListSink {
  static constexpr Index kStaged = 1024;
  Index* staged;
  Index* final;  ///< null in the first run
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
  /// A nearly full stack is worked off one cell at a time: then each level below adds 7 entries at most.
  Index stack[kStack + 7 * kDeepestLevel];
  Index staged[3][ListSink::kStaged];
  unsigned long long warpSums[kListThreads / 32];
  Index base[3];
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

/// Decides all pairs of target cell c, from the source cells that its parent left open. Block-wide; the sinks' counts
/// are the same in every thread.
template <class Real>
__device__ void decidePairs(const TraversalTask<Real>& task, Index c, Index targets, TraversalRoom& room,
                            ListSink (&sinks)[3], unsigned long long& nearPairs) {
  const Cell a = task.cells[c];
  const CellBounds<Real> boundsA = task.bounds[c];
  const bool isRoot = a.parent < 0;
  const Index inputBegin = isRoot ? 0 : task.openBegin[a.parent];
  const Index inputCount = isRoot ? 1 : task.openCount[a.parent];
  Index inputDone = 0, depth = 0;
  const auto thread = static_cast<Index>(threadIdx.x);
  while (depth > 0 || inputDone < inputCount) {
    // A batch from the top of the stack, as large as its children surely find room for (one always does), else from
    // the input.
    Index batch, source = -1;
    if (depth > 0) {
      batch = min(min(static_cast<Index>(kListThreads), depth), max(Index(1), (TraversalRoom::kStack - depth) / 7));
      if (thread < batch) source = room.stack[depth - batch + thread];
      depth -= batch;
    } else {
      batch = min(static_cast<Index>(kListThreads), inputCount - inputDone);
      if (thread < batch) source = isRoot ? 0 : task.open[inputBegin + inputDone + thread];
      inputDone += batch;
    }
    unsigned long long packed = 0;  // far, near, open: 12 bits each from bit 0, children from bit 36
    PairAction action = PairAction::far;
    Index firstChild = 0, children = 0;
    bool wanted = false;
    if (source >= 0) {
      const Cell b = task.cells[source];
      wanted = b.elements.count() > 0;
      if (wanted) {
        action = actionFor(task.rule, a, boundsA, targets, b, task.bounds[source]);
        if (action == PairAction::near) {
          nearPairs += static_cast<unsigned long long>(targets) * static_cast<unsigned long long>(b.elements.count());
        }
        if (action == PairAction::openSource) {
          firstChild = b.firstChild;
          children = b.childCount;
          packed = static_cast<unsigned long long>(children) << 36;
        } else {
          packed = 1ull << (action == PairAction::far ? 0 : action == PairAction::near ? 12 : 24);
        }
      }
    }
    unsigned long long total;
    const unsigned long long before = blockExclusiveSum(packed, room, total);
    const auto field = [](unsigned long long v, int shift) { return static_cast<Index>(v >> shift & 0xFFFu); };
    if (wanted) {
      if (action == PairAction::openSource) {
        const Index at = depth + static_cast<Index>(before >> 36);
        for (Index k = 0; k < children; ++k) room.stack[at + k] = firstChild + k;
      } else {
        const int list = action == PairAction::far ? 0 : action == PairAction::near ? 1 : 2;
        sinks[list].put(sinks[list].count + field(before, 12 * list), source);
      }
    }
    for (int list = 0; list < 3; ++list) sinks[list].count += field(total, 12 * list);
    depth += static_cast<Index>(total >> 36);
    __syncthreads();
  }
}

/// Room for a cell's lists; thread 0. Lists that do not fit are left out, and the status tells.
template <class Real>
__device__ void reserveRows(const TraversalTask<Real>& task, Index c, const Index (&count)[3], TraversalRoom& room) {
  Index* const used[3] = {&task.status->farUsed, &task.status->nearUsed, &task.status->openUsed};
  Index* const begin[3] = {task.farBegin, task.nearBegin, task.openBegin};
  Index* const counts[3] = {task.farCount, task.nearCount, task.openCount};
  const Index capacity[3] = {task.farCapacity, task.nearCapacity, task.openCapacity};
  for (int list = 0; list < 3; ++list) {
    const Index at = count[list] > 0 ? atomicAdd(used[list], count[list]) : 0;
    const bool fits = at >= 0 && at <= capacity[list] - count[list];
    begin[list][c] = fits ? at : 0;
    counts[list][c] = fits ? count[list] : 0;
    room.base[list] = fits ? at : -1;
  }
}

/// Lists of one target cell. Block-wide.
template <class Real>
__device__ void traverseCell(const TraversalTask<Real>& task, Index c, TraversalRoom& room) {
  const Cell a = task.cells[c];
  const Index targets =
      task.sample.touches(a) ? a.tracers.count() + (task.elementsAreTargets ? a.elements.count() : 0) : 0;
  ListSink sinks[3];
  for (int list = 0; list < 3; ++list) sinks[list] = {room.staged[list], nullptr, 0};
  unsigned long long nearPairs = 0;
  if (targets > 0) decidePairs(task, c, targets, room, sinks, nearPairs);
  const Index count[3] = {sinks[0].count, sinks[1].count, sinks[2].count};
  if (threadIdx.x == 0) reserveRows(task, c, count, room);
  __syncthreads();
  Index* const items[3] = {task.far, task.near, task.open};
  bool staged = true, fits = true;
  for (int list = 0; list < 3; ++list) {
    staged = staged && count[list] <= ListSink::kStaged;
    fits = fits && room.base[list] >= 0;
  }
  if (fits && staged) {
    for (int list = 0; list < 3; ++list) {
      for (Index k = static_cast<Index>(threadIdx.x); k < count[list]; k += kListThreads) {
        items[list][room.base[list] + k] = room.staged[list][k];
      }
    }
  } else if (fits) {
    for (int list = 0; list < 3; ++list) sinks[list] = {room.staged[list], items[list] + room.base[list], 0};
    unsigned long long again = 0;
    decidePairs(task, c, targets, room, sinks, again);
  }
  // One atomic a block: one a thread would keep the whole GPU waiting at this address.
  unsigned long long allNearPairs;
  blockExclusiveSum(nearPairs, room, allNearPairs);
  if (threadIdx.x == 0) {
    if (allNearPairs > 0) atomicAdd(&task.status->nearPairs, allNearPairs);
    if (count[0] > 0) atomicAdd(&task.status->farPairs, static_cast<unsigned long long>(count[0]));
  }
  __syncthreads();
}

/// Dual traversal, a block a target cell, level by level. Cooperative.
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
}

}  // namespace fmm
