#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "mesh/mesh_spreading.h"

namespace fmm {

// Checks of a mesh's points, and a count of overlapping cores, one item at a time.

/// Positive if the mesh has no room for the window of point i, which is `width` nodes wide.
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
    const Index half = width / 2;
    return place >= half && place < grid.nodes[axis] - half - 1;
  }
};

/// Relative difference between a core radius and `sigma`.
template <class Real>
struct MeshUnequal {
  double sigma;
  const Real* row;
  FMM_HD float operator()(Index i) const { return static_cast<float>(std::fabs(double(row[i]) - sigma) / sigma); }
};

/// Values of N rows.
template <class Real, std::size_t N>
struct MeshValues {
  std::array<const Real*, N> rows;
  FMM_HD void operator()(Index i, float* values) const {
    for (std::size_t k = 0; k < N; ++k) values[k] = static_cast<float>(rows[k][i]);
  }
};

/// sums[0]: elements within `reach` spacings of every stride-th target; sums[1]: number of these targets.
template <class Real>
struct MeshNeighbours {
  MeshGrid grid;
  MeshBins bins;
  double reach;
  Index stride;
  std::array<const Real*, 3> x;
  const Index* start;
  const MeshSource<Real>* sources;

  /// Number of rows of bins around a target. Each row is an item.
  FMM_HD Index rows() const { return across() * across(); }
  FMM_HD void operator()(Index i, double* sums) const {
    const Index t = i / rows() * stride, row = i % rows();
    const Vector3<double> u = grid.inSpacings(x[0][t], x[1][t], x[2][t]);
    if (row == 0) sums[1] += 1;
    const Index by = bin(u.y - reach, 1) + row % across(), bz = bin(u.z - reach, 2) + row / across();
    if (by > bin(u.y + reach, 1) || bz > bin(u.z + reach, 2)) return;
    const Index first = bins.at(bin(u.x - reach, 0), by, bz), last = bins.at(bin(u.x + reach, 0), by, bz);
    double found = 0;
    for (Index s = start[first]; s < start[last + 1]; ++s) {
      const double dx = u.x - MeshBins::kEdge * double(sources[s].column) - sources[s].x,
                   dy = u.y - MeshBins::kEdge * by - sources[s].y, dz = u.z - MeshBins::kEdge * bz - sources[s].z;
      found += dx * dx + dy * dy + dz * dz < reach * reach ? 1 : 0;
    }
    sums[0] += found;
  }

 private:
  /// Most bins along an axis that the reach may touch.
  FMM_HD Index across() const {
    const double most = 2 * reach / MeshBins::kEdge + 2;
    return most < kMostAcross ? static_cast<Index>(most) : kMostAcross;
  }
  static constexpr Index kMostAcross = 512;  // far more than any core reaches
  FMM_HD Index bin(double place, int axis) const { return MeshKeys<Real>::binOf(place, bins.bins[axis]); }
};

template <class Real>
struct MeshMean {
  const Real* row;
  FMM_HD void operator()(Index i, double* sum) const { *sum += row[i]; }
};

}  // namespace fmm
