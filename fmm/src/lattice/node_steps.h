#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "lattice/bricks.h"
#include "lattice/moments.h"
#include "lattice/weak_nodes.h"

namespace fmm {

// Steps on the strengths of nodes, one item at a time.

/// |alpha|.
template <class Real, std::size_t N>
struct NodeStrength {
  std::array<const Real*, N> alpha;
  FMM_HD float operator()(Index i) const { return static_cast<float>(strengthOf(alpha, i)); }
};

/// RingShare::second().
struct SecondShare {
  const float* second;
  FMM_HD float operator()(Index i) const { return second[i]; }
};

/// Item i is one of the 27 bricks around brick i / 27: finds its index, -1 where there is none.
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

/// Over a wall. Item i is a node of any brick: a node above the wall adds the strength of its image, node -1 - z, and
/// the image then gets the mirrored strength. Components along the wall keep their sign, that across it changes it, so
/// that nothing diffuses through the wall; where the fluid slips along it, as strengths of images do, it is the other
/// way round. Heat keeps its sign.
template <class Real, std::size_t N>
struct MirrorNodes {
  bool slips;
  int axis;  ///< wallAxis()
  BrickNames names;
  const std::uint64_t* bricks;
  Index count;  ///< of bricks
  std::array<Real*, N> alpha;
  std::int32_t* ring;

  FMM_HD void operator()(Index i) const {
    const LatticePoint brick = names.brick(bricks[i / kBrickNodes]);
    if (brick.along(axis) < 0) return;
    const Index other = findKey(bricks, count, names.of(brick.mirrored(axis)));
    if (other < 0) return;
    const Index stride = axis == 1 ? kBrickEdge : kBrickEdge * kBrickEdge, in = i % kBrickNodes;
    const Index place = in / stride % kBrickEdge;
    const Index image = other * kBrickNodes + in + stride * (kBrickEdge - 1 - 2 * place);
    std::array<const Real*, N> strength;
    for (std::size_t c = 0; c < N; ++c) strength[c] = alpha[c];
    const bool gives = ring[image] != RingShare::kNone;
    if (gives && (ring[i] == RingShare::kNone || strengthOf(strength, image) > strengthOf(strength, i)))
      ring[i] = ring[image];
    ring[image] = ring[i];
    for (std::size_t c = 0; c < N; ++c) {
      const bool turns = c < 3 && (static_cast<int>(c) == axis) != slips;
      const Real sign = turns ? Real(-1) : Real(1), sum = alpha[c][i] + sign * alpha[c][image];
      alpha[c][i] = sum;
      alpha[c][image] = sign * sum;
    }
  }
};

/// Applies a row along an axis, to heat a row of its own. Item i is a line of a brick. A node without a ring gets that
/// of the node that gives it most. In the plane only the lines of z = 0 and the component along z are there, and heat.
template <class Real, std::size_t N>
struct TakeRow {
  static constexpr Index kLines = kBrickEdge * kBrickEdge;  ///< of a brick
  static constexpr Index linesOf(bool plane) { return plane ? kBrickEdge : kLines; }

  bool plane;
  std::array<const Real*, N> alpha;
  const std::int32_t* ring;
  const Index* neighbours;  ///< of bricks, FindNeighbours
  int axis;
  LatticeRow row, rowOfHeat;
  std::array<Real*, N> outAlpha;
  std::int32_t* outRing;

