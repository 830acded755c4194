#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

#include "exec/cuda/buffer.h"
#include "exec/cuda/exec.cuh"
#include "fmm/types.h"
#include "pairs/cuda/view.cuh"
#include "tree/cuda/lists.cuh"
#include "tuning/work_counts.h"

namespace fmm {

/// The Lists of CountWork on the GPU.
template <class Real>
struct CudaListCounts {
  CudaLists lists;
  const Cell* cells;
  CorrectionReach<Real> reach;

  __device__ Index farCount(Index c) const { return lists.farCount[c]; }
  __device__ Index nearCount(Index c) const { return lists.nearCount[c]; }
  __device__ Index correctedCount(Index c) const { return lists.correctedCount[c]; }
  __device__ std::int64_t nearElements(Index c) const {
    return elementsOf(lists.nearItems + lists.nearBegin[c], lists.nearCount[c]);
  }
  __device__ std::int64_t correctedElements(Index c) const {
    return elementsOf(lists.correctedItems + lists.correctedBegin[c], lists.correctedCount[c]);
  }
  __device__ std::int64_t reachingElements(Index c) const {
    std::int64_t sum = 0;
    const Index* const items = lists.correctedItems + lists.correctedBegin[c];
    for (Index k = 0; k < lists.correctedCount[c]; ++k) sum += reach.countIn(cells[items[k]].elements, c);
    return sum;
  }

 private:
  __device__ std::int64_t elementsOf(const Index* items, Index count) const {
    std::int64_t sum = 0;
    for (Index k = 0; k < count; ++k) sum += cells[items[k]].elements.count();
    return sum;
  }
};

/// Finds the caller's indices of particles that are given by their sorted indices.
struct FindCallers {
  const Index *order, *sorted;
  Index* callers;

  __device__ void operator()(Index k) const { callers[k] = order[sorted[k]]; }
};

/// Copies sampled indices to the device.
inline void upload(CudaExec& exec, const std::vector<Index>& from, CudaBuffer<Index>& to) {
  to.resize(std::max<std::size_t>(1, from.size()));
  FMM_CUDA(cudaMemcpyAsync(to.data(), from.data(), from.size() * sizeof(Index), cudaMemcpyHostToDevice, exec.stream()));
}

/// The caller's indices of sampled particles; `room` is a buffer for the result.
inline std::vector<std::size_t> callersOf(CudaExec& exec, const std::vector<Index>& sampled, const Index* order,
                                          const CudaBuffer<Index>& onDevice, CudaBuffer<Index>& room) {
  if (sampled.empty()) return {};
  room.resize(sampled.size());
  exec.forEach("fmm::callers", static_cast<Index>(sampled.size()), FindCallers{order, onDevice.data(), room.data()});
  const auto found = exec.template read<Index>(room.data(), sampled.size());
  exec.synchronize();
  const std::vector<Index> callers = found.value();
  return {callers.begin(), callers.end()};
}

/// Vectors of some elements, then of some tracers.
template <class Real>
std::vector<Vec3> pickVectors(CudaExec& exec, const std::array<const Real*, 3>& ofElements,
                              const std::vector<std::size_t>& elements, const std::array<const Real*, 3>& ofTracers,
                              const std::vector<std::size_t>& tracers) {
  std::vector<Vec3> picked = exec.template pick<Real>(ofElements, elements);
  const std::vector<Vec3> more = exec.template pick<Real>(ofTracers, tracers);
  picked.insert(picked.end(), more.begin(), more.end());
  return picked;
}

/// Results of expansions at one kind of target, in sorted order: rows of velocity and gradient, allocated once wanted.
template <class Real>
class ResultRows {
 public:
  /// The targets at x with rows for the wanted results.
  CudaTargets<Real> targets(const std::array<const Real*, 3>& x, Index count, const Index* order,
                            const TargetArrays<Real>& wanted) {
    CudaTargets<Real> targets = {};
    targets.x = x[0];
    targets.y = x[1];
    targets.z = x[2];
    targets.order = order;
    targets.out = wanted;
    const auto row = [&](std::size_t k, const Real* caller) -> Real* {
      if (!caller) return nullptr;
      rows_[k].reserveExactly(static_cast<std::size_t>(count));
      return rows_[k].data();
    };
    targets.ux = row(0, wanted.ux);
    targets.uy = row(1, wanted.uy);
    targets.uz = row(2, wanted.uz);
    for (std::size_t k = 0; k < 9; ++k) targets.gradient[k] = row(3 + k, wanted.gradient[k]);
    std::copy(std::begin(wanted.vorticity), std::end(wanted.vorticity), targets.vorticity);
    return targets;
  }
  std::size_t bytes() const {
    std::size_t sum = 0;
    for (const auto& row : rows_) sum += row.bytes();
    return sum;
  }

 private:
  std::array<CudaBuffer<Real>, 12> rows_;
};

/// Sets the tracers' results to 0, for a task without elements.
template <class Real>
void clearResults(CudaExec& exec, const FieldTask<Real>& task) {
  const TargetArrays<Real> rows = tracerResults(task);
  const auto fill = [&](Real* row) {
    if (row) exec.fill(row, task.tracerCount, Real(0));
  };
  fill(rows.ux);
  fill(rows.uy);
  fill(rows.uz);
  for (Real* row : rows.gradient) fill(row);
  for (Real* row : rows.vorticity) fill(row);
}

}  // namespace fmm
