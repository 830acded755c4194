#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "core/math.h"
#include "core/particles.h"
#include "mesh/mesh_core.h"
#include "mesh/mesh_grid.h"

namespace fmm {

// The steps of a sum over a mesh but its transforms, one item at a time.

// ---- elements to nodes ----------------------------------------------------------------------------------------------

/// An element as nodes meet it: its place within its bin, in spacings.
template <class Real>
struct alignas(4 * sizeof(Real)) MeshSource {
  Real x, y, z, unused;
  Real ax, ay, az, rest;
};

template <class Real>
struct MeshKeys {
  MeshGrid grid;
  MeshBins bins;
  std::array<const Real*, 3> x;
  std::uint64_t* keys;

  FMM_HD static Index binOf(double place, Index most) {
    const double bin = std::floor(place / MeshBins::kEdge);
    return bin > 0 ? (bin < most ? static_cast<Index>(bin) : most - 1) : 0;
  }
  FMM_HD void operator()(Index i) const {
    const Vector3<double> u = grid.inSpacings(x[0][i], x[1][i], x[2][i]);
    keys[i] = static_cast<std::uint64_t>(
        bins.at(binOf(u.x, bins.bins[0]), binOf(u.y, bins.bins[1]), binOf(u.z, bins.bins[2])));
  }
};

/// First sorted element of bin b; b up to the number of bins.
struct MeshStarts {
  const std::uint64_t* keys;
  Index count;
  Index* start;
  FMM_HD void operator()(Index b) const {
    Index low = 0, high = count;
    while (low < high) {
      const Index middle = low + (high - low) / 2;
      if (keys[middle] < static_cast<std::uint64_t>(b)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    start[b] = low;
  }
};

template <class Real>
struct MeshPack {
  MeshGrid grid;
  MeshBins bins;
  SourceArrays<Real> sources;
  const std::uint64_t* keys;
  const Index* order;
  MeshSource<Real>* out;

  FMM_HD void operator()(Index i) const {
    const Index e = order[i];
    const auto bin = static_cast<Index>(keys[i]);
    const Index x = bin % bins.bins[0], y = bin / bins.bins[0] % bins.bins[1], z = bin / bins.bins[0] / bins.bins[1];
    const Vector3<double> u = grid.inSpacings(sources.x[e], sources.y[e], sources.z[e]);
    out[i] = {static_cast<Real>(u.x - MeshBins::kEdge * x),
              static_cast<Real>(u.y - MeshBins::kEdge * y),
              static_cast<Real>(u.z - MeshBins::kEdge * z),
              0,
              sources.ax[e],
              sources.ay[e],
              sources.az[e],
              0};
  }
};

/// A window's factors: exp(b root - 3 b), root the sum of sqrt(1 - (2 x/w)^2) over three axes.
template <class Real>
struct MeshBump {
  Real sharpness, inverse;  ///< b, 2/w

  FMM_HD Real root(Real x) const {
    const Real z = x * inverse;
    return std::sqrt(larger(Real(0), 1 - z * z));
  }
  /// Along one axis.
  FMM_HD Real along(Real root) const { return exponential(sharpness * (root - 1)); }
  FMM_HD Real about(Real roots) const { return exponential(sharpness * (roots - 3)); }

 private:
  FMM_HD static float exponential(float x) {
#if defined(__CUDA_ARCH__)
    return __expf(x);
#else
    return std::exp(x);
#endif
  }
  FMM_HD static double exponential(double x) {
    return std::exp(x);
  }
};

/// Nodes get sum alpha window of the elements within width/2 spacings of them along each axis. Items that follow each
/// other are the nodes of a bin, which meet the same elements.
template <class Real>
struct MeshSpread {
  static constexpr Index kEdge = MeshBins::kEdge, kNodes = kEdge * kEdge * kEdge;
  MeshGrid grid;
  MeshBins bins;
  int width;
  MeshBump<Real> bump;
  const Index* start;
  const MeshSource<Real>* sources;
  Real* fields;  ///< [3][values()]

  FMM_HD Index items() const { return kNodes * bins.count(); }
  FMM_HD void operator()(Index i) const {
    const Index bin = i / kNodes, node = i % kNodes;
    const Index bx = bin % bins.bins[0], by = bin / bins.bins[0] % bins.bins[1], bz = bin / bins.bins[0] / bins.bins[1];
    const Index x = node % kEdge, y = node / kEdge % kEdge, z = node / kEdge / kEdge;  // within the bin
    const Index places[3] = {kEdge * bx + x, kEdge * by + y, kEdge * bz + z};
    if (places[0] >= grid.nodes[0] || places[1] >= grid.nodes[1] || places[2] >= grid.nodes[2]) return;
    const Index far = (width / 2 + kEdge) / kEdge;  // bins to either side
    Real sum[3] = {};
    for (Index cz = larger(Index(0), bz - far); cz <= smaller(bz + far, bins.bins[2] - 1); ++cz) {
      for (Index cy = larger(Index(0), by - far); cy <= smaller(by + far, bins.bins[1] - 1); ++cy) {
        for (Index cx = larger(Index(0), bx - far); cx <= smaller(bx + far, bins.bins[0] - 1); ++cx) {
          const Index other = bins.at(cx, cy, cz);
          add(start[other], start[other + 1], static_cast<Real>(x + kEdge * (bx - cx)),
              static_cast<Real>(y + kEdge * (by - cy)), static_cast<Real>(z + kEdge * (bz - cz)), sum);
        }
      }
    }
    const std::size_t at = grid.at(places[0], places[1], places[2]), values = grid.values();
    for (std::size_t c = 0; c < 3; ++c) fields[c * values + at] = sum[c];
  }

 private:
  /// The elements [first, end) of a bin, in which the node is at (x, y, z).
  FMM_HD void add(Index first, Index end, Real x, Real y, Real z, Real* sum) const {
    const Real reach = static_cast<Real>(width) / 2;
    for (Index s = first; s < end; ++s) {
      const MeshSource<Real> source = sources[s];
      const Real dx = x - source.x, dy = y - source.y, dz = z - source.z;
      if (!(larger(std::fabs(dx), larger(std::fabs(dy), std::fabs(dz))) <= reach)) continue;
      const Real weight = bump.about(bump.root(dx) + bump.root(dy) + bump.root(dz));
      sum[0] += weight * source.ax;
      sum[1] += weight * source.ay;
      sum[2] += weight * source.az;
    }
  }
};

// ---- from nodes to nodes --------------------------------------------------------------------------------------------

/// The kernel's three components at item i of the periodic mesh, places beyond its half being those to the other side.
template <class Real>
struct MeshKernel {
  MeshGrid grid;
  MeshCore core;
  double factor;
  Real* fields;  ///< [3][values()]

  FMM_HD void operator()(Index i) const {
    const Index x = i % grid.size[0], y = i / grid.size[0] % grid.size[1], z = i / grid.size[0] / grid.size[1];
    const double d[3] = {offset(x, 0), offset(y, 1), offset(z, 2)};
    double f = factor * core.factor(std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]));
    for (int axis = 0; axis < 3; ++axis) f *= fading(std::fabs(d[axis]), axis);
    const std::size_t at = grid.at(x, y, z), values = grid.values();
    const Index place[3] = {x, y, z};
    for (std::size_t c = 0; c < 3; ++c)  // halfway around it is odd, and no pair of nodes is
      fields[c * values + at] = 2 * place[c] == grid.size[c] ? Real(0) : static_cast<Real>(f * d[c]);
  }

