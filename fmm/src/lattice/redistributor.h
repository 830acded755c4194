#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/input_checks.h"
#include "core/rows.h"
#include "exec/later.h"
#include "exec/sorted_keys.h"
#include "exec/value_range.h"
#include "lattice/bricks.h"
#include "lattice/deposit_steps.h"
#include "lattice/moments.h"
#include "lattice/node_steps.h"

namespace fmm {

/// Elements at the nodes of a lattice, in an execution space.
template <class Exec, class Real>
struct LatticeNodes {
  Rows<Exec, Real, 6> row;  ///< x, y, z, alpha x, y, z
  Rows<Exec, Real, 1> ring;
  Index count = 0;
  double foreignShare = 0;  ///< LatticeReport::foreignShare

  LatticeElements<Real> elements() const { return {std::as_const(row).all(), ring[0], count}; }
  void resize(Index n) {
    row.resize(n);
    ring.resize(n);
    count = n;
  }
  std::size_t bytes() const { return row.bytes() + ring.bytes(); }
};

/// Redistributes strengths onto a lattice: docs/math.md, redistribution. All data stay in the elements' memory; the
/// host reads the numbers of bricks and nodes, and the moments. Keys of bricks are sorted stably, and a node sums in
/// that order, so that the same elements give the same bits.
template <class Exec, class Real>
class Redistributor {
 public:
  /// The elements on a lattice with spacing h [L]: nodes of at least `threshold` times the strongest one's strength;
  /// `spread` = nu t/h^2; `fit` is fit(elements, h), `wanted` their measureMoments(). The nodes have their Omega and I,
  /// in the plane also sum Gamma x x^T, widened by 2 nu t along each axis. Elements on nodes change by viscosity alone;
  /// elements without any strength give no nodes. The result is valid until the next call. Over a wall
  /// (LatticeSides::above) Omega and I are not restored: losses at the edge of a wide layer would be taken from the
  /// vortices, while the wall gives off what is missing there at the next redistribution.
  const LatticeNodes<Exec, Real>& run(Exec& exec, const LatticeElements<Real>& elements, double h,
                                      const LatticeFit& fit, const LatticeMoments& wanted, double threshold,
                                      double spread, LatticeSides sides = LatticeSides::both) {
    sides_ = sides;
    std::array<double, PlaneSums<double>::kCount> inPlane{};
    if (sides == LatticeSides::plane)
      inPlane = measureInPlane<Exec, Real>(exec, elements.row, elements.count, wanted.centre);
    const int passes = std::max(1, static_cast<int>(std::ceil(spread / LatticeRow::kMostSpread - 1e-9)));
    constexpr int kReached = 5;  // bricks: those that a pass gives to and their neighbours are nearer
    names_ = BrickNames::within(fit.extent, kReached * (passes + 1));
    LatticeElements<Real> from = elements;
    double foreignShare = 0;
    for (int k = 0; k < passes; ++k) {
      std::swap(nodes_, before_);  // `from` may be before_
      const bool onNodes = k > 0 || fit.onNodes();
      const LatticeRow row = onNodes ? LatticeRow() : LatticeRow::sharpened();
      pass(exec, from, h, threshold, onNodes, row.spread(spread / passes));
      from = nodes_.elements();
      foreignShare = std::max(foreignShare, nodes_.foreignShare);
    }
    nodes_.foreignShare = foreignShare;
    if (sides == LatticeSides::plane)
      restoreInPlane<Exec, Real>(exec, inPlane, 2 * spread * h * h, wanted.centre, nodes_.row.all(), nodes_.count);
    else if (sides == LatticeSides::both)
      restoreMoments<Exec, Real>(exec, wanted, std::as_const(nodes_.row).vector(0), nodes_.row.vector(3), nodes_.count);
    return nodes_;
  }

  static LatticeFit fit(Exec& exec, const LatticeElements<Real>& elements, double h) {
    const auto ranges =
        exec.template rangesLater<2>("fmm::lattice::fit", elements.count, FitToLattice<Real>{elements, 1 / h});
    exec.synchronize();
    const auto& found = ranges.value();
    return {std::max(0.0, static_cast<double>(found[0].high)), std::max(0.0, static_cast<double>(found[1].high))};
  }

  std::size_t bytes() const {
    return nodes_.bytes() + before_.bytes() + places_.bytes() + parcels_.bytes() + keys_.bytes() + moreKeys_.bytes() +
           order_.bytes() + sources_.bytes() + start_.bytes() + bricks_.bytes() + source_.bytes() +
           neighbours_.bytes() + alpha_.bytes() + taken_.bytes() + ring_.bytes() + takenRing_.bytes() +
           sourceRing_.bytes() + common_.bytes() + second_.bytes() + sums_.bytes() + handed_.bytes() + sorter_.bytes();
  }

 private:
  template <class T>
  using Buffer = typename Exec::template Buffer<T>;

