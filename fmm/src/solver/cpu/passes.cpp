#include "solver/cpu/passes.h"

#include <algorithm>

#include "expansion/local_derivatives.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solver/cpu/passes.cpp"
#include "exec/cpu/simd_targets.h"

#include "exec/cpu/simd_pack-inl.h"
#include "expansion/harmonics-inl.h"
#include "expansion/plane_expansion-inl.h"
#include "expansion/translations-inl.h"

HWY_BEFORE_NAMESPACE();
namespace fmm {
namespace HWY_NAMESPACE {

template <class Real>
constexpr Index lanes() {
  return Pack<Real>::kLanes;
}

/// Expansions of the vector potential, for flows in space.
template <class Real>
struct SpaceExpansion {
  static constexpr Space kSpace = Space::space;
  using V = Pack<Real>;
  static HWY_INLINE void p2m(int p, Vector3<V> offset, Vector3<V> alpha, V* q) {
    HWY_NAMESPACE::p2m(operatorTables(Real()), p, offset, alpha, q);
  }
  static HWY_INLINE void m2m(int p, Vector3<V> d, V childScale, V parentScale, V* q) {
    HWY_NAMESPACE::m2m<3>(operatorTables(Real()), p, d, childScale, parentScale, q);
  }
  static HWY_INLINE void m2l(int p, Vector3<V> d, V sourceScale, V targetScale, V* q) {
    HWY_NAMESPACE::m2l<3>(operatorTables(Real()), p, d, sourceScale, targetScale, q);
  }
  static HWY_INLINE void l2l(int p, Vector3<V> d, V parentScale, V childScale, V* l) {
    HWY_NAMESPACE::l2l<3>(operatorTables(Real()), p, d, parentScale, childScale, l);
  }
};
/// Expansions of the complex velocity, for plane flows.
template <class Real>
struct PlaneExpansion {
  static constexpr Space kSpace = Space::plane;
  using V = Pack<Real>;
  static HWY_INLINE void p2m(int p, Vector3<V> offset, Vector3<V> alpha, V* q) {
    planeP2m(p, Complex<V>{offset.x, offset.y}, alpha.z, q);
  }
  static HWY_INLINE void m2m(int p, Vector3<V> d, V childScale, V parentScale, V* q) {
    planeM2m(p, Complex<V>{d.x, d.y}, childScale, parentScale, q);
  }
  static HWY_INLINE void m2l(int p, Vector3<V> d, V sourceScale, V targetScale, V* q) {
    planeM2l(p, Complex<V>{d.x, d.y}, sourceScale, targetScale, q);
  }
  static HWY_INLINE void l2l(int p, Vector3<V> d, V parentScale, V childScale, V* l) {
    planeL2l(p, Complex<V>{d.x, d.y}, parentScale, childScale, l);
  }
};

/// Calls use(expansion) with the view's kind of expansions.
template <class Real, class Use>
HWY_INLINE void withExpansion(const FmmView<Real>& view, const Use& use) {
  view.space == Space::plane ? use(PlaneExpansion<Real>()) : use(SpaceExpansion<Real>());
}

/// Room for one register per coefficient: the SIMD form of an expansion.
template <class Real>
struct PackedExpansion {
  Pack<Real> c[vectorLength(kMaximumOrder)];
};

template <class Real>
void clear(int length, PackedExpansion<Real>& e) {
  for (int i = 0; i < length; ++i) e.c[i] = zero<Pack<Real>>();
}

/// Coordinates of up to one register of points or vectors, the last one repeated.
template <class Real>
struct Lanes3 {
  HWY_ALIGN Real x[HWY_LANES(Real)], y[HWY_LANES(Real)], z[HWY_LANES(Real)];
  HWY_INLINE void set(Index k, const Vector3<Real>& v) {
    x[k] = v.x;
    y[k] = v.y;
    z[k] = v.z;
  }
  HWY_INLINE Vector3<Pack<Real>> pack() const {
    return {Pack<Real>::load(x), Pack<Real>::load(y), Pack<Real>::load(z)};
  }
};

/// Loads the first `length` coefficients of `count` cells, whose expansions lie `stride` apart, into the lanes of
/// `out`; sets the other lanes to 0.
template <class Real, class CellAt>
void loadExpansions(const Real* all, int stride, int length, Index count, const CellAt& cellAt,
                    PackedExpansion<Real>& out) {
  Real* to = reinterpret_cast<Real*>(out.c);
  for (Index k = 0; k < lanes<Real>(); ++k) {
    if (k >= count) {
      for (int i = 0; i < length; ++i) to[i * lanes<Real>() + k] = 0;
      continue;
    }
    const Real* from = all + static_cast<std::size_t>(cellAt(k)) * static_cast<std::size_t>(stride);
    for (int i = 0; i < length; ++i) to[i * lanes<Real>() + k] = from[i];
  }
}

template <class Expansion, class Real>
void p2mLeaf(const FmmView<Real>& view, Index leaf) {
  const IndexRange range = view.tree.cells[leaf].elements;
  if (range.count() == 0) return;
  const CellBounds<Real>& bounds = view.tree.bounds[leaf];
  const Vector3<Real> centre = bounds.sources.middle();
  const Real inverse = 1 / bounds.sourceRadius;
  const int length = expansionLength(Expansion::kSpace, view.multipoleOrder);
  PackedExpansion<Real> q;
  clear(length, q);
  const SourceArrays<Real>& s = view.sources;
  for (Index first = range.begin; first < range.end; first += lanes<Real>()) {
    Lanes3<Real> offset, alpha;
    for (Index k = 0; k < lanes<Real>(); ++k) {
      const Index i = std::min(first + k, range.end - 1);
      const Real weight = first + k < range.end ? Real(1) : Real(0);
      offset.set(k, {(s.x[i] - centre.x) * inverse, (s.y[i] - centre.y) * inverse, (s.z[i] - centre.z) * inverse});
      alpha.set(k, {weight * s.ax[i], weight * s.ay[i], weight * s.az[i]});
    }
    Expansion::p2m(view.multipoleOrder, offset.pack(), alpha.pack(), q.c);
  }
  Real* out = view.multipoles + static_cast<std::size_t>(leaf) * static_cast<std::size_t>(length);
  for (int i = 0; i < length; ++i) out[i] = q.c[i].sum();
}

template <class Expansion, class Real>
void m2mCell(const FmmView<Real>& view, Index c) {
  const Cell& cell = view.tree.cells[c];
  if (cell.elements.count() == 0) return;
  const int length = expansionLength(Expansion::kSpace, view.multipoleOrder);
  Real* out = view.multipoles + static_cast<std::size_t>(c) * static_cast<std::size_t>(length);
  std::fill_n(out, length, Real(0));
  const Vector3<Real> centre = view.tree.bounds[c].sources.middle();
  Index children[8];
  Index count = 0;
  for (Index k = cell.firstChild; k < cell.firstChild + cell.childCount; ++k) {
    if (view.tree.cells[k].elements.count() > 0) children[count++] = k;
  }
  for (Index first = 0; first < count; first += lanes<Real>()) {
    const Index used = std::min(lanes<Real>(), count - first);
    Lanes3<Real> shift;
    HWY_ALIGN Real scale[HWY_LANES(Real)];
    for (Index k = 0; k < lanes<Real>(); ++k) {
      const CellBounds<Real>& bounds = view.tree.bounds[children[first + std::min(k, used - 1)]];
      shift.set(k, bounds.sources.middle() - centre);
      scale[k] = bounds.sourceRadius;
    }
    PackedExpansion<Real> q;
    loadExpansions(
        view.multipoles, length, length, used, [&](Index k) { return children[first + k]; }, q);
    Expansion::m2m(view.multipoleOrder, shift.pack(), Pack<Real>::load(scale),
                   Pack<Real>(view.tree.bounds[c].sourceRadius), q.c);
    for (int i = 0; i < length; ++i) out[i] += q.c[i].sum();
  }
}

template <class Expansion, class Real>
void m2lCell(const FmmView<Real>& view, Index c) {
  const int length = expansionLength(Expansion::kSpace, view.order);
  Real* out = view.locals + static_cast<std::size_t>(c) * static_cast<std::size_t>(length);
  const Index* far = view.far.items + view.far.start[c];
  const auto count = static_cast<Index>(view.far.start[c + 1] - view.far.start[c]);
  if (count == 0) {
    std::fill_n(out, length, Real(0));
    return;
  }
  const CellBounds<Real>& target = view.tree.bounds[c];
  const Vector3<Real> centre = target.targets.middle();
  PackedExpansion<Real> q, sum;
  clear(length, sum);
  for (Index first = 0; first < count; first += lanes<Real>()) {
    const Index used = std::min(lanes<Real>(), count - first);
    Lanes3<Real> d;
    HWY_ALIGN Real scale[HWY_LANES(Real)];
    for (Index k = 0; k < lanes<Real>(); ++k) {
      const CellBounds<Real>& source = view.tree.bounds[far[first + std::min(k, used - 1)]];
      d.set(k, centre - source.sources.middle());
      scale[k] = source.sourceRadius;
    }
    loadExpansions(
        view.multipoles, expansionLength(Expansion::kSpace, view.multipoleOrder), length, used,
        [&](Index k) { return far[first + k]; }, q);
    Expansion::m2l(view.order, d.pack(), Pack<Real>::load(scale), Pack<Real>(target.targetRadius), q.c);
    for (int i = 0; i < length; ++i) sum.c[i] += q.c[i];
  }
  for (int i = 0; i < length; ++i) out[i] = sum.c[i].sum();
}

template <class Expansion, class Real>
void l2lCell(const FmmView<Real>& view, Index c) {
  const Cell& cell = view.tree.cells[c];
  const CellBounds<Real>& parent = view.tree.bounds[c];
  const Vector3<Real> centre = parent.targets.middle();
  const int length = expansionLength(Expansion::kSpace, view.order);
  const Real* from = view.locals + static_cast<std::size_t>(c) * static_cast<std::size_t>(length);
  const Index end = cell.firstChild + cell.childCount;
  for (Index first = cell.firstChild; first < end; first += lanes<Real>()) {
    const Index used = std::min(lanes<Real>(), end - first);
    Lanes3<Real> shift;
    HWY_ALIGN Real scale[HWY_LANES(Real)];
    for (Index k = 0; k < lanes<Real>(); ++k) {
      const CellBounds<Real>& child = view.tree.bounds[first + std::min(k, used - 1)];
      // A child without targets has no centre. The parent's stands in, since the child's expansion is not read.
      shift.set(k, child.targets.isEmpty() ? Vector3<Real>{0, 0, 0} : child.targets.middle() - centre);
      scale[k] = child.targetRadius;
    }
    PackedExpansion<Real> l;
    for (int i = 0; i < length; ++i) l.c[i] = Pack<Real>(from[i]);
    Expansion::l2l(view.order, shift.pack(), Pack<Real>(parent.targetRadius), Pack<Real>::load(scale), l.c);
    const Real* lane = reinterpret_cast<const Real*>(l.c);
    for (Index k = 0; k < used; ++k) {
      Real* to = view.locals + static_cast<std::size_t>(first + k) * static_cast<std::size_t>(length);
      for (int i = 0; i < length; ++i) to[i] += lane[i * lanes<Real>() + k];
    }
  }
}

/// Stores the first `used` lanes.
template <class Real>
HWY_INLINE void storeFirst(const Pack<Real>& value, Index used, Real* to) {
  HWY_ALIGN Real lane[HWY_LANES(Real)];
  value.store(lane);
  std::copy_n(lane, used, to);
}

/// Velocity's and gradient's expansions of a leaf, ready for l2p().
template <class Real>
struct LeafField {
  Real u[3 * coefficientCount(kMaximumOrder)];
  Real j[9 * coefficientCount(kMaximumOrder)];
};

template <class Real>
void evaluateTargets(const FmmView<Real>& view, const CellBounds<Real>& bounds, const LeafField<Real>& field,
                     const TargetArrays<Real>& targets, IndexRange range) {
  const auto& tables = operatorTables(Real());
  const Vector3<Real> centre = bounds.targets.middle();
  const Real inverse = 1 / bounds.targetRadius;
  const bool gradient = targets.gradient[0] != nullptr;
  for (Index first = range.begin; first < range.end; first += lanes<Real>()) {
    const Index used = std::min(lanes<Real>(), range.end - first);
    Lanes3<Real> offset;
    for (Index k = 0; k < lanes<Real>(); ++k) {
      const Index i = first + std::min(k, used - 1);
      offset.x[k] = (targets.x[i] - centre.x) * inverse;
      offset.y[k] = (targets.y[i] - centre.y) * inverse;
      offset.z[k] = (targets.z[i] - centre.z) * inverse;
    }
    Pack<Real> u[3], j[9];
    l2p<3, 3>(tables, view.order - 1, offset.pack(), field.u, u);
    if (gradient) l2p<9, 9>(tables, view.order - 2, offset.pack(), field.j, j);
    Real* rows[3] = {targets.ux, targets.uy, targets.uz};
    const auto put = [&](const Pack<Real>& value, Real* row) { storeFirst(value, used, row + first); };
    for (int c = 0; c < 3; ++c) put(u[c], rows[c]);
    for (int c = 0; gradient && c < 9; ++c) put(j[c], targets.gradient[c]);
  }
}

/// Velocity and gradient of targets in the plane from the local expansion of their leaf.
template <class Real>
void evaluatePlaneTargets(const FmmView<Real>& view, const CellBounds<Real>& bounds, const Real* local,
                          const TargetArrays<Real>& targets, IndexRange range) {
  const Vector3<Real> centre = bounds.targets.middle();
  const Real inverse = 1 / bounds.targetRadius;
  const Pack<Real> factor(static_cast<Real>(2 * kInverse4Pi)), slopeFactor = factor * Pack<Real>(inverse);
  for (Index first = range.begin; first < range.end; first += lanes<Real>()) {
    const Index used = std::min(lanes<Real>(), range.end - first);
    HWY_ALIGN Real x[HWY_LANES(Real)], y[HWY_LANES(Real)];
    for (Index k = 0; k < lanes<Real>(); ++k) {
      const Index i = first + std::min(k, used - 1);
      x[k] = (targets.x[i] - centre.x) * inverse;
      y[k] = (targets.y[i] - centre.y) * inverse;
    }
    const Complex<Pack<Real>> offset = {Pack<Real>::load(x), Pack<Real>::load(y)};
    const auto put = [&](const Pack<Real>& value, Real* row) { storeFirst(value, used, row + first); };
    const bool gradient = targets.gradient[0] != nullptr;
    const auto sum = gradient ? planeL2p<true>(view.order, offset, local) : planeL2p<false>(view.order, offset, local);
    put(sum.u(factor), targets.ux);
    put(sum.v(factor), targets.uy);
    put(zero<Pack<Real>>(), targets.uz);
    if (!gradient) continue;
    for (Real* const row : targets.gradient) put(zero<Pack<Real>>(), row);
    put(sum.ux(slopeFactor), targets.gradient[0]);
    put(sum.uy(slopeFactor), targets.gradient[1]);
    put(sum.uy(slopeFactor), targets.gradient[3]);
    put(-sum.ux(slopeFactor), targets.gradient[4]);
  }
}

template <class Real>
void l2pLeaf(const FmmView<Real>& view, Index leaf, const LeafTargets& part) {
  const CellBounds<Real>& bounds = view.tree.bounds[leaf];
  const int p = view.order;
  const bool elements = view.elementTargets.ux && part.elements.count() > 0;
  const bool tracers = view.tracerTargets.ux && part.tracers.count() > 0;
  if (!elements && !tracers) return;
  const Real* l =
      view.locals + static_cast<std::size_t>(leaf) * static_cast<std::size_t>(expansionLength(view.space, p));
  if (view.space == Space::plane) {
    if (elements) evaluatePlaneTargets(view, bounds, l, view.elementTargets, part.elements);
    if (tracers) evaluatePlaneTargets(view, bounds, l, view.tracerTargets, part.tracers);
    return;
  }
  LeafField<Real> field;
  curl(p, l, static_cast<Real>(kInverse4Pi) / bounds.targetRadius, field.u);
  if ((elements && view.elementTargets.gradient[0]) || view.tracerTargets.gradient[0]) {
    gradientOf(p, field.u, 1 / bounds.targetRadius, field.j);
    foldNegativeOrders(p - 2, 9, field.j);
  }
  foldNegativeOrders(p - 1, 3, field.u);
  if (elements) evaluateTargets(view, bounds, field, view.elementTargets, part.elements);
  if (tracers) evaluateTargets(view, bounds, field, view.tracerTargets, part.tracers);
}

template <class Real>
void upward(const FmmView<Real>& view, Index c) {
  const bool leaf = view.tree.cells[c].isLeaf();
  withExpansion(view, [&](auto kind) { leaf ? p2mLeaf<decltype(kind)>(view, c) : m2mCell<decltype(kind)>(view, c); });
}

void upwardFloat(const FmmView<float>& view, Index c) {
  upward(view, c);
}
void upwardDouble(const FmmView<double>& view, Index c) {
  upward(view, c);
}
void m2lFloat(const FmmView<float>& view, Index c) {
  withExpansion(view, [&](auto kind) { m2lCell<decltype(kind)>(view, c); });
}
void m2lDouble(const FmmView<double>& view, Index c) {
  withExpansion(view, [&](auto kind) { m2lCell<decltype(kind)>(view, c); });
}
void l2lFloat(const FmmView<float>& view, Index c) {
  withExpansion(view, [&](auto kind) { l2lCell<decltype(kind)>(view, c); });
}
void l2lDouble(const FmmView<double>& view, Index c) {
  withExpansion(view, [&](auto kind) { l2lCell<decltype(kind)>(view, c); });
}
void l2pFloat(const FmmView<float>& view, Index c, const LeafTargets& part) {
  l2pLeaf<float>(view, c, part);
}
void l2pDouble(const FmmView<double>& view, Index c, const LeafTargets& part) {
  l2pLeaf<double>(view, c, part);
}

}  // namespace HWY_NAMESPACE
}  // namespace fmm
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace fmm {

HWY_EXPORT(upwardFloat);
HWY_EXPORT(upwardDouble);
HWY_EXPORT(m2lFloat);
HWY_EXPORT(m2lDouble);
HWY_EXPORT(l2lFloat);
HWY_EXPORT(l2lDouble);
HWY_EXPORT(l2pFloat);
HWY_EXPORT(l2pDouble);

void upwardCell(const FmmView<float>& view, Index c) {
  HWY_DYNAMIC_DISPATCH(upwardFloat)(view, c);
}
void upwardCell(const FmmView<double>& view, Index c) {
  HWY_DYNAMIC_DISPATCH(upwardDouble)(view, c);
}
void m2lCell(const FmmView<float>& view, Index c) {
  HWY_DYNAMIC_DISPATCH(m2lFloat)(view, c);
}
void m2lCell(const FmmView<double>& view, Index c) {
  HWY_DYNAMIC_DISPATCH(m2lDouble)(view, c);
}
void l2lCell(const FmmView<float>& view, Index c) {
  HWY_DYNAMIC_DISPATCH(l2lFloat)(view, c);
}
void l2lCell(const FmmView<double>& view, Index c) {
  HWY_DYNAMIC_DISPATCH(l2lDouble)(view, c);
}
void l2pLeaf(const FmmView<float>& view, Index c, const LeafTargets& part) {
  HWY_DYNAMIC_DISPATCH(l2pFloat)(view, c, part);
}
void l2pLeaf(const FmmView<double>& view, Index c, const LeafTargets& part) {
  HWY_DYNAMIC_DISPATCH(l2pDouble)(view, c, part);
}

}  // namespace fmm
#endif
