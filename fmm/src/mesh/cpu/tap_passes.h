#pragma once

#include <cstdint>

#include "mesh/cpu/line_passes.h"

namespace fmm {

// The vorticities of nodes on a CPU, for one item each: sums over the nodes nearby, along z, y and x. Where no strength
// is in reach nothing is summed.

/// Taps along an axis, and the fields between the passes: term n has what n powers of the axes before have left.
template <class Real>
struct TapFields {
  static constexpr Index kBlock = 16;  ///< numbers of a row that are summed or left out together: whole registers

  MeshGrid grid;
  Index reach, terms;
  const Real*
      taps;      ///< [2 terms][reach + 1]: of each term, then those of each term and all below it, for the last axis
  Real* values;  ///< [terms][3][nodes[2]][nodes[1]][row()]
  std::uint8_t* filled;  ///< [2][3][nodes[1]][blocks()]: is there a strength at these x and y; and in reach along y?

  Index blocks() const { return (grid.nodes[0] + kBlock - 1) / kBlock; }
  Index row() const { return kBlock * blocks(); }
  const Real* tapsOf(Index term) const { return taps + term * (reach + 1); }
  const Real* lastTapsOf(Index term) const { return tapsOf(2 * terms - 1 - term); }
  Real* at(Index term, Index component, Index y, Index z) const {
    const auto slab = static_cast<std::size_t>(3 * term + component) * static_cast<std::size_t>(grid.nodes[2]) +
                      static_cast<std::size_t>(z);
    return values + static_cast<std::size_t>(row()) *
                        (slab * static_cast<std::size_t>(grid.nodes[1]) + static_cast<std::size_t>(y));
  }
  std::uint8_t* filledOf(bool wide, Index component, Index y) const {
    return filled + blocks() * (((wide ? 3 : 0) + component) * grid.nodes[1] + y);
  }
};

/// Strengths along z: nodes[1], 3 items.
template <class Real>
void sumAlongZ(const MeshStrengths<Real>& from, const TapFields<Real>& fields, Index item);
/// What is in reach along y, when that is known of all.
template <class Real>
void widen(const TapFields<Real>& fields);
/// Then along y: nodes[2], 3 items.
template <class Real>
void sumAlongY(const TapFields<Real>& fields, Index item);
/// And along x, into the second of two vectors that nodes of some rows have.
template <class Real>
void sumAlongX(const TapFields<Real>& fields, MeshVector<Real>* to, const MeshRows& rows);

}  // namespace fmm
