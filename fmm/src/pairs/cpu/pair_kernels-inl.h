// The near field's inner loops on SIMD registers: lanes are targets, sources are broadcast one by one. With kVorticity
// the same loops sum the blobs' vorticity, 4 pi zeta alpha.

#if defined(FMM_PAIR_KERNELS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FMM_PAIR_KERNELS_INL_H
#undef FMM_PAIR_KERNELS_INL_H
#else
#define FMM_PAIR_KERNELS_INL_H
#endif

#include "exec/cpu/simd_pack-inl.h"
#include "expansion/cores/pair_body-inl.h"

HWY_BEFORE_NAMESPACE();
namespace fmm {
namespace HWY_NAMESPACE {

/// A source in the frame of the target block, with derived values for its pairs. One cache line in float.
template <class Real>
struct PackedSource {
  Real x, y, z;
  Real inverseS2;   ///< 1/sigma^2, finite
  Real ax, ay, az;  ///< alpha
  Real s2;          ///< sigma^2
  Real bx, by, bz;  ///< alpha x position
  Real peak;        ///< for vorticity, and bodies that use it: bellPeak()
};

/// Coordinates and running sums of up to `kCapacity` targets, padded to whole registers.
template <class Real>
struct TargetBlock {
  static constexpr Index kCapacity = 512;
  static constexpr Index kPadded = kCapacity + 4 * Pack<Real>::kLanes;
  Index count = 0;  ///< rounded up to whole groups
  HWY_ALIGN Real x[kPadded], y[kPadded], z[kPadded];
  HWY_ALIGN Real u[3][kPadded];
  HWY_ALIGN Real j[9][kPadded];
  HWY_ALIGN Real w[3][kPadded];
};

/// Running sums of 4 pi zeta alpha of the targets in a V; does nothing unless kWanted.
template <bool kWanted, class V>
struct VorticitySum {
  using Real = Scalar<V>;
  V w[3];

