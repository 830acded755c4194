#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "lattice/bricks.h"
#include "lattice/moments.h"

namespace fmm {

// Deposition of strengths from elements to nodes, one item at a time.

/// x, y, z, alpha x, y, z of elements or nodes, their rings and their heat.
template <class Real>
struct LatticeElements {
  std::array<const Real*, 6> row;
  const Real* ring;
  Index count;
  const Real* heat = nullptr;  ///< B; null: none
};

/// Positions of elements relative to a lattice, in spacings along an axis.
struct LatticeFit {
  double extent;  ///< largest coordinate of an element; bricks beyond kLatticeReach have no key
  double off;     ///< largest distance of an element from its nearest node

  /// True if all elements are on nodes but for round-off of floats.
  bool onNodes() const { return off <= 1e-6 * (1 + extent); }
};

/// LatticeFit of one element.
template <class Real>
struct FitToLattice {
  LatticeElements<Real> elements;
  double inverseSpacing;

  FMM_HD void operator()(Index i, float* values) const {
    double extent = 0, off = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double at = double(elements.row[axis][i]) * inverseSpacing;
      extent = larger(extent, std::fabs(at));
      off = larger(off, std::fabs(at - std::floor(at + 0.5)));
    }
    values[0] = static_cast<float>(extent);
    values[1] = static_cast<float>(off);
  }
};

/// The brick of the node at or below an element.
template <class Real>
struct ElementBricks {
  LatticeElements<Real> elements;
  double inverseSpacing;
  BrickNames names;
  std::uint64_t* keys;

  FMM_HD void operator()(Index i) const {
    const auto brick = [&](std::size_t axis) {
      return brickOf(static_cast<Index>(std::floor(double(elements.row[axis][i]) * inverseSpacing)));
    };
    keys[i] = names.of({brick(0), brick(1), brick(2)});
  }
};

/// Nodes that an element gives to: kGivenWidth along each axis, from the first one on.
struct alignas(16) ParcelPlace {
  LatticePoint first;
  std::int32_t ring;
};

/// Strength, of N components as in strengthOf(), and weights that it gives.
template <class Real, std::size_t N>
struct Parcel {
  Real alpha[N];
  float size;                    ///< |alpha|
  Real weight[3 * kGivenWidth];  ///< along x, y, z
};

/// Parcels of the elements in the order of their bricks.
template <class Real, std::size_t N>
struct WriteParcels {
  LatticeElements<Real> elements;
  Real heatScale;  ///< HeatPass::scale
  const Index* order;
  double inverseSpacing;
  bool onNodes;  ///< the elements are nodes already
  LatticeSides sides;
  ParcelPlace* places;
  Parcel<Real, N>* parcels;

  FMM_HD void operator()(Index s) const {
    const Index i = order[s];
    Parcel<Real, N>& parcel = parcels[s];
    Index first[3];
    double square = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double at = double(elements.row[axis][i]) * inverseSpacing, below = std::floor(at);
      first[axis] = static_cast<Index>(below) + kGivenFirst;
      const bool stays = onNodes || (isFlat(sides) && axis == 2);
      const SplineWeights spline = stays ? SplineWeights::atNode(at - below) : SplineWeights(at - below);
      for (std::size_t j = 0; j < kGivenWidth; ++j)
        parcel.weight[axis * kGivenWidth + j] = static_cast<Real>(spline.w[j]);
      parcel.alpha[axis] = elements.row[3 + axis][i];
      square += double(parcel.alpha[axis]) * double(parcel.alpha[axis]);
    }
    if constexpr (N > 3) {
      parcel.alpha[3] = heatScale * elements.heat[i];
      square += double(parcel.alpha[3]) * double(parcel.alpha[3]);
    }
    places[s] = {{first[0], first[1], first[2]}, static_cast<std::int32_t>(elements.ring[i])};
    parcel.size = static_cast<float>(std::sqrt(square));
  }
};

