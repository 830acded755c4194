#include "expansion/harmonics-inl.h"
#include "pairs/cuda/view.cuh"
#include "solver/cuda/expansion_batch.cuh"
#include "solver/cuda/expansion_launch.cuh"
#include "solver/cuda/expansion_passes.cuh"
#include "solver/cuda/plane_passes.cuh"

namespace fmm {

/// Elements that a warp takes at once in P2M, with two lanes each.
constexpr int kElementBatch = kWarp / 2;
/// Distance between the rows R_n^m of the elements in shared memory; odd, so that lanes access different banks.
constexpr int kElementStride = kElementBatch + 1;

/// Shared memory of a warp in P2M, in numbers: R_n^m of a batch, and the strengths.
FMM_HD constexpr int p2mShare(int p) {
  return coefficientCount(p) * kElementStride + 3 * kElementStride + 3;
}

/// Rounds in which the lanes of a warp cover the coefficients of a component.
FMM_HD constexpr int p2mRounds(int p) {
  return (coefficientCount(p) + kWarp - 1) / kWarp;
}

/// P2M, a warp per leaf: lanes compute the harmonics of a batch of elements, then each lane sums `Rounds` coefficients
/// over the elements in their order.
template <class Real, int Rounds, int Warps>
__global__ void __launch_bounds__(kWarp* Warps) p2mKernel(CudaFmmView<Real> view) {
  if (!view.readsMultipoles()) return;
  const int p = view.order, count = coefficientCount(p);
  Real* harmonics = sharedOfWarp<Real>(p2mShare(p));
  Real* strength = harmonics + count * kElementStride;
  const int warp = static_cast<int>(threadIdx.x) / kWarp, lane = static_cast<int>(threadIdx.x) % kWarp;
  const SourceArrays<Real>& s = view.sources;
  const Index leaves = view.counts->leafCount;
  for (Index k = static_cast<Index>(blockIdx.x) * Warps + warp; k < leaves;
       k += static_cast<Index>(gridDim.x) * Warps) {
    const Index leaf = view.leaves[k];
    const IndexRange range = view.cells[leaf].elements;
    if (range.count() == 0) continue;
    const CellBounds<Real>& bounds = view.bounds[leaf];
    const Vector3<Real> centre = bounds.sources.middle();
    const Real inverse = 1 / bounds.sourceRadius;
    Real sum[Rounds][3] = {};
    for (Index first = range.begin; first < range.end; first += kElementBatch) {
      const int used = smaller(range.end - first, kElementBatch), own = lane % kElementBatch;
      if (own < used) {
        const Index i = first + own;
        const Vector3<Real> offset = {(s.x[i] - centre.x) * inverse, (s.y[i] - centre.y) * inverse,
                                      (s.z[i] - centre.z) * inverse};
        everySecondHarmonic(*view.tables, p, lane / kElementBatch, offset, kElementStride, harmonics + own);
        if (lane < kElementBatch) {
          strength[3 * own] = s.ax[i];
          strength[3 * own + 1] = s.ay[i];
          strength[3 * own + 2] = s.az[i];
        }
      }
      __syncwarp();
#pragma unroll 4
      for (int e = 0; e < used; ++e) {
        const Real alpha[3] = {strength[3 * e], strength[3 * e + 1], strength[3 * e + 2]};
#pragma unroll
        for (int round = 0; round < Rounds; ++round) {
          const int i = lane + kWarp * round;
          const Real r = harmonics[kElementStride * smaller(i, count - 1) + e];
          for (int c = 0; c < 3; ++c) sum[round][c] += r * alpha[c];
        }
      }
      __syncwarp();
    }
    Real* out = expansionOf(view.multipoles, leaf, 3 * count);
#pragma unroll
    for (int round = 0; round < Rounds; ++round) {
      const int i = lane + kWarp * round;
      for (int c = 0; c < 3 && i < count; ++c) out[3 * i + c] = sum[round][c];
    }
  }
}

template <class Real>
void launchP2m(CudaExec& exec, const CudaFmmView<Real>& view) {
  if (view.space == Space::plane) return launchPlaneP2m(exec, view);
  forOrder<Real>(view.order, [&](auto order) {
    constexpr int P = decltype(order)::value, kWarps = kWarpsOfBlock<P>;
    const std::size_t bytes = static_cast<std::size_t>(kWarps * p2mShare(view.order)) * sizeof(Real);
    const auto kernel = p2mKernel<Real, p2mRounds(P == 0 ? kMaximumOrder : P), kWarps>;
    allowShared(kernel, bytes);
    exec.launch("fmm::p2m", [&] { kernel<<<manyBlocks(exec), kWarp * kWarps, bytes, exec.stream()>>>(view); });
  });
}

template void launchP2m(CudaExec&, const CudaFmmView<float>&);
template void launchP2m(CudaExec&, const CudaFmmView<double>&);

}  // namespace fmm
