#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "core/particles.h"
#include "mesh/fourier.h"
#include "mesh/mesh_core.h"
#include "mesh/mesh_grid.h"

namespace fmm {

// Spreading of strengths from elements to the nodes of a mesh, one item at a time.

/// An element for spreading: its place within its bin, in spacings, and the bin's number along x.
template <class Real>
struct alignas(4 * sizeof(Real)) MeshSource {
  Real x, y, z, column;
  Real ax, ay, az, unused;
};

/// Keys that sort points by bins, and within a bin by nodes, so that neighbours in the order read the same nodes.
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
  FMM_HD static std::uint64_t nodeOf(double place, Index bin) {
    const double node = std::floor(place) - MeshBins::kEdge * bin;
    return node > 0 ? (node < MeshBins::kEdge ? static_cast<std::uint64_t>(node) : MeshBins::kEdge - 1) : 0;
  }
  FMM_HD void operator()(Index i) const {
    const Vector3<double> u = grid.inSpacings(x[0][i], x[1][i], x[2][i]);
    const Vector3<Index> b = {binOf(u.x, bins.bins[0]), binOf(u.y, bins.bins[1]), binOf(u.z, bins.bins[2])};
    const auto bin = static_cast<std::uint64_t>(bins.at(b.x, b.y, b.z));
    const std::uint64_t node =
        nodeOf(u.x, b.x) + MeshBins::kEdge * (nodeOf(u.y, b.y) + MeshBins::kEdge * nodeOf(u.z, b.z));
    keys[i] = bin << MeshBins::kNodeBits | node;
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
    const auto bin = static_cast<Index>(keys[i] >> MeshBins::kNodeBits);
    const Index x = bin % bins.bins[0], y = bin / bins.bins[0] % bins.bins[1], z = bin / bins.bins[0] / bins.bins[1];
    const Vector3<double> u = grid.inSpacings(sources.x[e], sources.y[e], sources.z[e]);
    out[i] = {static_cast<Real>(u.x - MeshBins::kEdge * x),
              static_cast<Real>(u.y - MeshBins::kEdge * y),
              static_cast<Real>(u.z - MeshBins::kEdge * z),
              static_cast<Real>(x),
              sources.ax[e],
              sources.ay[e],
              sources.az[e],
              0};
  }
};

/// Spreading to the nodes of one bin from the elements of the bins around.
template <class Real>
struct MeshSpreading {
  static constexpr Index kEdge = MeshBins::kEdge;
  MeshGrid grid;
  MeshBins bins;
  int width;
  MeshBump<Real> bump;
  const Index* start;
  const MeshSource<Real>* sources;
  MeshStrengths<Real> strengths;

  FMM_HD Vector3<Index> place(Index bin) const {
    return {bin % bins.bins[0], bin / bins.bins[0] % bins.bins[1], bin / bins.bins[0] / bins.bins[1]};
  }
  FMM_HD static Vector3<Index> within(Index node) { return {node % kEdge, node / kEdge % kEdge, node / kEdge / kEdge}; }
  FMM_HD Real reach() const { return static_cast<Real>(width) / 2; }
  /// Number of bins to either side whose elements reach a bin.
  FMM_HD Index far() const { return (width + 2 * kEdge - 1) / (2 * kEdge); }
  /// Rows of bins around a bin; row() gives the elements [first, end) of row n, without bins outside the mesh.
  FMM_HD Index rows() const { return (2 * far() + 1) * (2 * far() + 1); }
  struct Row {
    Index first, end, y, z;
  };
  FMM_HD Row row(Vector3<Index> b, Index n) const {
    const Index y = b.y - far() + n % (2 * far() + 1), z = b.z - far() + n / (2 * far() + 1);
    if (y < 0 || y >= bins.bins[1] || z < 0 || z >= bins.bins[2]) return {0, 0, b.y, b.z};
    const Index first = larger(b.x - far(), Index(0)), last = smaller(b.x + far(), bins.bins[0] - 1);
    return {start[bins.at(first, y, z)], start[bins.at(last, y, z) + 1], y, z};
  }
  /// Place of the first node of bin b relative to an element in the bins of `row`.
  FMM_HD Vector3<Real> seenFrom(const MeshSource<Real>& source, Vector3<Index> b, const Row& row) const {
    return {static_cast<Real>(kEdge) * (static_cast<Real>(b.x) - source.column) - source.x,
            static_cast<Real>(kEdge * (b.y - row.y)) - source.y, static_cast<Real>(kEdge * (b.z - row.z)) - source.z};
  }
  /// Window values at the nodes d, d + 1, ... along an axis; false if all of them are 0.
  FMM_HD bool factors(Real d, Real* factor) const {
    if (!(d <= reach() && d + (kEdge - 1) >= -reach())) return false;
    for (Index n = 0; n < kEdge; ++n) {
      const Real x = d + static_cast<Real>(n);
      factor[n] = std::fabs(x) <= reach() ? bump.along(bump.root(x)) : Real(0);
    }
    return true;
  }
  /// Sets a node of a bin. Nodes outside the mesh are ignored.
  FMM_HD void set(Vector3<Index> b, Vector3<Index> node, Index component, Real sum) const {
    const Index x = kEdge * b.x + node.x, y = kEdge * b.y + node.y, z = kEdge * b.z + node.z;
    if (x >= grid.nodes[0] || y >= grid.nodes[1] || z >= grid.nodes[2]) return;
    strengths.at(static_cast<std::size_t>(component), x, y, z) = sum;
  }
};

}  // namespace fmm