/// Bricks that elements of one brick may give to, along an axis: `count` of them, from `before` bricks before it on. In
/// the plane there is one layer of them.
struct BrickReach {
  Index before, count;
  bool flat;

  /// By the spline alone, two nodes down and three up.
  static constexpr BrickReach ofSpline(LatticeSides sides) { return {1, 3, isFlat(sides)}; }
  /// With a row that takes from `reach` nodes each way.
  static constexpr BrickReach of(int reach, LatticeSides sides) {
    constexpr int kDown = -kGivenFirst, kUp = kGivenFirst + kGivenWidth - 1;
    const Index before = (kDown + reach + kBrickEdge - 1) / kBrickEdge,
                after = (kUp + reach + kBrickEdge - 1) / kBrickEdge;
    return {before, before + 1 + after, isFlat(sides)};
  }
  FMM_HD Index bricks() const { return count * count * (flat ? 1 : count); }
  /// Offset number q, 0 <= q < bricks().
  FMM_HD LatticePoint offset(Index q) const {
    return {q % count - before, q / count % count - before, flat ? 0 : q / (count * count) - before};
  }
};

/// Keys of the bricks that source bricks reach: item i is one of those of brick i / reach.bricks() of `sources`.
struct ReachedBricks {
  const std::uint64_t* sources;
  BrickNames names;
  BrickReach reach;
  std::uint64_t* keys;

  FMM_HD void operator()(Index i) const {
    const LatticePoint brick = names.brick(sources[i / reach.bricks()]), by = reach.offset(i % reach.bricks());
    keys[i] = names.of({brick.x + by.x, brick.y + by.y, brick.z + by.z});
  }
};

/// Parcels sorted by their source bricks.
template <class Real, std::size_t N>
struct ParcelLists {
  const ParcelPlace* places;
  const Parcel<Real, N>* parcels;
  const Index* start;   ///< first parcel of each source brick; then their number
  const Index* source;  ///< [brick][reached] source bricks that reach a brick, -1 for none
  Index reached;        ///< BrickReach::bricks()

  /// Calls use(place, parcel) for each that may give to the brick, always in the same order.
  template <class Use>
  FMM_HD void forEach(Index brick, const Use& use) const {
    for (Index q = brick * reached; q < (brick + 1) * reached; ++q) {
      const Index from = source[q];
      if (from < 0) continue;
      for (Index s = start[from]; s < start[from + 1]; ++s) use(places[s], parcels[s]);
    }
  }
};

/// Finds the source bricks of bricks: item i is one of those that may reach brick i / reach.bricks() of `targets`.
struct FindSources {
  const std::uint64_t *targets, *sources;
  Index sourceCount;
  BrickNames names;
  BrickReach reach;
  Index* source;

  FMM_HD void operator()(Index i) const {
    const LatticePoint brick = names.brick(targets[i / reach.bricks()]), by = reach.offset(i % reach.bricks());
    source[i] = findKey(sources, sourceCount, names.of({brick.x - by.x, brick.y - by.y, brick.z - by.z}));
  }
};

/// Ring index that stands for several rings, or none.
constexpr std::int32_t kSeveralRings = RingShare::kNone;

/// The ring of all parcels of a source brick, or kSeveralRings.
struct FindSourceRing {
  const ParcelPlace* places;
  const Index* start;
  std::int32_t* ring;

  FMM_HD void operator()(Index brick) const {
    const std::int32_t first = places[start[brick]].ring;
    bool same = true;
    for (Index s = start[brick]; s < start[brick + 1]; ++s) same = same && places[s].ring == first;
    ring[brick] = same ? first : kSeveralRings;
  }
};

/// The ring of all parcels that a brick may get, or kSeveralRings.
struct FindCommonRing {
  const std::int32_t* ringOfSource;
  const Index* source;
  Index reached;
  std::int32_t* common;

