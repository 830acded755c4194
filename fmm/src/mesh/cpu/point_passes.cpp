#include "mesh/cpu/points.h"

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

/// The window exp(b (root - 1)) at `count` places, 0 beyond its reach, and the roots. Arrays have room for one register
/// more.
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

// ---- spreading ------------------------------------------------------------------------------------------------------

constexpr Index kEdge = MeshBins::kEdge, kPlane = kEdge * kEdge, kBinNodes = kPlane * kEdge;
/// Nodes of a bin in a register.
template <class Real>
constexpr Index kStride = Pack<Real>::kLanes < kPlane ? Pack<Real>::kLanes : kPlane;

/// Adds an element to the nodes of a bin, a plane at a time.
template <class Real>
HWY_INLINE void addTerm(const MeshSpreading<Real>& spreading, const MeshSource<Real>& source, const Vector3<Real>& d,
                        Real* sum) {
  using V = Pack<Real>;
  const Real reach = spreading.reach(), most = reach + Real(kEdge - 1);
  // Nodes at d, d + 1, ... along each axis.
  if (!(d.x <= reach && d.x >= -most && d.y <= reach && d.y >= -most && d.z <= reach && d.z >= -most)) return;
  HWY_ALIGN Real place[3 * kEdge + HWY_LANES(Real)] = {}, weight[3 * kEdge + HWY_LANES(Real)],
                                   root[3 * kEdge + HWY_LANES(Real)];
  for (Index k = 0; k < kEdge; ++k) {
    place[k] = d.x + static_cast<Real>(k);
    place[kEdge + k] = d.y + static_cast<Real>(k);
    place[2 * kEdge + k] = d.z + static_cast<Real>(k);
  }
  windowAt(spreading.bump, place, 3 * kEdge, weight, root);
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
void spreadToBinOf(const MeshSpreading<Real>& spreading, Index bin) {
  static_assert(Pack<Real>::kLanes <= kPlane, "a register is a part of a plane of nodes");
  const Vector3<Index> b = spreading.place(bin);
  HWY_ALIGN Real sum[3 * (kBinNodes + kPlane)] = {};
  for (Index n = 0; n < spreading.rows(); ++n) {
    const auto row = spreading.row(b, n);
    for (Index s = row.first; s < row.end; ++s)
      addTerm(spreading, spreading.sources[s], spreading.seenFrom(spreading.sources[s], b, row), sum);
  }
  for (Index c = 0; c < 3; ++c)
    for (Index node = 0; node < kBinNodes; ++node)
      spreading.set(b, spreading.within(node), c, sum[c * (kBinNodes + kPlane) + node]);
}

// ---- interpolation --------------------------------------------------------------------------------------------------

constexpr Index kMostWidth = MeshAccuracy::kMostWidth, kOfVector = 4;  // numbers of a MeshVector

/// Layout in registers of a row of nodes with kNumbers each. Registers have 32 bytes at most: a core loads two of them
/// a cycle, and with two vectors per node such a load never crosses a cache line. Where a register holds two vectors,
/// even and odd nodes are summed separately whatever kNumbers is: velocities are then equal to the last bit with and
/// without vorticities beside them.
template <class Real, Index kNumbers>
struct RowSpan {
  static constexpr Index kMostLanes = 32 / sizeof(Real);
  static constexpr Index kLanes = HWY_LANES(Real) < kMostLanes ? HWY_LANES(Real) : kMostLanes;
  static constexpr Index kNodes = kLanes < 2 * kOfVector ? 1 : 2;
  static constexpr Index kCount = kNodes * kNumbers;  ///< numbers
  static constexpr Index kRegisters = kCount / kLanes;
  using D = hn::CappedTag<Real, kLanes>;
  using Register = hn::Vec<D>;
};

/// Window values along the axes at the nodes around a point.
template <class Real>
struct Windows {
  HWY_ALIGN Real weight[3 * kMostWidth + HWY_LANES(Real)], slope[3 * kMostWidth + HWY_LANES(Real)];
  Index first[3];

  /// False if the mesh lacks some of these nodes.
  HWY_INLINE bool find(const MeshTargets<Real>& targets, Index point) {
    const MeshGrid& grid = targets.grid;
    const Index width = targets.width, before = (width - 1) / 2, after = width / 2;
    const Vector3<double> u = grid.inSpacings(targets.x[0][point], targets.x[1][point], targets.x[2][point]);
    const double at[3] = {u.x, u.y, u.z};
    HWY_ALIGN Real place[3 * kMostWidth + HWY_LANES(Real)] = {}, root[3 * kMostWidth + HWY_LANES(Real)];
    for (Index axis = 0; axis < 3; ++axis) {
      const double node = std::floor(at[axis] + (width % 2 == 0 ? 0 : 0.5));
      if (!(node >= before && node + after < grid.nodes[axis])) return false;
      first[axis] = static_cast<Index>(node) - before;
      const auto d = static_cast<Real>(at[axis] - node);
      for (Index m = 0; m < width; ++m) place[axis * width + m] = static_cast<Real>(m - before) - d;
    }
    windowAt(targets.bump, place, 3 * width, weight, root);
    if (targets.gradient[0] == nullptr) return true;
    for (Index m = 0; m < 3 * width; ++m) slope[m] = place[m] / std::max(root[m], Real(1e-3));
    return true;
  }
};

/// Weights of a row of nodes, repeated for every number of a node; zeros follow the last node.
template <class Real, Index kNumbers>
struct RowWeights {
  HWY_ALIGN Real each[kNumbers * (kMostWidth + 1)];

  HWY_INLINE void set(const Real* weight, const Real* factor, Index width) {
    for (Index m = 0; m < width; ++m) {
      const Real value = factor ? weight[m] * factor[m] : weight[m];
      for (Index k = 0; k < kNumbers; ++k) each[kNumbers * m + k] = value;
    }
    for (Index k = 0; k < kNumbers; ++k) each[kNumbers * width + k] = 0;
  }
};

/// Sums of nodes' numbers. total() adds up those of even and odd nodes.
template <class Real, Index kNumbers>
struct NodeSums {
  using Span = RowSpan<Real, kNumbers>;
  typename Span::Register of[Span::kRegisters];

  HWY_INLINE void clear() {
    for (auto& sum : of) sum = hn::Zero(typename Span::D());
  }
  HWY_INLINE void add(Real factor, const NodeSums& other) {
    const auto f = hn::Set(typename Span::D(), factor);
    for (Index k = 0; k < Span::kRegisters; ++k) of[k] = hn::MulAdd(f, other.of[k], of[k]);
  }
  /// Adds `spans` spans of nodes, times weights.
  HWY_INLINE void addRow(const Real* weights, const Real* row, Index spans) {
    for (Index s = 0; s < spans; ++s) {
      for (Index k = 0; k < Span::kRegisters; ++k) {
        const Index at = s * Span::kCount + k * Span::kLanes;
        of[k] = hn::MulAdd(hn::LoadU(typename Span::D(), weights + at), hn::LoadU(typename Span::D(), row + at), of[k]);
      }
    }
  }
  HWY_INLINE void total(Real* to) const {
    HWY_ALIGN Real all[Span::kCount];
    for (Index k = 0; k < Span::kRegisters; ++k) hn::StoreU(of[k], typename Span::D(), all + k * Span::kLanes);
    for (Index k = 0; k < kNumbers; ++k) to[k] = Span::kNodes == 2 ? all[k] + all[kNumbers + k] : all[k];
  }
};

/// kSpans: spans of a row where the compiler knows them; else 0.
template <bool kGradient, Index kNumbers, Index kSpans, class Real>
HWY_INLINE void interpolate(const MeshTargets<Real>& targets, Index point) {
  using Sums = NodeSums<Real, kNumbers>;
  Windows<Real> windows;
  if (!windows.find(targets, point)) return;  // MeshOutside reports this point
  const MeshGrid& grid = targets.grid;
  const Index width = targets.width;
  const Index spans = kSpans > 0 ? kSpans : (width + Sums::Span::kNodes - 1) / Sums::Span::kNodes;
  RowWeights<Real, kNumbers> plain, slanted;
  plain.set(windows.weight, nullptr, width);
  if (kGradient) slanted.set(windows.weight, windows.slope, width);
  Sums sum, slopes[3];
  sum.clear();
  for (Sums& slope : slopes) slope.clear();
  const std::size_t row = static_cast<std::size_t>(kNumbers) * static_cast<std::size_t>(grid.nodes[0]),
                    slab = row * static_cast<std::size_t>(grid.nodes[1]);
  const Real* first = &targets.vectors->x + static_cast<std::size_t>(kNumbers * windows.first[0]) +
                      row * static_cast<std::size_t>(windows.first[1]) +
                      slab * static_cast<std::size_t>(windows.first[2]);
  for (Index c = 0; c < width; ++c, first += slab) {
    Sums plane, along, across;
    plane.clear();
    along.clear();
    across.clear();
    const Real* nodes = first;
    for (Index b = 0; b < width; ++b, nodes += row) {
      const Real weight = windows.weight[width + b];
      Sums line;
      line.clear();
      line.addRow(plain.each, nodes, spans);
      plane.add(weight, line);
      if (!kGradient) continue;
      across.add(weight * windows.slope[width + b], line);
      line.clear();
      line.addRow(slanted.each, nodes, spans);
      along.add(weight, line);
    }
    const Real weight = windows.weight[2 * width + c];
    sum.add(weight, plane);
    if (!kGradient) continue;
    slopes[0].add(weight, along);
    slopes[1].add(weight, across);
    slopes[2].add(weight * windows.slope[2 * width + c], plane);
  }
  Real total[kNumbers];
  sum.total(total);
  for (std::size_t k = 0; targets.out[0] && k < 3; ++k) targets.out[k][point] = total[k];
  for (std::size_t k = 0; kNumbers > kOfVector && targets.second[0] && k < 3; ++k)
    targets.second[k][point] = total[kNumbers - kOfVector + static_cast<Index>(k)];
  if (!kGradient) return;
  const Real z = targets.bump.inverse, factor = targets.bump.sharpness * z * z * static_cast<Real>(grid.inverse);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    slopes[axis].total(total);
    for (std::size_t k = 0; k < 3; ++k) targets.gradient[3 * k + axis][point] = factor * total[k];
  }
}

