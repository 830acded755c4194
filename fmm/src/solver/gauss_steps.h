#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "core/math.h"
#include "core/particles.h"
#include "expansion/hermite.h"

namespace fmm {

// The steps of the fast Gauss transform, one item at a time.

/// A regular grid of boxes. Coordinates u are in units of sqrt(2) sigma.
struct GaussGrid {
  Vector3<double> low;
  double edge, inverseUnit;  ///< [L]; 1/(sqrt(2) sigma) [1/L]
  Index nx, ny, nz;

  FMM_HD Index count() const { return nx * ny * nz; }
  FMM_HD Index stride(int axis) const { return axis == 0 ? 1 : axis == 1 ? nx : nx * ny; }
  FMM_HD Index extent(int axis) const { return axis == 0 ? nx : axis == 1 ? ny : nz; }
  FMM_HD Index coordinate(Index box, int axis) const { return box / stride(axis) % extent(axis); }
  /// The box of a point; count() for points outside the grid.
  FMM_HD Index boxOf(double x, double y, double z) const {
    const double i = (x - low.x) / edge, j = (y - low.y) / edge, k = (z - low.z) / edge;
    if (!(i >= 0 && i < nx && j >= 0 && j < ny && k >= 0 && k < nz)) return count();
    return static_cast<Index>(i) + nx * (static_cast<Index>(j) + ny * static_cast<Index>(k));
  }
  /// A point relative to its box's centre.
  template <class Real>
  FMM_HD Vector3<Real> local(Index box, double x, double y, double z) const {
    return {static_cast<Real>((x - low.x - edge * (coordinate(box, 0) + 0.5)) * inverseUnit),
            static_cast<Real>((y - low.y - edge * (coordinate(box, 1) + 0.5)) * inverseUnit),
            static_cast<Real>((z - low.z - edge * (coordinate(box, 2) + 0.5)) * inverseUnit)};
  }
};

template <class Real>
struct GaussKeys {
  GaussGrid grid;
  std::array<const Real*, 3> x;
  std::uint64_t* keys;
  FMM_HD void operator()(Index i) const {
    keys[i] = static_cast<std::uint64_t>(grid.boxOf(double(x[0][i]), double(x[1][i]), double(x[2][i])));
  }
};

/// out[b]: true if box b has items.
struct GaussOccupied {
  const Index* start;
  std::uint8_t* out;
  FMM_HD void operator()(Index b) const { out[b] = start[b + 1] > start[b]; }
};

/// out[b]: true if `in` is set for a box at most `reach` from b along the axis and, unless it is null, `within` for b.
struct GaussSpread {
  GaussGrid grid;
  int axis, reach;
  const std::uint8_t *in, *within;
  std::uint8_t* out;
  FMM_HD void operator()(Index b) const {
    const Index at = grid.coordinate(b, axis), stride = grid.stride(axis);
    const Index first = larger(Index(-reach), -at), last = smaller(Index(reach), grid.extent(axis) - 1 - at);
    std::uint8_t any = 0;
    for (Index d = first; d <= last; ++d) any |= in[b + d * stride];
    out[b] = any && (!within || within[b]);
  }
};

/// out[b]: true if box b has targets: tracers, or elements if `occupied` is given.
struct GaussTargetBoxes {
  const std::uint8_t* occupied;
  const Index* start;
  std::uint8_t* out;
  FMM_HD void operator()(Index b) const { out[b] = start[b + 1] > start[b] || (occupied && occupied[b]); }
};

struct CountGaussBoxes {
  const std::uint8_t* flags;
  FMM_HD void operator()(Index b, double* sum) const { *sum += flags[b]; }
};

// Extrema and mean of a row.

/// max(0, factor x + offset).
template <class Real>
struct GaussExtreme {
  const Real* row;
  float factor, offset;
  FMM_HD float operator()(Index i) const { return larger(0.0F, offset + factor * static_cast<float>(row[i])); }
};
template <class Real>
struct GaussInverse {
  const Real* row;
  FMM_HD float operator()(Index i) const { return 1 / static_cast<float>(row[i]); }
};
template <class Real>
struct GaussSize {
  const Real* row;
  FMM_HD float operator()(Index i) const { return std::fabs(static_cast<float>(row[i])); }
};
template <class Real>
struct GaussMean {
  const Real* row;
  FMM_HD void operator()(Index i, double* sum) const { *sum += row[i]; }
};

/// P2H: item (box, coefficient n) computes the three components of A_n.
template <class Real>
struct GaussSources {
  GaussGrid grid;
  HermiteLayout layout;
  SourceArrays<Real> sources;
  const Index *order, *start;
  const std::uint8_t* active;
  Real* out;  ///< [boxes][size][3]

