#pragma once

#include <vector>

#include "mesh/fourier.h"
#include "mesh/line_plan.h"
#include "mesh/mesh_meet.h"

namespace fmm {

// The passes of MeshFourier on a CPU, one item at a time: lines side by side in SIMD lanes.

/// Lines of an item.
constexpr Index kLinesTogether = 16;

/// A line's plan and its tables.
template <class Real>
struct MeshLine {
  LinePlan plan;
  std::vector<Real> cosines, sines;  ///< [n] of -2 pi k/n
  std::vector<Index> modes, places;  ///< [n] the mode at each place, the place of each mode

  MeshLine() = default;
  explicit MeshLine(Index n);
};

/// Spectra along x, then x and y, of slabs with nodes: complex numbers [3][nodes[2]][size[1]][modes()].
template <class Real>
struct MeshSpectra {
  MeshGrid grid;
  Real* values;

  static std::size_t countOf(const MeshGrid& grid) {
    return 6 * static_cast<std::size_t>(grid.nodes[2]) * static_cast<std::size_t>(grid.size[1]) *
           static_cast<std::size_t>(grid.modes());
  }
  Real* row(Index field, Index y, Index z) const {
    const auto slab =
        static_cast<std::size_t>(field) * static_cast<std::size_t>(grid.nodes[2]) + static_cast<std::size_t>(z);
    return values + 2 * static_cast<std::size_t>(grid.modes()) *
                        (slab * static_cast<std::size_t>(grid.size[1]) + static_cast<std::size_t>(y));
  }
};

/// Rows of nodes of an item of rowsBack(): [first, end) of slab z.
struct MeshRows {
  Index first, end, z;

  static MeshRows of(const MeshGrid& grid, Index item) {
    constexpr Index kRows = 2 * kLinesTogether;
    const Index group = item / grid.nodes[2];
    return {group * kRows, smaller(grid.nodes[1], (group + 1) * kRows), item % grid.nodes[2]};
  }
};

/// Number of groups of pairs of rows, and of neighbouring lines.
Index pairGroups(const MeshGrid& grid);
Index lineGroups(const MeshGrid& grid);

/// Transforms pairs of real rows, each as one complex line: pairGroups(), nodes[2], 3 items.
template <class Real>
void rowsForward(const MeshStrengths<Real>& from, const MeshLine<Real>& line, const MeshSpectra<Real>& to, Index item);
/// Transforms lines along y: lineGroups(), nodes[2], 3 items.
template <class Real>
void columnsForward(const MeshLine<Real>& line, const MeshSpectra<Real>& spectra, Index item);
template <class Real>
void columnsBack(const MeshLine<Real>& line, const MeshSpectra<Real>& spectra, Index item);
/// Transforms lines along z of all fields, changes each mode and transforms back: lineGroups(), size[1] items.
template <class Real>
void convolveAlong(const MeshSpectra<Real>& from, const MeshLine<Real>& line, const MeshVelocity<Real>& change,
                   const MeshSpectra<Real>& to, Index item);
template <class Real>
void convolveAlong(const MeshSpectra<Real>& from, const MeshLine<Real>& line, const MeshVorticity<Real>& change,
                   const MeshSpectra<Real>& to, Index item);
/// Transforms back to the first of each node's `beside` vectors: nodes[2], pairGroups() items, rows as in MeshRows.
template <class Real>
void rowsBack(const MeshSpectra<Real>& from, const MeshLine<Real>& line, MeshVector<Real>* to, Index beside,
              Index item);

}  // namespace fmm
