#pragma once

#include <cooperative_groups.h>

#include "solver/cuda/expansion_batch.cuh"
#include "solver/cuda/view.cuh"

namespace fmm {

/// Elements that a warp takes at once in P2M, two lanes each.
constexpr int kElementBatch = kWarp / 2;
/// Distance between the rows R_n^m of the elements in shared memory; odd, so that lanes meet different banks.
constexpr int kElementStride = kElementBatch + 1;

/// Numbers of shared memory of a warp in P2M: R_n^m of a batch, and their strengths.
FMM_HD constexpr int multipoleShare(int p) {
  return coefficientCount(p) * kElementStride + 3 * kElementStride + 3;
}

/// R_n^m(offset) for n <= p and every second m from `half` on, at stride kElementStride (recurrence of p2m()).
template <class Real>
__device__ __forceinline__ void regularHarmonics(const OperatorTables<Real>& tables, int p, int half,
                                                 Vector3<Real> offset, Real* out) {
  const Real r2 = squaredLength(offset);
  const Real stepRe = offset.x * offset.x - offset.y * offset.y, stepIm = 2 * offset.x * offset.y;
  Real a = half ? offset.x : Real(1), b = half ? offset.y : Real(0);  // (x + iy)^m
  for (int m = half; m <= p; m += 2) {
    Real h = tables.diagonal[m], previous = 0;
#pragma unroll 4
    for (int n = m; n <= p; ++n) {
      out[kElementStride * re(n, m)] = h * a;
      if (m > 0) out[kElementStride * im(n, m)] = h * b;
      const int next = triangle(n + 1 <= kMaximumOrder ? n + 1 : n, m);
      const Real rising = tables.risingZ[next] * offset.z * h - tables.risingR[next] * r2 * previous;
      previous = h;
      h = rising;
    }
    const Real turned = stepRe * a - stepIm * b;
    b = stepRe * b + stepIm * a;
    a = turned;
  }
}

/// regularHarmonics() of a degree known when compiling, constants in the instructions.
template <int P, class Real>
__device__ __forceinline__ void unrolledHarmonics(int half, Vector3<Real> offset, Real* out) {
  const Real r2 = squaredLength(offset);
  const Real stepRe = offset.x * offset.x - offset.y * offset.y, stepIm = 2 * offset.x * offset.y;
  Real a = half ? offset.x : Real(1), b = half ? offset.y : Real(0);  // (x + iy)^m
  const auto choose = [&](double even, double odd) { return half ? static_cast<Real>(odd) : static_cast<Real>(even); };
  forConstants<P / 2 + 1>([&](auto pair) {
    constexpr int m = 2 * decltype(pair)::value, odd = m < P ? m + 1 : m;  // this lane's order: m + half
    Real h = choose(kUnrolled.diagonal[m], kUnrolled.diagonal[odd]), previous = 0;
    forConstants<P + 1 - m>([&](auto step) {
      constexpr int n = m + decltype(step)::value, oddN = n < P ? n + 1 : n;
      if (n < P || half == 0) {
        out[half ? kElementStride * re(oddN, odd) : kElementStride * re(n, m)] = h * a;
        if (m > 0 || half) out[half ? kElementStride * im(oddN, odd) : kElementStride * im(n, m)] = h * b;
      }
      if constexpr (n < P) {
        constexpr int next = n + 1, oddNext = n + 2 <= P ? n + 2 : P;
        const Real rising = choose(kUnrolled.risingZ[next][m], kUnrolled.risingZ[oddNext][odd]) * offset.z * h -
                            choose(kUnrolled.risingR[next][m], kUnrolled.risingR[oddNext][odd]) * r2 * previous;
        previous = h;
        h = rising;
      }
    });
    const Real turned = stepRe * a - stepIm * b;
    b = stepRe * b + stepIm * a;
    a = turned;
  });
}

/// P2M, a warp a leaf: lanes compute the harmonics of a batch of elements, then each lane sums a few coefficients over
/// the elements in their order.
template <class Real, int P, int Warps>
__global__ void __launch_bounds__(kWarp* Warps) multipoleKernel(CudaFmmView<Real> view) {
  const int p = P == 0 ? view.order : P, count = coefficientCount(p);
  constexpr int kRounds = (coefficientCount(P == 0 ? kMaximumOrder : P) + kWarp - 1) / kWarp;
  Real* harmonics = sharedOfWarp<Real>(multipoleShare(p));
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
    Real sum[kRounds][3] = {};
    for (Index first = range.begin; first < range.end; first += kElementBatch) {
      const int used = smaller(range.end - first, kElementBatch), own = lane % kElementBatch;
      if (own < used) {
        const Index i = first + own;
        const Vector3<Real> offset = {(s.x[i] - centre.x) * inverse, (s.y[i] - centre.y) * inverse,
                                      (s.z[i] - centre.z) * inverse};
        if constexpr (P == 0) {
          regularHarmonics(*view.tables, p, lane / kElementBatch, offset, harmonics + own);
        } else {
          unrolledHarmonics<P>(lane / kElementBatch, offset, harmonics + own);
        }
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
        for (int round = 0; round < kRounds; ++round) {
          const int i = lane + kWarp * round;
          const Real r = harmonics[kElementStride * smaller(i, count - 1) + e];
          for (int c = 0; c < 3; ++c) sum[round][c] += r * alpha[c];
        }
      }
      __syncwarp();
    }
    Real* out = expansionOf(view.multipoles, leaf, 3 * count);
#pragma unroll
    for (int round = 0; round < kRounds; ++round) {
      const int i = lane + kWarp * round;
      for (int c = 0; c < 3 && i < count; ++c) out[3 * i + c] = sum[round][c];
    }
  }
}

