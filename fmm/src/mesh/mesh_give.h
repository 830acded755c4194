#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "core/particles.h"
#include "mesh/mesh_bump.h"
#include "mesh/mesh_grid.h"

namespace fmm {

// How strengths get from elements to the nodes of a mesh, one item at a time.

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

/// What gives to the nodes of a bin: the elements of the bins about it.
template <class Real>
struct MeshGivers {
  static constexpr Index kEdge = MeshBins::kEdge, kNodes = kEdge * kEdge * kEdge;
  MeshGrid grid;
  MeshBins bins;
  int width;
  MeshBump<Real> bump;
  const Index* start;
  const MeshSource<Real>* sources;
  Real* fields;  ///< [3][values()]

  FMM_HD Vector3<Index> place(Index bin) const {
    return {bin % bins.bins[0], bin / bins.bins[0] % bins.bins[1], bin / bins.bins[0] / bins.bins[1]};
  }
  FMM_HD static Vector3<Index> within(Index node) { return {node % kEdge, node / kEdge % kEdge, node / kEdge / kEdge}; }
  FMM_HD Real reach() const { return static_cast<Real>(width) / 2; }
  /// use(first, end, offset): elements [first, end) of a bin; `offset` takes places in bin b to places in that one.
  template <class Use>
  FMM_HD void forEachAbout(Vector3<Index> b, const Use& use) const {
    const Index far = (width / 2 + kEdge) / kEdge;  // bins to either side
    for (Index z = larger(Index(0), b.z - far); z <= smaller(b.z + far, bins.bins[2] - 1); ++z) {
      for (Index y = larger(Index(0), b.y - far); y <= smaller(b.y + far, bins.bins[1] - 1); ++y) {
        for (Index x = larger(Index(0), b.x - far); x <= smaller(b.x + far, bins.bins[0] - 1); ++x) {
          const Index other = bins.at(x, y, z);
          use(start[other], start[other + 1], Vector3<Index>{kEdge * (b.x - x), kEdge * (b.y - y), kEdge * (b.z - z)});
        }
      }
    }
  }
  /// Sets a node of a bin, if the mesh has it.
  FMM_HD void set(Vector3<Index> b, Vector3<Index> node, const Real* sum, Index stride) const {
    const Index x = kEdge * b.x + node.x, y = kEdge * b.y + node.y, z = kEdge * b.z + node.z;
    if (x >= grid.nodes[0] || y >= grid.nodes[1] || z >= grid.nodes[2]) return;
    const std::size_t at = grid.at(x, y, z), values = grid.values();
    for (std::size_t c = 0; c < 3; ++c) fields[c * values + at] = sum[static_cast<Index>(c) * stride];
  }
};

/// A node gets sum alpha window of the elements within width/2 spacings of it along each axis. Items that follow each
/// other are the nodes of a bin, which meet the same elements: for a GPU's lanes.
template <class Real>
struct MeshGiveNode {
  MeshGivers<Real> givers;

  FMM_HD Index items() const { return givers.kNodes * givers.bins.count(); }
  FMM_HD void operator()(Index i) const {
    const Vector3<Index> b = givers.place(i / givers.kNodes), node = givers.within(i % givers.kNodes);
    const MeshBump<Real>& bump = givers.bump;
    const Real reach = givers.reach();
    Real sum[3] = {};
    givers.forEachAbout(b, [&](Index first, Index end, Vector3<Index> offset) {
      const Real x = static_cast<Real>(node.x + offset.x), y = static_cast<Real>(node.y + offset.y),
                 z = static_cast<Real>(node.z + offset.z);
      for (Index s = first; s < end; ++s) {
        const MeshSource<Real> source = givers.sources[s];
        const Real dx = x - source.x, dy = y - source.y, dz = z - source.z;
        if (!(larger(std::fabs(dx), larger(std::fabs(dy), std::fabs(dz))) <= reach)) continue;
        const Real weight = bump.about(bump.root(dx) + bump.root(dy) + bump.root(dz));
        sum[0] += weight * source.ax;
        sum[1] += weight * source.ay;
        sum[2] += weight * source.az;
      }
    });
    givers.set(b, node, sum, 1);
  }
};

/// The same for all nodes of a bin together, which share the window's factors along each axis: for a thread of the CPU.
template <class Real>
struct MeshGiveBin {
  static constexpr Index kEdge = MeshBins::kEdge, kNodes = MeshGivers<Real>::kNodes;
  MeshGivers<Real> givers;

  FMM_HD Index items() const { return givers.bins.count(); }
  FMM_HD void operator()(Index i) const {
    const Vector3<Index> b = givers.place(i);
    Real sum[3 * kNodes] = {};
    givers.forEachAbout(b, [&](Index first, Index end, Vector3<Index> offset) {
      for (Index s = first; s < end; ++s) add(givers.sources[s], offset, sum);
    });
    for (Index node = 0; node < kNodes; ++node) givers.set(b, givers.within(node), sum + node, kNodes);
  }

 private:
  FMM_HD void add(const MeshSource<Real>& source, Vector3<Index> offset, Real* sum) const {
    Real x[kEdge], y[kEdge], z[kEdge];
    if (!factors(static_cast<Real>(offset.x) - source.x, x) || !factors(static_cast<Real>(offset.y) - source.y, y) ||
        !factors(static_cast<Real>(offset.z) - source.z, z))
      return;
    const Real alpha[3] = {source.ax, source.ay, source.az};
    for (Index c = 0; c < 3; ++c) {
      for (Index k = 0; k < kEdge; ++k) {
        for (Index j = 0; j < kEdge; ++j, sum += kEdge) {
          const Real weight = alpha[c] * y[j] * z[k];
          for (Index n = 0; n < kEdge; ++n) sum[n] += weight * x[n];
        }
      }
    }
  }
  /// Of the nodes at d, d + 1, ...; false: all of them are 0.
  FMM_HD bool factors(Real d, Real* factor) const {
    const Real reach = givers.reach();
    if (!(d <= reach && d + (kEdge - 1) >= -reach)) return false;
    for (Index n = 0; n < kEdge; ++n) {
      const Real x = d + static_cast<Real>(n);
      factor[n] = std::fabs(x) <= reach ? givers.bump.along(givers.bump.root(x)) : Real(0);
    }
    return true;
  }
};

}  // namespace fmm
