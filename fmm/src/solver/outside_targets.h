#pragma once

#include <cmath>

#include "expansion/local_derivatives.h"
#include "solver/fmm_view.h"

namespace fmm {

/// S_n^m(d) for m = 0..n up to degree `top` as real coefficients: docs/math.md, (4.8).
template <class Real>
FMM_HD inline void irregularHarmonics(int top, Vector3<Real> d, Real* s) {
  const Real inverse = 1 / dotProduct(d, d);
  s[re(0, 0)] = Real(std::sqrt(inverse));
  for (int n = 1; n <= top; ++n) {
    const Real step = -Real(2 * n - 1) * inverse;
    const Real real = s[re(n - 1, n - 1)], imaginary = n > 1 ? s[im(n - 1, n - 1)] : Real(0);
    s[re(n, n)] = step * (d.x * real - d.y * imaginary);
    s[im(n, n)] = step * (d.x * imaginary + d.y * real);
    for (int m = 0; m < n; ++m) {
      const Real up = -step * d.z, down = m <= n - 2 ? Real((n - 1) * (n - 1) - m * m) * inverse : Real(0);
      s[re(n, m)] = up * s[re(n - 1, m)] - (m <= n - 2 ? down * s[re(n - 2, m)] : Real(0));
      if (m > 0) s[im(n, m)] = up * s[im(n - 1, m)] - (m <= n - 2 ? down * s[im(n - 2, m)] : Real(0));
    }
  }
}

/// Coefficient (n, m) of an expansion for any sign of m: X_n^{-m} = (-1)^m conj(X_n^m).
template <class Real>
FMM_HD inline ComplexCoefficient<Real> signedCoefficient(const Real* x, int stride, int component, int n, int m) {
  if (m >= 0) return coefficientAt(x, stride, component, n, m);
  const ComplexCoefficient<Real> positive = coefficientAt(x, stride, component, n, -m);
  return m % 2 == 0 ? ComplexCoefficient<Real>{positive.real, -positive.imaginary}
                    : ComplexCoefficient<Real>{-positive.real, positive.imaginary};
}

/// M2P: velocity and, if `j` is not null, gradient at a point from one multipole expansion q of order p and scale
/// `radius`; d = point - centre. It is M2L to the first degrees of a local expansion at the point,
///   L_n^m = (-1)^n sum_{k,l} conj(Q_k^l) S_{n+k}^{m+l}(d),  n <= 1 (velocity) or 2 (gradient),
/// whose curl at its own centre is wanted.
template <class Real>
FMM_HD inline void addFromMultipole(int p, const Real* q, Real radius, Vector3<Real> d, Real* u, Real* j) {
  const int top = j ? 2 : 1;
  Real s[coefficientCount(kMaximumOrder + 2)];
  irregularHarmonics(p + top, Vector3<Real>{d.x / radius, d.y / radius, d.z / radius}, s);
  Real local[vectorLength(2)] = {};
  for (int n = 1; n <= top; ++n) {
    for (int m = 0; m <= n; ++m) {
      for (int c = 0; c < 3; ++c) {
        Real real = 0, imaginary = 0;
        for (int k = 0; k <= p; ++k) {
          for (int l = -k; l <= k; ++l) {
            const ComplexCoefficient<Real> source = signedCoefficient(q, 3, c, k, l);
            const ComplexCoefficient<Real> field = signedCoefficient(s, 1, 0, n + k, m + l);
            real += source.real * field.real + source.imaginary * field.imaginary;
            imaginary += source.real * field.imaginary - source.imaginary * field.real;
          }
        }
        const Real sign = n % 2 == 0 ? Real(1) : Real(-1);
        storeCoefficient(local, 3, c, n, m, {sign * real, sign * imaginary});
      }
    }
  }
  Real velocity[vectorLength(1)], gradient[9];
  const Real inverse = 1 / radius;
  curl(2, local, static_cast<Real>(kInverse4Pi) * inverse * inverse, velocity);
  for (int c = 0; c < 3; ++c) u[c] += velocity[c];
  if (!j) return;
  gradientOf(2, velocity, inverse, gradient);
  for (int c = 0; c < 9; ++c) j[c] += gradient[c];
}

/// The rule for single targets outside the root cube: stricter, since few cells, often of few elements, make up the
/// whole result, and their errors do not average out.
template <class Real>
FMM_HD inline AcceptanceRule<Real> outsideRule(AcceptanceRule<Real> rule) {
  rule.ratio *= Real(0.6);
  return rule;
}

/// Walks the tree of elements for one point y: far(cell index) for cells whose multipole serves, near(range) for the
/// elements of leaves that are too near. One tracer far away costs one expansion.
template <class Real, class Far, class Near>
FMM_HD inline void walkTree(const OctreeView<Real>& tree, const AcceptanceRule<Real>& rule, Vector3<Real> y, Far&& far,
                            Near&& near) {
  Index stack[7 * kDeepestLevel + 8];
  Index depth = 0;
  if (tree.cellCount > 0) stack[depth++] = 0;
  while (depth > 0) {
    const Index c = stack[--depth];
    const Cell& cell = tree.cells[c];
    if (cell.elements.count() == 0) continue;
    CellBounds<Real> point;
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
      const auto length = static_cast<std::size_t>(vectorLength(view.order));
      const CellBounds<Real>& b = view.tree.bounds[c];
      addFromMultipole(view.order, view.multipoles + static_cast<std::size_t>(c) * length, b.sourceRadius,
                       y - b.sources.middle(), u, target.gradient[0] ? j : nullptr);
    };
    const auto near = [&](IndexRange range) {
      sumPairs(PairTask<Real>{view.sources, &range, 1, target, 1, y.x, y.y, y.z, view.regularisation, view.accuracy});
    };
    walkTree(view.tree, outsideRule(rule), y, far, near);
    if (!velocity) return;
    *target.ux += u[0];
    *target.uy += u[1];
    *target.uz += u[2];
    for (int c = 0; target.gradient[0] && c < 9; ++c) *target.gradient[c] += j[c];
  }
};

}  // namespace fmm