  /// One redistribution by the spline, unless elements are on nodes already, and then the row along each axis.
  void pass(Exec& exec, const LatticeElements<Real>& from, double h, double threshold, bool onNodes,
            const LatticeRow& row) {
    nodes_.count = 0;
    nodes_.foreignShare = 0;
    if (from.count == 0) return;
    const Index sources = sortParcels(exec, from, h, onNodes);
    // Strength that a row puts farther than kBeyond nodes from the spline's is lost, 1e-3 of an isolated element;
    // restoreMoments() corrects Omega and I.
    const Index bricks = findBricks(exec, sources, BrickReach::of(threshold > 0 ? kBeyond : row.reach, sides_));
    deposit(exec, sources, bricks);
    neighbours_.resize(size(entries(bricks, 27)));
    exec.forEach("fmm::lattice::neighbours", 27 * bricks,
                 FindNeighbours{names_, bricks_.data(), bricks, neighbours_.data()});
    if (sides_ == LatticeSides::above)
      exec.forEach("fmm::lattice::mirror", bricks * kBrickNodes,
                   MirrorNodes<Real>{names_, bricks_.data(), bricks, alpha_.vector(), ring_.data()});
    const int axes = sides_ == LatticeSides::plane ? 2 : 3;
    for (int axis = 0; row.reach > 0 && axis < axes; ++axis) takeRow(exec, bricks, axis, row);
    keep(exec, bricks, h, threshold);
  }

  /// Sorts parcels by source brick, and finds the first of each brick. Returns the number of source bricks.
  Index sortParcels(Exec& exec, const LatticeElements<Real>& from, double h, bool onNodes) {
    const Index n = from.count;
    keys_.resize(size(n));
    order_.resize(size(n));
    places_.resize(size(n));
    parcels_.resize(size(n));
    exec.forEach("fmm::lattice::keys", n, ElementBricks<Real>{from, 1 / h, names_, keys_.data()});
    sorter_.sort(exec, keys_.data(), order_.data(), n, names_.keyBits());
    exec.forEach("fmm::lattice::parcels", n,
                 WriteParcels<Real>{from, order_.data(), 1 / h, onNodes, sides_, places_.data(), parcels_.data()});
    const Index found = firstsOfRuns(exec, n);
    sources_.resize(size(found));
    exec.forEach("fmm::lattice::sources", found, PickKeys{keys_.data(), order_.data(), sources_.data()});
    start_.resize(size(found) + 1);
    exec.copy(order_.data(), found, start_.data());
    exec.fill(start_.data() + found, 1, n);
    return found;
  }

  /// Finds the bricks that get strength. Returns their number.
  Index findBricks(Exec& exec, Index sources, BrickReach reach) {
    const Index n = entries(sources, reach.bricks());
    keys_.resize(size(n));
    order_.resize(size(n));
    exec.forEach("fmm::lattice::reach", n, ReachedBricks{sources_.data(), names_, reach, keys_.data()});
    sorter_.sort(exec, keys_.data(), order_.data(), n, names_.keyBits());
    const Index found = firstsOfRuns(exec, n);
    bricks_.resize(size(found));
    exec.forEach("fmm::lattice::bricks", found, PickKeys{keys_.data(), order_.data(), bricks_.data()});
    return found;
  }

  void deposit(Exec& exec, Index sources, Index bricks) {
    const BrickReach reach = BrickReach::ofSpline(sides_);
    const Index pairs = entries(bricks, reach.bricks()), nodes = entries(bricks, kBrickNodes);
    source_.resize(size(pairs));
    alpha_.resize(nodes);
    ring_.resize(size(nodes));
    second_.resize(size(nodes));
    sourceRing_.resize(size(sources));
    common_.resize(size(bricks));
    exec.forEach("fmm::lattice::find", pairs,
                 FindSources{bricks_.data(), sources_.data(), sources, names_, reach, source_.data()});
    exec.forEach("fmm::lattice::rings", sources, FindSourceRing{places_.data(), start_.data(), sourceRing_.data()}, 16);
    exec.forEach("fmm::lattice::rings", bricks,
                 FindCommonRing{sourceRing_.data(), source_.data(), reach.bricks(), common_.data()}, 16);
    const Deposit<Real> to = {names_,
                              bricks_.data(),
                              {places_.data(), parcels_.data(), start_.data(), source_.data(), reach.bricks()},
                              common_.data(),
                              alpha_.vector(),
                              ring_.data(),
                              second_.data()};
    depositOnNodes(exec, to, bricks);
  }

  void takeRow(Exec& exec, Index bricks, int axis, const LatticeRow& row) {
    const Index nodes = bricks * kBrickNodes;
    taken_.resize(nodes);
    takenRing_.resize(size(nodes));
    const bool plane = sides_ == LatticeSides::plane;
    if (plane) {  // nothing lies outside z = 0
      for (std::size_t c = 0; c < 3; ++c) exec.fill(taken_[c], nodes, Real(0));
      exec.fill(takenRing_.data(), nodes, RingShare::kNone);
    }
    exec.forEach("fmm::lattice::row", bricks * TakeRow<Real>::linesOf(plane),
                 TakeRow<Real>{plane, std::as_const(alpha_).vector(), ring_.data(), neighbours_.data(), axis, row,
                               taken_.vector(), takenRing_.data()});
    std::swap(alpha_, taken_);
    std::swap(ring_, takenRing_);
  }

