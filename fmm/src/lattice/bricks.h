#pragma once

#include <cmath>
#include <cstdint>

#include "core/math.h"
#include "exec/sorted_keys.h"

namespace fmm {

/// Nodes of the lattice are taken together in bricks of 4 x 4 x 4.
constexpr int kBrickEdge = 4, kBrickNodes = kBrickEdge * kBrickEdge * kBrickEdge;
/// Nodes of the lattice along an axis, from its middle: bricks are named by 21 bits an axis.
constexpr double kLatticeReach = 1 << 21;
constexpr std::uint64_t kNoKey = ~std::uint64_t(0);

/// A node of the lattice, or a brick of it.
struct LatticePoint {
  Index x, y, z;
};

/// Name of a brick; bricks have the order z, y, x.
struct BrickKey {
  static constexpr std::int64_t kOffset = 1 << 20;

  FMM_HD static std::uint64_t of(LatticePoint brick) {
    return (std::uint64_t(brick.z + kOffset) << 42) | (std::uint64_t(brick.y + kOffset) << 21) |
           std::uint64_t(brick.x + kOffset);
  }
  FMM_HD static LatticePoint brick(std::uint64_t key) {
    constexpr std::uint64_t kMask = (1 << 21) - 1;
    return {static_cast<Index>(std::int64_t(key & kMask) - kOffset),
            static_cast<Index>(std::int64_t((key >> 21) & kMask) - kOffset),
            static_cast<Index>(std::int64_t((key >> 42) & kMask) - kOffset)};
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
FMM_HD inline LatticePoint nodeOf(const std::uint64_t* keys, Index node) {
  const LatticePoint brick = BrickKey::brick(keys[node / kBrickNodes]);
  const Index in = node % kBrickNodes;
  return {brick.x * kBrickEdge + in % kBrickEdge, brick.y * kBrickEdge + in / kBrickEdge % kBrickEdge,
          brick.z * kBrickEdge + in / (kBrickEdge * kBrickEdge)};
}

}  // namespace fmm