template <bool kGradient, Index kNumbers, Index kSpans, class Real>
void interpolateAll(const MeshTargets<Real>& targets, Index first, Index end) {
  constexpr Index kAhead = 12;  // points are in the caller's order, scattered in memory
  for (Index item = first; item < end; ++item) {
    if (item + kAhead < end) {
      const auto next = static_cast<std::size_t>(targets.order[item + kAhead]);
      for (std::size_t k = 0; k < 3; ++k) {
        hwy::Prefetch(targets.x[k] + next);
        if (targets.out[0]) hwy::Prefetch(targets.out[k] + next);
        if (kNumbers > kOfVector && targets.second[0]) hwy::Prefetch(targets.second[k] + next);
      }
    }
    interpolate<kGradient, kNumbers, kSpans>(targets, targets.order[item]);
  }
}

template <bool kGradient, Index kNumbers, class Real>
void interpolateBySpans(const MeshTargets<Real>& targets, Index first, Index end) {
  const Index spans = (targets.width + 1) / 2;  // the commonest widths have loops of fixed length
  if (RowSpan<Real, kNumbers>::kNodes == 2 && spans == 3)
    return interpolateAll<kGradient, kNumbers, 3>(targets, first, end);
  if (RowSpan<Real, kNumbers>::kNodes == 2 && spans == 4)
    return interpolateAll<kGradient, kNumbers, 4>(targets, first, end);
  interpolateAll<kGradient, kNumbers, 0>(targets, first, end);
}

