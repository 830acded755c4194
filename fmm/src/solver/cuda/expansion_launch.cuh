#pragma once

#include <algorithm>
#include <type_traits>
#include <utility>

#include "exec/cuda/exec.cuh"
#include "exec/cuda/warp.cuh"
#include "expansion/coefficients.h"

namespace fmm {

/// Shared memory [bytes] of a block that needs no attribute of the kernel.
constexpr std::size_t kPlainSharedBytes = 48 << 10;

template <class Kernel>
void allowShared(Kernel kernel, std::size_t bytes) {
  if (bytes <= kPlainSharedBytes) return;
  FMM_CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)));
}

/// Orders with unrolled kernels, in float only: coefficients in double do not fit a thread's registers.
using UnrolledOrders = std::integer_sequence<int, 4, 5, 6, 7, 8, 9, 10, 11, 12>;

template <int... P, class F>
void forUnrolledOrders(std::integer_sequence<int, P...>, const F& f) {
  (f(std::integral_constant<int, P>()), ...);
}

/// Calls launch(integral_constant P) with P = p if there are unrolled kernels of order p, else P = 0 for any order.
template <class Real, class Launch>
void forOrder(int p, const Launch& launch) {
  bool found = false;
  if constexpr (sizeof(Real) == 4) {
    forUnrolledOrders(UnrolledOrders(), [&](auto order) {
      if (p != decltype(order)::value) return;
      found = true;
      launch(order);
    });
  }
  if (!found) launch(std::integral_constant<int, 0>());
}

/// Number of blocks for work whose size only the device knows: many more than fit, so that the hardware balances it.
inline unsigned manyBlocks(const CudaExec& exec) {
  return static_cast<unsigned>(64 * exec.multiprocessors());
}

/// Warps of a block; fewer for the kernels of any order, which keep larger expansions.
template <int P>
constexpr int kWarpsOfBlock = P == 0 ? 1 : 4;

/// A cooperative launch, for barriers between levels: as many blocks as run at once, with eight warps or fewer per SM.
template <class View>
void launchLevels(CudaExec& exec, const char* name, void (*kernel)(View), int warps, std::size_t bytes, View view) {
  constexpr int kMostWarps = 8;
  allowShared(kernel, bytes);
  int resident = 0;
  FMM_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, kWarp * warps, bytes));
  void* arguments[] = {&view};
  const unsigned blocks = static_cast<unsigned>(std::min(kMostWarps / warps, resident) * exec.multiprocessors());
  exec.launch(name, [&] {
    cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(kernel), dim3(blocks),
                                dim3(static_cast<unsigned>(kWarp * warps)), arguments, bytes, exec.stream());
  });
}

}  // namespace fmm
