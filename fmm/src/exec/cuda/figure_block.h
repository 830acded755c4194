#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

#include "exec/cuda/buffer.h"
#include "exec/cuda/transfers.h"

namespace fmm {

/// Small results of kernels on their way to the host: they lie side by side in device memory, and the next wait for the
/// stream brings all of them in one copy into pinned memory.
class FigureBlock {
 public:
  FigureBlock() = default;
  ~FigureBlock() { cudaFreeHost(host_); }
  FigureBlock(const FigureBlock&) = delete;
  FigureBlock& operator=(const FigureBlock&) = delete;

  bool hasRoom(std::size_t bytes) const { return used_ + padded(bytes) <= device_.size(); }
  /// Room for this much besides nothing: none is on its way. Zeros, since copies take gaps between results along.
  void reserve(std::size_t bytes, cudaStream_t stream) {
    constexpr std::size_t kUsual = std::size_t{128} << 10;  // two samples of 4096 vectors, and sums
    const std::size_t size = std::max(kUsual, padded(bytes));
    if (size <= device_.size()) return;
    char* larger = nullptr;
    FMM_CUDA(faultStrikes(Fault::allocation) ? cudaErrorMemoryAllocation
                                             : cudaMallocHost(reinterpret_cast<void**>(&larger), size));
    cudaFreeHost(host_);
    host_ = larger;
    device_.reserveExactly(size);
    FMM_CUDA(cudaMemsetAsync(device_.data(), 0, size, stream));
  }

  /// Device memory for one result, for which there is room. deliver(from) takes it out of host memory.
  void* take(std::size_t bytes, std::function<void(const void*)> deliver) {
    parcels_.push_back({used_, std::move(deliver)});
    void* const room = device_.data() + used_;
    used_ += padded(bytes);
    return room;
  }
  /// Enqueues the copy of all that was taken.
  void enqueue(cudaStream_t stream) const {
    if (used_ > 0) enqueueRead(host_, device_.data(), used_, stream);
  }
  /// After a wait for that copy.
  void deliver() {
    for (const Parcel& parcel : parcels_) parcel.deliver(host_ + parcel.at);
    parcels_.clear();
    used_ = 0;
  }

 private:
  struct Parcel {
    std::size_t at;
    std::function<void(const void*)> deliver;
  };
  static std::size_t padded(std::size_t bytes) { return (bytes + 15) / 16 * 16; }

  CudaBuffer<char> device_;
  char* host_ = nullptr;
  std::size_t used_ = 0;
  std::vector<Parcel> parcels_;
};

}  // namespace fmm
