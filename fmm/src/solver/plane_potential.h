#pragma once

#include <cmath>

#include "core/math.h"
#include "tree/octree.h"

namespace fmm {

// The stream function of plane flows from the expansions of the velocity, for energies: sum Gamma ln|z - z_j| over all
// elements far from a leaf. A multipole gives its value at any point outside, a local expansion the difference to its
// value at the middle of the cell: docs/math.md, section 21.

/// Re of sum_k c_k z^(k+1)/(k+1): the integral of a local expansion from its middle to z, in units of its scale.
template <class Real>
FMM_HD inline double integralOf(int p, const Real* local, double x, double y) {
  double real = 0, imaginary = 0;  // Horner's scheme
  for (int k = p; k >= 0; --k) {
    const double r = real * x - imaginary * y + double(local[2 * k]) / (k + 1);
    imaginary = real * y + imaginary * x + double(local[2 * k + 1]) / (k + 1);
    real = r;
  }
  return real * x - imaginary * y;
}
/// Re of A_0 ln(d) - sum_(k>=1) A_k (s/d)^k/k: the potential of a multipole of scale s at the distance d = x + iy.
template <class Real>
FMM_HD inline double multipolePotential(int p, const Real* multipole, double scale, double x, double y) {
  const double square = x * x + y * y, stepX = scale * x / square, stepY = -scale * y / square;
  double real = 0, imaginary = 0;
  for (int k = p; k >= 1; --k) {
    const double r = real * stepX - imaginary * stepY + double(multipole[2 * k]) / k;
    imaginary = real * stepY + imaginary * stepX + double(multipole[2 * k + 1]) / k;
    real = r;
  }
  return 0.5 * double(multipole[0]) * std::log(square) - (real * stepX - imaginary * stepY);
}

/// A tree with its expansions. forEachFar(cell, use) calls use(source cell) for each entry of the cell's far list.
template <class Real, class ForEachFar>
struct PlanePotential {
  const Cell* cells;
  const CellBounds<Real>* bounds;
  const Real *multipoles, *locals;
  int order, multipoleOrder;
  ForEachFar forEachFar;

  /// Potential at the middle of a leaf's targets, of the cells in the far lists of the leaf and its ancestors.
  FMM_HD double atMiddleOf(Index leaf) const {
    double sum = 0;
    for (Index c = leaf; c >= 0; c = cells[c].parent) {
      const Vector3<Real> middle = bounds[c].targets.middle();
      forEachFar(c, [&](Index source) {
        const Vector3<Real> from = bounds[source].sources.middle();
        sum += multipolePotential(order, multipoles + at(source, multipoleOrder), double(bounds[source].sourceRadius),
                                  double(middle.x) - double(from.x), double(middle.y) - double(from.y));
      });
      const Index parent = cells[c].parent;
      if (parent < 0) break;
      const Vector3<Real> from = bounds[parent].targets.middle();
      const double radius = double(bounds[parent].targetRadius);
      sum += radius * integralOf(order, locals + at(parent, order), (double(middle.x) - double(from.x)) / radius,
                                 (double(middle.y) - double(from.y)) / radius);
    }
    return sum;
  }
  /// Potential at a target of the leaf, at x, y from that middle, minus its value at the middle.
  FMM_HD double beyondMiddle(Index leaf, double x, double y) const {
    const double radius = double(bounds[leaf].targetRadius);
    return radius * integralOf(order, locals + at(leaf, order), x / radius, y / radius);
  }

 private:
  FMM_HD static std::size_t at(Index cell, int p) {
    return static_cast<std::size_t>(cell) * static_cast<std::size_t>(2 * (p + 1));
  }
};

}  // namespace fmm
