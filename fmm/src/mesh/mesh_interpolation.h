#pragma once

#include <array>
#include <cmath>

#include "core/particles.h"
#include "mesh/mesh_core.h"
#include "mesh/mesh_grid.h"

namespace fmm {

// Interpolation of fields from nodes to targets, one item at a time.

/// A node's vector, padded to four numbers.
template <class Real>
struct alignas(4 * sizeof(Real)) MeshVector {
  Real x, y, z, unused;
};

/// Vectors behind the last node, all 0 on a CPU: SIMD loads may read past the last node.
constexpr std::size_t kSpareVectors = 16;

/// Targets of an interpolation, and its window.
template <class Real>
struct MeshTargets {
  MeshGrid grid;
  int width;
  MeshBump<Real> bump;
  const MeshVector<Real>* vectors;  ///< [nodeCount() + kSpareVectors]
  const Index* order;               ///< of targets, by bins, so that neighbours read the same nodes
  std::array<const Real*, 3> x;
  VectorArrays<Real> out;
  MatrixArrays<Real> gradient;     ///< [0] null: not wanted
  bool beside = false;             ///< CPU only: every node has a second vector behind the first,
  VectorArrays<Real> second = {};  ///< to be interpolated too; null: not wanted; `out` may be null then
};

/// Weights of kWidth nodes around a point, and their derivatives without the factor b (2/w)^2.
template <class Real, int kWidth>
struct MeshWeights {
  static constexpr int kBefore = (kWidth - 1) / 2, kAfter = kWidth / 2;
  MeshBump<Real> bump;

  /// The reference node: the one below the point, for odd widths the nearest one.
  FMM_HD static double nodeOf(double place) { return std::floor(place + (kWidth % 2 == 0 ? 0 : 0.5)); }
  /// For a point d spacings beyond node 0; the nodes are -kBefore to kAfter. slope[m] = (m - d)/root.
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

/// Interpolates the vectors of the nodes around a target and, with kGradient, their gradient.
template <class Real, int kWidth, bool kGradient>
struct MeshInterpolate {
  using Weights = MeshWeights<Real, kWidth>;
  MeshGrid grid;
  Weights weights;
  const MeshVector<Real>* vectors;
  const Index* order;  ///< of targets, by bins, so that neighbours read the same nodes
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
      if (!(node >= Weights::kBefore && node + Weights::kAfter < grid.nodes[axis])) return;  // MeshOutside reports it
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

}  // namespace fmm
