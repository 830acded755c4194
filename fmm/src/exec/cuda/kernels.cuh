#pragma once

#include <cuda_runtime.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "core/math.h"
#include "core/rows.h"
#include "exec/value_range.h"

// Kernels that CudaExec launches.

namespace fmm {

/// One thread per item, in strides of the grid.
template <class F>
__global__ void forEachKernel(Index n, F f) {
  for (Index i = static_cast<Index>(blockIdx.x * blockDim.x + threadIdx.x); i < n;
       i += static_cast<Index>(gridDim.x * blockDim.x)) {
    f(i);
  }
}

/// Lowers *lowest to i if the test of item i fails.
template <class Test>
struct FindFailure {
  Test test;
  int* lowest;
  __device__ void operator()(Index i) const {
    if (!test(i)) atomicMin(lowest, i);
  }
};

/// Records items that differ from the previous one, and the first: found[0] counts them; then follow up to `most` of
/// them with their numbers, in any order.
template <class Real>
struct NoteRun {
  const Real* row;
  int most;
  int* found;
  __device__ void operator()(Index i) const {
    if (i > 0 && row[i] == row[i - 1]) return;
    const int k = atomicAdd(found, 1);
    if (k >= most) return;
    found[1 + 2 * k] = i;
    found[2 + 2 * k] = static_cast<int>(row[i]);
  }
};

/// Raises *largest, the bits of a non-negative float, to the value of item i: such floats have the order of their bits.
/// NaN becomes infinity.
template <class F>
struct RaiseMaximum {
  F f;
  int* largest;
  __device__ void operator()(Index i) const {
    const float value = f(i);
    const int bits = __float_as_int(value == value ? value : INFINITY);
    if (bits > *largest) atomicMax(largest, bits);  // rarely true; the value read may be old, but is never too high
  }
};

constexpr int kRangeThreads = 256;

/// Raises [N] (orderOf(high), orderOf(-low)) to the ranges of the N values of each item; NaN raises both to infinity.
/// Threads stride over the items.
template <std::size_t N, class F>
__global__ void __launch_bounds__(kRangeThreads) rangesKernel(Index n, F at, std::uint32_t* ranges) {
  std::uint32_t most[2 * N] = {};
  for (Index i = static_cast<Index>(blockIdx.x * blockDim.x + threadIdx.x); i < n;
       i += static_cast<Index>(gridDim.x * blockDim.x)) {
    float values[N];
    at(i, values);
    for (std::size_t k = 0; k < N; ++k) {
      const bool isNumber = values[k] == values[k];
      most[2 * k] = max(most[2 * k], orderOf(isNumber ? values[k] : INFINITY));
      most[2 * k + 1] = max(most[2 * k + 1], orderOf(isNumber ? -values[k] : INFINITY));
    }
  }
  for (std::size_t k = 0; k < 2 * N; ++k) {
    std::uint32_t ofWarp = most[k];
    for (int step = 16; step > 0; step /= 2) ofWarp = max(ofWarp, __shfl_xor_sync(0xffffffffU, ofWarp, step));
    if (threadIdx.x % 32 == 0 && ofWarp > 0) atomicMax(ranges + k, ofWarp);
  }
}

constexpr int kSumThreads = 128;

/// Sums of a block's items, [parts][blocks][N]: threads stride over the part's items, then add up pairwise.
template <std::size_t N, class F>
__global__ void __launch_bounds__(kSumThreads) sumKernel(F add, double* partial) {
  __shared__ double lanes[kSumThreads];
  const auto part = static_cast<Index>(blockIdx.y);
  double sum[N] = {};
  for (Index i = static_cast<Index>(blockIdx.x * blockDim.x + threadIdx.x); i < add.count(part);
       i += static_cast<Index>(gridDim.x * blockDim.x)) {
    add(part, i, sum);
  }
  for (std::size_t k = 0; k < N; ++k) {
    lanes[threadIdx.x] = sum[k];
    for (unsigned half = kSumThreads / 2; half > 0; half /= 2) {
      __syncthreads();
      if (threadIdx.x < half) lanes[threadIdx.x] += lanes[threadIdx.x + half];
    }
    if (threadIdx.x == 0) partial[(blockIdx.y * gridDim.x + blockIdx.x) * N + k] = lanes[0];
    __syncthreads();
  }
}
/// Sums of each part's blocks, each by one block: threads stride over them, then add up pairwise.
template <std::size_t N>
__global__ void __launch_bounds__(kSumThreads) joinSumsKernel(Index blocks, const double* partial, double* total) {
  __shared__ double lanes[kSumThreads];
  partial += static_cast<std::size_t>(blockIdx.x) * static_cast<std::size_t>(blocks) * N + blockIdx.y;
  double sum = 0;
  for (Index b = static_cast<Index>(threadIdx.x); b < blocks; b += kSumThreads)
    sum += partial[static_cast<std::size_t>(b) * N];
  lanes[threadIdx.x] = sum;
  for (unsigned half = kSumThreads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) lanes[threadIdx.x] += lanes[threadIdx.x + half];
  }
  if (threadIdx.x == 0) total[blockIdx.x * N + blockIdx.y] = lanes[0];
}
/// All items as one part.
template <class F>
struct OnePart {
  F add;
  Index n;
  __device__ Index count(Index) const { return n; }
  __device__ void operator()(Index, Index i, double* sums) const { add(i, sums); }
};

template <class Real>
struct FillRow {
  Real* row;
  Real value;
  __device__ void operator()(Index i) const { row[i] = value; }
};

/// Raises found[1] to the number of item i and found[0] to its complement, as bits with the order of the numbers.
struct RaiseRange {
  NumberReader numbers;
  unsigned long long* found;
  __device__ void operator()(Index i) const {
    const unsigned long long bits = orderedBits(numbers[i]);
    if (~bits > found[0]) atomicMax(found, ~bits);  // rarely true; the value read may be old, but is never too high
    if (bits > found[1]) atomicMax(found + 1, bits);
  }
  static constexpr unsigned long long kSign = 1ULL << 63;
  static __device__ unsigned long long orderedBits(double value) {
    const auto bits = static_cast<unsigned long long>(__double_as_longlong(value));
    return bits & kSign ? ~bits : bits | kSign;
  }
  static double numberOf(unsigned long long ordered) {
    const unsigned long long bits = ordered & kSign ? ordered & ~kSign : ~ordered;
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }
};

/// Copies the vectors with given indices from three rows.
template <class Real>
struct PickVectors {
  std::array<const Real*, 3> from;
  const Index* at;
  double* to;
  __device__ void operator()(Index i) const {
    for (int c = 0; c < 3; ++c) to[3 * static_cast<std::size_t>(i) + c] = static_cast<double>(from[c][at[i]]);
  }
};

/// Copies vectors 0, stride, 2 stride, ... as floats.
template <class Real>
struct PickEvery {
  std::array<const Real*, 3> from;
  Index stride;
  float* to;
  __device__ void operator()(Index i) const {
    for (int c = 0; c < 3; ++c) to[3 * static_cast<std::size_t>(i) + c] = static_cast<float>(from[c][i * stride]);
  }
};

}  // namespace fmm
