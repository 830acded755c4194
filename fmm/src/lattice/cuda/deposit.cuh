#pragma once

#include "exec/cuda/exec.cuh"
#include "exec/cuda/warp.cuh"
#include "lattice/deposit_steps.h"

namespace fmm {

/// A parcel's part in one brick, by axes; its weights are 0 where it does not reach.
template <class Real, std::size_t N>
struct alignas(4 * sizeof(Real)) BrickGift {
  Real x[kBrickEdge], y[kBrickEdge], z[kBrickEdge];
  Real alpha[N];
  float size;
  std::int32_t ring;
};

/// The weights of a parcel at the nodes from `corner` on; false where it has none there.
template <class Real>
__device__ bool weightsInBrick(Index corner, Index first, const Real* weight, Real* to) {
  bool any = false;
  for (Index k = 0; k < kBrickEdge; ++k) {
    const auto at = static_cast<unsigned>(corner + k - first);
    const bool there = at < static_cast<unsigned>(kGivenWidth);
    to[k] = there ? weight[at] : Real(0);
    any = any || there;
  }
  return any;
}

/// A block takes a brick, a thread a node. Each thread checks one parcel of the source bricks at a time; parcels that
/// reach the brick are kept in shared memory, in their order, for all nodes.
template <class Real, std::size_t N>
__global__ void __launch_bounds__(kBrickNodes) depositKernel(Deposit<Real, N> to) {
  constexpr int kWarps = kBrickNodes / kWarp;
  __shared__ BrickGift<Real, N> gifts[kBrickNodes];
  __shared__ int kept[kWarps];
  const int thread = static_cast<int>(threadIdx.x), lane = thread % kWarp, warp = thread / kWarp;
  const int x = thread % kBrickEdge, y = thread / kBrickEdge % kBrickEdge, z = thread / (kBrickEdge * kBrickEdge);
  const auto brick = static_cast<Index>(blockIdx.x);
  const LatticePoint corner = nodeOf(to.names, to.bricks, brick * kBrickNodes);
  const ParcelLists<Real, N>& lists = to.lists;
  const bool mixed = to.common[brick] == kSeveralRings;
  Real sum[N] = {};
  RingShare rings;
  for (Index q = brick * lists.reached; q < (brick + 1) * lists.reached; ++q) {
    const Index from = lists.source[q];
    if (from < 0) continue;
    const Index end = lists.start[from + 1];
    for (Index first = lists.start[from]; first < end; first += kBrickNodes) {
      BrickGift<Real, N> gift;
      bool reaches = false;
      if (first + thread < end) {
        const ParcelPlace place = lists.places[first + thread];
        const Parcel<Real, N>& parcel = lists.parcels[first + thread];
        reaches = weightsInBrick(corner.x, place.first.x, parcel.weight, gift.x) &&
                  weightsInBrick(corner.y, place.first.y, parcel.weight + kGivenWidth, gift.y) &&
                  weightsInBrick(corner.z, place.first.z, parcel.weight + 2 * kGivenWidth, gift.z);
        for (std::size_t c = 0; c < N; ++c) gift.alpha[c] = parcel.alpha[c];
        gift.size = parcel.size;
        gift.ring = place.ring;
      }
      const unsigned those = __ballot_sync(kAllLanes, reaches);
      if (lane == 0) kept[warp] = __popc(those);
      __syncthreads();
      int at = __popc(those & ((1u << lane) - 1)), all = 0;
      for (int w = 0; w < kWarps; ++w) {
        if (w < warp) at += kept[w];
        all += kept[w];
      }
      if (reaches) gifts[at] = gift;
      __syncthreads();
      for (int s = 0; s < all; ++s) {
        const BrickGift<Real, N>& given = gifts[s];
        const Real weight = given.x[x] * (given.y[y] * given.z[z]);
        for (std::size_t c = 0; c < N; ++c) sum[c] += weight * given.alpha[c];
        if (mixed && weight != Real(0)) rings.add(given.ring, Deposit<Real, N>::shareOf(given.size, weight));
      }
      __syncthreads();
    }
  }
  const Index node = brick * kBrickNodes + thread;
  for (std::size_t c = 0; c < N; ++c) to.alpha[c][node] = sum[c];
  to.ring[node] = mixed ? rings.largest() : to.common[brick];
  to.second[node] = rings.second();
}

/// Deposits parcels on all nodes of the bricks.
template <class Real, std::size_t N>
void depositOnNodes(CudaExec& exec, const Deposit<Real, N>& to, Index bricks) {
  if (bricks == 0) return;
  exec.launch("fmm::lattice::deposit",
              [&] { depositKernel<<<static_cast<unsigned>(bricks), kBrickNodes, 0, exec.stream()>>>(to); });
}

}  // namespace fmm
