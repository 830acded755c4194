#include "mesh/cpu/point_passes.h"

#include <hwy/cache_control.h>
#include <algorithm>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "mesh/cpu/point_passes.cpp"
#include "exec/cpu/simd_targets.h"

#include "exec/cpu/simd_pack-inl.h"
#include "mesh/mesh_accuracy.h"

HWY_BEFORE_NAMESPACE();
namespace fmm {
namespace HWY_NAMESPACE {

template <class Real>
HWY_INLINE Pack<Real> rootOf(Pack<Real> x) {
  return hn::Sqrt(hn::Max(x.v, hn::Zero(typename Pack<Real>::D())));
}

/// A window at `count` places, of which there is room for a register more: exp(b (root - 1)), 0 beyond its reach; and
/// the roots.
template <class Real>
HWY_INLINE void windowAt(const MeshBump<Real>& bump, const Real* place, Index count, Real* weight, Real* root) {
  using V = Pack<Real>;
  const V one(Real(1)), b(bump.sharpness), inverse(bump.inverse);
  for (Index k = 0; k < count; k += V::kLanes) {
    const V z = V::load(place + k) * inverse, rest = one - z * z, r = rootOf(rest);
    const V window = fallingExp(b * (r - one));
    selectLess(rest, zero<V>(), zero<V>(), window).store(weight + k);
    r.store(root + k);
  }
}

// ---- giving ---------------------------------------------------------------------------------------------------------

constexpr Index kEdge = MeshBins::kEdge, kPlane = kEdge * kEdge, kBinNodes = kPlane * kEdge;
/// Nodes of a bin that a register takes.
template <class Real>
constexpr Index kStride = Pack<Real>::kLanes < kPlane ? Pack<Real>::kLanes : kPlane;

/// What an element gives to the nodes of a bin, a plane at a time.
template <class Real>
HWY_INLINE void addGift(const MeshGivers<Real>& givers, const MeshSource<Real>& source, const Vector3<Real>& d,
                        Real* sum) {
  using V = Pack<Real>;
  const Real reach = givers.reach(), most = reach + Real(kEdge - 1);
  // Nodes at d, d + 1, ... along each axis.
  if (!(d.x <= reach && d.x >= -most && d.y <= reach && d.y >= -most && d.z <= reach && d.z >= -most)) return;
  HWY_ALIGN Real place[3 * kEdge + HWY_LANES(Real)] = {}, weight[3 * kEdge + HWY_LANES(Real)],
                                   root[3 * kEdge + HWY_LANES(Real)];
  for (Index k = 0; k < kEdge; ++k) {
    place[k] = d.x + static_cast<Real>(k);
    place[kEdge + k] = d.y + static_cast<Real>(k);
    place[2 * kEdge + k] = d.z + static_cast<Real>(k);
  }
  windowAt(givers.bump, place, 3 * kEdge, weight, root);
  HWY_ALIGN Real plane[kPlane + HWY_LANES(Real)];
  for (Index j = 0; j < kEdge; ++j)
    for (Index i = 0; i < kEdge; ++i) plane[kEdge * j + i] = weight[kEdge + j] * weight[i];
  const Real alpha[3] = {source.ax, source.ay, source.az};
  for (Index part = 0; part < kPlane; part += kStride<Real>) {
    const V shares = V::load(plane + part);
    for (Index c = 0; c < 3; ++c) {
      const V given = V(alpha[c]) * shares;
      for (Index k = 0; k < kEdge; ++k) {
        Real* const at = sum + c * (kBinNodes + kPlane) + k * kPlane + part;
        mulAdd(V(weight[2 * kEdge + k]), given, V::load(at)).store(at);
      }
    }
  }
}

template <class Real>
void giveToBinOf(const MeshGivers<Real>& givers, Index bin) {
  static_assert(Pack<Real>::kLanes <= kPlane, "a register is a part of a plane of nodes");
  const Vector3<Index> b = givers.place(bin);
  HWY_ALIGN Real sum[3 * (kBinNodes + kPlane)] = {};
  for (Index n = 0; n < givers.rows(); ++n) {
    const auto row = givers.row(b, n);
    for (Index s = row.first; s < row.end; ++s)
      addGift(givers, givers.sources[s], givers.seenFrom(givers.sources[s], b, row), sum);
  }
  for (Index c = 0; c < 3; ++c)
    for (Index node = 0; node < kBinNodes; ++node)
      givers.set(b, givers.within(node), c, sum[c * (kBinNodes + kPlane) + node]);
}

// ---- taking ---------------------------------------------------------------------------------------------------------

constexpr Index kMostWidth = MeshAccuracy::kMostWidth, kOfNode = 4;  // numbers of a MeshVector

/// Windows of the nodes about a point along the axes.
template <class Real>
struct Windows {
  HWY_ALIGN Real weight[3 * kMostWidth + HWY_LANES(Real)], slope[3 * kMostWidth + HWY_LANES(Real)];
  Index first[3];

