#pragma once

#include <array>
#include <cstdint>

#include "core/particles.h"
#include "exec/cuda/exec.cuh"
#include "exec/cuda/sort.cuh"
#include "tree/cuda/lists.cuh"
#include "tree/tree_snapshot.h"

namespace fmm {

/// What one build leaves on the device, and the host reads once after the evaluation.
struct CudaTreeStatus {
  CudaTreeCounts counts;
  Index cellsNeeded;                  ///< more than the buffers hold: nothing was evaluated
  Index farUsed, nearUsed, openUsed;  ///< entries of the lists that were wanted
  int tooDeep;                        ///< the sorted keys do not resolve a crowded cell
  unsigned long long nearPairs, farPairs;
};

/// Octree and interaction lists on the GPU: the steps of tree_steps.h and the rule of interaction_lists.h under
/// schedules that decide nothing on the host. Buffers have capacities; a build that outgrows them says so in its
/// status, and is repeated with larger ones: what was evaluated meanwhile is incomplete and is overwritten.
template <class Real>
class CudaTree {
 public:
  CudaTree();
  ~CudaTree();

  /// Enqueues sort, tree, bounds and lists, those of cells with targets of the sample.
  void sort(CudaExec& exec, const FieldTask<Real>& task, TreeLimits limits);
  void build(CudaExec& exec, const FieldTask<Real>& task, TreeLimits limits);
  void list(CudaExec& exec, const FieldTask<Real>& task, const AcceptanceRule<Real>& rule,
            const TargetSample& sample = {});
  /// Enqueues what comes before another build() of the particles that are sorted, or before another list() of the tree
  /// that stands.
  void startTree(CudaExec& exec);
  void startLists(CudaExec& exec);
  /// Enqueues the copy of the status to the host.
  void readStatus(CudaExec& exec);
  /// After a synchronisation: whether the build was valid; if not, the next one has larger buffers or deeper keys.
  /// Throws EnvironmentError where no index could name the entries of a list.
  bool settle();

  const CudaTreeStatus& status() const { return *hostStatus_; }
  Index cellCapacity() const { return cellCapacity_; }
  const Index* elementOrder() const { return order_.data(); }
  const Index* tracerOrder() const { return order_.data() + sizedFor_[0]; }
  /// Device pointers for the passes.
  CudaTreeView<Real> view() const;
  std::size_t bytes() const;

  /// For people to look at: cells (100 or 164 bytes each in float or double) and the near list of a leaf, copied to the
  /// host. Each waits for the stream.
  std::vector<TreeCell> describe(CudaExec& exec);
  std::vector<std::size_t> nearLeaves(CudaExec& exec, std::size_t leaf);

 private:
  template <class T>
  using Buffer = CudaBuffer<T>;
  void reserve(const FieldTask<Real>& task, TreeLimits limits);
  void sortKeys(CudaExec& exec, Index elements, Index tracers);

  CudaTreeStatus* hostStatus_ = nullptr;  // pinned
  Buffer<CudaTreeStatus> status_;
  Index cellCapacity_ = 0, farCapacity_ = 0, nearCapacity_ = 0, openCapacity_ = 0;
  int keyLevels_ = 0;  ///< levels that the sorted keys resolve: few first, then 21, then 42
  Index sizedFor_[2] = {-1, -1};

  Buffer<Real> partialBoxes_;
  Buffer<std::uint64_t> keysIn_, keys_, lowerIn_, lower_;  // elements, then tracers
  Buffer<Index> orderIn_, order_;
  std::array<Buffer<Real>, 7> element_;
  std::array<Buffer<Real>, 3> tracer_;
  CudaSortScratch sortScratch_;
  Buffer<Cell> cells_;
  Buffer<CellBounds<Real>> bounds_;
  Buffer<Index> childStarts_, leaves_, rows_, far_, near_, open_;
  Buffer<Index> firstParticles_;  // empty until describe() is called
};

}  // namespace fmm
