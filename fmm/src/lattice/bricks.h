#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "core/math.h"
#include "exec/sorted_keys.h"

namespace fmm {

/// Number of nodes that an element gives to along an axis, and the offset of the first from the node at or below it.
constexpr int kGivenWidth = 6, kGivenFirst = -2;

/// The quintic B-spline at the six nodes around a point that lies f beyond the third, 0 <= f < 1 (Schoenberg 1946). It
/// smooths strengths by a known filter, which LatticeRow::sharpened() undoes.
struct SplineWeights {
  double w[kGivenWidth];

  FMM_HD explicit SplineWeights(double f) {
    const double g = 1 - f;
    w[0] = fifth(g) / 120;
    w[1] = (fifth(1 + g) - 6 * fifth(g)) / 120;
    w[2] = (fifth(2 + g) - 6 * fifth(1 + g) + 15 * fifth(g)) / 120;
    w[3] = (fifth(2 + f) - 6 * fifth(1 + f) + 15 * fifth(f)) / 120;
    w[4] = (fifth(1 + f) - 6 * fifth(f)) / 120;
    w[5] = fifth(f) / 120;
  }
  /// For a point on a node but for round-off: the node gets everything.
  FMM_HD static SplineWeights atNode(double f) {
    SplineWeights weights(0);
    for (double& w : weights.w) w = 0;
    weights.w[f < 0.5 ? 2 : 3] = 1;
    return weights;
  }

 private:
  FMM_HD static double fifth(double x) { return x * x * (x * x) * x; }
};

/// Stencil along an axis: tap[0] for the node itself, tap[k] for each of the two nodes k away.
struct LatticeRow {
  static constexpr int kMostReach = 7;
  int reach = 0;
  std::array<double, kMostReach + 1> tap = {1};

  /// Undoes the blur of SplineWeights. tap[3] to tap[5] come from a linear programme that keeps as much as possible of
  /// each wave, with most weight on k h < 1.2, such that no wave grows wherever elements lie. The other taps make the
  /// moments 0, 2 and 4 of spline and row 1, 0 and 0.
  static constexpr LatticeRow sharpened() {
    LatticeRow row;
    row.reach = 5;
    row.tap = {0, 0, 0, -7.597889e-2, 1.290081e-2, -1.106696e-3};
    // Sums of m^2 and m^4 tap[m] that the spline's moments 1/2 and 7/10 leave to taps 1 and 2.
    double second = -0.25, fourth = 0.4;
    for (int m = 3; m <= 5; ++m) {
      const double square = m * m, tap = row.tap[static_cast<std::size_t>(m)];
      second -= square * tap;
      fourth -= square * square * tap;
    }
    row.tap[2] = (fourth - second) / 12;
    row.tap[1] = second - 4 * row.tap[2];
    return row.normalised();
  }
  /// This row followed by viscosity over a time t, l = nu t/h^2 <= kMostSpread: c1 goes to the nearest nodes and c2 to
  /// the next ones. With c0 + 2 c1 + 2 c2 = 1, 2 c1 + 8 c2 = 2 l, 2 c1 + 32 c2 = 12 l^2 it has the moments 0 to 5 of
  /// the heat kernel. It damps every wave while l <= 1/3.
  constexpr LatticeRow spread(double l) const {
    if (!(l > 0)) return *this;
    const double c2 = (6 * l * l - l) / 12, c1 = l - 4 * c2, c0 = 1 - 2 * c1 - 2 * c2;
    LatticeRow row;
    row.reach = reach + 2;
    for (int m = 0; m <= row.reach; ++m)
      row.tap[static_cast<std::size_t>(m)] = c0 * at(m) + c1 * (at(m - 1) + at(m + 1)) + c2 * (at(m - 2) + at(m + 2));
    return row.normalised();
  }
  static constexpr double kMostSpread = 1.0 / 3;

  /// Tap of the nodes m away to either side.
  FMM_HD constexpr double at(int m) const {
    const int away = m < 0 ? -m : m;
    return away <= reach ? tap[static_cast<std::size_t>(away)] : 0;
  }

