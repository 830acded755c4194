#pragma once

#include <cmath>
#include <vector>

#include "exec/cuda/exec.cuh"
#include "exec/cuda/warp.cuh"
#include "mesh/mesh_accuracy.h"
#include "mesh/mesh_give.h"
#include "mesh/mesh_meet.h"
#include "mesh/mesh_take.h"
#include "mesh/vorticities.h"

namespace fmm {

/// Transforms an octant along an axis whose period is n, by direct sums: once for a mesh.
inline void transformOctant(CudaExec& exec, const MeshOctant& octant, Index axis, Index n, CudaBuffer<double>& room,
                            const double* from, double* to) {
  std::vector<double> circle(2 * static_cast<std::size_t>(n));
  for (Index k = 0; k < n; ++k) {
    const double angle = 6.28318530717958647693 * k / n;
    circle[static_cast<std::size_t>(k)] = std::cos(angle);
    circle[static_cast<std::size_t>(n + k)] = std::sin(angle);
  }
  room.resize(circle.size());
  exec.uploadRow<double>(circle, room.data());
  exec.forEach("fmm::meshKernel", 3 * octant.count(),
               MeshHalfTransform{octant, axis, n, room.data(), room.data() + n, from, to});
}

// A block sums the strengths at the nodes of a bin. It takes as many elements of the bins around at a time as it has
// threads: each thread computes the window's factors of one element, and those that reach the bin are kept in shared
// memory. Then each thread sums a row of nodes; several threads share a row, for different elements. The order of each
// sum depends on the elements alone.

constexpr int kGiveThreads = 128;

/// Window factors and strength of an element.
template <class Real>
struct alignas(4 * sizeof(Real)) MeshGift {
  Real x[MeshBins::kEdge], y[MeshBins::kEdge], z[MeshBins::kEdge];
  Real alpha[4];
};

/// Elements around a bin, numbered row after row of bins.
template <class Real>
class MeshGiverRows {
 public:
  static constexpr int kMost = kWarp;  // rows: windows reach at most two bins
  static_assert(MeshAccuracy::kMostWidth <= 4 * MeshBins::kEdge);

  /// The first warp calls it, then all threads synchronise.
  __device__ void list(const MeshGivers<Real>& givers, Vector3<Index> b) {
    const int lane = static_cast<int>(threadIdx.x);
    const auto row = lane < givers.rows() ? givers.row(b, lane) : typename MeshGivers<Real>::Row{0, 0, b.y, b.z};
    Index end = row.end - row.first;
    for (int step = 1; step < kWarp; step *= 2) {
      const Index before = __shfl_up_sync(kAllLanes, end, step);
      if (lane >= step) end += before;
    }
    rows_[lane] = row;
    ends_[lane] = end;
  }
  __device__ Index count() const { return ends_[kMost - 1]; }
  /// The row of item i < count(), searched from row `from` on.
  __device__ int rowOf(Index i, int from) const {
    while (i >= ends_[from]) ++from;
    return from;
  }
  __device__ const typename MeshGivers<Real>::Row& row(int n) const { return rows_[n]; }
  /// The element of item i in row n.
  __device__ Index element(Index i, int n) const { return rows_[n].end - (ends_[n] - i); }