 private:
  /// From 1 to 0, with all derivatives, on offsets that no pair of nodes has.
  FMM_HD double fading(double offset, int axis) const {
    const double u = (offset - grid.nodes[axis]) / (grid.size[axis] / 2 - grid.nodes[axis]);
    if (!(u > 0)) return 1;
    return u < 1 ? 1 / (1 + std::exp(1 / (1 - u) - 1 / u)) : 0;
  }
  FMM_HD double offset(Index at, int axis) const {
    const Index size = grid.size[axis];
    return 2 * at <= size ? at : at - size;
  }
};

/// What windows and the Gaussians in their place have apart, by waves along each axis: [modes()], [size[1]], [size[2]].
template <class Real>
struct MeshShaping {
  MeshGrid grid;
  const Real* factors;
  FMM_HD Real at(Index i) const {
    const Index modes = grid.modes(), x = i % modes, y = i / modes % grid.size[1], z = i / modes / grid.size[1];
    return factors[x] * factors[modes + y] * factors[modes + grid.size[1] + z];
  }
};

/// The imaginary parts, which are all that an odd kernel has, shaped: [3][spectrum()].
template <class Real>
struct MeshOddParts {
  MeshShaping<Real> shaping;
  const Real* fields;
  Real* odd;
  FMM_HD void operator()(Index i) const {
    const std::size_t k = static_cast<std::size_t>(i), count = shaping.grid.spectrum();
    const Real factor = shaping.at(i);
    for (std::size_t c = 0; c < 3; ++c) odd[c * count + k] = factor * fields[2 * (c * count + k) + 1];
  }
};

/// Strengths become velocities: i factor (alpha x kernel) of every mode.
template <class Real>
struct MeshVelocity {
  std::size_t count;  ///< spectrum()
  Real factor;
  const Real* odd;
  Real* fields;

