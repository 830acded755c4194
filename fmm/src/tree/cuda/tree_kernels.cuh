#pragma once

#include <cooperative_groups.h>

#include <cub/block/block_scan.cuh>

#include "tree/cuda/tree.cuh"
#include "tree/root_cube.h"
#include "tree/tree_steps.h"

namespace fmm {

constexpr int kBoxThreads = 256;
constexpr int kTreeThreads = 512;

// ---- root cube and keys ---------------------------------------------------------------------------------------------

/// Tight box around the boxes of all threads, in every thread; all threads of the block call it.
template <class Real>
__device__ Box<Real> joinOverBlock(Box<Real> box) {
  __shared__ Box<Real> parts[kBoxThreads];
  parts[threadIdx.x] = box;
  __syncthreads();
  for (unsigned half = kBoxThreads / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) BoundCells<Real>::include(parts[threadIdx.x], parts[threadIdx.x + half]);
    __syncthreads();
  }
  const Box<Real> joined = parts[0];
  __syncthreads();  // before this shared memory is written again, here or by an array that shares its place
  return joined;
}

/// Computes one box per block.
template <class Real>
__global__ void __launch_bounds__(kBoxThreads) boxKernel(Index n, std::array<const Real*, 3> x, Box<Real>* partial) {
  Box<Real> box = BoundCells<Real>::emptyBox();
  for (Index i = static_cast<Index>(blockIdx.x * kBoxThreads + threadIdx.x); i < n;
       i += static_cast<Index>(gridDim.x * kBoxThreads)) {
    BoundCells<Real>::include(box, x, IndexRange{i, i + 1});
  }
  box = joinOverBlock(box);
  if (threadIdx.x == 0) partial[blockIdx.x] = box;
}

/// EvenFill::rootScale(), in thread 0. All threads of the block call it, with the same `fill`.
template <class Real>
__device__ double rootScaleOverBlock(const EvenFill<Real>& fill, const std::array<const Real*, 3>& x) {
  constexpr int kCells = EvenFill<Real>::kCells;
  __shared__ int counts[kCells];
  __shared__ int pairs;  // fewer than the square of the sample
  if (!fill.matters()) return 1;
  for (int c = static_cast<int>(threadIdx.x); c < kCells; c += kBoxThreads) counts[c] = 0;
  if (threadIdx.x == 0) pairs = 0;
  __syncthreads();
  for (Index k = static_cast<Index>(threadIdx.x); k < EvenFill<Real>::kSamples; k += kBoxThreads) {
    const Index i = fill.sample(k);
    atomicAdd(&counts[fill.cellOf({x[0][i], x[1][i], x[2][i]})], 1);
  }
  __syncthreads();
  for (int c = static_cast<int>(threadIdx.x); c < kCells; c += kBoxThreads)
    atomicAdd(&pairs, counts[c] * (counts[c] - 1));
  __syncthreads();
  return threadIdx.x == 0 ? fill.rootScale(pairs) : 1;
}

/// TracerSpread::scaleFor(), in every thread. All threads of the block call it, with the same `spread`.
template <class Real>
__device__ double tracerScaleOverBlock(const TracerSpread& spread, const std::array<const Real*, 3>& x) {
  constexpr int kEach = TracerSpread::kSamples / kBoxThreads;
  static_assert(kEach * kBoxThreads == TracerSpread::kSamples);
  __shared__ int counts[TracerSpread::kCounts];
  if (threadIdx.x < TracerSpread::kCounts) counts[threadIdx.x] = 0;
  Vector3<Real> at[kEach];  // issues all loads before it waits for the first
#pragma unroll
  for (int k = 0; k < kEach; ++k) {
    const Index i = spread.sample(smaller(static_cast<Index>(k * kBoxThreads + threadIdx.x), spread.samples() - 1));
    at[k] = {x[0][i], x[1][i], x[2][i]};
  }
  __syncthreads();
#pragma unroll
  for (int k = 0; k < kEach; ++k) {
    const int doublings = spread.doublingsFor(at[k]);
    if (doublings > 0 && k * kBoxThreads + static_cast<Index>(threadIdx.x) < spread.samples())
      atomicAdd(&counts[doublings], 1);
  }
  __syncthreads();
  return spread.scaleFor(counts);
}

