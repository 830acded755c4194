#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/particles.h"
#include "exec/cuda/exec.cuh"
#include "exec/cuda/sort.cuh"
#include "tree/cuda/lists.cuh"
#include "tree/cuda/tree_keys.h"
#include "tree/source_imports.h"
#include "tree/tree_snapshot.h"

namespace fmm {

/// Status of a build on the device; the host reads it once after the evaluation.
struct CudaTreeStatus {
  CudaTreeCounts counts;
  Index cellsNeeded;  ///< if the buffers are too small for them (nothing was evaluated); else 0
  int topLevels;      ///< first level that one block left to all blocks; -1: none
  /// List entries needed, whether there was room or not.
  unsigned long long farUsed, nearUsed, openUsed, correctedUsed;
  unsigned long long nearPairs, correctedPairs, farPairs;
  Index heavyLeaves;
};

/// Octree and interaction lists on the GPU: tree_steps.h and interaction_lists.h in kernels that need no decisions of
/// the host. Buffers have capacities. A build that exceeds them reports so in its status and is repeated with larger
/// buffers; what was evaluated meanwhile is incomplete and is overwritten.
template <class Real>
class CudaTree {
 public:
  /// Enqueue the sort, the tree with its bounds, and the lists of cells with targets of the sample. `root`: root cube
  /// of a tree that shares its sources with others; null: one around the elements.
  void sort(CudaExec& exec, const FieldTask<Real>& task, TreeLimits limits, const RootCube* root = nullptr);
  void build(CudaExec& exec, const FieldTask<Real>& task, TreeLimits limits);
  void list(CudaExec& exec, const FieldTask<Real>& task, const AcceptanceRule<Real>& rule,
            const TargetSample& sample = {});
  /// Enqueue the reset of the status before another build() of the sorted particles, or another list() of the built
  /// tree.
  void startTree(CudaExec& exec);
  void startLists(CudaExec& exec);
  /// Enqueues a read of the status.
  void readStatus(CudaExec& exec);
  /// After exec.synchronize(): true if all builds since the last call were valid and had keys of this depth. If not,
  /// the next build has larger buffers or other keys. Throws EnvironmentError where a list has more entries than an
  /// Index can count, before memory is allocated for them.
  bool complete(SortDepth depth);
  /// True if the particles have the tree's own order (SortDepth::exact); if not, the next sort gives it.
  bool askForOwnOrder() { return levels_.serve(seen_.counts.crowdedAt, SortDepth::exact); }
  /// The next sort starts again from the first key depth.
  void forgetOrder() { levels_.restart(); }
  void startStep() { levels_.startStep(); }
  /// Enlarges the buffers of lists that complete() found too small; the built tree stays.
  void makeRoom(const FieldTask<Real>& task, TreeLimits limits) { reserve(task, limits); }

  /// After complete(): the built tree as SourceImports needs it, and memory for imported cells and elements behind its
  /// own, which must be filled before list().
  LocalTree<Real> local(const FieldTask<Real>& task) const;
  ImportRoom<Real> roomFor(CudaExec& exec, const ImportedTrees& trees);
  Index ownCells() const { return seen_.counts.cellCount; }
  /// Own and imported cells.
  Index sourceCells() const { return ownCells() + others_; }

  /// Discards the builds since the last complete().
  void drop() { pending_.clear(); }

  /// Status of the last build, with the pairs of all builds that were settled with it.
  const CudaTreeStatus& status() const { return seen_; }
  Index cellCapacity() const { return cellCapacity_; }
  const Index* elementOrder() const { return order_.data(); }
  const Index* tracerOrder() const { return order_.data() + sizedFor_[0]; }
  /// Capacities with which the next build starts.
  CudaTreeRoom room() const {
    return {sizedFor_[0],  sizedFor_[1],  cellCapacity_,      farCapacity_,
            nearCapacity_, openCapacity_, correctedCapacity_, levels_.now()};
  }
  /// Device pointers for the passes.
  CudaTreeView<Real> view() const;
  std::size_t bytes() const;

  /// For display: cells (104 or 168 bytes each in float or double) and the near list of a leaf, copied to the host.
  /// Each waits for the stream.
  std::vector<TreeCell> describe(CudaExec& exec);
  std::vector<std::size_t> nearLeaves(CudaExec& exec, std::size_t leaf);

 private:
  template <class T>
  using Buffer = CudaBuffer<T>;
  void reserve(const FieldTask<Real>& task, TreeLimits limits);
  void sortKeys(CudaExec& exec, Index elements, Index tracers);
  BriefKeys briefKeys() const;
  /// Brief keys, unsorted, and behind them sorted: in the memory of whole keys.
  std::uint32_t* briefIn() { return reinterpret_cast<std::uint32_t*>(keysIn_.data()); }
  /// Bits of the PrefixTable: four levels less than the sorted keys, from one to five.
  int prefixBits() const { return 3 * std::clamp(levels_.now() - 4, 1, 5); }
  bool fits(const CudaTreeStatus& s);

  CudaTreeStatus seen_ = {};
  std::vector<Later<std::vector<CudaTreeStatus>>> pending_;
  Buffer<CudaTreeStatus> status_;
  bool statusIsClear_ = false;  ///< including padding, which copies read and no kernel writes
  Index cellCapacity_ = 0, farCapacity_ = 0, nearCapacity_ = 0, openCapacity_ = 0, correctedCapacity_ = 0;
  KeyLevels levels_;
  Index sizedFor_[2] = {-1, -1};

  Buffer<Real> partialBoxes_;
  Buffer<std::uint64_t> keysIn_, keys_, lowerIn_, lower_;  // elements, then tracers
  Buffer<Index> orderIn_, order_;
  std::array<Buffer<Real>, 7> element_;
  std::array<Buffer<Real>, 3> tracer_;
  CudaSortScratch sortScratch_;
  Buffer<Cell> cells_;
  Buffer<CellBounds<Real>> bounds_;
  Buffer<Index> prefixStarts_, childStarts_, leaves_, rows_, far_, near_, open_, corrected_;
  std::vector<Index> hostRoots_ = {0};  // of own and imported trees
  Buffer<Index> roots_;                 // the same; null without imported trees
  Index rootCount_ = 1, others_ = 0;
  Buffer<Index> firstParticles_;  // empty until describe() is called
};

/// Resizes a buffer to `count` items and keeps the first `kept`. Waits for the stream if it reallocates.
template <class T>
void extend(CudaExec& exec, CudaBuffer<T>& buffer, std::size_t kept, std::size_t count) {
  if (count * sizeof(T) > buffer.bytes()) {
    CudaBuffer<T> larger(count);
    if (kept > 0)
      FMM_CUDA(
          cudaMemcpyAsync(larger.data(), buffer.data(), kept * sizeof(T), cudaMemcpyDeviceToDevice, exec.stream()));
    exec.synchronize();
    buffer = std::move(larger);
  }
  buffer.resize(count);
}

}  // namespace fmm
