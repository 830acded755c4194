#include "solver/cuda/plane_passes.cuh"

#include <cooperative_groups.h>

#include "expansion/plane_expansion-inl.h"
#include "solver/cuda/constants.cuh"
#include "solver/cuda/expansion_batch.cuh"
#include "solver/cuda/expansion_launch.cuh"

// The passes of plane flows, a warp per cell: lane k holds coefficient k, and k + 32 for orders beyond a warp.

namespace fmm {
namespace {

constexpr int kWarps = 4;   // warps of a block
constexpr int kRounds = 2;  // coefficients per lane
static_assert(kRounds * kWarp > kMaximumPlaneOrder);

template <class Real>
using Number = Complex<Real>;

/// base^k, k < 64.
template <class T>
__device__ __forceinline__ T powerOf(T base, T one, int k) {
  T power = one;
#pragma unroll
  for (int bit = 1; bit < 64; bit *= 2) {
    if (k & bit) power = power * base;
    base = base * base;
  }
  return power;
}
template <class Real>
__device__ __forceinline__ Number<Real> powerOf(Number<Real> base, int k) {
  return powerOf(base, Number<Real>{1, 0}, k);
}

/// A lane's coefficients of an expansion; 0 beyond its order.
template <class Real>
struct LaneCoefficients {
  Number<Real> of[kRounds];
};

template <class Real>
__device__ __forceinline__ LaneCoefficients<Real> readLanes(const Real* from, int p) {
  LaneCoefficients<Real> lanes;
#pragma unroll
  for (int round = 0; round < kRounds; ++round) {
    const int k = static_cast<int>(threadIdx.x) % kWarp + kWarp * round;
    lanes.of[round] = k <= p ? Number<Real>{from[2 * k], from[2 * k + 1]} : Number<Real>{0, 0};
  }
  return lanes;
}
template <class Real>
__device__ __forceinline__ void writeLanes(const LaneCoefficients<Real>& lanes, int p, Real* to) {
#pragma unroll
  for (int round = 0; round < kRounds; ++round) {
    const int k = static_cast<int>(threadIdx.x) % kWarp + kWarp * round;
    if (k > p) continue;
    to[2 * k] = lanes.of[round].x;
    to[2 * k + 1] = lanes.of[round].y;
  }
}
/// Coefficient k of the warp's expansion; all lanes pass the same k.
template <class Real>
__device__ __forceinline__ Number<Real> coefficientOf(const LaneCoefficients<Real>& lanes, int k) {
  const Number<Real> own = k < kWarp ? lanes.of[0] : lanes.of[1];
  return {__shfl_sync(kAllLanes, own.x, k % kWarp), __shfl_sync(kAllLanes, own.y, k % kWarp)};
}

/// (a + b over a).
template <class Real>
__device__ __forceinline__ Real pascal(const CudaFmmView<Real>& view, int a, int b) {
  return view.planeTables->pascal[a][b];
}

__device__ __forceinline__ int laneOf() {
  return static_cast<int>(threadIdx.x) % kWarp;
}
template <int Warps = kWarps>
__device__ __forceinline__ Index warpOfGrid() {
  return static_cast<Index>(blockIdx.x) * Warps + static_cast<Index>(threadIdx.x) / kWarp;
}

/// P2M: each lane writes one element's contributions to all coefficients to shared memory, where lane k sums those to
/// coefficient k in the order of the elements.
template <class Real, int Warps>
__global__ void __launch_bounds__(kWarp* Warps) planeP2mKernel(CudaFmmView<Real> view) {
  if (!view.readsMultipoles()) return;
  constexpr int kStride = kWarp + 1;
  const int p = view.order, lane = laneOf();
  Number<Real>* const terms = reinterpret_cast<Number<Real>*>(sharedOfWarp<Real>(2 * kStride * (p + 1)));
  const SourceArrays<Real>& s = view.sources;
  for (Index k = warpOfGrid<Warps>(); k < view.counts->leafCount; k += static_cast<Index>(gridDim.x) * Warps) {
    const Index leaf = view.leaves[k];
    const IndexRange range = view.cells[leaf].elements;
    if (range.count() == 0) continue;
    const CellBounds<Real>& bounds = view.bounds[leaf];
    const Vector3<Real> centre = bounds.sources.middle();
    const Real inverse = 1 / bounds.sourceRadius;
    LaneCoefficients<Real> sum = {};
    for (Index first = range.begin; first < range.end; first += kWarp) {
      const int used = smaller(range.end - first, static_cast<Index>(kWarp));
      if (lane < used) {
        const Index i = first + lane;
        const Number<Real> offset = {(s.x[i] - centre.x) * inverse, (s.y[i] - centre.y) * inverse};
        Number<Real> power = {s.az[i], 0};
        for (int n = 0; n <= p; ++n) {
          terms[n * kStride + lane] = power;
          power = power * offset;
        }
      }
      __syncwarp();
#pragma unroll
      for (int round = 0; round < kRounds; ++round) {
        const int n = lane + kWarp * round;
        if (n > p) continue;
        for (int e = 0; e < used; ++e) {
          sum.of[round].x += terms[n * kStride + e].x;
          sum.of[round].y += terms[n * kStride + e].y;
        }
      }
      __syncwarp();
    }
    writeLanes(sum, p, expansionOf(view.multipoles, leaf, expansionLength(Space::plane, p)));
  }
}

/// Adds to `sum` the multipole of a child about its parent: A'_k = sum_{j <= k} C(k, j) d^(k-j) ratio^j A_j.
template <class Real>
__device__ __forceinline__ void addChild(const CudaFmmView<Real>& view, Number<Real> step, Real ratio,
                                         const LaneCoefficients<Real>& child, LaneCoefficients<Real>& sum) {
  const int p = view.order, lane = laneOf();
  LaneCoefficients<Real> scaled;
#pragma unroll
  for (int round = 0; round < kRounds; ++round)
    scaled.of[round] = powerOf(ratio, Real(1), lane + kWarp * round) * child.of[round];
  LaneCoefficients<Real> result = {};
  for (int j = 0; j <= p; ++j) {  // Horner's scheme: result_k <- step result_k + C(k, j) A_j for k >= j
    const Number<Real> a = coefficientOf(scaled, j);
#pragma unroll
    for (int round = 0; round < kRounds; ++round) {
      const int k = lane + kWarp * round;
      if (k > p || k < j) continue;
      const Real c = pascal(view, j, k - j);
      result.of[round] = mulAdd(step, result.of[round], Number<Real>{c * a.x, c * a.y});
    }
  }
#pragma unroll
  for (int round = 0; round < kRounds; ++round) {
    sum.of[round].x += result.of[round].x;
    sum.of[round].y += result.of[round].y;
  }
}

/// M2M level by level, deepest first. A cooperative launch.
template <class Real>
__global__ void __launch_bounds__(kWarp* kWarps) planeM2mKernel(CudaFmmView<Real> view) {
  if (!view.readsMultipoles()) return;
  const int p = view.order, length = expansionLength(Space::plane, p);
  const auto grid = cooperative_groups::this_grid();
  for (int level = view.counts->levels - 2; level >= 0; --level) {
    const Index end = view.counts->levelStart[level + 1];
    for (Index c = view.counts->levelStart[level] + warpOfGrid(); c < end;
         c += static_cast<Index>(gridDim.x) * kWarps) {
      const Cell cell = view.cells[c];
      if (cell.isLeaf() || cell.elements.count() == 0) continue;
      const Vector3<Real> centre = view.bounds[c].sources.middle();
      const Real inverse = 1 / view.bounds[c].sourceRadius;
      LaneCoefficients<Real> sum = {};
      for (Index child = cell.firstChild; child < cell.firstChild + cell.childCount; ++child) {
        const CellBounds<Real>& bounds = view.bounds[child];
        if (bounds.sources.isEmpty()) continue;
        const Vector3<Real> d = bounds.sources.middle() - centre;
        addChild(view, Number<Real>{d.x * inverse, d.y * inverse}, bounds.sourceRadius * inverse,
                 readLanes(expansionOf(view.multipoles, child, length), p), sum);
      }
      writeLanes(sum, p, expansionOf(view.multipoles, c, length));
    }
    grid.sync();
  }
}

/// M2L: B_l = (-R/d)^l sum_k C(k + l, k) A_k (s/d)^k/d, d from the source's centre to the target's:
/// plane_expansion-inl.h. Groups of kLanes lanes each take a source of the far list, with kEach coefficients per lane;
/// the groups' sums are added in a fixed order.
template <class Real, int kLanes, int kEach>
__global__ void __launch_bounds__(kWarp* kWarps) planeM2lKernel(CudaFmmView<Real> view) {
  const int p = view.order, length = expansionLength(Space::plane, p), lane = laneOf(), own = lane % kLanes;
  for (Index c = warpOfGrid(); c < view.counts->cellCount; c += static_cast<Index>(gridDim.x) * kWarps) {
    const CellBounds<Real>& target = view.bounds[c];
    if (target.targets.isEmpty()) continue;
    const Vector3<Real> centre = target.targets.middle();
    const Real radius = target.targetRadius;
    const Index* far = view.lists.farItems + view.lists.farBegin[c];
    const Index count = view.lists.farCount[c];
    Number<Real> total[kEach] = {};
    for (Index first = 0; first < count; first += kWarp / kLanes) {
      const Index f = first + lane / kLanes;
      const bool there = f < count;
      const Index from = far[there ? f : count - 1];
      const CellBounds<Real>& source = view.bounds[from];
      const Vector3<Real> d = centre - source.sources.middle();
      const Number<Real> inverse = inverseOf(Number<Real>{d.x, d.y});
      const Real* const multipole = expansionOf(view.multipoles, from, length);
      Number<Real> a[kEach], sum[kEach] = {};
#pragma unroll
      for (int e = 0; e < kEach; ++e) {
        const int k = own + kLanes * e;
        const Number<Real> q =
            k <= p && there ? Number<Real>{multipole[2 * k], multipole[2 * k + 1]} : Number<Real>{0, 0};
        a[e] = inverse * (powerOf(source.sourceRadius * inverse, k) * q);
      }
      for (int k = 0; k <= p; ++k) {
        const Number<Real> held = k < kLanes ? a[0] : a[kEach - 1];
        const Number<Real> x = {__shfl_sync(kAllLanes, held.x, k % kLanes, kLanes),
                                __shfl_sync(kAllLanes, held.y, k % kLanes, kLanes)};
#pragma unroll
        for (int e = 0; e < kEach; ++e) {
          const int l = own + kLanes * e;
          if (l > p) break;
          const Real binomial = pascal(view, k, l);
          sum[e].x += binomial * x.x;
          sum[e].y += binomial * x.y;
        }
      }
#pragma unroll
      for (int e = 0; e < kEach; ++e) {
        const Number<Real> b = powerOf(-radius * inverse, own + kLanes * e) * sum[e];
        total[e].x += b.x;
        total[e].y += b.y;
      }
    }
    for (int by = kLanes; by < kWarp; by *= 2) {
#pragma unroll
      for (int e = 0; e < kEach; ++e) {
        total[e].x += __shfl_xor_sync(kAllLanes, total[e].x, by);
        total[e].y += __shfl_xor_sync(kAllLanes, total[e].y, by);
      }
    }
    Real* const to = expansionOf(view.locals, c, length);
#pragma unroll
    for (int e = 0; e < kEach; ++e) {
      const int l = lane + kLanes * e;
      if (lane >= kLanes || l > p) continue;
      to[2 * l] = total[e].x;
      to[2 * l + 1] = total[e].y;
    }
  }
}

/// L2L: B'_m = ratio^m sum_{l >= m} C(l, m) step^(l-m) B_l, by Horner's scheme from the last l. A cooperative launch.
template <class Real>
__global__ void __launch_bounds__(kWarp* kWarps) planeL2lKernel(CudaFmmView<Real> view) {
  const int p = view.order, length = expansionLength(Space::plane, p), lane = laneOf();
  const auto grid = cooperative_groups::this_grid();
  for (int level = 0; level + 1 < view.counts->levels; ++level) {
    const Index end = view.counts->levelStart[level + 1];
    for (Index c = view.counts->levelStart[level] + warpOfGrid(); c < end;
         c += static_cast<Index>(gridDim.x) * kWarps) {
      const Cell cell = view.cells[c];
      const CellBounds<Real>& parent = view.bounds[c];
      if (cell.isLeaf() || parent.targets.isEmpty()) continue;
      const LaneCoefficients<Real> from = readLanes(expansionOf(view.locals, c, length), p);
      const Real inverse = 1 / parent.targetRadius;
      for (Index child = cell.firstChild; child < cell.firstChild + cell.childCount; ++child) {
        const CellBounds<Real>& target = view.bounds[child];
        if (target.targets.isEmpty()) continue;
        const Vector3<Real> d = target.targets.middle() - parent.targets.middle();
        const Number<Real> step = {d.x * inverse, d.y * inverse};
        LaneCoefficients<Real> sum = {};
        for (int l = p; l >= 0; --l) {
          const Number<Real> b = coefficientOf(from, l);
#pragma unroll
          for (int round = 0; round < kRounds; ++round) {
            const int m = lane + kWarp * round;
            if (m > l) break;
            const Real binomial = pascal(view, m, l - m);
            sum.of[round] = mulAdd(step, sum.of[round], Number<Real>{binomial * b.x, binomial * b.y});
          }
        }
        Real* const to = expansionOf(view.locals, child, length);
        LaneCoefficients<Real> all = readLanes(to, p);
        const Real ratio = target.targetRadius * inverse;
#pragma unroll
        for (int round = 0; round < kRounds; ++round) {
          const Real power = powerOf(ratio, Real(1), lane + kWarp * round);
          all.of[round].x += power * sum.of[round].x;
          all.of[round].y += power * sum.of[round].y;
        }
        writeLanes(all, p, to);
      }
    }
    grid.sync();
  }
}

template <class Real>
__device__ __forceinline__ void evaluatePlaneTarget(int p, const Real* local, Vector3<Real> centre, Real inverse,
                                                    const TargetArrays<Real>& t, Index i) {
  const Number<Real> offset = {(t.x[i] - centre.x) * inverse, (t.y[i] - centre.y) * inverse};
  const Real factor = static_cast<Real>(2 * kInverse4Pi), slopeFactor = factor * inverse;
  const bool gradient = t.gradient[0] != nullptr;
  const auto sum = gradient ? planeL2p<true>(p, offset, local) : planeL2p<false>(p, offset, local);
  if (t.ux) {
    t.ux[i] = sum.u(factor);
    t.uy[i] = sum.v(factor);
    t.uz[i] = 0;
  }
  if (!gradient) return;
#pragma unroll
  for (int k = 0; k < 9; ++k) t.gradient[k][i] = 0;
  t.gradient[0][i] = sum.ux(slopeFactor);
  t.gradient[1][i] = t.gradient[3][i] = sum.uy(slopeFactor);
  t.gradient[4][i] = -sum.ux(slopeFactor);
}

/// L2P, a warp per leaf.
template <class Real>
__global__ void __launch_bounds__(kWarp* kWarps) planeL2pKernel(CudaFmmView<Real> view) {
  const int p = view.order, length = expansionLength(Space::plane, p), lane = laneOf();
  Real* const local = sharedOfWarp<Real>(length);
  const TargetArrays<Real>&elements = view.elementResults, &tracers = view.tracerResults;
  const bool elementsWanted = view.elementsAreTargets && (elements.ux || elements.gradient[0]);
  const bool tracersWanted = tracers.ux || tracers.gradient[0];
  for (Index k = warpOfGrid(); k < view.counts->leafCount; k += static_cast<Index>(gridDim.x) * kWarps) {
    const Index c = view.leaves[k];
    const Cell cell = view.cells[c];
    const CellBounds<Real>& bounds = view.bounds[c];
    if (bounds.targets.isEmpty()) continue;
    const Real* const from = expansionOf(view.locals, c, length);
    __syncwarp();
    for (int i = lane; i < length; i += kWarp) local[i] = from[i];
    __syncwarp();
    const Vector3<Real> centre = bounds.targets.middle();
    const Real inverse = 1 / bounds.targetRadius;
    for (Index i = cell.elements.begin + lane; elementsWanted && i < cell.elements.end; i += kWarp)
      evaluatePlaneTarget(p, local, centre, inverse, elements, i);
    for (Index i = cell.tracers.begin + lane; tracersWanted && i < cell.tracers.end; i += kWarp)
      evaluatePlaneTarget(p, local, centre, inverse, tracers, i);
  }
}

template <class Real>
void launchPlane(CudaExec& exec, const char* name, void (*kernel)(CudaFmmView<Real>), int perWarp,
                 const CudaFmmView<Real>& view, int warps = kWarps) {
  const auto bytes = static_cast<std::size_t>(warps * perWarp) * sizeof(Real);
  allowShared(kernel, bytes);
  exec.launch(name,
              [&] { kernel<<<manyBlocks(exec), static_cast<unsigned>(kWarp * warps), bytes, exec.stream()>>>(view); });
}

}  // namespace

template <class Real>
void launchPlaneP2m(CudaExec& exec, const CudaFmmView<Real>& view) {
  constexpr int kFewWarps = 2, kFewFrom = 24;  // from this order on, kWarps need more shared memory than some GPUs have
  const int perWarp = 2 * (kWarp + 1) * (view.order + 1);
  if (view.order < kFewFrom) return launchPlane(exec, "fmm::planeP2m", planeP2mKernel<Real, kWarps>, perWarp, view);
  launchPlane(exec, "fmm::planeP2m", planeP2mKernel<Real, kFewWarps>, perWarp, view, kFewWarps);
}
template <class Real>
void launchPlaneM2m(CudaExec& exec, const CudaFmmView<Real>& view) {
  launchLevels(exec, "fmm::planeM2m", planeM2mKernel<Real>, kWarps, 0, view);
}
template <class Real>
void launchPlaneM2l(CudaExec& exec, const CudaFmmView<Real>& view) {
  const auto kernel = view.order < 8    ? planeM2lKernel<Real, 8, 1>
                      : view.order < 16 ? planeM2lKernel<Real, 16, 1>
                      : view.order < 32 ? planeM2lKernel<Real, 32, 1>
                                        : planeM2lKernel<Real, 32, 2>;
  launchPlane(exec, "fmm::planeM2l", kernel, 0, view);
}
template <class Real>
void launchPlaneL2l(CudaExec& exec, const CudaFmmView<Real>& view) {
  launchLevels(exec, "fmm::planeL2l", planeL2lKernel<Real>, kWarps, 0, view);
}
template <class Real>
void launchPlaneL2p(CudaExec& exec, const CudaFmmView<Real>& view) {
  launchPlane(exec, "fmm::planeL2p", planeL2pKernel<Real>, expansionLength(Space::plane, view.order), view);
}

#define FMM_PLANE_PASSES(Real)                                       \
  template void launchPlaneP2m(CudaExec&, const CudaFmmView<Real>&); \
  template void launchPlaneM2m(CudaExec&, const CudaFmmView<Real>&); \
  template void launchPlaneM2l(CudaExec&, const CudaFmmView<Real>&); \
  template void launchPlaneL2l(CudaExec&, const CudaFmmView<Real>&); \
  template void launchPlaneL2p(CudaExec&, const CudaFmmView<Real>&);
FMM_PLANE_PASSES(float)
FMM_PLANE_PASSES(double)
#undef FMM_PLANE_PASSES

}  // namespace fmm