 private:
  /// tap[0] makes the sum 1.
  constexpr LatticeRow normalised() const {
    LatticeRow row = *this;
    row.tap[0] = 1;
    for (int m = 1; m <= reach; ++m) row.tap[0] -= 2 * row.tap[static_cast<std::size_t>(m)];
    return row;
  }
};

/// Region that has nodes.
enum class LatticeSides {
  both,       ///< in all of space
  above,      ///< z >= 0: a wall is half a spacing below z = 0, and strengths beyond it are folded back
  plane,      ///< plane flow: elements with z = 0 give to nodes with z = 0
  planeAbove  ///< plane flow with y >= 0: a wall is half a spacing below y = 0
};
/// True for a plane flow.
FMM_HD constexpr bool isFlat(LatticeSides sides) {
  return sides == LatticeSides::plane || sides == LatticeSides::planeAbove;
}
/// True if there is a wall.
FMM_HD constexpr bool hasWall(LatticeSides sides) {
  return sides == LatticeSides::above || sides == LatticeSides::planeAbove;
}
/// The axis that is normal to a wall.
FMM_HD constexpr int wallAxis(LatticeSides sides) {
  return isFlat(sides) ? 1 : 2;
}

/// Nodes of the lattice are grouped in bricks of 4 x 4 x 4.
constexpr int kBrickEdge = 4, kBrickNodes = kBrickEdge * kBrickEdge * kBrickEdge;
/// Most nodes from the origin along an axis: keys of bricks have at most 21 bits for each axis.
constexpr double kLatticeReach = 1 << 21;
constexpr std::uint64_t kNoKey = ~std::uint64_t(0);

/// A node of the lattice, or a brick of it.
struct LatticePoint {
  Index x, y, z;
  FMM_HD Index along(int axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
  /// Its image in a wall half a spacing, or half a brick, below 0 of an axis.
  FMM_HD LatticePoint mirrored(int axis) const {
    return {axis == 0 ? -1 - x : x, axis == 1 ? -1 - y : y, axis == 2 ? -1 - z : z};
  }
};

/// Keys of bricks, in the order z, y, x. They have no more bits than these bricks need, as sorting takes a pass for
/// every eight.
struct BrickNames {
  static constexpr int kMostBits = 21;
  int bits;  ///< of an axis

  /// For bricks of elements up to `extent` nodes from the origin, and those up to `around` bricks from them.
  static BrickNames within(double extent, int around) {
    BrickNames names = {2};
    while (names.bits < kMostBits && names.offset() < extent / kBrickEdge + 2 + around) ++names.bits;
    return names;
  }

  FMM_HD std::uint64_t of(LatticePoint brick) const {
    return (part(brick.z) << (2 * bits)) | (part(brick.y) << bits) | part(brick.x);
  }
  FMM_HD LatticePoint brick(std::uint64_t key) const {
    return {place(key), place(key >> bits), place(key >> (2 * bits))};
  }
  /// Bits of a whole key.
  int keyBits() const { return 3 * bits; }

 private:
  FMM_HD std::int64_t offset() const { return std::int64_t{1} << (bits - 1); }
  FMM_HD std::uint64_t part(Index place) const { return std::uint64_t(place + offset()); }
  FMM_HD Index place(std::uint64_t part) const {
    const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
    return static_cast<Index>(std::int64_t(part & mask) - offset());
  }
};

/// The brick of a node.
FMM_HD inline Index brickOf(Index node) {
  return (node >= 0 ? node : node - (kBrickEdge - 1)) / kBrickEdge;
}

/// Index of a key among n ascending ones; -1 if it is absent.
FMM_HD inline Index findKey(const std::uint64_t* keys, Index n, std::uint64_t key) {
  const Index low = firstAtLeast(keys, n, key);
  return low < n && keys[low] == key ? low : -1;
}

/// Lattice coordinates of a node of the bricks in `keys`: node % kBrickNodes counts x first.
FMM_HD inline LatticePoint nodeOf(BrickNames names, const std::uint64_t* keys, Index node) {
  const LatticePoint brick = names.brick(keys[node / kBrickNodes]);
  const Index in = node % kBrickNodes;
  return {brick.x * kBrickEdge + in % kBrickEdge, brick.y * kBrickEdge + in / kBrickEdge % kBrickEdge,
          brick.z * kBrickEdge + in / (kBrickEdge * kBrickEdge)};
}

}  // namespace fmm