 private:
  typename MeshGivers<Real>::Row rows_[kMost];
  Index ends_[kMost];
};

template <class Real>
__global__ void __launch_bounds__(kGiveThreads) meshGiveKernel(MeshGivers<Real> givers) {
  constexpr int kEdge = MeshBins::kEdge, kRows = kEdge * kEdge, kShares = kGiveThreads / kRows;
  constexpr int kWarps = kGiveThreads / kWarp, kSums = 3 * kEdge;
  __shared__ MeshGiverRows<Real> rows;
  __shared__ MeshGift<Real> gifts[kGiveThreads];
  __shared__ int kept[kWarps];
  static_assert(sizeof gifts >= kShares * kRows * kSums * sizeof(Real), "sums take their place");

  const int thread = static_cast<int>(threadIdx.x), lane = thread % kWarp, warp = thread / kWarp;
  const Vector3<Index> b = givers.place(static_cast<Index>(blockIdx.x));
  if (warp == 0) rows.list(givers, b);
  __syncthreads();
  const Index count = rows.count();

  const int y = thread % kEdge, z = thread / kEdge % kEdge, share = thread / kRows;
  Real sum[kSums] = {};
  int n = 0;
  for (Index first = 0; first < count; first += kGiveThreads) {
    MeshGift<Real> gift;
    bool reaches = false;
    if (first + thread < count) {
      n = rows.rowOf(first + thread, n);
      const MeshSource<Real> source = givers.sources[rows.element(first + thread, n)];
      const Vector3<Real> d = givers.seenFrom(source, b, rows.row(n));
      reaches = givers.factors(d.x, gift.x) && givers.factors(d.y, gift.y) && givers.factors(d.z, gift.z);
      gift.alpha[0] = source.ax;
      gift.alpha[1] = source.ay;
      gift.alpha[2] = source.az;
      gift.alpha[3] = 0;
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
    for (int s = share; s < all; s += kShares) {
      const MeshGift<Real>& from = gifts[s];
      const Real weight = from.y[y] * from.z[z];
#pragma unroll
      for (int c = 0; c < 3; ++c) {
        const Real given = weight * from.alpha[c];
#pragma unroll
        for (int k = 0; k < kEdge; ++k) sum[kEdge * c + k] += given * from.x[k];
      }
    }
    __syncthreads();
  }

  Real* const sums = reinterpret_cast<Real*>(gifts);
#pragma unroll
  for (int k = 0; k < kSums; ++k) sums[(share * kSums + k) * kRows + thread % kRows] = sum[k];
  __syncthreads();
  for (int k = thread; k < kSums * kRows; k += kGiveThreads) {
    Real total = 0;
    for (int s = 0; s < kShares; ++s) total += sums[s * kSums * kRows + k];
    const int row = k % kRows, value = k / kRows;
    givers.set(b, {value % kEdge, row % kEdge, row / kEdge}, value / kEdge, total);
  }
}

/// Spreads all elements to the nodes.
template <class Real>
void giveToNodes(CudaExec& exec, const MeshGivers<Real>& givers) {
  if (givers.bins.count() == 0) return;
  exec.launch("fmm::meshGive", [&] {
    meshGiveKernel<<<static_cast<unsigned>(givers.bins.count()), kGiveThreads, 0, exec.stream()>>>(givers);
  });
}

template <int kWidth, class Real>
void takeByWidth(CudaExec& exec, const MeshTakers<Real>& t, Index count) {
  constexpr int kMost = sizeof(Real) == sizeof(float) ? MeshAccuracy::kMostWidthOfFloats : MeshAccuracy::kMostWidth;
  if constexpr (kWidth < kMost) {
    if (t.width > kWidth) return takeByWidth<kWidth + 1>(exec, t, count);
  }
  const MeshWeights<Real, kWidth> weights = {t.bump};
  if (t.gradient[0]) {
    exec.forEach("fmm::meshTake", count,
                 MeshInterpolate<Real, kWidth, true>{t.grid, weights, t.vectors, t.order, t.x, t.out, t.gradient});
  } else {
    exec.forEach("fmm::meshTake", count,
                 MeshInterpolate<Real, kWidth, false>{t.grid, weights, t.vectors, t.order, t.x, t.out, {}});
  }
}

/// Interpolates to all targets.
template <class Real>
void takeFromNodes(CudaExec& exec, const MeshTakers<Real>& takers, Index count) {
  takeByWidth<MeshAccuracy::kLeastWidth>(exec, takers, count);
}

/// A GPU computes vorticities by an inverse transform: MeshFourier::convolve() with MeshVorticity.
template <class Real>
class MeshVorticities<CudaExec, Real> {
 public:
  static constexpr bool kNearby = false;
  void drop() {}
  std::size_t bytes() const { return 0; }
};

}  // namespace fmm
