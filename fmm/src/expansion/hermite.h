#pragma once

#include <vector>

#include "core/math.h"

namespace fmm {

// Hermite and Taylor expansions of sums of Gaussians in three dimensions (Greengard and Strain 1991; Cruz, Layton and
// Barba 2011). With u = x/(sqrt(2) sigma) a blob is exp(-|u|^2), and about the centre of a box of sources
//   sum_j alpha_j exp(-|u - u_j|^2) = sum_n A_n h_n(u),  A_n = sum_j alpha_j u_j^n/n!,  h_n(t) = (-d/dt)^n exp(-t^2),
// about the centre of a box of targets, D away,
//   = sum_m B_m v^m,  B_m = (-1)^m/m! sum_n A_n h_{n+m}(D),
// n and m multi-indices of total degree below p. h of a vector is the product over its components, so that the
// translation of a whole grid of boxes is done axis by axis.

/// Storage order of an expansion's coefficients of degrees 0..p-1: slices of one first exponent i after the other, each
/// with the pairs (j, k) of the other two, ordered by their sum.
struct HermiteLayout {
  int p;

  static FMM_HD constexpr int triangle(int q) { return q * (q + 1) / 2; }
  static FMM_HD constexpr int tetrahedron(int q) { return q * (q + 1) * (q + 2) / 6; }
  FMM_HD constexpr int size() const { return tetrahedron(p); }
  /// Pairs (j, k) of the slice i = 0.
  FMM_HD constexpr int pairs() const { return triangle(p); }
  static FMM_HD constexpr int pairIndex(int j, int k) { return triangle(j + k) + k; }
  FMM_HD constexpr int slice(int i) const { return tetrahedron(p) - tetrahedron(p - i); }
  FMM_HD constexpr int index(int i, int j, int k) const { return slice(i) + pairIndex(j, k); }
  /// The pair with this index.
  static FMM_HD void pairAt(int index, int& j, int& k) {
    int sum = 0;
    while (triangle(sum + 1) <= index) ++sum;
    k = index - triangle(sum);
    j = sum - k;
  }
};

constexpr int kMostHermiteOrder = 20;

/// The translations along one axis, [2 reach + 1][p][p]: entry (d + reach, m, n) is (-1)^m/m! h_{n+m}(d width).
std::vector<double> hermiteShifts(int p, int reach, double width);

}  // namespace fmm
