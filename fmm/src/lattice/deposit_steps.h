#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "lattice/bricks.h"
#include "lattice/lattice_weights.h"
#include "lattice/ring_share.h"

namespace fmm {

// How strengths get from elements to nodes, one item at a time.

/// x, y, z, alpha x, y, z of elements or nodes, and their rings.
template <class Real>
struct LatticeElements {
  std::array<const Real*, 6> row;
  const Real* ring;
  Index count;
};

/// The brick of the node at or below an element.
template <class Real>
struct ElementBricks {
  LatticeElements<Real> elements;
  double inverseSpacing;
  std::uint64_t* keys;

  FMM_HD void operator()(Index i) const {
    const auto brick = [&](std::size_t axis) {
      return brickOf(static_cast<Index>(std::floor(double(elements.row[axis][i]) * inverseSpacing)));
    };
    keys[i] = BrickKey::of({brick(0), brick(1), brick(2)});
  }
};

/// An element on its way to the lattice.
template <class Real>
struct Parcel {
  LatticePoint first;  ///< the first node that it gives to
  std::int32_t ring;
  Real alpha[3];
  float size;                     ///< |alpha|
  Real weight[3 * kSpreadWidth];  ///< along x, y, z
};

/// Parcels of the elements in the order of their bricks.
template <class Real>
struct WriteParcels {
  LatticeElements<Real> elements;
  const Index* order;
  double inverseSpacing;
  bool spreads;
  SpreadStencil spread;
  Parcel<Real>* parcels;

  FMM_HD void operator()(Index s) const {
    const Index i = order[s];
    Parcel<Real>& parcel = parcels[s];
    Index first[3];
    double square = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double at = double(elements.row[axis][i]) * inverseSpacing, below = std::floor(at);
      first[axis] = static_cast<Index>(below) + (spreads ? kSpreadFirst : kPlainFirst);
      writeWeights(at - below, spreads, spread, parcel.weight + axis * kSpreadWidth);
      parcel.alpha[axis] = elements.row[3 + axis][i];
      square += double(parcel.alpha[axis]) * double(parcel.alpha[axis]);
    }
    parcel.first = {first[0], first[1], first[2]};
    parcel.ring = static_cast<std::int32_t>(elements.ring[i]);
    parcel.size = static_cast<float>(std::sqrt(square));
  }
};

/// Bricks that elements of one brick may give to, along an axis: from `before` bricks before it on, `count` of them.
struct BrickReach {
  Index before, count;

  static constexpr BrickReach of(bool spreads) { return spreads ? BrickReach{1, 4} : BrickReach{1, 3}; }
  FMM_HD Index bricks() const { return count * count * count; }
  /// Offset number q, 0 <= q < bricks().
  FMM_HD LatticePoint offset(Index q) const {
    return {q % count - before, q / count % count - before, q / (count * count) - before};
  }
};

/// Item i is brick i / reach.bricks() of `sources` with one of those that it reaches.
struct ReachedBricks {
  const std::uint64_t* sources;
  BrickReach reach;
  std::uint64_t* keys;

  FMM_HD void operator()(Index i) const {
    const LatticePoint brick = BrickKey::brick(sources[i / reach.bricks()]), by = reach.offset(i % reach.bricks());
    keys[i] = BrickKey::of({brick.x + by.x, brick.y + by.y, brick.z + by.z});
  }
};

/// Where the parcels are that a brick may get: item i is brick i / reach.bricks() of `targets` with one of those that
/// reach it; from begin[i] to end[i].
struct FindSources {
  const std::uint64_t *targets, *sources;
  const Index* start;  ///< of each source's parcels; their number behind the last
  Index sourceCount;
  BrickReach reach;
  Index *begin, *end;

  FMM_HD void operator()(Index i) const {
    const LatticePoint brick = BrickKey::brick(targets[i / reach.bricks()]), by = reach.offset(i % reach.bricks());
    const Index at = findKey(sources, sourceCount, BrickKey::of({brick.x - by.x, brick.y - by.y, brick.z - by.z}));
    begin[i] = at < 0 ? 0 : start[at];
    end[i] = at < 0 ? 0 : start[at + 1];
  }
};

