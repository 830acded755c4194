#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "core/rows.h"
#include "exec/cuda/buffer.h"
#include "exec/cuda/check.h"
#include "fmm/error.h"

namespace fmm {

/// Small results of kernels on their way to the host. They lie side by side in device memory; the next wait for the
/// stream copies all of them to pinned memory at once.
class PinnedBlock {
 public:
  PinnedBlock() = default;
  ~PinnedBlock() { cudaFreeHost(host_); }
  PinnedBlock(const PinnedBlock&) = delete;
  PinnedBlock& operator=(const PinnedBlock&) = delete;

  bool hasRoom(std::size_t bytes) const { return used_ + padded(bytes) <= device_.size(); }
  /// Provides room for `bytes`; no result may be pending. Zeroed, since copies include the gaps between results.
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

  /// Device memory for one result; there must be room. deliver(from) receives the result in host memory.
  void* take(std::size_t bytes, std::function<void(const void*)> deliver) {
    pending_.push_back({used_, std::move(deliver)});
    void* const room = device_.data() + used_;
    used_ += padded(bytes);
    return room;
  }
  /// Enqueues the copy of all pending results.
  void enqueue(cudaStream_t stream) const {
    if (used_ > 0) enqueueRead(host_, device_.data(), used_, stream);
  }
  /// Call it after a wait for that copy.
  void deliver() {
    for (const PendingResult& pending : pending_) pending.deliver(host_ + pending.at);
    pending_.clear();
    used_ = 0;
  }

 private:
  struct PendingResult {
    std::size_t at;
    std::function<void(const void*)> deliver;
  };
  static std::size_t padded(std::size_t bytes) { return (bytes + 15) / 16 * 16; }

  CudaBuffer<char> device_;
  char* host_ = nullptr;
  std::size_t used_ = 0;
  std::vector<PendingResult> pending_;
};

/// Device memory for copies of host arrays to and from kernels. Arrays in GPU memory are used directly.
class ArrayStaging {
 public:
  /// The arrays for reading in kernels until the next call. Interleaved vectors are copied as one block.
  template <std::size_t N>
  std::array<NumberReader, N> reach(const std::array<InputArray, N>& arrays, cudaStream_t stream) {
    std::array<NumberReader, N> readers;
    const InputArray& first = arrays[0];
    if (lieInterleaved(arrays) && first.stride <= static_cast<std::ptrdiff_t>(2 * N) && first.count > 0) {
      const std::size_t numbers = (first.count - 1) * static_cast<std::size_t>(first.stride) + N;
      char* block = reserve(numbers * sizeOf(first));
      FMM_CUDA(cudaMemcpyAsync(block, first.data, numbers * sizeOf(first), cudaMemcpyHostToDevice, stream));
      for (std::size_t k = 0; k < N; ++k) readers[k] = {block + k * sizeOf(first), first.stride, first.isDouble};
      return readers;
    }
    char* room = reserve(bytesOnHost(arrays));
    for (std::size_t k = 0; k < N; ++k) {
      const InputArray& array = arrays[k];
      if (array.space == MemorySpace::device) {
        if (array.count > 0) requireOnDevice(array.data);
        readers[k] = readerOf(array);
      } else {
        carry(array, room, stream);
        readers[k] = {room, array.stride == 0 ? 0 : 1, array.isDouble};
        room += bytesOf(array.count);
      }
    }
    return readers;
  }

  /// Arrays for kernels to write n numbers each; finish() copies them to their destination and waits.
  template <std::size_t N>
  std::array<NumberWriter, N> begin(const std::array<OutputArray, N>& arrays, std::size_t n) {
    std::array<NumberWriter, N> writers;
    const bool block = isBlock(arrays);
    char* room = reserve(N * bytesOf(n));
    for (std::size_t k = 0; k < N; ++k) {
      const OutputArray& array = arrays[k];
      if (array.space == MemorySpace::device) {
        requireOnDevice(array.data);
        writers[k] = writerOf(array);
      } else if (block) {
        writers[k] = {room + k * sizeOf(array), array.stride, array.isDouble};
      } else {
        writers[k] = {room + k * bytesOf(n), 1, array.isDouble};
      }
    }
    return writers;
  }
  template <std::size_t N>
  void finish(const std::array<OutputArray, N>& arrays, std::size_t n, cudaStream_t stream) {
    const char* room = reinterpret_cast<const char*>(room_.data());
    if (isBlock(arrays)) {
      fetch(arrays[0].data, room, N * n * sizeOf(arrays[0]), stream);
      return;
    }
    for (std::size_t k = 0; k < N; ++k, room += bytesOf(n)) {
      const OutputArray& array = arrays[k];
      if (array.space == MemorySpace::device) continue;
      if (array.stride == 1) {
        fetch(array.data, room, n * sizeOf(array), stream);
      } else if (array.isDouble) {
        scatter<double>(array, room, n, stream);
      } else {
        scatter<float>(array, room, n, stream);
      }
    }
    waitFor(stream);
  }