  /// False where the mesh has not all of them.
  HWY_INLINE bool find(const MeshTakers<Real>& takers, Index point) {
    const MeshGrid& grid = takers.grid;
    const Index width = takers.width, before = (width - 1) / 2, after = width / 2;
    const Vector3<double> u = grid.inSpacings(takers.x[0][point], takers.x[1][point], takers.x[2][point]);
    const double at[3] = {u.x, u.y, u.z};
    HWY_ALIGN Real place[3 * kMostWidth + HWY_LANES(Real)] = {}, root[3 * kMostWidth + HWY_LANES(Real)];
    for (Index axis = 0; axis < 3; ++axis) {
      const double node = std::floor(at[axis] + (width % 2 == 0 ? 0 : 0.5));
      if (!(node >= before && node + after < grid.nodes[axis])) return false;
      first[axis] = static_cast<Index>(node) - before;
      const auto d = static_cast<Real>(at[axis] - node);
      for (Index m = 0; m < width; ++m) place[axis * width + m] = static_cast<Real>(m - before) - d;
    }
    windowAt(takers.bump, place, 3 * width, weight, root);
    if (takers.gradient[0] == nullptr) return true;
    for (Index m = 0; m < 3 * width; ++m) slope[m] = place[m] / std::max(root[m], Real(1e-3));
    return true;
  }
};

/// Weights of a row of nodes, each once for every number of a node, and 0 behind them.
template <class Real>
struct RowWeights {
  static constexpr Index kRoom = kOfNode * kMostWidth + HWY_LANES(Real);
  HWY_ALIGN Real each[kRoom];

