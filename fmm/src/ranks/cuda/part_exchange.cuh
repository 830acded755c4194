#pragma once

#include <cstddef>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "exec/cuda/buffer.h"
#include "exec/cuda/exec.cuh"
#include "ranks/cuda/nccl.h"
#include "ranks/part_exchange.h"

namespace fmm {

/// From GPU to GPU by NCCL, on a separate stream; through host memory by MPI if a rank has no NCCL.
template <class Real>
class ShareGather<CudaExec, Real> {
 public:
  ShareGather() = default;
  ~ShareGather() {
    if (stream_ != nullptr) cudaStreamDestroy(stream_);
  }
  ShareGather(const ShareGather&) = delete;
  ShareGather& operator=(const ShareGather&) = delete;

  /// All ranks call it before the first gather. Takes seconds.
  void open(Ranks& ranks) { nccl_ = NcclRanks::open(ranks); }
  void begin(CudaExec& exec, Ranks& ranks, const Real* own, Real* all, const std::vector<std::size_t>& counts) {
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
    exec.synchronize();  // before received_ is reused
  }

 private:
  std::unique_ptr<NcclRanks> nccl_;  ///< null: transfers go through host memory
  cudaStream_t stream_ = nullptr;
  std::vector<Real> sent_, received_;
  Real* to_ = nullptr;
};

/// From GPU to GPU by NCCL, on a separate stream; through host memory by MPI if a rank has no NCCL.
template <>
class PartExchange<CudaExec> {
 public:
  PartExchange() = default;
  ~PartExchange() {
    if (stream_ != nullptr) cudaStreamDestroy(stream_);
    if (ready_ != nullptr) cudaEventDestroy(ready_);
    if (done_ != nullptr) cudaEventDestroy(done_);
  }
  PartExchange(const PartExchange&) = delete;
  PartExchange& operator=(const PartExchange&) = delete;

  void begin(CudaExec& exec, Ranks& ranks, const char* sent, const std::vector<std::size_t>& to, char* received,
             const std::vector<std::size_t>& from) {
    if (!asked_) open(ranks);
    const std::size_t out = std::accumulate(to.begin(), to.end(), std::size_t{0});
    const std::size_t in = std::accumulate(from.begin(), from.end(), std::size_t{0});
    if (nccl_) {
      FMM_CUDA(cudaEventRecord(ready_, exec.stream()));
      FMM_CUDA(cudaStreamWaitEvent(stream_, ready_, 0));
      nccl_->exchange(sent, to, received, from, stream_);
      FMM_CUDA(cudaEventRecord(done_, stream_));
      return ranks.countElsewhere(out + in);
    }
    received_ = received;
    std::vector<char> host(out);
    if (out > 0) enqueueRead(host.data(), sent, out, exec.stream());
    exec.synchronize();
    ranks.beginExchange(std::move(host), to);
  }

  void finish(CudaExec& exec, Ranks& ranks) {
    if (nccl_) return FMM_CUDA(cudaStreamWaitEvent(exec.stream(), done_, 0));
    const Ranks::Parts parts = ranks.finishExchange();
    if (parts.data.empty()) return;
    FMM_CUDA(cudaMemcpyAsync(received_, parts.data.data(), parts.data.size(), cudaMemcpyHostToDevice, exec.stream()));
    exec.synchronize();  // before `parts` is freed
  }

 private:
  void open(Ranks& ranks) {
    nccl_ = NcclRanks::open(ranks);
    asked_ = true;
    if (!nccl_) return;
    FMM_CUDA(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
    FMM_CUDA(cudaEventCreateWithFlags(&ready_, cudaEventDisableTiming));
    FMM_CUDA(cudaEventCreateWithFlags(&done_, cudaEventDisableTiming));
  }

  bool asked_ = false;
  std::unique_ptr<NcclRanks> nccl_;  ///< null: transfers go through host memory
  cudaStream_t stream_ = nullptr;
  cudaEvent_t ready_ = nullptr, done_ = nullptr;  ///< `sent` is complete; `received` is complete
  char* received_ = nullptr;
};

template <class T>
void toSpace(CudaExec& exec, const std::vector<T>& rows, CudaBuffer<T>& to) {
  to.resize(rows.size());
  if (!rows.empty())
    FMM_CUDA(cudaMemcpyAsync(to.data(), rows.data(), rows.size() * sizeof(T), cudaMemcpyHostToDevice, exec.stream()));
}

}  // namespace fmm
