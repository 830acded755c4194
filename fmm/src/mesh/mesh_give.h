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

}  // namespace fmm