  FMM_HD void operator()(Index item) const {
    const Index size = layout.size(), box = item / size;
    if (!active[box]) return;
    const int at = item % size;
    int i = 0, j = 0, k = 0;
    while (layout.slice(i + 1) <= at) ++i;
    HermiteLayout::pairAt(at - layout.slice(i), j, k);
    Real sum[3] = {};
    for (Index s = start[box]; s < start[box + 1]; ++s) {
      const Index e = order[s];
      const Vector3<Real> u = grid.local<Real>(box, sources.x[e], sources.y[e], sources.z[e]);
      const Real term = power(u.x, i) * power(u.y, j) * power(u.z, k);
      sum[0] += term * sources.ax[e];
      sum[1] += term * sources.ay[e];
      sum[2] += term * sources.az[e];
    }
    for (int c = 0; c < 3; ++c) out[3 * static_cast<std::size_t>(item) + static_cast<std::size_t>(c)] = sum[c];
  }
  /// u^n/n!.
  static FMM_HD Real power(Real u, int n) {
    Real result = 1;
    for (int q = 1; q <= n; ++q) result *= u / static_cast<Real>(q);
    return result;
  }
};

/// H2L along one axis: item (box, pair of the other exponents, component). The output has the slices of the next axis
/// first: x, y, z -> y, z, x.
template <class Real>
struct GaussShift {
  GaussGrid grid;
  HermiteLayout layout;
  int axis, reach;
  const Real* shifts;  ///< hermiteShifts()
  const std::uint8_t *filled, *wanted;
  const Real* in;
  Real* out;

  FMM_HD void operator()(Index item) const {
    const Index perBox = 3 * layout.pairs(), box = item / perBox;
    if (!wanted[box]) return;
    const int rest = item % perBox, pair = rest / 3, c = rest % 3, p = layout.p;
    int j = 0, k = 0;
    HermiteLayout::pairAt(pair, j, k);
    const int length = p - j - k;
    const auto size = std::size_t{3} * static_cast<std::size_t>(layout.size());
    const Index at = grid.coordinate(box, axis), stride = grid.stride(axis);
    const Index first = larger(Index(-reach), at - grid.extent(axis) + 1), last = smaller(Index(reach), at);
    Real sum[kMostHermiteOrder] = {};
    for (Index d = first; d <= last; ++d) {
      const Index from = box - d * stride;
      if (!filled[from]) continue;
      Real a[kMostHermiteOrder];
      const Real* source = in + static_cast<std::size_t>(from) * size + 3 * pair + c;
      for (int n = 0; n < length; ++n) a[n] = source[3 * layout.slice(n)];
      const Real* row = shifts + (d + reach) * p * p;
      for (int m = 0; m < length; ++m, row += p) {
        for (int n = 0; n < length; ++n) sum[m] += row[n] * a[n];
      }
    }
    Real* to = out + static_cast<std::size_t>(box) * size + c;
    for (int m = 0; m < length; ++m) to[3 * layout.index(j, k, m)] = sum[m];
  }
};

/// L2P: item i sets the vorticity of sorted target i to `factor` times the Taylor series of its box, 0 without one.
template <class Real>
struct GaussTargets {
  GaussGrid grid;
  HermiteLayout layout;
  std::array<const Real*, 3> x;
  const std::uint64_t* keys;
  const Index* order;
  const std::uint8_t* filled;
  const Real* series;
  Real factor;
  std::array<Real*, 3> vorticity;

  FMM_HD void operator()(Index i) const {
    const Index t = order[i];
    const auto box = static_cast<Index>(keys[i]);
    Real sum[3] = {};
    if (box < grid.count() && filled[box]) {
      const Vector3<Real> v = grid.local<Real>(box, x[0][t], x[1][t], x[2][t]);
      const Real* b = series + 3 * static_cast<std::size_t>(layout.size()) * static_cast<std::size_t>(box);
      Real vx = factor;
      for (int i0 = 0; i0 < layout.p; ++i0, vx *= v.x) {
        for (int degree = 0; degree < layout.p - i0; ++degree) {
          Real vz = vx;  // x^i z^k, with the rest of the degree in y
          for (int k = 0; k <= degree; ++k, vz *= v.z, b += 3) {
            Real term = vz;
            for (int j = k; j < degree; ++j) term *= v.y;
            sum[0] += term * b[0];
            sum[1] += term * b[1];
            sum[2] += term * b[2];
          }
        }
      }
    }
    for (std::size_t c = 0; c < 3; ++c) vorticity[c][t] = sum[c];
  }
};

/// Pairs of a truncated sum: targets of box b times the sources of boxes within `reach`.
struct GaussPairs {
  GaussGrid grid;
  int reach;
  const Index *sourceStart, *targetStart;
  FMM_HD void operator()(Index b, double* sum) const {
    const Index targets = targetStart[b + 1] - targetStart[b];
    if (targets == 0) return;
    const Index x = grid.coordinate(b, 0), y = grid.coordinate(b, 1), z = grid.coordinate(b, 2);
    const Index left = larger(Index(0), x - reach), right = smaller(grid.nx - 1, x + reach);
    double sources = 0;
    for (Index k = larger(Index(0), z - reach); k <= smaller(grid.nz - 1, z + reach); ++k) {
      for (Index j = larger(Index(0), y - reach); j <= smaller(grid.ny - 1, y + reach); ++j) {
        const Index row = grid.nx * (j + grid.ny * k);  // boxes of a row are contiguous
        sources += sourceStart[row + right + 1] - sourceStart[row + left];
      }
    }
    *sum += sources * targets;
  }
};

}  // namespace fmm
