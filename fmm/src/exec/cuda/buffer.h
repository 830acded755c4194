#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "exec/cuda/check.h"
#include "fmm/faults.h"

namespace fmm {

/// Bytes read back from GPUs in this process, and number of waits of its threads for a GPU: cudaTransfers().
struct TransferCounts {
  std::atomic<std::uint64_t> bytes{0}, waits{0};
};
inline TransferCounts& transferCounts() {
  static TransferCounts counts;
  return counts;
}

/// Enqueues a copy to the host; the data are there after waitFor().
inline void enqueueRead(void* to, const void* from, std::size_t bytes, cudaStream_t stream) {
  transferCounts().bytes += bytes;
  FMM_CUDA(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, stream));
}
inline void waitFor(cudaStream_t stream) {
  ++transferCounts().waits;
  FMM_CUDA(cudaStreamSynchronize(stream));
}

/// Number of allocations and releases by CudaBuffer in this process. Constant in steady state, which a test checks; all
/// buffers then keep their addresses.
inline std::atomic<std::size_t>& cudaAllocationCount() {
  static std::atomic<std::size_t> count{0};
  return count;
}

/// Typed, move-only device memory. Growing discards the content. Throws EnvironmentError that says how much was
/// requested and how much is free if the device has no room.
template <class T>
class CudaBuffer {
 public:
  CudaBuffer() = default;
  explicit CudaBuffer(std::size_t size) { resize(size); }
  ~CudaBuffer() { release(); }
  CudaBuffer(CudaBuffer&& other) noexcept { swap(other); }
  CudaBuffer& operator=(CudaBuffer&& other) noexcept {
    swap(other);
    return *this;
  }

  void resize(std::size_t size) {
    if (size > capacity_) {
      release();
      allocate(size + size / 4);
    }
    size_ = size;
  }
  /// Allocates exactly this much at first, for large buffers of known size. A later growth adds some room, 16 MiB at
  /// most: otherwise counts that grow from step to step, as those of elements on a lattice do, would cost an allocation
  /// and a wait every time.
  void reserveExactly(std::size_t size) {
    if (size > capacity_) {
      const std::size_t room = capacity_ > 0 ? std::min(size / 4, kMostRoom / sizeof(T)) : 0;
      release();
      allocate(size + room);
    }
    size_ = size;
  }
  T* data() { return data_; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return capacity_ * sizeof(T); }

 private:
  void allocate(std::size_t count) {
    const cudaError_t status = faultStrikes(Fault::allocation)
                                   ? cudaErrorMemoryAllocation
                                   : cudaMalloc(reinterpret_cast<void**>(&data_), count * sizeof(T));
    if (status == cudaErrorMemoryAllocation) {
      data_ = nullptr;
      cudaGetLastError();
      std::size_t free = 0, total = 0;
      cudaMemGetInfo(&free, &total);
      throw EnvironmentError("GPU memory: " + std::to_string((count * sizeof(T) + 0xfffff) >> 20) +
                             " MiB were asked for, " + std::to_string(free >> 20) + " of " +
                             std::to_string(total >> 20) + " MiB are free");
    }
    checkCuda(status, "cudaMalloc", __FILE__, __LINE__);
    capacity_ = count;
    ++cudaAllocationCount();
  }
  void release() {
    if (data_) {
      cudaFree(data_);
      ++cudaAllocationCount();
    }
    data_ = nullptr;
    capacity_ = size_ = 0;
  }
  void swap(CudaBuffer& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

  static constexpr std::size_t kMostRoom = std::size_t{16} << 20;  // bytes

  T* data_ = nullptr;
  std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace fmm
