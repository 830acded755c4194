#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "lattice/bricks.h"
#include "lattice/lattice_weights.h"
#include "lattice/ring_share.h"

namespace fmm {

// What becomes of the nodes' strengths, one item at a time.

template <class Real>
FMM_HD inline double strengthOf(const std::array<const Real*, 3>& alpha, Index i) {
  const double x = alpha[0][i], y = alpha[1][i], z = alpha[2][i];
  return std::sqrt(x * x + y * y + z * z);
}

/// |alpha|.
template <class Real>
struct NodeStrength {
  std::array<const Real*, 3> alpha;
  FMM_HD float operator()(Index i) const { return static_cast<float>(strengthOf(alpha, i)); }
};

/// RingShare::second().
struct SecondShare {
  const float* second;
  FMM_HD float operator()(Index i) const { return second[i]; }
};

/// Item i is one of the 27 bricks about brick i / 27: its place among all, -1 where there is none.
struct FindNeighbours {
  BrickNames names;
  const std::uint64_t* bricks;
  Index count;
  Index* neighbours;

  FMM_HD void operator()(Index i) const {
    const LatticePoint brick = names.brick(bricks[i / 27]);
    const Index q = i % 27;
    neighbours[i] =
        findKey(bricks, count, names.of({brick.x + q % 3 - 1, brick.y + q / 3 % 3 - 1, brick.z + q / 9 - 1}));
  }
};

/// The nodes about a node.
struct NodeNeighbours {
  const Index* neighbours;  ///< of bricks, FindNeighbours

  /// use(other) for each of the 26 that has a brick.
  template <class Use>
  FMM_HD void forEach(Index node, const Use& use) const {
    const Index brick = node / kBrickNodes, in = node % kBrickNodes;
    const Index x = in % kBrickEdge, y = in / kBrickEdge % kBrickEdge, z = in / (kBrickEdge * kBrickEdge);
    for (Index k = z - 1; k <= z + 1; ++k)
      for (Index j = y - 1; j <= y + 1; ++j)
        for (Index i = x - 1; i <= x + 1; ++i) {
          if (i == x && j == y && k == z) continue;
          const Index bx = brickOf(i), by = brickOf(j), bz = brickOf(k);
          const Index other = neighbours[27 * brick + (bx + 1) + 3 * (by + 1) + 9 * (bz + 1)];
          if (other < 0) continue;
          use(other * kBrickNodes + (i - bx * kBrickEdge) +
              kBrickEdge * ((j - by * kBrickEdge) + kBrickEdge * (k - bz * kBrickEdge)));
        }
  }
};

/// Spreads strengths along an axis as viscosity does. A node that nothing was given before has the ring of the one that
/// gives it most.
template <class Real>
struct SpreadAlong {
  std::array<const Real*, 3> alpha;
  const std::int32_t* ring;
  const Index* neighbours;  ///< of bricks, FindNeighbours
  int axis;
  SpreadStencil stencil;
  std::array<Real*, 3> outAlpha;
  std::int32_t* outRing;

  FMM_HD void operator()(Index node) const {
    const Index stride = axis == 0 ? 1 : axis == 1 ? kBrickEdge : kBrickEdge * kBrickEdge;
    const Index brick = node / kBrickNodes, in = node % kBrickNodes, at = in / stride % kBrickEdge;
    const Index next = axis == 0 ? 1 : axis == 1 ? 3 : 9;  // of the 27 bricks about one, the 13th
    Real sum[3];
    for (std::size_t c = 0; c < 3; ++c) sum[c] = static_cast<Real>(stencil.c0) * alpha[c][node];
    std::int32_t most = ring[node];
    double largest = 0;
    for (Index d = -2; d <= 2; ++d) {
      if (d == 0) continue;
      const Index to = at + d, over = to < 0 ? -1 : to >= kBrickEdge ? 1 : 0;
      const Index other = neighbours[27 * brick + 13 + over * next];
      if (other < 0) continue;
      const Index from = other * kBrickNodes + in + (d - over * kBrickEdge) * stride;
      const double weight = d * d == 1 ? stencil.c1 : stencil.c2;
      for (std::size_t c = 0; c < 3; ++c) sum[c] += static_cast<Real>(weight) * alpha[c][from];
      const double part = std::fabs(weight) * strengthOf(alpha, from);
      if (ring[node] == RingShare::kNone && part > largest) {
        largest = part;
        most = ring[from];
      }
    }
    for (std::size_t c = 0; c < 3; ++c) outAlpha[c][node] = sum[c];
    outRing[node] = most;
  }
};

/// The part of its strength that a node gives to each neighbour that stays; -1: it stays itself; 0: there is none.
template <class Real>
struct NodeShares {
  std::array<const Real*, 3> alpha;
  NodeNeighbours about;
  double least;  ///< |alpha| of those that stay
  Real* share;

