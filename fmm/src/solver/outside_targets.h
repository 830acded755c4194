#pragma once

#include "expansion/m2p.h"
#include "solver/fmm_pipeline.h"

namespace fmm {

/// The rule for single targets outside the root cube: stricter, since few cells, often of few elements, make up the
/// whole result, and their errors do not average out.
template <class Real>
FMM_HD inline AcceptanceRule<Real> outsideRule(AcceptanceRule<Real> rule) {
  rule.ratio *= kOutsideRatio<Real>;
  return rule;
}

/// Room for the cells of a walk that opens one at a time: seven wait a level of octants, one a level of halves.
constexpr Index kWalkStack = 7 * kDeepestLevel + 8;

/// The same for a walk that opens many cells at a time.
struct WideWalk {
  static constexpr Index kStack = 320, kRoom = kStack + kWalkStack;

  /// How many cells to take from the top of a stack of `depth`, up to `most`, so that their children surely find room.
  /// Of a nearly full one it is one: then each level below adds 7 entries at most.
  FMM_HD static Index batch(Index depth, Index most) {
    return smaller(smaller(depth, most), larger((kStack - depth) / 7, 1));
  }
};

/// What a cell is to a single target outside the root cube.
enum class OutsideStep { nothing, far, near, open };

/// How the tree of elements is walked for a single point: cells whose multipole serves are far, the elements of leaves
/// that are too near act one by one, and so do those of a cell that has no more of them than its expansion has
/// coefficients, which cost more. One tracer far away costs one expansion.
template <class Real>
struct OutsideWalk {
  AcceptanceRule<Real> rule;  ///< outsideRule()
  Index few;                  ///< so many elements act one by one

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

/// Walks from cell `root` down for the point y: far(cell index), near(range of elements).
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