  FMM_HD void operator()(Index brick) const {
    std::int32_t ring = kSeveralRings;
    bool same = true, any = false;
    for (Index q = brick * reached; q < (brick + 1) * reached; ++q) {
      if (source[q] < 0) continue;
      const std::int32_t here = ringOfSource[source[q]];
      same = same && here != kSeveralRings && (!any || here == ring);
      ring = here;
      any = true;
    }
    common[brick] = same ? ring : kSeveralRings;
  }
};

/// Deposit on the nodes of bricks, summed in the order of the parcels, and the ring that gives each node most.
template <class Real, std::size_t N>
struct Deposit {
  BrickNames names;
  const std::uint64_t* bricks;
  ParcelLists<Real, N> lists;
  const std::int32_t* common;  ///< FindCommonRing; shares are counted where there are several rings
  std::array<Real*, N> alpha;  ///< [brick][node]
  std::int32_t* ring;
  float* second;  ///< RingShare::second()

  /// A parcel's |alpha| that goes to a node.
  FMM_HD static float shareOf(float size, Real weight) {
    const auto part = static_cast<float>(weight);
    return (part < 0 ? -part : part) * size;
  }
};

/// On a CPU: an item is a brick, and all parcels in reach give to its nodes.
template <class Real, std::size_t N>
struct DepositByBrick : Deposit<Real, N> {
  FMM_HD void operator()(Index brick) const {
    const bool mixed = this->common[brick] == kSeveralRings;
    Real sum[N][kBrickNodes] = {};
    RingShare rings[kBrickNodes];
    const LatticePoint corner = nodeOf(this->names, this->bricks, brick * kBrickNodes);
    this->lists.forEach(brick, [&](const ParcelPlace& place, const Parcel<Real, N>& parcel) {
      give(place, parcel, corner, sum, mixed ? rings : nullptr);
    });
    for (Index n = 0; n < kBrickNodes; ++n) {
      for (std::size_t c = 0; c < N; ++c) this->alpha[c][brick * kBrickNodes + n] = sum[c][n];
      this->ring[brick * kBrickNodes + n] = mixed ? rings[n].largest() : this->common[brick];
      this->second[brick * kBrickNodes + n] = rings[n].second();
    }
  }

 private:
  /// The parcel's nodes that lie in the brick, along an axis.
  struct Part {
    Index from, to, first;
    FMM_HD Part(Index corner, Index firstNode)
        : from(larger(Index(0), firstNode - corner)),
          to(smaller(Index(kBrickEdge), firstNode + kGivenWidth - corner)),
          first(firstNode - corner) {}
  };
  FMM_HD void give(const ParcelPlace& place, const Parcel<Real, N>& parcel, LatticePoint corner,
                   Real (&sum)[N][kBrickNodes], RingShare* rings) const {
    const Part x(corner.x, place.first.x), y(corner.y, place.first.y), z(corner.z, place.first.z);
    if (x.from >= x.to) return;
    // All four nodes along x, with weight 0 where the parcel does not reach: the loop has a fixed length.
    Real along[kBrickEdge];
    for (Index i = 0; i < kBrickEdge; ++i) along[i] = i >= x.from && i < x.to ? parcel.weight[i - x.first] : Real(0);
    for (Index k = z.from; k < z.to; ++k)
      for (Index j = y.from; j < y.to; ++j) {
        const Real row = parcel.weight[kGivenWidth + (j - y.first)] * parcel.weight[2 * kGivenWidth + (k - z.first)];
        const Index node = kBrickEdge * (j + kBrickEdge * k);
        for (std::size_t c = 0; c < N; ++c)
          for (Index i = 0; i < kBrickEdge; ++i) sum[c][node + i] += (along[i] * row) * parcel.alpha[c];
        for (Index i = x.from; rings && i < x.to; ++i)
          rings[node + i].add(place.ring, this->shareOf(parcel.size, along[i] * row));
      }
  }
};

}  // namespace fmm
