#pragma once

#include "exec/cuda/warp.cuh"
#include "expansion/coefficients.h"
#include "expansion/index_loops-inl.h"
#include "solver/cuda/lane_translations.cuh"

namespace fmm {

/// Vector expansions of a few cells in shared memory, one slot per cell, for one warp: lane 3 s + c owns component c of
/// slot s. The slots' distance is 3 modulo 32, so that all lanes access different banks.
template <class Real, int P>
struct ExpansionBatch {
  using Translations = LaneTranslations<Real, P>;
  /// Rounds in which the lanes cover all coefficients: entry i = lane + 32 round.
  static constexpr int kRounds = (vectorLength(P == 0 ? kMaximumOrder : P) + kWarp - 1) / kWarp;

  Real* slots;  ///< [count][slotSize(order)] in shared memory
  int order;

  static __host__ __device__ constexpr int slotSize(int p) { return (vectorLength(p) + 28) / 32 * 32 + 3; }
  __device__ int length() const { return vectorLength(P == 0 ? order : P); }
  __device__ Real* slot(int s) const { return slots + s * slotSize(P == 0 ? order : P); }

  static __device__ int lane() { return static_cast<int>(threadIdx.x) % kWarp; }

  /// Starts the copy of a cell's expansion into slot s; all lanes call it.
  __device__ void fetch(int s, const Real* expansion) const {
    Real* to = slot(s) + lane();
    const Real* from = expansion + lane();
    startCopies(from, to, IndicesBelow<kRounds>());
  }
  /// Waits for all copies started by this warp.
  __device__ void arrive() const {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_all;" ::: "memory");
#endif
    __syncwarp();
  }
  /// sum[round] += entry i of slot s
  __device__ void addSlot(int s, Real (&sum)[kRounds]) const {
    const Real* from = slot(s);
#pragma unroll
    for (int round = 0; round < kRounds; ++round) {
      const int i = lane() + kWarp * round;
      if (i < length()) sum[round] += from[i];
    }
  }
  /// sum[round] = from[i]
  __device__ void read(const Real* from, Real (&sum)[kRounds]) const {
#pragma unroll
    for (int round = 0; round < kRounds; ++round) {
      const int i = lane() + kWarp * round;
      sum[round] = i < length() ? from[i] : Real(0);
    }
  }
  /// to[i] = sum[round]
  __device__ void write(const Real (&sum)[kRounds], Real* to) const {
#pragma unroll
    for (int round = 0; round < kRounds; ++round) {
      const int i = lane() + kWarp * round;
      if (i < length()) to[i] = sum[round];
    }
  }

 private:
  template <int... Round>
  __device__ __forceinline__ void startCopies(const Real* from, Real* to, Indices<Round...>) const {
    ((lane() + kWarp * Round < length() ? startCopy<kWarp * Round>(from, to) : void()), ...);
  }
  /// to[Offset] = from[Offset], bypassing the registers if the GPU supports that.
  template <int Offset>
  static __device__ __forceinline__ void startCopy(const Real* from, Real* to) {
#if __CUDA_ARCH__ >= 800
    const auto shared = static_cast<unsigned>(__cvta_generic_to_shared(to));
    asm volatile("cp.async.ca.shared.global [%0 + %3], [%1 + %3], %2;" ::"r"(shared), "l"(from), "n"(sizeof(Real)),
                 "n"(Offset * static_cast<int>(sizeof(Real)))
                 : "memory");
#else
    to[Offset] = from[Offset];
#endif
  }
};

/// Most children of a cell.
constexpr int kChildren = 8;

/// Shared memory of `warps` warps, each with slots for the expansions of a parent and its children.
template <class Real, int P>
std::size_t familyBytes(int warps, int p) {
  return static_cast<std::size_t>(warps * (kChildren + 1) * ExpansionBatch<Real, P>::slotSize(p)) * sizeof(Real);
}

/// Expansion of cell c in an array [cells][vectorLength(p)].
template <class Real>
__device__ __forceinline__ Real* expansionOf(Real* all, Index c, int length) {
  return all + static_cast<std::size_t>(c) * static_cast<std::size_t>(length);
}

/// A warp's share of the block's dynamic shared memory, which holds `perWarp` numbers for each.
template <class Real>
__device__ __forceinline__ Real* sharedOfWarp(int perWarp) {
  extern __shared__ __align__(16) unsigned char pool[];
  return reinterpret_cast<Real*>(pool) + static_cast<int>(threadIdx.x) / kWarp * perWarp;
}

}  // namespace fmm
