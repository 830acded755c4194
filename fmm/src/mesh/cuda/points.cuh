#pragma once

#include <cmath>
#include <vector>

#include "exec/cuda/exec.cuh"
#include "exec/cuda/warp.cuh"
#include "mesh/mesh_accuracy.h"
#include "mesh/mesh_interpolation.h"
#include "mesh/mesh_meet.h"
#include "mesh/mesh_spreading.h"
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

constexpr int kSpreadThreads = 128;

/// Window factors and strength of an element.
template <class Real>
struct alignas(4 * sizeof(Real)) MeshTerm {
  Real x[MeshBins::kEdge], y[MeshBins::kEdge], z[MeshBins::kEdge];
  Real alpha[4];
};

/// Elements around a bin, numbered row after row of bins.
template <class Real>
class MeshSpreadingRows {
 public:
  static constexpr int kMost = kWarp;  // rows: windows reach at most two bins
  static_assert(MeshAccuracy::kMostWidth <= 4 * MeshBins::kEdge);

  /// The first warp calls it, then all threads synchronise.
  __device__ void list(const MeshSpreading<Real>& spreading, Vector3<Index> b) {
    const int lane = static_cast<int>(threadIdx.x);
    const auto row =
        lane < spreading.rows() ? spreading.row(b, lane) : typename MeshSpreading<Real>::Row{0, 0, b.y, b.z};
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
  __device__ const typename MeshSpreading<Real>::Row& row(int n) const { return rows_[n]; }
  /// The element of item i in row n.
  __device__ Index element(Index i, int n) const { return rows_[n].end - (ends_[n] - i); }

 private:
  typename MeshSpreading<Real>::Row rows_[kMost];
  Index ends_[kMost];
};

template <class Real>
__global__ void __launch_bounds__(kSpreadThreads) meshSpreadKernel(MeshSpreading<Real> spreading) {
  constexpr int kEdge = MeshBins::kEdge, kRows = kEdge * kEdge, kShares = kSpreadThreads / kRows;
  constexpr int kWarps = kSpreadThreads / kWarp, kSums = 3 * kEdge;
  __shared__ MeshSpreadingRows<Real> rows;
  __shared__ MeshTerm<Real> terms[kSpreadThreads];
  __shared__ int kept[kWarps];
  static_assert(sizeof terms >= kShares * kRows * kSums * sizeof(Real), "sums take their place");

  const int thread = static_cast<int>(threadIdx.x), lane = thread % kWarp, warp = thread / kWarp;
  const Vector3<Index> b = spreading.place(static_cast<Index>(blockIdx.x));
  if (warp == 0) rows.list(spreading, b);
  __syncthreads();
  const Index count = rows.count();

  const int y = thread % kEdge, z = thread / kEdge % kEdge, share = thread / kRows;
  Real sum[kSums] = {};
  int n = 0;
  for (Index first = 0; first < count; first += kSpreadThreads) {
    MeshTerm<Real> term;
    bool reaches = false;
    if (first + thread < count) {
      n = rows.rowOf(first + thread, n);
      const MeshSource<Real> source = spreading.sources[rows.element(first + thread, n)];
      const Vector3<Real> d = spreading.seenFrom(source, b, rows.row(n));
      reaches = spreading.factors(d.x, term.x) && spreading.factors(d.y, term.y) && spreading.factors(d.z, term.z);
      term.alpha[0] = source.ax;
      term.alpha[1] = source.ay;
      term.alpha[2] = source.az;
      term.alpha[3] = 0;
    }
    const unsigned those = __ballot_sync(kAllLanes, reaches);
    if (lane == 0) kept[warp] = __popc(those);
    __syncthreads();
    int at = __popc(those & ((1u << lane) - 1)), all = 0;
    for (int w = 0; w < kWarps; ++w) {
      if (w < warp) at += kept[w];
      all += kept[w];
    }
    if (reaches) terms[at] = term;
    __syncthreads();
    for (int s = share; s < all; s += kShares) {
      const MeshTerm<Real>& from = terms[s];
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

  Real* const sums = reinterpret_cast<Real*>(terms);
#pragma unroll
  for (int k = 0; k < kSums; ++k) sums[(share * kSums + k) * kRows + thread % kRows] = sum[k];
  __syncthreads();
  for (int k = thread; k < kSums * kRows; k += kSpreadThreads) {
    Real total = 0;
    for (int s = 0; s < kShares; ++s) total += sums[s * kSums * kRows + k];
    const int row = k % kRows, value = k / kRows;
    spreading.set(b, {value % kEdge, row % kEdge, row / kEdge}, value / kEdge, total);
  }
}

/// Spreads all elements to the nodes.
template <class Real>
void spreadToNodes(CudaExec& exec, const MeshSpreading<Real>& spreading) {
  if (spreading.bins.count() == 0) return;
  exec.launch("fmm::meshSpread", [&] {
    meshSpreadKernel<<<static_cast<unsigned>(spreading.bins.count()), kSpreadThreads, 0, exec.stream()>>>(spreading);
  });
}

template <int kWidth, class Real>
void interpolateByWidth(CudaExec& exec, const MeshTargets<Real>& t, Index count) {
  constexpr int kMost = sizeof(Real) == sizeof(float) ? MeshAccuracy::kMostWidthOfFloats : MeshAccuracy::kMostWidth;
  if constexpr (kWidth < kMost) {
    if (t.width > kWidth) return interpolateByWidth<kWidth + 1>(exec, t, count);
  }
  const MeshWeights<Real, kWidth> weights = {t.bump};
  if (t.gradient[0]) {
    exec.forEach("fmm::meshInterpolate", count,
                 MeshInterpolate<Real, kWidth, true>{t.grid, weights, t.vectors, t.order, t.x, t.out, t.gradient});
  } else {
    exec.forEach("fmm::meshInterpolate", count,
                 MeshInterpolate<Real, kWidth, false>{t.grid, weights, t.vectors, t.order, t.x, t.out, {}});
  }
}

/// Interpolates to all targets.
template <class Real>
void interpolateFromNodes(CudaExec& exec, const MeshTargets<Real>& targets, Index count) {
  interpolateByWidth<MeshAccuracy::kLeastWidth>(exec, targets, count);
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