 private:
  template <class Void>
  static std::size_t sizeOf(const NumberArray<Void>& array) {
    return array.isDouble ? sizeof(double) : sizeof(float);
  }
  static std::size_t bytesOf(std::size_t numbers) { return numbers * sizeof(double); }
  template <std::size_t N>
  static std::size_t bytesOnHost(const std::array<InputArray, N>& arrays) {
    std::size_t bytes = 0;
    for (const InputArray& array : arrays)
      if (array.space == MemorySpace::host) bytes += bytesOf(array.count);
    return bytes;
  }

  /// True if the arrays are on the host and number i of array k lies right behind that of array k - 1.
  template <class Void, std::size_t N>
  static bool lieInterleaved(const std::array<NumberArray<Void>, N>& arrays) {
    const NumberArray<Void>& first = arrays[0];
    for (std::size_t k = 0; k < N; ++k) {
      const NumberArray<Void>& array = arrays[k];
      if (array.space != MemorySpace::host || array.isDouble != first.isDouble || array.count != first.count ||
          array.stride != first.stride || array.data != static_cast<const char*>(first.data) + k * sizeOf(first))
        return false;
    }
    return first.stride >= static_cast<std::ptrdiff_t>(N);
  }
  /// The same without gaps.
  template <std::size_t N>
  static bool isBlock(const std::array<OutputArray, N>& arrays) {
    return arrays[0].stride == static_cast<std::ptrdiff_t>(N) && lieInterleaved(arrays);
  }

  char* reserve(std::size_t bytes) {
    room_.resize((bytes + sizeof(double) - 1) / sizeof(double));
    return reinterpret_cast<char*>(room_.data());
  }

  void carry(const InputArray& array, char* to, cudaStream_t stream) {
    if (array.count == 0) return;
    const std::size_t numbers = array.stride == 0 ? 1 : array.count;
    if (array.stride == 0 || array.stride == 1) {
      FMM_CUDA(cudaMemcpyAsync(to, array.data, numbers * sizeOf(array), cudaMemcpyHostToDevice, stream));
    } else if (array.isDouble) {
      gather<double>(array, to, stream);
    } else {
      gather<float>(array, to, stream);
    }
  }
  /// Copies numbers with a stride to contiguous device memory.
  template <class T>
  static void gather(const InputArray& array, char* to, cudaStream_t stream) {
    std::vector<T> row(array.count);
    const T* from = static_cast<const T*>(array.data);
    for (std::size_t i = 0; i < row.size(); ++i) row[i] = from[static_cast<std::ptrdiff_t>(i) * array.stride];
    FMM_CUDA(cudaMemcpyAsync(to, row.data(), row.size() * sizeof(T), cudaMemcpyHostToDevice, stream));
    waitFor(stream);
  }
  template <class T>
  static void scatter(const OutputArray& array, const char* from, std::size_t n, cudaStream_t stream) {
    std::vector<T> row(n);
    fetch(row.data(), from, n * sizeof(T), stream);
    T* to = static_cast<T*>(array.data);
    for (std::size_t i = 0; i < n; ++i) to[static_cast<std::ptrdiff_t>(i) * array.stride] = row[i];
  }
  static void fetch(void* to, const void* from, std::size_t bytes, cudaStream_t stream) {
    enqueueRead(to, from, bytes, stream);
    waitFor(stream);
  }

  /// Throws InvalidInput unless kernels on this GPU can use the address.
  static void requireOnDevice(const void* data) {
    int device = 0;
    FMM_CUDA(cudaGetDevice(&device));
    cudaPointerAttributes of = {};
    const bool known = cudaPointerGetAttributes(&of, data) == cudaSuccess;
    if (known && (of.type == cudaMemoryTypeManaged || (of.type == cudaMemoryTypeDevice && of.device == device))) return;
    cudaGetLastError();  // clears errors that are not sticky
    throw InvalidInput("an array given as device memory does not lie in that of GPU " + std::to_string(device) +
                       ", on which the CUDA backend runs");
  }

  CudaBuffer<double> room_;
};

}  // namespace fmm
