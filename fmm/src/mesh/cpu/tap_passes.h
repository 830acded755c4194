#pragma once

#include <cstdint>

#include "mesh/cpu/line_passes.h"

namespace fmm {

// Vorticities of nodes on a CPU, one item at a time: sums over nearby nodes, along z, y and x. Blocks with no strength
// in reach are skipped.

/// Taps along an axis, and the fields between the passes: term n is the sum over all products of the axes so far whose
/// powers add up to n.
template <class Real>
struct TapFields {
  static constexpr Index kBlock = 16;  ///< block of a row that is summed or skipped as a whole; whole registers

  MeshGrid grid;
  Index reach, terms;
  const Real* taps;      ///< [2 terms][reach + 1]: of each term; then, for the last axis, of the sums of terms 0 to n
  Real* values;          ///< [terms][3][nodes[2]][nodes[1]][row()]
  std::uint8_t* filled;  ///< [2][3][nodes[1]][blocks()]: 1 if a strength has these x and y; then with reach along y

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

/// Sums strengths along z: nodes[1], 3 items.
template <class Real>
void sumAlongZ(const MeshStrengths<Real>& from, const TapFields<Real>& fields, Index item);
/// Computes the second part of `filled` from the first, after all items of sumAlongZ().
template <class Real>
void widen(const TapFields<Real>& fields);
/// Sums along y: nodes[2], 3 items.
template <class Real>
void sumAlongY(const TapFields<Real>& fields, Index item);
/// Sums along x, into the second of the two vectors of each node of some rows.
template <class Real>
void sumAlongX(const TapFields<Real>& fields, MeshVector<Real>* to, const MeshRows& rows);

}  // namespace fmm
