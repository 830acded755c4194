#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "core/math.h"
#include "mesh/mesh_accuracy.h"

namespace fmm {

/// A mesh of nodes, and the larger periodic mesh on which fields are summed: with at least twice as many nodes along
/// each axis, so that no node sees periodic images. Positions are in spacings from the first node.
struct MeshGrid {
  Vector3<double> low;  ///< the first node [L]
  double h, inverse;    ///< spacing [L], 1/h
  Index nodes[3];
  Index size[3];  ///< of the periodic mesh, even

  /// Number of modes along x of a real field.
  FMM_HD Index modes() const { return size[0] / 2 + 1; }
  /// Number of real values in the modes of one field of the periodic mesh.
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

/// Bins of kEdge nodes along each axis.
struct MeshBins {
  static constexpr Index kEdge = 4;
  static constexpr int kNodeBits = 6;  ///< of a node's number in its bin
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

/// The mesh around a box for cores of radius sigma, with the margin that `accuracy` needs and some for movement; nodes
/// are whole multiples of h. size[0] = 0 where an axis or (`mostValues`) the periodic mesh has too many nodes.
MeshGrid meshAbout(const MeshBox& box, double sigma, const MeshAccuracy& accuracy, double mostValues);
/// The mesh with a given first node and periodic size. size[0] = 0 where meshAbout() cannot make such a mesh.
MeshGrid meshAt(const std::array<double, 3>& low, const std::array<int, 3>& size, double sigma,
                const MeshAccuracy& accuracy, double mostValues);

}  // namespace fmm
