#pragma once

#include "exec/cuda/warp.cuh"
#include "pairs/cuda/view.cuh"
#include "pairs/pair_cores-inl.h"

// The sums of a lane over pairs, in each form of the near field and of the direct sum.

namespace fmm {

/// How a source acts on a warp's targets.
enum class SourceKind {
  within,    ///< by its core's kernel g K
  beyond,    ///< by the singular kernel K, as all targets are beyond its core
  corrected  ///< by (g - 1) K, as expansions have given K
};

/// How the pairs of a target are summed.
enum class PairForm {
  factored,  ///< (sum f alpha) x y - sum f (alpha x x): fewest operations, but loses digits unless the frame is local
  cross,     ///< sum f (alpha x r)
  gradient,  ///< velocity by cross products, and J = sum f [alpha]_x + 2 f' (alpha x r) r^T
  vorticity  ///< sum 4 pi zeta alpha only; sources beyond the core's reach are skipped
};

template <class Real>
__device__ __forceinline__ Real squaredDistance(const Vector3<Real>& d) {
  return d.x * d.x + (d.y * d.y + d.z * d.z);
}

/// f of a pair: g/r^3, in the plane g/r^2; g is replaced by 1 for sources beyond, by g - 1 for corrected ones.
template <SourceKind kKind, Coincidence kCoincidence, class Core, class Real>
__device__ __forceinline__ Real velocityFactor(const Core& core, Real r2, const PairSource<Real>& s) {
  if constexpr (kKind == SourceKind::within) {
    return core.template velocity<kCoincidence>(r2, s);
  } else {
    const Real t = plainInverseSqrt(r2), bare = Core::kPlane ? t * t : t * t * t;
    if constexpr (kKind == SourceKind::beyond) {
      return bare;
    } else {
      return core.template velocity<kCoincidence>(r2, s) - bare;
    }
  }
}

/// Running sums of one target over the sources of a queue; addTo() adds them to rows of totals. add(): `kByCross` forms
/// cross products in place of factored sums.
template <class Real, PairForm kForm>
struct PairSum;

template <class Real>
struct PairSum<Real, PairForm::factored> {
  static constexpr int kRows = 3;
  static constexpr Coincidence kGuard = Coincidence::zero;
  Vector3<Real> a, b;

  template <SourceKind kKind, Coincidence kCoincidence, bool kByCross, class Core>
  __device__ __forceinline__ void add(const Core& core, const PairSource<Real>& s, const Vector3<Real>& d) {
    const Real r2 = squaredDistance(d);
    const Real f = velocityFactor<kKind, kCoincidence>(core, r2, s);
    if constexpr (Core::kPlane) {
      b = {b.x + f * s.az * d.y, b.y - f * s.az * d.x, 0};
      return;
    }
    if constexpr (kByCross) {
      const Real fx = f * d.x, fy = f * d.y, fz = f * d.z;
      b = {b.x - (s.ay * fz - s.az * fy), b.y - (s.az * fx - s.ax * fz), b.z - (s.ax * fy - s.ay * fx)};
      return;
    }
    a = {a.x + f * s.ax, a.y + f * s.ay, a.z + f * s.az};
    b = {b.x + f * s.bx, b.y + f * s.by, b.z + f * s.bz};
  }
  __device__ __forceinline__ void addTo(const Vector3<Real>& y, Real* row) const {
    row[0 * kWarp] += a.y * y.z - a.z * y.y - b.x;
    row[1 * kWarp] += a.z * y.x - a.x * y.z - b.y;
    row[2 * kWarp] += a.x * y.y - a.y * y.x - b.z;
  }
};

template <class Real>
struct PairSum<Real, PairForm::cross> {
  static constexpr int kRows = 3;
  static constexpr Coincidence kGuard = Coincidence::bounded;
  Vector3<Real> u;

  template <SourceKind kKind, Coincidence kCoincidence, bool kByCross, class Core>
  __device__ __forceinline__ void add(const Core& core, const PairSource<Real>& s, const Vector3<Real>& d) {
    const Real r2 = squaredDistance(d);
    const Real f = velocityFactor<kKind, kCoincidence>(core, r2, s);
    if constexpr (Core::kPlane) {
      const Real strength = f * s.az;
      u = {u.x - strength * d.y, u.y + strength * d.x, 0};
      return;
    }
    const Real fx = f * d.x, fy = f * d.y, fz = f * d.z;
    u.x = s.ay * fz + (u.x - s.az * fy);
    u.y = s.az * fx + (u.y - s.ax * fz);
    u.z = s.ax * fy + (u.z - s.ay * fx);
  }
  __device__ __forceinline__ void addTo(const Vector3<Real>& /*y*/, Real* row) const {
    row[0 * kWarp] += u.x;
    row[1 * kWarp] += u.y;
    row[2 * kWarp] += u.z;
  }
};

template <class Real>
struct PairSum<Real, PairForm::gradient> {
  static constexpr int kRows = 12;
  static constexpr Coincidence kGuard = Coincidence::zero;
  Vector3<Real> u, a;
  Real j[8];  // the part 2 f' (alpha x r) r^T; its trace is 0, which gives the ninth component