  FMM_HD void operator()(Index i) const {
    const auto k = static_cast<std::size_t>(i);
    const Real x = factor * odd[k], y = factor * odd[count + k], z = factor * odd[2 * count + k];
    Real* const at[3] = {fields + 2 * k, fields + 2 * (count + k), fields + 2 * (2 * count + k)};
    const Real a[3] = {at[0][0], at[1][0], at[2][0]}, b[3] = {at[0][1], at[1][1], at[2][1]};
    at[0][0] = -(b[1] * z - b[2] * y);
    at[0][1] = a[1] * z - a[2] * y;
    at[1][0] = -(b[2] * x - b[0] * z);
    at[1][1] = a[2] * x - a[0] * z;
    at[2][0] = -(b[0] * y - b[1] * x);
    at[2][1] = a[0] * y - a[1] * x;
  }
};

/// Strengths become vorticities: every mode times what is left of the core's filter.
template <class Real>
struct MeshVorticity {
  MeshShaping<Real> shaping;
  MeshCore core;
  double factor;
  const Real* strengths;
  Real* fields;

  FMM_HD void operator()(Index i) const {
    const MeshGrid& grid = shaping.grid;
    const Index modes = grid.modes(), x = i % modes, y = i / modes % grid.size[1], z = i / modes / grid.size[1];
    const double kx = wave(x, 0), ky = wave(y, 1), kz = wave(z, 2);
    const auto weight = shaping.at(i) * static_cast<Real>(factor * core.filter(kx * kx + ky * ky + kz * kz));
    const std::size_t count = grid.spectrum();
    for (std::size_t c = 0; c < 3; ++c) {
      const std::size_t at = 2 * (c * count + static_cast<std::size_t>(i));
      fields[at] = weight * strengths[at];
      fields[at + 1] = weight * strengths[at + 1];
    }
  }

