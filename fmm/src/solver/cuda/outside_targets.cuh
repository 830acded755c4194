#pragma once

#include <cfloat>

#include "expansion/cores/pair_body-inl.h"
#include "solver/cuda/view.cuh"
#include "solver/outside_targets.h"

namespace fmm {

/// Velocity and gradient of the elements of a range at y, pair by pair, added to u and j (factor 1/(4 pi) left out),
/// and vorticity to w unless it is null.
template <class Body, class Real>
__device__ void addPairs(const Body& body, const SourceArrays<Real>& s, IndexRange range, Vector3<Real> y, Real* u,
                         Real* j, Real* w) {
  for (Index i = range.begin; i < range.end; ++i) {
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
}

/// Results of the tracers outside the root cube, a thread each: item i is the i-th of them, if there are so many.
template <class Real>
struct CudaOutsideTargets {
  CudaFmmView<Real> view;
  AcceptanceRule<Real> rule;

  __device__ void operator()(Index i) const {
    const Index t = view.counts->insideTracers + i;
    if (t >= view.tracerCount || view.counts->cellCount == 0) return;
    const Vector3<Real> y = {view.tracer[0][t], view.tracer[1][t], view.tracer[2][t]};
    const OctreeView<Real> tree = {view.cells, view.bounds, view.counts->cellCount};
    const bool gradient = view.tracerResults.gradient[0] != nullptr;
    Real u[3] = {}, j[9] = {}, nearU[3] = {}, nearJ[9] = {}, w[3] = {};
    const TargetArrays<Real>& out = view.tracerResults.out;
    const Index to = view.tracerResults.order[t];
    const auto far = [&](Index c) {
      if (!out.ux) return;
      const auto length = static_cast<std::size_t>(vectorLength(view.order));
      const CellBounds<Real>& b = view.bounds[c];
      m2p(view.order, view.multipoles + static_cast<std::size_t>(c) * length, b.sourceRadius, y - b.sources.middle(), u,
          gradient ? j : static_cast<Real*>(nullptr));
    };
    const auto near = [&](IndexRange range) {
      addNear(range, y, nearU, nearJ, out.vorticity[0] ? w : static_cast<Real*>(nullptr));
    };
    for (Index k = 0; k < view.rootCount; ++k)
      walkTree(tree, view.roots ? view.roots[k] : 0, outsideRule(rule), y, far, near);
    const Real factor = static_cast<Real>(kInverse4Pi);
    for (int c = 0; out.vorticity[0] && c < 3; ++c) out.vorticity[c][to] = factor * w[c];
    if (!out.ux) return;
    out.ux[to] = u[0] + factor * nearU[0];
    out.uy[to] = u[1] + factor * nearU[1];
    out.uz[to] = u[2] + factor * nearU[2];
    for (int c = 0; gradient && c < 9; ++c) out.gradient[c][to] = j[c] + factor * nearJ[c];
  }

 private:
  __device__ void addNear(IndexRange range, Vector3<Real> y, Real* u, Real* j, Real* w) const {
    constexpr FitQuality kQuality = sizeof(Real) == sizeof(float) ? FitQuality::fine : FitQuality::exact;
    const CoreFit<Real>* const fit = view.fits + static_cast<int>(kQuality);
    withCore(view.regularisation,
             [&](auto core) { addPairs(pairBody<decltype(core), kQuality>(fit), view.sources, range, y, u, j, w); });
  }
};

}  // namespace fmm
