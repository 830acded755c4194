#pragma once

#include <cstddef>
#include <memory>
#include <numeric>
#include <vector>

#include "exec/cuda/exec.cuh"
#include "exec/cuda/transfers.h"
#include "ranks/cuda/nccl.h"
#include "ranks/share_gather.h"

namespace fmm {

/// By NCCL from GPU to GPU, on a stream of its own; where a rank has none, by MPI through host memory.
template <class Real>
class ShareGather<CudaExec, Real> {
 public:
  ShareGather() = default;
  ~ShareGather() {
    if (stream_ != nullptr) cudaStreamDestroy(stream_);
  }
  ShareGather(const ShareGather&) = delete;
  ShareGather& operator=(const ShareGather&) = delete;

  void begin(CudaExec& exec, Ranks& ranks, const Real* own, Real* all, const std::vector<std::size_t>& counts) {
    if (!asked_) {
      nccl_ = NcclRanks::open(ranks);
      asked_ = true;
    }
    std::vector<std::size_t> bytes;
    for (const std::size_t count : counts) bytes.push_back(count * sizeof(Real));
    const std::size_t mine = counts[static_cast<std::size_t>(ranks.rank())];
    const std::size_t total = std::accumulate(counts.begin(), counts.end(), std::size_t{0});
    if (nccl_) {
      if (stream_ == nullptr) FMM_CUDA(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
      nccl_->gather(own, all, bytes, stream_);
      ranks.countElsewhere((total - mine) * sizeof(Real));
      return;
    }
    sent_.resize(mine);
    received_.resize(total);
    to_ = all;
    if (mine > 0) enqueueRead(sent_.data(), own, mine * sizeof(Real), exec.stream());
    exec.synchronize();
    ranks.beginGather(sent_.data(), received_.data(), bytes);
  }

  void finish(CudaExec& exec, Ranks& ranks) {
    if (nccl_) return waitFor(stream_);
    ranks.finishGather();
    if (received_.empty()) return;
    FMM_CUDA(
        cudaMemcpyAsync(to_, received_.data(), received_.size() * sizeof(Real), cudaMemcpyHostToDevice, exec.stream()));
    exec.synchronize();  // before others are received in its place
  }

 private:
  bool asked_ = false;
  std::unique_ptr<NcclRanks> nccl_;  ///< null: through the host
  cudaStream_t stream_ = nullptr;
  std::vector<Real> sent_, received_;
  Real* to_ = nullptr;
};

}  // namespace fmm