  template <SourceKind kKind, Coincidence kCoincidence, bool kByCross, class Core>
  __device__ __forceinline__ void add(const Core& core, const PairSource<Real>& s, const Vector3<Real>& d) {
    if constexpr (Core::kPlane) {
      addInPlane<kKind, kCoincidence>(core, s, d);
    } else {
      addInSpace<kKind, kCoincidence>(core, s, d);
    }
  }
  __device__ __forceinline__ void addTo(const Vector3<Real>& /*y*/, Real* row) const {
    row[0 * kWarp] += u.x;
    row[1 * kWarp] += u.y;
    row[2 * kWarp] += u.z;
    row[3 * kWarp] += j[0];
    row[4 * kWarp] += j[1] - a.z;
    row[5 * kWarp] += j[2] + a.y;
    row[6 * kWarp] += j[3] + a.z;
    row[7 * kWarp] += j[4];
    row[8 * kWarp] += j[5] - a.x;
    row[9 * kWarp] += j[6] - a.y;
    row[10 * kWarp] += j[7] + a.x;
    row[11 * kWarp] -= j[0] + j[4];
  }

 private:
  template <SourceKind kKind, Coincidence kCoincidence, class Core>
  __device__ __forceinline__ void addInSpace(const Core& core, const PairSource<Real>& s, const Vector3<Real>& d) {
    const Real r2 = squaredDistance(d);
    const Vector3<Real> c = {s.ay * d.z - s.az * d.y, s.az * d.x - s.ax * d.z, s.ax * d.y - s.ay * d.x};
    Vector3<Real> w, g = d;
    Real f;
    if constexpr (kKind == SourceKind::within) {
      const PairValue<Real> value = core.template gradient<kCoincidence>(r2, s);
      f = value.f;
      w = {value.weight * c.x, value.weight * c.y, value.weight * c.z};
      g = {value.inverse * d.x, value.inverse * d.y, value.inverse * d.z};
    } else {
      const Real t = plainInverseSqrt(r2), t2 = t * t;
      f = t * t2;
      Real weight = Real(-3) * f * t2;
      if constexpr (kKind == SourceKind::corrected) {
        const PairValue<Real> value = core.template gradient<kCoincidence>(r2, s);
        f = value.f - f;
        weight = value.weight * value.inverse - weight;
      }
      w = {weight * c.x, weight * c.y, weight * c.z};
    }
    u = {u.x + f * c.x, u.y + f * c.y, u.z + f * c.z};
    a = {a.x + f * s.ax, a.y + f * s.ay, a.z + f * s.az};
    j[0] += w.x * g.x;
    j[1] += w.x * g.y;
    j[2] += w.x * g.z;
    j[3] += w.y * g.x;
    j[4] += w.y * g.y;
    j[5] += w.y * g.z;
    j[6] += w.z * g.x;
    j[7] += w.z * g.y;
  }
  /// J = Gamma (f (0 -1; 1 0) + q e_t e_r^T), q = w - 2 f: plane_body-inl.h.
  template <SourceKind kKind, Coincidence kCoincidence, class Core>
  __device__ __forceinline__ void addInPlane(const Core& core, const PairSource<Real>& s, const Vector3<Real>& d) {
    const Real r2 = squaredDistance(d), t = safeInverseSqrt(PairReal<Real, kCoincidence>(r2)).v, bare = t * t;
    PlaneValue<Real> value = {bare, 0};
    if constexpr (kKind != SourceKind::beyond) {
      value = core.template value<kCoincidence>(r2, s);
      if constexpr (kKind == SourceKind::corrected) value.f -= bare;
    }
    const Real f = s.az * value.f, q = s.az * value.w - 2 * f, x = t * d.x, y = t * d.y;
    u = {u.x - f * d.y, u.y + f * d.x, 0};
    a.z += f;
    j[0] -= q * x * y;
    j[1] -= q * y * y;
    j[3] += q * x * x;
    j[4] += q * x * y;
  }
};

template <class Real>
struct PairSum<Real, PairForm::vorticity> {
  static constexpr int kRows = 3;
  static constexpr Coincidence kGuard = Coincidence::zero;
  Vector3<Real> w;

  template <SourceKind kKind, Coincidence kCoincidence, bool kByCross, class Core>
  __device__ __forceinline__ void add(const Core& core, const PairSource<Real>& s, const Vector3<Real>& d) {
    if constexpr (kKind != SourceKind::beyond) {
      const Real density = core.template density<kCoincidence>(squaredDistance(d), s);
      w = {w.x + density * s.ax, w.y + density * s.ay, w.z + density * s.az};
    }
  }
  __device__ __forceinline__ void addTo(const Vector3<Real>& /*y*/, Real* row) const {
    row[0 * kWarp] += w.x;
    row[1 * kWarp] += w.y;
    row[2 * kWarp] += w.z;
  }
};

/// A form's sums, followed by those of vorticity.
template <class Real, PairForm kForm>
struct PairSumWithVorticity {
  using Field = PairSum<Real, kForm>;
  static constexpr int kRows = Field::kRows + 3;
  static constexpr Coincidence kGuard = Coincidence::zero;
  Field field;
  PairSum<Real, PairForm::vorticity> blobs;

  template <SourceKind kKind, Coincidence kCoincidence, bool kByCross, class Core>
  __device__ __forceinline__ void add(const Core& core, const PairSource<Real>& s, const Vector3<Real>& d) {
    field.template add<kKind, kCoincidence, kByCross>(core, s, d);
    blobs.template add<kKind, kCoincidence, kByCross>(core, s, d);
  }
  __device__ __forceinline__ void addTo(const Vector3<Real>& y, Real* row) const {
    field.addTo(y, row);
    blobs.addTo(y, row + Field::kRows * kWarp);
  }
};

}  // namespace fmm