/// Computes the root cube and resets the status. One block.
template <class Real>
__global__ void __launch_bounds__(kBoxThreads)
    rootKernel(int blocks, const Box<Real>* partial, std::array<const Real*, 3> element, Index elements,
               std::array<const Real*, 3> tracer, Index tracers, CudaTreeStatus* status) {
  __shared__ RootCube root;
  Box<Real> box = BoundCells<Real>::emptyBox();
  for (int b = static_cast<int>(threadIdx.x); b < blocks; b += kBoxThreads) BoundCells<Real>::include(box, partial[b]);
  const Box<Real> joined = joinOverBlock(box);
  const double scale = rootScaleOverBlock(EvenFill<Real>{joined, elements, tracers}, element);
  if (threadIdx.x == 0) root = scaled(rootCubeAround(joined), scale);
  __syncthreads();
  const double wider = tracers > 0 ? tracerScaleOverBlock(TracerSpread{root, elements, tracers}, tracer) : 1;
  if (threadIdx.x != 0) return;
  *status = CudaTreeStatus{};
  status->counts.root = scaled(root, wider);
}

/// Sets a given root cube and resets the status. One thread.
inline __global__ void givenRootKernel(RootCube root, CudaTreeStatus* status) {
  *status = CudaTreeStatus{};
  status->counts.root = root;
}

/// Resets the status but for the root cube, with `keepTree` but for all counts of the tree. One thread.
inline __global__ void startKernel(CudaTreeStatus* status, bool keepTree) {
  const CudaTreeCounts counts = status->counts;
  *status = CudaTreeStatus{};
  if (keepTree) {
    status->counts = counts;
  } else {
    status->counts.root = counts.root;
  }
}

/// Lowest bit by which keys of few levels are sorted: the one below their digits, which is set only outside the root.
/// Negative for whole keys.
FMM_HD inline int fewKeyBit(int levels) {
  return 3 * (kKeyLevels - levels) - 1;
}

/// Keys of all elements, then of all tracers; the order of each kind starts as 0, 1, 2, ...
template <class Real>
struct ComputeAllKeys {
  const CudaTreeStatus* status;
  Index elementCount;
  std::array<const Real*, 3> element, tracer;
  std::uint64_t *upper, *lower;  ///< [elements + tracers]; lower null: not needed
  int levels;
  BriefKeys form;
  std::uint32_t* brief;  ///< used in place of the others if keys are brief
  Index* order;

  __device__ void operator()(Index i) const {
    const int kind = i < elementCount ? 0 : 1;
    const Index k = kind == 0 ? i : i - elementCount;
    const auto& x = kind == 0 ? element : tracer;
    MortonKeys keys = mortonKeys(status->counts.root, x[0][k], x[1][k], x[2][k]);
    order[i] = k;
    // A tracer in the last cell of a whole key counts as outside at every depth, since the key is the same.
    if (kind == 1 && (keys.upper | kTracerBit) == kOutsideKey) keys.upper = kOutsideKey;
    if (form.levels > 0) {
      brief[i] = form.brief(keys.upper, kind == 1);
      return;
    }
    if (levels < kKeyLevels && keys.upper != kOutsideKey) keys.upper &= ~std::uint64_t(0) << (fewKeyBit(levels) + 1);
    // Clear the tracer bit even of elements that are not numbers: the kinds stay apart.
    upper[i] = kind == 0 ? keys.upper & ~kTracerBit : keys.upper | kTracerBit;
    if (lower) lower[i] = keys.lower;
  }
};

struct GatherKeys {
  const Index* order;
  const std::uint64_t* from;
  std::uint64_t* to;
  __device__ void operator()(Index i) const { to[i] = from[order[i]]; }
};

/// Gathers the seven rows of elements and three of tracers in sorted order, and makes whole keys of sorted brief ones.
template <class Real>
struct GatherParticles {
  Index elementCount;
  const Index *elementOrder, *tracerOrder;
  std::array<const Real*, 7> element;
  std::array<const Real*, 3> tracer;
  std::array<Real*, 7> sortedElement;
  std::array<Real*, 3> sortedTracer;
  BriefKeys form;
  const std::uint32_t* brief;
  std::uint64_t* whole;

  __device__ void operator()(Index i) const {
    if (form.levels > 0) whole[i] = form.whole(brief[i]);
    if (i < elementCount) {
      const Index from = elementOrder[i];
      for (int r = 0; r < 7; ++r) sortedElement[r][i] = element[r][from];
    } else {
      const Index k = i - elementCount, from = tracerOrder[k];
      for (int r = 0; r < 3; ++r) sortedTracer[r][k] = tracer[r][from];
    }
  }
};

// ---- cells ----------------------------------------------------------------------------------------------------------

/// First particle of each kind whose key reaches a prefix of `bits` bits: [kind][2^bits]. It replaces the binary
/// searches in the upper levels, whose cells hold most particles.
struct PrefixTable {
  int bits;
  Index* starts;