/// Children that a cell can have, and the slots that their expansions take.
constexpr int kChildren = 8;

/// M2M level by level, deepest first, a warp a parent: every lane translates one component of one child. A cooperative
/// launch.
template <class Real, int P, int Warps>
__global__ void __launch_bounds__(kWarp* Warps) gatherKernel(CudaFmmView<Real> view) {
  using Batch = ExpansionBatch<Real, P>;
  const Batch batch = {sharedOfWarp<Real>((kChildren + 1) * Batch::slotSize(view.order)), view.order};
  const int warp = static_cast<int>(threadIdx.x) / kWarp, lane = Batch::lane(), length = batch.length();
  const auto grid = cooperative_groups::this_grid();
  for (int level = view.counts->levels - 2; level >= 0; --level) {
    const Index end = view.counts->levelStart[level + 1];
    for (Index c =
             view.counts->levelStart[level] + static_cast<Index>(blockIdx.x) + warp * static_cast<Index>(gridDim.x);
         c < end; c += static_cast<Index>(gridDim.x) * Warps) {
      const Cell cell = view.cells[c];
      if (cell.isLeaf() || cell.elements.count() == 0) continue;
      const Index child = cell.firstChild + smaller(lane / 3, cell.childCount - 1);
      const CellBounds<Real>& source = view.bounds[child];
      const CellBounds<Real>& parent = view.bounds[c];
      const bool full = lane < 3 * cell.childCount && !source.sources.isEmpty();
      for (int s = 0; s < cell.childCount; ++s) {
        batch.fetch(s, expansionOf(view.multipoles, cell.firstChild + s, length));  // of an empty child: not used
      }
      const Vector3<Real> d = source.sources.middle() - parent.sources.middle();
      const Real childRadius = source.sourceRadius, parentRadius = parent.sourceRadius;
      const unsigned lanes = __ballot_sync(kAllLanes, full);
      batch.arrive();
      if (full) {
        Real* own = batch.slot(lane / 3) + lane % 3;
        Batch::Operators::m2m(*view.tables, view.order, d, childRadius, parentRadius, own, own);
      }
      __syncwarp();
      Real sum[Batch::kRounds] = {};
      for (int s = 0; s < cell.childCount; ++s) {
        if (lanes >> 3 * s & 1) batch.addSlot(s, sum);
      }
      batch.write(sum, expansionOf(view.multipoles, c, length));
      __syncwarp();
    }
    grid.sync();
  }
}

/// L2L level by level, root first, a warp a parent: every lane translates one component for one child. A cooperative
/// launch.
template <class Real, int P, int Warps>
__global__ void __launch_bounds__(kWarp* Warps) scatterKernel(CudaFmmView<Real> view) {
  using Batch = ExpansionBatch<Real, P>;
  const Batch batch = {sharedOfWarp<Real>((kChildren + 1) * Batch::slotSize(view.order)), view.order};
  const int warp = static_cast<int>(threadIdx.x) / kWarp, lane = Batch::lane(), length = batch.length();
  const auto grid = cooperative_groups::this_grid();
  const int levels = view.counts->levels;
  for (int level = 0; level + 1 < levels; ++level) {
    const Index end = view.counts->levelStart[level + 1];
    for (Index c =
             view.counts->levelStart[level] + static_cast<Index>(blockIdx.x) + warp * static_cast<Index>(gridDim.x);
         c < end; c += static_cast<Index>(gridDim.x) * Warps) {
      const Cell cell = view.cells[c];
      const CellBounds<Real>& parent = view.bounds[c];
      if (cell.isLeaf() || parent.targets.isEmpty()) continue;
      batch.fetch(kChildren, expansionOf(view.locals, c, length));
      const CellBounds<Real>& target = view.bounds[cell.firstChild + smaller(lane / 3, cell.childCount - 1)];
      const bool full = lane < 3 * cell.childCount && !target.targets.isEmpty();
      const Vector3<Real> d = target.targets.middle() - parent.targets.middle();
      const Real parentRadius = parent.targetRadius, childRadius = target.targetRadius;
      const unsigned lanes = __ballot_sync(kAllLanes, full);
      batch.arrive();
      if (full) {
        Batch::Operators::l2l(*view.tables, view.order, d, parentRadius, childRadius, batch.slot(kChildren) + lane % 3,
                              batch.slot(lane / 3) + lane % 3);
      }
      __syncwarp();
      for (int s = 0; s < cell.childCount; ++s) {
        if ((lanes >> 3 * s & 1) == 0) continue;
        Real* local = expansionOf(view.locals, cell.firstChild + s, length);
        Real sum[Batch::kRounds];
        batch.read(local, sum);
        batch.addSlot(s, sum);
        batch.write(sum, local);
      }
      __syncwarp();
    }
    grid.sync();
  }
}

}  // namespace fmm
