#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "core/math.h"
#include "mesh/mesh_accuracy.h"

namespace fmm {

/// Nodes of a mesh, and the larger periodic one on which it is summed: at least twice as many along each axis, so that
/// nothing comes around. Points have coordinates in spacings from the first node.
struct MeshGrid {
  Vector3<double> low;  ///< the first node [L]
  double h, inverse;    ///< spacing [L], 1/h
  Index nodes[3];
  Index size[3];  ///< of the periodic mesh, even

  /// Waves along x of real fields.
  FMM_HD Index modes() const { return size[0] / 2 + 1; }
  /// Of the periodic mesh, as modes have them.
  FMM_HD std::size_t values() const {
    return 2 * static_cast<std::size_t>(modes()) * static_cast<std::size_t>(size[1]) *
           static_cast<std::size_t>(size[2]);
  }
  FMM_HD Index nodeCount() const { return nodes[0] * nodes[1] * nodes[2]; }
  template <class Real>
  FMM_HD Vector3<double> inSpacings(Real x, Real y, Real z) const {
    return {(double(x) - low.x) * inverse, (double(y) - low.y) * inverse, (double(z) - low.z) * inverse};
  }
};

/// Elements by bins of kEdge nodes along each axis.
struct MeshBins {
  static constexpr Index kEdge = 4;
  static constexpr int kNodeBits = 6;  ///< of the number of a bin's node
  Index bins[3];

  FMM_HD Index count() const { return bins[0] * bins[1] * bins[2]; }
  FMM_HD Index at(Index x, Index y, Index z) const { return x + bins[0] * (y + bins[1] * z); }
};

/// Smallest even number that is at least n and has no prime factors but 2, 3 and 5.
Index transformSize(Index n);

/// Bounds of all points [L].
struct MeshBox {
  std::array<double, 3> low, high;
};

/// The mesh about a box for cores of radius sigma, with the room that `accuracy` needs and some to move; nodes are
/// whole multiples of h. size[0] = 0 where it has more than `mostValues`.
MeshGrid meshAbout(const MeshBox& box, double sigma, const MeshAccuracy& accuracy, double mostValues);
/// The mesh whose first node and size are known. size[0] = 0 where meshAbout() makes none like it.
MeshGrid meshAt(const std::array<double, 3>& low, const std::array<int, 3>& size, double sigma,
                const MeshAccuracy& accuracy, double mostValues);

}  // namespace fmm
