#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "exec/cuda/check.h"

namespace fmm {

/// What this process has read back from GPUs, and how often one of its threads has waited for one: cudaTransfers().
struct TransferCounts {
  std::atomic<std::uint64_t> bytes{0}, waits{0};
};
inline TransferCounts& transferCounts() {
  static TransferCounts counts;
  return counts;
}

/// Copies to the host in the order of the stream; what is read is there after waitFor().
inline void enqueueRead(void* to, const void* from, std::size_t bytes, cudaStream_t stream) {
  transferCounts().bytes += bytes;
  FMM_CUDA(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, stream));
}
inline void waitFor(cudaStream_t stream) {
  ++transferCounts().waits;
  FMM_CUDA(cudaStreamSynchronize(stream));
}

}  // namespace fmm