  HWY_INLINE Index set(const Real* weight, const Real* factor, Index width) {
    const Index count = kOfNode * width,
                end = (count + Pack<Real>::kLanes - 1) / Pack<Real>::kLanes * Pack<Real>::kLanes;
    for (Index m = 0; m < width; ++m) {
      const Real value = factor ? weight[m] * factor[m] : weight[m];
      for (Index k = 0; k < kOfNode; ++k) each[kOfNode * m + k] = value;
    }
    for (Index k = 0; k < Pack<Real>::kLanes; ++k) each[count + k] = 0;
    return end;
  }
};

template <class Real>
HWY_INLINE void addLanes(Pack<Real> sums, Real* to) {
  HWY_ALIGN Real lane[HWY_LANES(Real) < 4 ? 4 : HWY_LANES(Real)] = {};
  sums.store(lane);
  for (Index k = 0; k < Pack<Real>::kLanes; ++k) to[k % kOfNode] += lane[k];
}

template <bool kGradient, class Real>
HWY_INLINE void take(const MeshTakers<Real>& takers, Index point) {
  using V = Pack<Real>;
  Windows<Real> windows;
  if (!windows.find(takers, point)) return;  // MeshOutside counts it
  const MeshGrid& grid = takers.grid;
  const Index width = takers.width;
  RowWeights<Real> plain, slanted;
  const Index end = plain.set(windows.weight, nullptr, width);
  if (kGradient) slanted.set(windows.weight, windows.slope, width);
  // A register of less than a node's numbers has parts of it in turn.
  constexpr Index kParts = V::kLanes < kOfNode ? kOfNode / V::kLanes : 1;
  V sum[kParts], slopes[3][kParts];
  for (Index part = 0; part < kParts; ++part) {
    sum[part] = zero<V>();
    for (V(&slope)[kParts] : slopes) slope[part] = zero<V>();
  }
  for (Index c = 0; c < width; ++c) {
    const Real weightZ = windows.weight[2 * width + c];
    for (Index b = 0; b < width; ++b) {
      const Real* const row =
          &takers
               .vectors[static_cast<std::size_t>(windows.first[0]) +
                        static_cast<std::size_t>(grid.nodes[0]) *
                            (static_cast<std::size_t>(windows.first[1] + b) +
                             static_cast<std::size_t>(grid.nodes[1]) * static_cast<std::size_t>(windows.first[2] + c))]
               .x;
      V line[kParts], along[kParts];
      for (Index part = 0; part < kParts; ++part) line[part] = along[part] = zero<V>();
      for (Index k = 0; k < end; k += kParts * V::kLanes) {
        for (Index part = 0; part < kParts; ++part) {
          const Index at = k + part * V::kLanes;
          const V v = V::load(row + at);
          line[part] = mulAdd(V::load(plain.each + at), v, line[part]);
          if (kGradient) along[part] = mulAdd(V::load(slanted.each + at), v, along[part]);
        }
      }
      const Real weight = windows.weight[width + b] * weightZ;
      for (Index part = 0; part < kParts; ++part) {
        sum[part] = mulAdd(V(weight), line[part], sum[part]);
        if (!kGradient) continue;
        slopes[0][part] = mulAdd(V(weight), along[part], slopes[0][part]);
        slopes[1][part] = mulAdd(V(weight * windows.slope[width + b]), line[part], slopes[1][part]);
        slopes[2][part] = mulAdd(V(weight * windows.slope[2 * width + c]), line[part], slopes[2][part]);
      }
    }
  }
  Real total[kOfNode + HWY_LANES(Real)] = {};
  for (Index part = 0; part < kParts; ++part) addLanes(sum[part], total + part * V::kLanes % kOfNode);
  for (std::size_t k = 0; k < 3; ++k) takers.out[k][point] = total[k];
  if (!kGradient) return;
  const Real z = takers.bump.inverse, factor = takers.bump.sharpness * z * z * static_cast<Real>(grid.inverse);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    Real slope[kOfNode + HWY_LANES(Real)] = {};
    for (Index part = 0; part < kParts; ++part) addLanes(slopes[axis][part], slope + part * V::kLanes % kOfNode);
    for (std::size_t k = 0; k < 3; ++k) takers.gradient[3 * k + axis][point] = factor * slope[k];
  }
}

template <class Real>
void takeFromNodesOf(const MeshTakers<Real>& takers, Index first, Index end) {
  constexpr Index kAhead = 12;  // points are where the caller has them, far from each other
  for (Index item = first; item < end; ++item) {
    if (item + kAhead < end) {
      const auto next = static_cast<std::size_t>(takers.order[item + kAhead]);
      for (std::size_t k = 0; k < 3; ++k) {
        hwy::Prefetch(takers.x[k] + next);
        hwy::Prefetch(takers.out[k] + next);
      }
    }
    if (takers.gradient[0]) {
      take<true>(takers, takers.order[item]);
    } else {
      take<false>(takers, takers.order[item]);
    }
  }
}

// Dispatch takes no templates.
void giveToBinFloat(const MeshGivers<float>& givers, Index bin) {
  giveToBinOf(givers, bin);
}
void giveToBinDouble(const MeshGivers<double>& givers, Index bin) {
  giveToBinOf(givers, bin);
}
void takeFromNodesFloat(const MeshTakers<float>& takers, Index first, Index end) {
  takeFromNodesOf(takers, first, end);
}
void takeFromNodesDouble(const MeshTakers<double>& takers, Index first, Index end) {
  takeFromNodesOf(takers, first, end);
}

}  // namespace HWY_NAMESPACE
}  // namespace fmm
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace fmm {

HWY_EXPORT(giveToBinFloat);
HWY_EXPORT(giveToBinDouble);
HWY_EXPORT(takeFromNodesFloat);
HWY_EXPORT(takeFromNodesDouble);

template <>
void giveToBin(const MeshGivers<float>& givers, Index bin) {
  HWY_DYNAMIC_DISPATCH(giveToBinFloat)(givers, bin);
}
template <>
void giveToBin(const MeshGivers<double>& givers, Index bin) {
  HWY_DYNAMIC_DISPATCH(giveToBinDouble)(givers, bin);
}
template <>
void takeFromNodes(const MeshTakers<float>& takers, Index first, Index end) {
  HWY_DYNAMIC_DISPATCH(takeFromNodesFloat)(takers, first, end);
}
template <>
void takeFromNodes(const MeshTakers<double>& takers, Index first, Index end) {
  HWY_DYNAMIC_DISPATCH(takeFromNodesDouble)(takers, first, end);
}

}  // namespace fmm
#endif