  FMM_HD Index size() const { return Index(1) << bits; }
};

struct FindPrefixes {
  PrefixTable table;
  SortedKeys keys[2];
  IndexRange ranges[2];

  __device__ void operator()(Index i) const {
    const int kind = i < table.size() ? 0 : 1;
    const auto prefix = static_cast<std::uint64_t>(i - kind * table.size());
    Index low = ranges[kind].begin, high = ranges[kind].end;
    while (low < high) {
      const Index middle = low + (high - low) / 2;
      const std::uint64_t found = (keys[kind].upper[middle] & ~kTracerBit) >> (kKeyBits - table.bits);
      (found < prefix ? low : high) = found < prefix ? middle + 1 : middle;
    }
    table.starts[i] = low;
  }
};

/// Everything that splitting reads and writes.
struct SplitTask {
  SplitCells split;
  PrefixTable prefixes;
  CudaTreeStatus* status;
  Index* childStarts;  ///< [cells][17]: first element and first tracer of each part, then the mask of children
  Index* leaves;
  Index capacity;
  Index elementCount, tracerCount;
};

constexpr Index kStartsPerCell = 17;

/// First element (kind 0) or tracer (kind 1) of part `digit` of a cell.
__device__ inline Index startOfPart(const SplitTask& task, const Cell& cell, int kind, int bits, int digit) {
  const IndexRange range = kind == 0 ? cell.elements : cell.tracers;
  if (range.count() == 0 || digit >= 1 << bits) return range.end;
  const SortedKeys& keys = kind == 0 ? task.split.elements : task.split.tracers;
  const int left = task.prefixes.bits - cell.bits - bits;
  if (left < 0) return keys.lowerBound(range, cell.bits, bits, digit);
  const std::uint64_t key = keys.upper[range.begin] & ~kTracerBit;
  const auto prefix = static_cast<Index>(cell.bits > 0 ? key >> (kKeyBits - cell.bits) : 0);
  const Index at = ((prefix << bits) + digit) << left;
  return max(range.begin, min(range.end, task.prefixes.starts[kind * task.prefixes.size() + at]));
}

/// Half a warp per cell: each of 16 lanes finds the first element or tracer of a part.
__device__ inline void countChildrenOf(const SplitTask& task, Index c) {
  const unsigned lane = threadIdx.x % 16, half = threadIdx.x % 32 / 16;
  const unsigned lanes = 0xFFFFu << (16 * half);
  Cell cell = task.split.cells[c];
  if (lane == 0 && (cell.bits == task.split.first || cell.bits == kKeyBits)) {
    SplitCells unlimited = task.split;
    unlimited.deepest = kDeepestBits;
    if (unlimited.isFull(cell)) atomicMax(&task.status->counts.crowdedAt, cell.bits);
  }
  if (!task.split.isFull(cell)) {
    if (lane == 0) {
      task.split.cells[c].childCount = 0;
      task.leaves[atomicAdd(&task.status->counts.leafCount, 1)] = c;
    }
    return;
  }
  const int digit = static_cast<int>(lane % 8);
  const Index start = startOfPart(task, cell, lane < 8 ? 0 : 1, task.split.splitBits(cell), digit);
  const Index following = __shfl_down_sync(lanes, start, 1, 16);
  const Index stop = digit < 7 ? following : lane < 8 ? cell.elements.end : cell.tracers.end;
  const unsigned both = __ballot_sync(lanes, stop > start) >> (16 * half);
  const unsigned mask = (both | both >> 8) & 0xFFu;
  task.childStarts[static_cast<std::size_t>(c) * kStartsPerCell + lane] = start;
  if (lane == 0) {
    task.childStarts[static_cast<std::size_t>(c) * kStartsPerCell + 16] = static_cast<Index>(mask);
    task.split.cells[c].childCount = static_cast<std::int16_t>(__popc(mask));
  }
}

/// Eight lanes a cell write its children.
__device__ inline void writeChildrenOf(const SplitTask& task, Index c) {
  const Cell cell = task.split.cells[c];
  const unsigned lane = threadIdx.x % 16;
  if (cell.childCount == 0 || lane >= 8) return;
  const Index* starts = task.childStarts + static_cast<std::size_t>(c) * kStartsPerCell;
  const auto mask = static_cast<unsigned>(starts[16]);
  if (!(mask >> lane & 1u)) return;
  task.split.cells[cell.firstChild + __popc(mask & ((1u << lane) - 1u))] = SplitCells::childOf(
      cell, c, task.split.splitBits(cell), {starts[lane], lane == 7 ? cell.elements.end : starts[lane + 1]},
      {starts[8 + lane], lane == 7 ? cell.tracers.end : starts[8 + lane + 1]});
}

