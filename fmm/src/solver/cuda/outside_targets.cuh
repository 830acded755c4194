#pragma once

#include <algorithm>
#include <cfloat>

#include "exec/cuda/exec.cuh"
#include "exec/cuda/warp.cuh"
#include "expansion/cores/pair_body-inl.h"
#include "expansion/cores/plane_body-inl.h"
#include "pairs/cuda/view.cuh"
#include "solver/outside_targets.h"

namespace fmm {

/// Adds element i's velocity, gradient and, unless w is null, vorticity at y to u, j and w, without a factor 1/(4 pi).
template <class Body, class Real>
__device__ void addPair(const Body& body, const SourceArrays<Real>& s, Index i, Vector3<Real> y, Real* u, Real* j,
                        Real* w) {
  const Vector3<Real> r = {y.x - s.x[i], y.y - s.y[i], y.z - s.z[i]};
  const Real s2 = s.sigma[i] * s.sigma[i];
  const Real huge = sizeof(Real) == sizeof(float) ? Real(FLT_MAX / 4) : Real(DBL_MAX / 4);
  const Real r2 = dotProduct(r, r), inverseS2 = s2 > 1 / huge ? 1 / s2 : huge;
  const Real peak = w || kUsesPeak<Body> ? bellPeak(s2, inverseS2, huge) : Real(0);
  const auto value = body.gradient(r2, s2, inverseS2, peak);
  const Real a[3] = {s.ax[i], s.ay[i], s.az[i]};
  if (w) {
    const Real density = body.density(r2, s2, inverseS2, peak);
    for (int k = 0; k < 3; ++k) w[k] += density * a[k];
  }
  const Real c[3] = {a[1] * r.z - a[2] * r.y, a[2] * r.x - a[0] * r.z, a[0] * r.y - a[1] * r.x};
  const Real g[3] = {value.inverse * r.x, value.inverse * r.y, value.inverse * r.z};
  const Real weight = 2 * value.slope * value.inverse;
  for (int k = 0; k < 3; ++k) {
    u[k] += value.f * c[k];
    for (int l = 0; l < 3; ++l) j[3 * k + l] += weight * c[k] * g[l];
  }
  j[1] -= value.f * a[2];
  j[2] += value.f * a[1];
  j[3] += value.f * a[2];
  j[5] -= value.f * a[0];
  j[6] -= value.f * a[1];
  j[7] += value.f * a[0];
}

/// The same in the plane, also without a factor 1/(4 pi).
template <class Core, class Real>
__device__ void addPlanePair(const SourceArrays<Real>& s, Index i, Vector3<Real> y, Real* u, Real* j, Real* w) {
  const Real dx = y.x - s.x[i], dy = y.y - s.y[i], r2 = dx * dx + dy * dy, s2 = s.sigma[i] * s.sigma[i];
  const Real huge = sizeof(Real) == sizeof(float) ? Real(FLT_MAX / 4) : Real(DBL_MAX / 4);
  const bool singular = !(s2 > 1 / huge);
  const Real inverse = singular ? huge : 1 / s2, root = safeInverseSqrt(r2);
  const PlaneValue<Real> value = PlaneBody<Core>().value(r2, s2, inverse, singular ? Real(0) : inverse);
  const Real strength = 2 * s.az[i], f = strength * value.f, q = strength * value.w - 2 * f;
  const Real ex = root * dx, ey = root * dy;
  u[0] -= f * dy;
  u[1] += f * dx;
  j[0] -= q * ex * ey;
  j[1] -= q * ey * ey + f;
  j[3] += q * ex * ex + f;
  j[4] += q * ex * ey;
  if (w) w[2] += strength * value.w;
}

constexpr int kOutsideWarps = 4;  ///< warps of a block

/// A warp's shared memory for its walk.
struct OutsideRoom {
  Index stack[WideWalk::kRoom];
  Index far[2 * kWarp];
};

/// Results of the tracers outside the root cube, a warp per tracer. Its lanes each test a cell and evaluate an
/// expansion, and share the elements of a range.
template <class Real>
class OutsideSums {
 public:
  __device__ OutsideSums(const CudaFmmView<Real>& view, const OutsideWalk<Real>& walk, OutsideRoom& room)
      : view_(view), walk_(walk), room_(room), lane_(static_cast<Index>(threadIdx.x) % kWarp) {}