  FMM_HD void operator()(Index i) const {
    const Index lines = plane ? Index(kBrickEdge) : kLines;
    const Index brick = i / lines, line = i % lines, stride = strideOf(axis);
    const Index in = axis == 0   ? kBrickEdge * line
                     : axis == 1 ? line % kBrickEdge + kLines * (line / kBrickEdge)
                                 : line;
    Index first[kBricks];  // first node of each brick on the line; -1: no brick
    for (Index b = 0; b < kBricks; ++b) first[b] = -1;
    first[kAround] = brick * kBrickNodes + in;
    for (int side = -1; side <= 1; side += 2) {
      Index from = brick;
      for (Index b = 1; b <= kAround && from >= 0; ++b) {
        from = neighbours[27 * from + 13 + side * nextOf(axis)];
        if (from >= 0) first[kAround + side * b] = from * kBrickNodes + in;
      }
    }
    for (std::size_t c = plane ? 2 : 0; c < N; ++c) {
      const LatticeRow& taps = N > 3 && c == 3 ? rowOfHeat : row;
      Real there[kNodes], sum[kBrickEdge] = {};
      for (Index b = 0; b < kBricks; ++b)
        for (Index k = 0; k < kBrickEdge; ++k)
          there[b * kBrickEdge + k] = first[b] >= 0 ? alpha[c][first[b] + k * stride] : Real(0);
      for (Index k = 0; k < kBrickEdge; ++k)
        for (Index n = 0; n < kNodes; ++n) sum[k] += static_cast<Real>(tapTo(taps, k, n)) * there[n];
      for (Index k = 0; k < kBrickEdge; ++k) outAlpha[c][first[kAround] + k * stride] = sum[k];
    }
    for (Index k = 0; k < kBrickEdge; ++k) outRing[first[kAround] + k * stride] = ringOf(first, stride, k);
  }

 private:
  static constexpr Index kAround = (LatticeRow::kMostReach + kBrickEdge - 1) / kBrickEdge, kBricks = 2 * kAround + 1,
                         kNodes = kBricks * kBrickEdge;

  FMM_HD static Index strideOf(int axis) { return axis == 0 ? 1 : axis == 1 ? kBrickEdge : kLines; }
  /// Step along the axis in the numbers of the 27 bricks around a brick, which is number 13.
  FMM_HD static Index nextOf(int axis) { return axis == 0 ? 1 : axis == 1 ? 3 : 9; }
  /// Tap from node n of the line through all bricks to node k of the middle one.
  FMM_HD static double tapTo(const LatticeRow& row, Index k, Index n) {
    const Index d = n - kAround * kBrickEdge - k, away = d < 0 ? -d : d;
    return away <= LatticeRow::kMostReach ? row.tap[static_cast<std::size_t>(away)] : 0;
  }
  FMM_HD std::int32_t ringOf(const Index* first, Index stride, Index k) const {
    std::int32_t most = ring[first[kAround] + k * stride];
    if (most != RingShare::kNone) return most;
    double largest = 0;
    for (Index n = 0; n < kNodes; ++n) {
      const double tap = std::fabs(tapTo(row, k, n));
      if (first[n / kBrickEdge] < 0 || tap == 0) continue;
      const Index node = first[n / kBrickEdge] + n % kBrickEdge * stride;
      const double part = tap * strengthOf(alpha, node);
      if (part > largest) {
        largest = part;
        most = ring[node];
      }
    }
    return most;
  }
};

/// Number by which a node's ring is sorted; 0 where the node got nothing.
struct RingNumber {
  const std::int32_t* ring;
  FMM_HD static std::uint32_t of(std::int32_t ring) {
    return ring == RingShare::kNone ? 0U : static_cast<std::uint32_t>(ring);
  }
  /// For the range of all numbers.
  FMM_HD void operator()(Index node, float* values) const {
    values[0] = static_cast<float>(static_cast<std::int32_t>(of(ring[node])));
  }
};

/// Sort keys of strong nodes, by ring and then by place (at most 2^nodeBits - 1 places); kNoKey for the others.
template <class Real, std::size_t N>
struct KeptKeys {
  NodeStrengths<Real, N> nodes;
  const std::int32_t* ring;
  int nodeBits;
  std::uint64_t* keys;
  BrickNames names;
  const std::uint64_t* bricks;
  LatticeSides sides;

  FMM_HD void operator()(Index node) const {
    const std::uint64_t number = RingNumber::of(ring[node]);
    const bool here = !hasWall(sides) || names.brick(bricks[node / kBrickNodes]).along(wallAxis(sides)) >= 0;
    keys[node] = here && nodes.stays(node) ? (number << nodeBits) | std::uint64_t(node) : kNoKey;
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
    rings[i] = static_cast<Real>(static_cast<std::int32_t>(RingNumber::of(ring[node])));
  }
};

/// The index of the first key of a run of equal ones, else kNoKey. Keys that are kNoKey form no run.
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