/// The sum of a node, in the order of its parcels.
template <class Real>
struct NodeSum {
  Real alpha[3] = {0, 0, 0};
  RingShare rings;

  FMM_HD void add(const Parcel<Real>& parcel, Real weight) {
    for (int c = 0; c < 3; ++c) alpha[c] += weight * parcel.alpha[c];
    const auto part = static_cast<float>(weight);
    rings.add(parcel.ring, (part < 0 ? -part : part) * parcel.size);
  }
};

/// What the nodes of the bricks get.
template <class Real>
struct Deposit {
  const std::uint64_t* bricks;
  const Index *begin, *end;  ///< [brick][reach.bricks()], as FindSources has them
  Index reached;             ///< reach.bricks()
  const Parcel<Real>* parcels;
  int width;
  std::array<Real*, 3> alpha;  ///< [brick][node]
  std::int32_t* ring;
  float* second;  ///< RingShare::second()

  FMM_HD void write(Index node, const NodeSum<Real>& sum) const {
    for (std::size_t c = 0; c < 3; ++c) alpha[c][node] = sum.alpha[c];
    ring[node] = sum.rings.largest();
    second[node] = sum.rings.second();
  }
};

/// The schedule of a GPU: an item a node, which looks at every parcel near its brick.
template <class Real>
struct DepositByNode : Deposit<Real> {
  FMM_HD void operator()(Index node) const {
    const LatticePoint at = nodeOf(this->bricks, node);
    const Index list = node / kBrickNodes * this->reached;
    const auto wide = static_cast<unsigned>(this->width);
    NodeSum<Real> sum;
    for (Index q = list; q < list + this->reached; ++q)
      for (Index s = this->begin[q]; s < this->end[q]; ++s) {
        const Parcel<Real>& parcel = this->parcels[s];
        const auto x = static_cast<unsigned>(at.x - parcel.first.x), y = static_cast<unsigned>(at.y - parcel.first.y),
                   z = static_cast<unsigned>(at.z - parcel.first.z);
        if (x >= wide || y >= wide || z >= wide) continue;
        const Real weight = parcel.weight[x] * (parcel.weight[kSpreadWidth + y] * parcel.weight[2 * kSpreadWidth + z]);
        if (weight != Real(0)) sum.add(parcel, weight);
      }
    this->write(node, sum);
  }
};

/// The schedule of a CPU: an item a brick, to whose nodes every parcel near it gives. The same sums in the same order.
template <class Real>
struct DepositByBrick : Deposit<Real> {
  FMM_HD void operator()(Index brick) const {
    NodeSum<Real> sums[kBrickNodes];
    const LatticePoint corner = nodeOf(this->bricks, brick * kBrickNodes);
    const Index list = brick * this->reached;
    for (Index q = list; q < list + this->reached; ++q)
      for (Index s = this->begin[q]; s < this->end[q]; ++s) give(this->parcels[s], corner, sums);
    for (Index n = 0; n < kBrickNodes; ++n) this->write(brick * kBrickNodes + n, sums[n]);
  }

 private:
  /// The parcel's nodes that lie in the brick, along an axis.
  struct Part {
    Index from, to, first;
    FMM_HD Part(Index corner, Index firstNode, int wide)
        : from(larger(Index(0), firstNode - corner)),
          to(smaller(Index(kBrickEdge), firstNode + wide - corner)),
          first(firstNode - corner) {}
  };
  FMM_HD void give(const Parcel<Real>& parcel, LatticePoint corner, NodeSum<Real>* sums) const {
    const Part x(corner.x, parcel.first.x, this->width), y(corner.y, parcel.first.y, this->width),
        z(corner.z, parcel.first.z, this->width);
    for (Index k = z.from; k < z.to; ++k)
      for (Index j = y.from; j < y.to; ++j) {
        const Real row = parcel.weight[kSpreadWidth + (j - y.first)] * parcel.weight[2 * kSpreadWidth + (k - z.first)];
        for (Index i = x.from; i < x.to; ++i) {
          const Real weight = parcel.weight[i - x.first] * row;
          if (weight != Real(0)) sums[i + kBrickEdge * (j + kBrickEdge * k)].add(parcel, weight);
        }
      }
  }
};

}  // namespace fmm
