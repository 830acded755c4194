#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "exec/cuda/exec.cuh"
#include "fmm/types.h"

namespace fmm {

/// Numbers in the caller's order of particles that are given by their place in the sorted one.
struct FindCallers {
  const Index *order, *sorted;
  Index* callers;

  __device__ void operator()(Index k) const { callers[k] = order[sorted[k]]; }
};

/// The sample's numbers to where launches read them.
inline void upload(CudaExec& exec, const std::vector<Index>& from, CudaBuffer<Index>& to) {
  to.resize(std::max<std::size_t>(1, from.size()));
  FMM_CUDA(cudaMemcpyAsync(to.data(), from.data(), from.size() * sizeof(Index), cudaMemcpyHostToDevice, exec.stream()));
}

/// Where in the caller's order sorted particles are; `room` is for the answer.
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

}  // namespace fmm