  __device__ void sum(Index t) {
    y_ = {view_.tracer[0][t], view_.tracer[1][t], view_.tracer[2][t]};
    u_ = {}, near_ = {}, vorticity_ = {};
    gradient_ = {}, nearGradient_ = {};
    for (Index k = 0; k < view_.rootCount; ++k) walkFrom(view_.roots ? view_.roots[k] : 0);
    evaluateFar(0);
    store(view_.tracerResults.order[t]);
  }

 private:
  template <int N>
  struct Row {
    Real of[N];
  };

  __device__ void walkFrom(Index root) {
    Index depth = 1;
    __syncwarp();
    if (lane_ == 0) room_.stack[0] = root;
    while (depth > 0) {
      const Index taken = WideWalk::batch(depth, kWarp);
      depth -= taken;
      __syncwarp();
      const Index c = lane_ < taken ? room_.stack[depth + lane_] : 0;
      __syncwarp();
      const Cell cell = view_.cells[c];
      const OutsideStep step = lane_ < taken ? walk_.step(cell, view_.bounds[c], y_) : OutsideStep::nothing;
      queueFar(step == OutsideStep::far, c);
      for (unsigned left = __ballot_sync(kAllLanes, step == OutsideStep::near); left != 0; left &= left - 1)
        addRange(cell.elements, __ffs(static_cast<int>(left)) - 1);
      depth += push(depth, step == OutsideStep::open ? cell.childCount : 0, cell.firstChild);
    }
  }
  /// Pushes `count` cells from `first` on for each lane; returns the number that all lanes have pushed.
  __device__ Index push(Index depth, Index count, Index first) {
    Index end = count;
    for (int by = 1; by < kWarp; by *= 2) {
      const Index below = __shfl_up_sync(kAllLanes, end, static_cast<unsigned>(by));
      if (lane_ >= by) end += below;
    }
    for (Index k = 0; k < count; ++k) room_.stack[depth + end - count + k] = first + k;
    return __shfl_sync(kAllLanes, end, kWarp - 1);
  }

  __device__ void queueFar(bool far, Index c) {
    const unsigned all = __ballot_sync(kAllLanes, far);
    if (far) room_.far[farCount_ + __popc(all & ((1u << lane_) - 1))] = c;
    farCount_ += __popc(all);
    if (farCount_ >= kWarp) evaluateFar(farCount_ - kWarp);
  }
  /// Evaluates the queued expansions from `first` on, at most one per lane, and removes them.
  __device__ void evaluateFar(Index first) {
    __syncwarp();
    if (view_.tracerResults.out.ux && first + lane_ < farCount_) {
      const Index c = room_.far[first + lane_];
      const auto length = static_cast<std::size_t>(expansionLength(view_.space, view_.order));
      const CellBounds<Real>& b = view_.bounds[c];
      const Real* const q = view_.multipoles + static_cast<std::size_t>(c) * length;
      Real* const j = wantsGradient() ? gradient_.of : static_cast<Real*>(nullptr);
      if (view_.space == Space::plane) {
        planeM2p(view_.order, q, b.sourceRadius, y_ - b.sources.middle(), u_.of, j);
      } else {
        m2p(view_.order, q, b.sourceRadius, y_ - b.sources.middle(), u_.of, j);
      }
    }
    farCount_ = first;
    __syncwarp();
  }

