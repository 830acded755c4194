#pragma once

#include <cmath>
#include <cstdint>

#include "core/math.h"
#include "exec/sorted_keys.h"

namespace fmm {

/// Nodes of the lattice are taken together in bricks of 4 x 4 x 4.
constexpr int kBrickEdge = 4, kBrickNodes = kBrickEdge * kBrickEdge * kBrickEdge;
/// Nodes of the lattice along an axis, from its middle: bricks are named by 21 bits an axis at most.
constexpr double kLatticeReach = 1 << 21;
constexpr std::uint64_t kNoKey = ~std::uint64_t(0);

/// A node of the lattice, or a brick of it.
struct LatticePoint {
  Index x, y, z;
};

/// Names of bricks, which have the order z, y, x: no more bits than those that are there need, as sorting takes a pass
/// for every eight.
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
  /// Of a name.
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

/// Place of a key in n ascending ones; -1: it is not there.
FMM_HD inline Index findKey(const std::uint64_t* keys, Index n, std::uint64_t key) {
  const Index low = firstAtLeast(keys, n, key);
  return low < n && keys[low] == key ? low : -1;
}

/// Where a node of the bricks in `keys` is on the lattice: node % kBrickNodes counts x first.
FMM_HD inline LatticePoint nodeOf(BrickNames names, const std::uint64_t* keys, Index node) {
  const LatticePoint brick = names.brick(keys[node / kBrickNodes]);
  const Index in = node % kBrickNodes;
  return {brick.x * kBrickEdge + in % kBrickEdge, brick.y * kBrickEdge + in / kBrickEdge % kBrickEdge,
          brick.z * kBrickEdge + in / (kBrickEdge * kBrickEdge)};
}

}  // namespace fmm