template <class Real>
void interpolateFromNodesOf(const MeshTargets<Real>& targets, Index first, Index end) {
  constexpr Index kBoth = 2 * kOfVector;
  if (targets.gradient[0]) {
    targets.beside ? interpolateBySpans<true, kBoth>(targets, first, end)
                   : interpolateBySpans<true, kOfVector>(targets, first, end);
  } else {
    targets.beside ? interpolateBySpans<false, kBoth>(targets, first, end)
                   : interpolateBySpans<false, kOfVector>(targets, first, end);
  }
}

// Highway's dispatch takes no templates.
void spreadToBinFloat(const MeshSpreading<float>& spreading, Index bin) {
  spreadToBinOf(spreading, bin);
}
void spreadToBinDouble(const MeshSpreading<double>& spreading, Index bin) {
  spreadToBinOf(spreading, bin);
}
void interpolateFromNodesFloat(const MeshTargets<float>& targets, Index first, Index end) {
  interpolateFromNodesOf(targets, first, end);
}
void interpolateFromNodesDouble(const MeshTargets<double>& targets, Index first, Index end) {
  interpolateFromNodesOf(targets, first, end);
}

}  // namespace HWY_NAMESPACE
}  // namespace fmm
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace fmm {

HWY_EXPORT(spreadToBinFloat);
HWY_EXPORT(spreadToBinDouble);
HWY_EXPORT(interpolateFromNodesFloat);
HWY_EXPORT(interpolateFromNodesDouble);

template <>
void spreadToBin(const MeshSpreading<float>& spreading, Index bin) {
  HWY_DYNAMIC_DISPATCH(spreadToBinFloat)(spreading, bin);
}
template <>
void spreadToBin(const MeshSpreading<double>& spreading, Index bin) {
  HWY_DYNAMIC_DISPATCH(spreadToBinDouble)(spreading, bin);
}
template <>
void interpolateFromNodes(const MeshTargets<float>& targets, Index first, Index end) {
  HWY_DYNAMIC_DISPATCH(interpolateFromNodesFloat)(targets, first, end);
}
template <>
void interpolateFromNodes(const MeshTargets<double>& targets, Index first, Index end) {
  HWY_DYNAMIC_DISPATCH(interpolateFromNodesDouble)(targets, first, end);
}

}  // namespace fmm
#endif