  /// Sets nodes_ to the strong nodes, with the parts that weak neighbours give them.
  void keep(Exec& exec, Index bricks, double h, double threshold) {
    const Index nodes = bricks * kBrickNodes;
    const std::array<const Real*, 3> alpha = std::as_const(alpha_).vector();
    const Later<float> strongest = exec.largestLater("fmm::lattice::largest", nodes, NodeStrength<Real>{alpha});
    const Later<float> share = exec.largestLater("fmm::lattice::met", nodes, SecondShare{second_.data()});
    const auto rings = exec.template rangesLater<1>("fmm::lattice::rings", nodes, RingNumber{ring_.data()});
    exec.synchronize();
    const double most = strongest.value();
    if (!(most > 0)) return;
    nodes_.foreignShare = share.value() / most;
    taken_.resize(nodes);
    keys_.resize(size(nodes));
    order_.resize(size(nodes));
    // Never 0: nodes without any strength are dropped.
    const double least = std::max(threshold, kNothing) * most;
    const NodeStrengths<Real> strengths = {alpha, least};
    sums_.resize(size(bricks));
    handed_.resize(size(bricks));
    exec.forEach("fmm::lattice::weak", bricks, SumWeakNodes<Real>{strengths, sums_.data()}, 16);
    exec.forEach("fmm::lattice::hand", bricks, HandOver{neighbours_.data(), sums_.data(), handed_.data()}, 16);
    exec.forEach("fmm::lattice::take", bricks,
                 TakeHandedOver<Real>{strengths, neighbours_.data(), handed_.data(), taken_.vector()}, 16);
    const int nodeBits = bitsOf(nodes), bits = nodeBits + ringBits(rings.value()[0]);
    exec.forEach("fmm::lattice::kept", nodes,
                 KeptKeys<Real>{strengths, ring_.data(), nodeBits, keys_.data(), names_, bricks_.data(), sides_});
    const Index kept = sortKept(exec, keys_, nodes, bits);
    nodes_.resize(kept);
    exec.forEach("fmm::lattice::write", kept,
                 WriteNodes<Real>{order_.data(), names_, bricks_.data(), h, std::as_const(taken_).vector(),
                                  ring_.data(), nodes_.row.all(), nodes_.ring[0]});
  }

  /// Writes the index of the first of each run of equal sorted keys_ to order_; returns their number.
  Index firstsOfRuns(Exec& exec, Index n) {
    moreKeys_.resize(size(n));
    exec.forEach("fmm::lattice::firsts", n, FirstOfRun{keys_.data(), moreKeys_.data()});
    return sortKept(exec, moreKeys_, n, bitsOf(n));
  }
  /// Bits of numbers below n, of which none has all bits set.
  static int bitsOf(Index n) {
    int bits = 1;
    while ((std::int64_t{1} << bits) <= n) ++bits;
    return bits;
  }
  /// Bits of ring numbers: 32 where some are negative, or too large for a float.
  static int ringBits(ValueRange rings) {
    constexpr float kMost = 1 << 23;
    return rings.low >= 0 && rings.high < kMost ? bitsOf(static_cast<Index>(rings.high) + 1) : 32;
  }
  /// Writes the indices of keys other than kNoKey to order_, ascending by the last `bits`; returns their number.
  Index sortKept(Exec& exec, Buffer<std::uint64_t>& keys, Index n, int bits) {
    const auto kept = static_cast<Index>(exec.template sums<1>("fmm::lattice::count", n, CountKeys{keys.data()})[0]);
    sorter_.sort(exec, keys.data(), order_.data(), n, bits);
    return kept;
  }

  static std::size_t size(Index n) { return static_cast<std::size_t>(n); }
  /// Entries of bricks, checked before memory is allocated for them.
  static Index entries(Index bricks, Index each) {
    return entryCount(static_cast<std::uint64_t>(bricks) * static_cast<std::uint64_t>(each), "the lattice",
                      "fewer elements or a larger spacing");
  }

  static constexpr double kNothing = 1e-30;  ///< of the strongest node
  static constexpr int kBeyond = 2;          ///< nodes that may be kept beyond those that the spline reaches

  BrickNames names_ = {BrickNames::kMostBits};
  LatticeSides sides_ = LatticeSides::both;
  LatticeNodes<Exec, Real> nodes_, before_;
  Buffer<ParcelPlace> places_;
  Buffer<Parcel<Real>> parcels_;
  Buffer<std::uint64_t> keys_, moreKeys_, sources_, bricks_;
  Buffer<Index> order_, start_, source_, neighbours_;
  Rows<Exec, Real, 3> alpha_, taken_;
  Buffer<std::int32_t> ring_, takenRing_, sourceRing_, common_;
  Buffer<WeakSums> sums_;
  Buffer<HandedOver> handed_;
  Buffer<float> second_;
  KeySorter<Exec> sorter_;
};

}  // namespace fmm