  FMM_HD bool stays(Index node) const { return strengthOf(alpha, node) >= least; }
  FMM_HD void operator()(Index node) const {
    if (stays(node)) {
      share[node] = -1;
      return;
    }
    int heirs = 0;
    about.forEach(node, [&](Index other) { heirs += stays(other) ? 1 : 0; });
    share[node] = heirs > 0 ? Real(1) / static_cast<Real>(heirs) : Real(0);
  }
};

/// The node's strength with what its weak neighbours give.
template <class Real>
struct TakeShares {
  std::array<const Real*, 3> alpha;
  NodeNeighbours about;
  const Real* share;
  std::array<Real*, 3> out;

  FMM_HD void operator()(Index node) const {
    Real sum[3] = {0, 0, 0};
    if (share[node] < Real(0)) {
      for (std::size_t c = 0; c < 3; ++c) sum[c] = alpha[c][node];
      about.forEach(node, [&](Index other) {
        if (!(share[other] > Real(0))) return;
        for (std::size_t c = 0; c < 3; ++c) sum[c] += share[other] * alpha[c][other];
      });
    }
    for (std::size_t c = 0; c < 3; ++c) out[c][node] = sum[c];
  }
};

/// A node's ring as it is sorted by; 0 where it got nothing.
struct RingNumber {
  const std::int32_t* ring;
  FMM_HD static std::uint32_t of(std::int32_t ring) {
    return ring == RingShare::kNone ? 0U : static_cast<std::uint32_t>(ring);
  }
  /// For the range of all.
  FMM_HD void operator()(Index node, float* values) const {
    values[0] = static_cast<float>(static_cast<std::int32_t>(of(ring[node])));
  }
};

/// Nodes that stay, by ring and then by place, of which there are 2^nodeBits - 1 at most; kNoKey for the others.
template <class Real>
struct KeptKeys {
  const Real* share;
  const std::int32_t* ring;
  int nodeBits;
  std::uint64_t* keys;

  FMM_HD void operator()(Index node) const {
    const std::uint64_t number = RingNumber::of(ring[node]);
    keys[node] = share[node] < Real(0) ? (number << nodeBits) | std::uint64_t(node) : kNoKey;
  }
};

/// Elements at the nodes in `order`.
template <class Real>
struct WriteNodes {
  const Index* order;
  BrickNames names;
  const std::uint64_t* bricks;
  double spacing;
  std::array<const Real*, 3> alpha;
  const std::int32_t* ring;
  std::array<Real*, 6> row;
  Real* rings;

  FMM_HD void operator()(Index i) const {
    const Index node = order[i];
    const LatticePoint at = nodeOf(names, bricks, node);
    row[0][i] = static_cast<Real>(spacing * at.x);
    row[1][i] = static_cast<Real>(spacing * at.y);
    row[2][i] = static_cast<Real>(spacing * at.z);
    for (std::size_t c = 0; c < 3; ++c) row[3 + c][i] = alpha[c][node];
    rings[i] = static_cast<Real>(ring[node]);
  }
};

/// Where a run of equal keys begins: its index, else kNoKey. kNoKey itself begins none.
struct FirstOfRun {
  const std::uint64_t* keys;
  std::uint64_t* out;

  FMM_HD void operator()(Index i) const {
    const bool first = keys[i] != kNoKey && (i == 0 || keys[i] != keys[i - 1]);
    out[i] = first ? std::uint64_t(i) : kNoKey;
  }
};

/// The keys at some places.
struct PickKeys {
  const std::uint64_t* keys;
  const Index* at;
  std::uint64_t* out;
  FMM_HD void operator()(Index i) const { out[i] = keys[at[i]]; }
};

struct CountKeys {
  const std::uint64_t* keys;
  FMM_HD void operator()(Index i, double* sum) const { *sum += keys[i] != kNoKey ? 1 : 0; }
};

}  // namespace fmm
