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

/// What one build leaves on the device, and the host reads once after the evaluation.
struct CudaTreeStatus {
  CudaTreeCounts counts;
  Index cellsNeeded;  ///< more than the buffers hold: nothing was evaluated
  int topLevels;      ///< the first level that one block left to all
  /// Entries of the lists that were wanted, be there room or not.
  unsigned long long farUsed, nearUsed, openUsed, correctedUsed;
  unsigned long long nearPairs, correctedPairs, farPairs;
  Index heavyLeaves;
};

/// Octree and interaction lists on the GPU: the steps of tree_steps.h and the rule of interaction_lists.h under
/// schedules that decide nothing on the host. Buffers have capacities; a build that outgrows them says so in its
/// status, and is repeated with larger ones: what was evaluated meanwhile is incomplete and is overwritten.
template <class Real>
class CudaTree {
 public:
  /// Enqueues sort, tree, bounds and lists, those of cells with targets of the sample. `root`: the cube of a tree that
  /// shares its sources with others; null: the elements' own.
  void sort(CudaExec& exec, const FieldTask<Real>& task, TreeLimits limits, const RootCube* root = nullptr);
  void build(CudaExec& exec, const FieldTask<Real>& task, TreeLimits limits);
  void list(CudaExec& exec, const FieldTask<Real>& task, const AcceptanceRule<Real>& rule,
            const TargetSample& sample = {});
  /// Enqueues what comes before another build() of the particles that are sorted, or before another list() of the tree
  /// that stands.
  void startTree(CudaExec& exec);
  void startLists(CudaExec& exec);
  /// Asks for the status of what was built.
  void readStatus(CudaExec& exec);
  /// After exec.synchronize(): whether all builds since the last call were valid, and of that depth; if not, the next
  /// one has larger buffers or other keys. Throws EnvironmentError where no index could name the entries of a list,
  /// before memory is taken for them.
  bool settle(KeyDepth depth);
  /// Asks for the order of particles that is the tree's own: true if they have it, else the next sort gives it.
  bool askForOwnOrder() { return levels_.serve(seen_.counts.crowdedAt, KeyDepth::own); }
  /// The next sort is as if there had been none before.
  void forgetOrder() { levels_.restart(); }
  void startStep() { levels_.startStep(); }
  /// Room for lists that settle() found too small, where the tree stands.
  void makeRoom(const FieldTask<Real>& task, TreeLimits limits) { reserve(task, limits); }

  /// After settle(), of the tree that stands: what others are told of it; and room for cells and elements of others
  /// behind its own, which are to be there when list() follows.
  LocalTree<Real> local(const FieldTask<Real>& task) const;
  ImportRoom<Real> roomFor(CudaExec& exec, const ImportedTrees& trees);
  Index ownCells() const { return seen_.counts.cellCount; }
  /// With those of others.
  Index sourceCells() const { return ownCells() + others_; }

  /// The builds since the last call of settle() do not count.
  void drop() { pending_.clear(); }

  /// Of the last build, with the pairs of all that were settled with it.
  const CudaTreeStatus& status() const { return seen_; }
  Index cellCapacity() const { return cellCapacity_; }
  const Index* elementOrder() const { return order_.data(); }
  const Index* tracerOrder() const { return order_.data() + sizedFor_[0]; }
  /// As the next build begins with it.
  CudaTreeRoom room() const {
    return {sizedFor_[0],  sizedFor_[1],  cellCapacity_,      farCapacity_,
            nearCapacity_, openCapacity_, correctedCapacity_, levels_.now()};
  }
  /// Device pointers for the passes.
  CudaTreeView<Real> view() const;
  std::size_t bytes() const;

  /// For people to look at: cells (104 or 168 bytes each in float or double) and the near list of a leaf, copied to the
  /// host. Each waits for the stream.
  std::vector<TreeCell> describe(CudaExec& exec);
  std::vector<std::size_t> nearLeaves(CudaExec& exec, std::size_t leaf);

 private:
  template <class T>
  using Buffer = CudaBuffer<T>;
  void reserve(const FieldTask<Real>& task, TreeLimits limits);
  void sortKeys(CudaExec& exec, Index elements, Index tracers);
  BriefKeys briefKeys() const;
  /// As they are computed, and behind them as they are sorted: in the memory of whole keys.
  std::uint32_t* briefIn() { return reinterpret_cast<std::uint32_t*>(keysIn_.data()); }
  /// Of the PrefixTable: four levels less than the sorted keys have, five at most.
  int prefixBits() const { return 3 * std::clamp(levels_.now() - 4, 1, 5); }
  bool fits(const CudaTreeStatus& s);

  CudaTreeStatus seen_ = {};
  std::vector<Later<std::vector<CudaTreeStatus>>> pending_;
  Buffer<CudaTreeStatus> status_;
  bool statusIsClear_ = false;  ///< down to its padding, which copies read and no kernel writes
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
  std::vector<Index> hostRoots_ = {0};  // of all trees of sources
  Buffer<Index> roots_;                 // the same; null unless others' are there
  Index rootCount_ = 1, others_ = 0;
  Buffer<Index> firstParticles_;  // empty until describe() is called
};

/// Room for `count` items, of which the first `kept` stay. Waits where they move.
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