/// Sets firstChild of cells [begin, end), in order; returns the end of their children. One block.
__device__ inline Index placeChildren(const SplitTask& task, Index begin, Index end) {
  constexpr int kItems = 8;
  using Scan = cub::BlockScan<Index, kTreeThreads>;
  __shared__ typename Scan::TempStorage storage;
  Index next = end;
  for (Index tile = begin; tile < end; tile += kTreeThreads * kItems) {
    Index count[kItems], offset[kItems], total;
    for (int k = 0; k < kItems; ++k) {
      const Index c = tile + static_cast<Index>(threadIdx.x) * kItems + k;
      count[k] = c < end ? task.split.cells[c].childCount : 0;
    }
    Scan(storage).ExclusiveSum(count, offset, total);
    for (int k = 0; k < kItems; ++k) {
      const Index c = tile + static_cast<Index>(threadIdx.x) * kItems + k;
      if (c < end) task.split.cells[c].firstChild = next + offset[k];
    }
    next += total;
    __syncthreads();
  }
  return next;
}

/// Splits level by level from `level` on while wanted(cells of the level) is true. Returns the first level that was not
/// split, or -1 where the tree is complete or exceeds its buffers. The caller is in half warp `group` of `groups`;
/// sync() is a barrier for all of them; `places` is true in the block that places children.
template <class Wanted, class Sync>
__device__ int splitLevels(const SplitTask& task, int level, Index group, Index groups, bool places,
                           const Wanted& wanted, const Sync& sync) {
  CudaTreeCounts& counts = task.status->counts;
  for (;; ++level) {
    const Index begin = counts.levelStart[level], end = counts.levelStart[level + 1];
    if (!wanted(end - begin)) return level;
    for (Index c = begin + group; c < end; c += groups) countChildrenOf(task, c);
    sync();
    if (places) {
      const Index next = placeChildren(task, begin, end);
      if (threadIdx.x == 0) {
        if (next > task.capacity) task.status->cellsNeeded = next;
        counts.levelStart[level + 2] = next;
      }
    }
    sync();
    const Index next = counts.levelStart[level + 2];
    const bool overflow = next > task.capacity;
    if (next == end || overflow) {
      // If the buffers are too small no later kernel may run: they see a tree without cells.
      if (places && threadIdx.x == 0) {
        counts.cellCount = overflow ? 0 : end;
        counts.levels = overflow ? 0 : level + 1;
        if (overflow) counts.leafCount = 0;
      }
      return -1;
    }
    for (Index c = begin + group; c < end; c += groups) writeChildrenOf(task, c);
    sync();
  }
}

/// Makes the root cell of all elements and the tracers inside. One thread.
__device__ inline void makeRoot(const SplitTask& task) {
  CudaTreeCounts& counts = task.status->counts;
  Index low = 0, high = task.tracerCount;  // tracers outside have the largest key
  while (low < high) {
    const Index middle = low + (high - low) / 2;
    (task.split.tracers.upper[middle] == kOutsideKey ? high : low) =
        task.split.tracers.upper[middle] == kOutsideKey ? middle : middle + 1;
  }
  counts.insideTracers = low;
  counts.levelStart[0] = 0;
  counts.levelStart[1] = 1;
  task.split.cells[0] = {{0, task.elementCount}, {0, low}, -1, 0, 0, 0, 0};
}

/// Makes the whole tree, level by level; upper levels of few cells by one block, whose barriers cost little.
/// Cooperative launch.
__global__ void __launch_bounds__(kTreeThreads) splitKernel(SplitTask task) {
  constexpr Index kFewCells = 64;
  const auto grid = cooperative_groups::this_grid();
  const auto threadGroup = static_cast<Index>(threadIdx.x / 16);
  constexpr Index kBlockGroups = kTreeThreads / 16;
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) makeRoot(task);
    __syncthreads();
    const int level = splitLevels(
        task, 0, threadGroup, kBlockGroups, true, [](Index cells) { return cells <= kFewCells; },
        [] { __syncthreads(); });
    if (threadIdx.x == 0) task.status->topLevels = level;
  }
  grid.sync();
  const int level = task.status->topLevels;
  if (level < 0) return;
  const auto group = static_cast<Index>(blockIdx.x) * kBlockGroups + threadGroup;
  splitLevels(
      task, level, group, static_cast<Index>(gridDim.x) * kBlockGroups, blockIdx.x == 0, [](Index) { return true; },
      [&] { grid.sync(); });
}

}  // namespace fmm