 private:
  FMM_HD double wave(Index at, int axis) const {
    const Index size = shaping.grid.size[axis];
    return 6.28318530717958647693 * (2 * at <= size ? at : at - size) / size;
  }
};

// ---- nodes to targets -----------------------------------------------------------------------------------------------

/// A node's vector, in a place of four.
template <class Real>
struct alignas(4 * sizeof(Real)) MeshVector {
  Real x, y, z, unused;
};

/// The vectors of the nodes side by side.
template <class Real>
struct MeshGather {
  MeshGrid grid;
  const Real* fields;
  MeshVector<Real>* out;
  FMM_HD void operator()(Index i) const {
    const std::size_t at =
        grid.at(i % grid.nodes[0], i / grid.nodes[0] % grid.nodes[1], i / grid.nodes[0] / grid.nodes[1]);
    const std::size_t values = grid.values();
    out[i] = {fields[at], fields[values + at], fields[2 * values + at], 0};
  }
};

/// Weights of kWidth nodes about a point, and their derivatives, over the latter's own factor.
template <class Real, int kWidth>
struct MeshWeights {
  static constexpr int kBefore = (kWidth - 1) / 2, kAfter = kWidth / 2;
  MeshBump<Real> bump;

  /// The node about which the others lie: below the point, or for odd widths next to it.
  FMM_HD static double nodeOf(double place) { return std::floor(place + (kWidth % 2 == 0 ? 0 : 0.5)); }
  /// Of a point d spacings beyond node 0; the nodes are -kBefore to kAfter. slope[m] = (m - d)/root.
  template <bool kSlopes>
  FMM_HD void at(Real d, Real* weight, Real* slope) const {
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
    for (int m = 0; m < kWidth; ++m) {
      const Real x = static_cast<Real>(m - kBefore) - d, root = bump.root(x);
      weight[m] = bump.along(root);
      if constexpr (kSlopes) slope[m] = x / larger(root, Real(1e-3));
    }
  }
};

/// A target gets the vectors of the nodes about it, times windows of their distances, and, `kGradient`, the
/// derivatives of that.
template <class Real, int kWidth, bool kGradient>
struct MeshInterpolate {
  using Weights = MeshWeights<Real, kWidth>;
  MeshGrid grid;
  Weights weights;
  const MeshVector<Real>* vectors;
  const Index* order;  ///< of targets, by bins: neighbours read the same nodes
  std::array<const Real*, 3> x;
  VectorArrays<Real> out;
  MatrixArrays<Real> gradient;

  FMM_HD void operator()(Index item) const {
    const Index i = order[item];
    const Vector3<double> u = grid.inSpacings(x[0][i], x[1][i], x[2][i]);
    const double place[3] = {u.x, u.y, u.z};
    Index first[3];
    Real weight[3][kWidth], slope[3][kGradient ? kWidth : 1];
    for (int axis = 0; axis < 3; ++axis) {
      const double node = Weights::nodeOf(place[axis]);
      if (!(node >= Weights::kBefore && node + Weights::kAfter < grid.nodes[axis])) return;  // MeshOutside counts it
      first[axis] = static_cast<Index>(node) - Weights::kBefore;
      weights.template at<kGradient>(static_cast<Real>(place[axis] - node), weight[axis], slope[axis]);
    }
    Real sum[3] = {}, slopes[9] = {};
    for (int c = 0; c < kWidth; ++c) {
      for (int b = 0; b < kWidth; ++b) {
        const MeshVector<Real>* const row =
            vectors + first[0] +
            static_cast<std::size_t>(grid.nodes[0]) *
                (static_cast<std::size_t>(first[1] + b) +
                 static_cast<std::size_t>(grid.nodes[1]) * static_cast<std::size_t>(first[2] + c));
        Real line[3] = {}, along[3] = {};
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
        for (int a = 0; a < kWidth; ++a) {
          const MeshVector<Real> v = row[a];
          const Real w = weight[0][a];
          line[0] += w * v.x;
          line[1] += w * v.y;
          line[2] += w * v.z;
          if constexpr (kGradient) {
            const Real s = w * slope[0][a];
            along[0] += s * v.x;
            along[1] += s * v.y;
            along[2] += s * v.z;
          }
        }
        const Real w = weight[1][b] * weight[2][c];
        for (int k = 0; k < 3; ++k) sum[k] += w * line[k];
        if constexpr (kGradient) {
          const Real sy = w * slope[1][b], sz = w * slope[2][c];
          for (int k = 0; k < 3; ++k) {
            slopes[3 * k] += w * along[k];
            slopes[3 * k + 1] += sy * line[k];
            slopes[3 * k + 2] += sz * line[k];
          }
        }
      }
    }
    for (std::size_t k = 0; k < 3; ++k) out[k][i] = sum[k];
    if constexpr (kGradient) {
      const Real z = weights.bump.inverse, factor = weights.bump.sharpness * z * z * static_cast<Real>(grid.inverse);
      for (std::size_t k = 0; k < 9; ++k) gradient[k][i] = factor * slopes[k];
    }
  }
};

// ---- what a mesh has to hold ----------------------------------------------------------------------------------------

/// Positive where the mesh has no room for point i, by at most `width` nodes.
template <class Real>
struct MeshOutside {
  MeshGrid grid;
  int width;
  std::array<const Real*, 3> x;
  FMM_HD float operator()(Index i) const {
    const Vector3<double> u = grid.inSpacings(x[0][i], x[1][i], x[2][i]);
    const bool inside = holds(u.x, 0) && holds(u.y, 1) && holds(u.z, 2);
    return inside ? 0.0F : 1.0F;
  }