  HWY_INLINE void clear() {
    if constexpr (kWanted) w[0] = w[1] = w[2] = zero<V>();
  }
  template <class Body>
  HWY_INLINE void add(const Body& body, const PackedSource<Real>& s, V r2) {
    if constexpr (kWanted) {
      const V density = body.density(r2, V(s.s2), V(s.inverseS2), V(s.peak));
      w[0] = mulAdd(density, V(s.ax), w[0]);
      w[1] = mulAdd(density, V(s.ay), w[1]);
      w[2] = mulAdd(density, V(s.az), w[2]);
    }
  }
  HWY_INLINE void addTo(TargetBlock<Real>& block, Index at) const {
    if constexpr (kWanted) {
      for (int c = 0; c < 3; ++c) (V::load(block.w[c] + at) + w[c]).store(block.w[c] + at);
    }
  }
};

/// Factored velocity: (sum f alpha) x y - sum f (alpha x x), 6 multiply-adds a pair. V: a PackGroup, the targets
/// computed side by side.
template <class V, bool kVorticity, class Body, class Real>
HWY_INLINE void velocityFactored(const Body& body, const PackedSource<Real>* sources, Index n, TargetBlock<Real>& block,
                                 Index first) {
  const V x = V::load(block.x + first), y = V::load(block.y + first), z = V::load(block.z + first);
  V a[3], b[3];
  VorticitySum<kVorticity, V> vorticity;
  for (int c = 0; c < 3; ++c) a[c] = b[c] = zero<V>();
  vorticity.clear();
  for (Index k = 0; k < n; ++k) {
    const PackedSource<Real>& s = sources[k];
    const V dx = x - V(s.x), dy = y - V(s.y), dz = z - V(s.z);
    const V r2 = mulAdd(dx, dx, mulAdd(dy, dy, dz * dz));
    const V f = body.velocity(r2, V(s.s2), V(s.inverseS2), V(s.peak));
    a[0] = mulAdd(f, V(s.ax), a[0]);
    a[1] = mulAdd(f, V(s.ay), a[1]);
    a[2] = mulAdd(f, V(s.az), a[2]);
    b[0] = mulAdd(f, V(s.bx), b[0]);
    b[1] = mulAdd(f, V(s.by), b[1]);
    b[2] = mulAdd(f, V(s.bz), b[2]);
    vorticity.add(body, s, r2);
  }
  const V ux = a[1] * z - a[2] * y - b[0];
  const V uy = a[2] * x - a[0] * z - b[1];
  const V uz = a[0] * y - a[1] * x - b[2];
  (V::load(block.u[0] + first) + ux).store(block.u[0] + first);
  (V::load(block.u[1] + first) + uy).store(block.u[1] + first);
  (V::load(block.u[2] + first) + uz).store(block.u[2] + first);
  vorticity.addTo(block, first);
}

/// Velocity by cross products, pair by pair: no cancellation.
template <class V, bool kVorticity, class Body, class Real>
HWY_INLINE void velocityCross(const Body& body, const PackedSource<Real>* sources, Index n, TargetBlock<Real>& block,
                              Index first) {
  const V x = V::load(block.x + first), y = V::load(block.y + first), z = V::load(block.z + first);
  V u[3];
  VorticitySum<kVorticity, V> vorticity;
  for (int c = 0; c < 3; ++c) u[c] = zero<V>();
  vorticity.clear();
  for (Index k = 0; k < n; ++k) {
    const PackedSource<Real>& s = sources[k];
    const V dx = x - V(s.x), dy = y - V(s.y), dz = z - V(s.z);
    const V r2 = mulAdd(dx, dx, mulAdd(dy, dy, dz * dz));
    const V f = body.velocity(r2, V(s.s2), V(s.inverseS2), V(s.peak));
    const V fx = f * dx, fy = f * dy, fz = f * dz;
    u[0] = mulAdd(V(s.ay), fz, negMulAdd(V(s.az), fy, u[0]));
    u[1] = mulAdd(V(s.az), fx, negMulAdd(V(s.ax), fz, u[1]));
    u[2] = mulAdd(V(s.ax), fy, negMulAdd(V(s.ay), fx, u[2]));
    vorticity.add(body, s, r2);
  }
  for (int c = 0; c < 3; ++c) (V::load(block.u[c] + first) + u[c]).store(block.u[c] + first);
  vorticity.addTo(block, first);
}

/// Velocity and gradient: J = sum f [alpha]_x + 2 f' (alpha x r) r^T.
template <bool kVorticity, class Body, class Real>
HWY_INLINE void velocityAndGradient(const Body& body, const PackedSource<Real>* sources, Index n,
                                    TargetBlock<Real>& block, Index first) {
  using V = Pack<Real>;
  const V x = V::load(block.x + first), y = V::load(block.y + first), z = V::load(block.z + first);
  V u[3], a[3], j[9];
  VorticitySum<kVorticity, V> vorticity;
  vorticity.clear();
  for (int c = 0; c < 3; ++c) u[c] = a[c] = zero<V>();
  for (int c = 0; c < 9; ++c) j[c] = zero<V>();
  for (Index k = 0; k < n; ++k) {
    const PackedSource<Real>& s = sources[k];
    const V dx = x - V(s.x), dy = y - V(s.y), dz = z - V(s.z);
    const V r2 = mulAdd(dx, dx, mulAdd(dy, dy, dz * dz));
    const auto value = body.gradient(r2, V(s.s2), V(s.inverseS2), V(s.peak));
    const V ax(s.ax), ay(s.ay), az(s.az);
    const V cx = ay * dz - az * dy, cy = az * dx - ax * dz, cz = ax * dy - ay * dx;
    u[0] = mulAdd(value.f, cx, u[0]);
    u[1] = mulAdd(value.f, cy, u[1]);
    u[2] = mulAdd(value.f, cz, u[2]);
    a[0] = mulAdd(value.f, ax, a[0]);
    a[1] = mulAdd(value.f, ay, a[1]);
    a[2] = mulAdd(value.f, az, a[2]);
    const V gx = value.inverse * dx, gy = value.inverse * dy, gz = value.inverse * dz;
    const V weight = (value.slope + value.slope) * value.inverse;
    const V wx = weight * cx, wy = weight * cy, wz = weight * cz;
    j[0] = mulAdd(wx, gx, j[0]);
    j[1] = mulAdd(wx, gy, j[1]);
    j[2] = mulAdd(wx, gz, j[2]);
    j[3] = mulAdd(wy, gx, j[3]);
    j[4] = mulAdd(wy, gy, j[4]);
    j[5] = mulAdd(wy, gz, j[5]);
    j[6] = mulAdd(wz, gx, j[6]);
    j[7] = mulAdd(wz, gy, j[7]);
    j[8] = mulAdd(wz, gz, j[8]);
    vorticity.add(body, s, r2);
  }
  // [alpha]_x r = alpha x r: rows (0, -az, ay), (az, 0, -ax), (-ay, ax, 0).
  j[1] = j[1] - a[2];
  j[2] = j[2] + a[1];
  j[3] = j[3] + a[2];
  j[5] = j[5] - a[0];
  j[6] = j[6] - a[1];
  j[7] = j[7] + a[0];
  for (int c = 0; c < 3; ++c) (V::load(block.u[c] + first) + u[c]).store(block.u[c] + first);
  for (int c = 0; c < 9; ++c) (V::load(block.j[c] + first) + j[c]).store(block.j[c] + first);
  vorticity.addTo(block, first);
}

/// The vorticity of the blobs only.
template <class V, class Body, class Real>
HWY_INLINE void vorticityAlone(const Body& body, const PackedSource<Real>* sources, Index n, TargetBlock<Real>& block,
                               Index first) {
  const V x = V::load(block.x + first), y = V::load(block.y + first), z = V::load(block.z + first);
  VorticitySum<true, V> vorticity;
  vorticity.clear();
  for (Index k = 0; k < n; ++k) {
    const PackedSource<Real>& s = sources[k];
    const V dx = x - V(s.x), dy = y - V(s.y), dz = z - V(s.z);
    vorticity.add(body, s, mulAdd(dx, dx, mulAdd(dy, dy, dz * dz)));
  }
  vorticity.addTo(block, first);
}

}  // namespace HWY_NAMESPACE
}  // namespace fmm
HWY_AFTER_NAMESPACE();
#endif
