#pragma once

#include "expansion/m2p.h"
#include "solver/fmm_pipeline.h"

namespace fmm {

/// The rule for single targets outside the root cube. It is stricter: the result comes from few cells, often with few
/// elements, whose errors do not average out.
template <class Real>
FMM_HD inline AcceptanceRule<Real> outsideRule(AcceptanceRule<Real> rule) {
  rule.ratio *= kOutsideRatio<Real>;
  return rule;
}

/// Stack size of a walk that opens one cell at a time: seven cells wait per level of octants, one per level of halves.
constexpr Index kWalkStack = 7 * kDeepestLevel + 8;

/// Stack size of a walk that opens many cells at a time.
struct WideWalk {
  static constexpr Index kStack = 320, kRoom = kStack + kWalkStack;

  /// Number of cells, up to `most`, to take from the top of a stack of `depth` so that all their children fit. It is
  /// one if the stack is nearly full: then each level below adds at most 7 entries.
  FMM_HD static Index batch(Index depth, Index most) {
    return smaller(smaller(depth, most), larger((kStack - depth) / 7, 1));
  }
};

/// How a single target outside the root cube uses a cell.
enum class OutsideStep { nothing, far, near, open };

/// The walk through the tree of elements for a single point. A cell is far if its multipole is accurate enough. The
/// elements of nearer leaves are summed one by one, as are those of any cell with no more elements than its expansion
/// has coefficients, since that is cheaper. A distant tracer costs one expansion.
template <class Real>
struct OutsideWalk {
  AcceptanceRule<Real> rule;  ///< outsideRule()
  Index few;                  ///< cells of up to this many elements are summed one by one

  FMM_HD static OutsideWalk of(const AcceptanceRule<Real>& ruleOfLists, Space space, int order) {
    return {outsideRule(ruleOfLists), space == Space::plane ? order + 1 : (order + 1) * (order + 1)};
  }
  FMM_HD OutsideStep step(const Cell& cell, const CellBounds<Real>& bounds, Vector3<Real> y) const {
    const Index count = cell.elements.count();
    if (count == 0) return OutsideStep::nothing;
    if (count <= few) return OutsideStep::near;
    CellBounds<Real> point = {};
    point.targets = {y, y};
    point.targetRadius = 0;
    if (rule.isFar(point, bounds)) return OutsideStep::far;
    return cell.isLeaf() ? OutsideStep::near : OutsideStep::open;
  }
};

/// Walks down from cell `root` for the point y; calls far(cell index) and near(range of elements).
template <class Real, class Far, class Near>
inline void walkTree(const OctreeView<Real>& tree, Index root, const OutsideWalk<Real>& walk, Vector3<Real> y,
                     Far&& far, Near&& near) {
  Index stack[kWalkStack];
  Index depth = 0;
  stack[depth++] = root;
  while (depth > 0) {
    const Index c = stack[--depth];
    const Cell& cell = tree.cells[c];
    switch (walk.step(cell, tree.bounds[c], y)) {
      case OutsideStep::nothing:
        break;
      case OutsideStep::far:
        far(c);
        break;
      case OutsideStep::near:
        near(cell.elements);
        break;
      case OutsideStep::open:
        for (Index k = 0; k < cell.childCount; ++k) stack[depth++] = cell.firstChild + k;
    }
  }
}

/// Computes the results of the tracers outside the root cube, one tracer per item.
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
      const auto length = static_cast<std::size_t>(expansionLength(view.space, view.multipoleOrder));
      const CellBounds<Real>& b = view.tree.bounds[c];
      const auto evaluate = view.space == Space::plane ? planeM2p<Real> : m2p<Real>;
      evaluate(view.order, view.multipoles + static_cast<std::size_t>(c) * length, b.sourceRadius,
               y - b.sources.middle(), u, target.gradient[0] ? j : nullptr);
    };
    const auto near = [&](IndexRange range) {
      sumPairs(PairTask<Real>{view.sources, &range, 1, target, 1, y, view.regularisation, view.accuracy, false, 0,
                              view.space});
    };
    const auto walk = OutsideWalk<Real>::of(rule, view.space, view.order);
    for (Index k = 0; k < view.rootCount; ++k) walkTree(view.tree, view.roots[k], walk, y, far, near);
    if (!velocity) return;
    *target.ux += u[0];
    *target.uy += u[1];
    *target.uz += u[2];
    for (int c = 0; target.gradient[0] && c < 9; ++c) *target.gradient[c] += j[c];
  }
};

}  // namespace fmm