 private:
  FMM_HD bool holds(double place, int axis) const {
    return place >= width / 2 && place < grid.nodes[axis] - width / 2 - 1;
  }
};

/// How far a core radius is from `sigma`, as a part of it.
template <class Real>
struct MeshUnequal {
  double sigma;
  const Real* row;
  FMM_HD float operator()(Index i) const { return static_cast<float>(std::fabs(double(row[i]) - sigma) / sigma); }
};

/// factor x + offset, 0 at least, or |x|.
template <class Real>
struct MeshExtreme {
  const Real* row;
  double factor, offset;
  bool size;
  FMM_HD float operator()(Index i) const {
    const double x = row[i];
    return static_cast<float>(size ? std::fabs(x) : larger(0.0, offset + factor * x));
  }
};
/// Elements within `reach` spacings of every stride-th target, and how many targets that were.
template <class Real>
struct MeshNeighbours {
  MeshGrid grid;
  MeshBins bins;
  double reach;
  Index stride;
  std::array<const Real*, 3> x;
  const Index* start;
  const MeshSource<Real>* sources;

  FMM_HD void operator()(Index i, double* sums) const {
    const Index t = i * stride;
    const Vector3<double> u = grid.inSpacings(x[0][t], x[1][t], x[2][t]);
    double found = 0;
    for (Index bz = bin(u.z - reach, 2); bz <= bin(u.z + reach, 2); ++bz) {
      for (Index by = bin(u.y - reach, 1); by <= bin(u.y + reach, 1); ++by) {
        for (Index bx = bin(u.x - reach, 0); bx <= bin(u.x + reach, 0); ++bx) {
          const Index at = bins.at(bx, by, bz);
          for (Index s = start[at]; s < start[at + 1]; ++s) {
            const double dx = u.x - MeshBins::kEdge * bx - sources[s].x, dy = u.y - MeshBins::kEdge * by - sources[s].y,
                         dz = u.z - MeshBins::kEdge * bz - sources[s].z;
            found += dx * dx + dy * dy + dz * dz < reach * reach ? 1 : 0;
          }
        }
      }
    }
    sums[0] += found;
    sums[1] += 1;
  }

 private:
  FMM_HD Index bin(double place, int axis) const { return MeshKeys<Real>::binOf(place, bins.bins[axis]); }
};

template <class Real>
struct MeshMean {
  const Real* row;
  FMM_HD void operator()(Index i, double* sum) const { *sum += row[i]; }
};

}  // namespace fmm
