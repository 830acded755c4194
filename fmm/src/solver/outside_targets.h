#pragma once

#include "expansion/m2p.h"
#include "solver/fmm_view.h"

namespace fmm {

/// The rule for single targets outside the root cube: stricter, since few cells, often of few elements, make up the
/// whole result, and their errors do not average out.
template <class Real>
FMM_HD inline AcceptanceRule<Real> outsideRule(AcceptanceRule<Real> rule) {
  rule.ratio *= kOutsideRatio<Real>;
  return rule;
}

/// Walks the tree of elements from cell `root` down for one point y: far(cell index) for cells whose multipole serves,
/// near(range) for the elements of leaves that are too near. One tracer far away costs one expansion.
template <class Real, class Far, class Near>
FMM_HD inline void walkTree(const OctreeView<Real>& tree, Index root, const AcceptanceRule<Real>& rule, Vector3<Real> y,
                            Far&& far, Near&& near) {
  Index stack[7 * kDeepestLevel + 8];
  Index depth = 0;
  stack[depth++] = root;
  while (depth > 0) {
    const Index c = stack[--depth];
    const Cell& cell = tree.cells[c];
    if (cell.elements.count() == 0) continue;
    CellBounds<Real> point = {};
    point.targets = {y, y};
    point.targetRadius = 0;
    if (rule.isFar(point, tree.bounds[c])) {
      far(c);
    } else if (cell.isLeaf()) {
      near(cell.elements);
    } else {
      for (Index k = 0; k < cell.childCount; ++k) stack[depth++] = cell.firstChild + k;
    }
  }
}

/// Results of the tracers outside the root cube, each on its own.
template <class Real>
struct OutsideTargets {
  FmmView<Real> view;
  AcceptanceRule<Real> rule;
  Index first;  ///< sorted index of the first tracer outside

  void operator()(Index i) const {
    const Index t = first + i;
    const Vector3<Real> y = {view.tracer[0][t], view.tracer[1][t], view.tracer[2][t]};
    const TargetArrays<Real> target = view.tracerTargets.from(t);
    const bool velocity = target.ux != nullptr;
    if (velocity) *target.ux = *target.uy = *target.uz = 0;
    for (int c = 0; target.gradient[0] && c < 9; ++c) *target.gradient[c] = 0;
    Real u[3] = {}, j[9] = {};
    const auto far = [&](Index c) {
      if (!velocity) return;
      const auto length = static_cast<std::size_t>(vectorLength(view.multipoleOrder));
      const CellBounds<Real>& b = view.tree.bounds[c];
      m2p(view.order, view.multipoles + static_cast<std::size_t>(c) * length, b.sourceRadius, y - b.sources.middle(), u,
          target.gradient[0] ? j : nullptr);
    };
    const auto near = [&](IndexRange range) {
      sumPairs(PairTask<Real>{view.sources, &range, 1, target, 1, y.x, y.y, y.z, view.regularisation, view.accuracy});
    };
    for (Index k = 0; k < view.rootCount; ++k) walkTree(view.tree, view.roots[k], outsideRule(rule), y, far, near);
    if (!velocity) return;
    *target.ux += u[0];
    *target.uy += u[1];
    *target.uz += u[2];
    for (int c = 0; target.gradient[0] && c < 9; ++c) *target.gradient[c] += j[c];
  }
};

}  // namespace fmm