  /// Adds the elements of the range held by lane `owner`.
  __device__ void addRange(IndexRange range, int owner) {
    constexpr FitQuality kQuality = sizeof(Real) == sizeof(float) ? FitQuality::fine : FitQuality::exact;
    const CoreFit<Real>* const fit = view_.fits + static_cast<int>(kQuality);
    const Index begin = __shfl_sync(kAllLanes, range.begin, owner), end = __shfl_sync(kAllLanes, range.end, owner);
    Real* const w = view_.tracerResults.out.vorticity[0] ? vorticity_.of : static_cast<Real*>(nullptr);
    if (view_.space == Space::plane) {
      return withCore(view_.regularisation, [&](auto core) {
        for (Index i = begin + lane_; i < end; i += kWarp)
          addPlanePair<decltype(core)>(view_.sources, i, y_, near_.of, nearGradient_.of, w);
      });
    }
    withCore(view_.regularisation, [&](auto core) {
      const auto body = pairBody<decltype(core), kQuality>(fit);
      for (Index i = begin + lane_; i < end; i += kWarp)
        addPair(body, view_.sources, i, y_, near_.of, nearGradient_.of, w);
    });
  }

  __device__ void store(Index to) {
    const TargetArrays<Real>& out = view_.tracerResults.out;
    const Real factor = static_cast<Real>(kInverse4Pi);
    for (int c = 0; out.vorticity[0] && c < 3; ++c) put(out.vorticity[c] + to, factor * vorticity_.of[c]);
    if (!out.ux) return;
    put(out.ux + to, u_.of[0] + factor * near_.of[0]);
    put(out.uy + to, u_.of[1] + factor * near_.of[1]);
    put(out.uz + to, u_.of[2] + factor * near_.of[2]);
    for (int c = 0; wantsGradient() && c < 9; ++c)
      put(out.gradient[c] + to, gradient_.of[c] + factor * nearGradient_.of[c]);
  }
  /// Writes the sum of x over all lanes.
  __device__ void put(Real* to, Real x) {
    for (int by = kWarp / 2; by > 0; by /= 2) x += __shfl_xor_sync(kAllLanes, x, by);
    if (lane_ == 0) *to = x;
  }
  __device__ bool wantsGradient() const { return view_.tracerResults.gradient[0] != nullptr; }

  const CudaFmmView<Real>& view_;
  const OutsideWalk<Real> walk_;
  OutsideRoom& room_;
  const Index lane_;
  Index farCount_ = 0;
  Vector3<Real> y_;
  Row<3> u_, near_, vorticity_;
  Row<9> gradient_, nearGradient_;
};

template <class Real>
__global__ void __launch_bounds__(kOutsideWarps* kWarp)
    outsideKernel(const __grid_constant__ CudaFmmView<Real> view, AcceptanceRule<Real> rule) {
  __shared__ OutsideRoom rooms[kOutsideWarps];
  if (view.counts->cellCount == 0) return;
  const auto warp = static_cast<Index>(threadIdx.x) / kWarp;
  OutsideSums<Real> sums(view, OutsideWalk<Real>::of(rule, view.space, view.order), rooms[warp]);
  for (Index t = view.counts->insideTracers + static_cast<Index>(blockIdx.x) * kOutsideWarps + warp;
       t < view.tracerCount; t += static_cast<Index>(gridDim.x) * kOutsideWarps) {
    sums.sum(t);
  }
}

/// Launches as many warps as run at once. They share the tracers outside, whose number the host does not know.
template <class Real>
void launchOutside(CudaExec& exec, const CudaFmmView<Real>& view, const AcceptanceRule<Real>& rule) {
  if (view.tracerCount == 0) return;
  constexpr int kThreads = kOutsideWarps * kWarp;
  static const int resident = [] {
    int blocks = 0;
    FMM_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, outsideKernel<Real>, kThreads, 0));
    return std::max(blocks, 1);
  }();
  const Index blocks =
      std::min<Index>(resident * exec.multiprocessors(), (view.tracerCount + kOutsideWarps - 1) / kOutsideWarps);
  exec.launch("fmm::outside",
              [&] { outsideKernel<Real><<<static_cast<unsigned>(blocks), kThreads, 0, exec.stream()>>>(view, rule); });
}

}  // namespace fmm
