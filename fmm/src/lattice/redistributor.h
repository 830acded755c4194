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
#include "lattice/heat_steps.h"
#include "lattice/heat_supply.h"
#include "lattice/lattice_nodes.h"
#include "lattice/moments.h"
#include "lattice/node_steps.h"

namespace fmm {

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
  /// (LatticeSides::above, planeAbove) Omega and I are not restored: losses at the edge of a wide layer would be taken
  /// from the vortices, while the wall gives off what is missing there at the next redistribution. Where elements have
  /// heat, it is redistributed beside the strengths with sum B and, but over a wall, sum B x; a node stays where either
  /// counts. Buoyancy then adds its impulse, and nothing to Omega.
  const LatticeNodes<Exec, Real>& run(Exec& exec, const LatticeElements<Real>& elements, double h,
                                      const LatticeFit& fit, const LatticeMoments& given, double threshold,
                                      double spread, LatticeSides sides = LatticeSides::both, const HeatPass& heat = {},
                                      const HeatSupplies& supplies = {}) {
    sides_ = sides;
    heat_ = heat;
    supplies_ = supplies;
    centre_ = given.centre;
    supplied_ = 0;
    marked_ = false;
    LatticeMoments wanted = given;
    std::array<double, PlaneSums<double>::kCount> inPlane{};
    if (sides == LatticeSides::plane)
      inPlane = measureInPlane<Exec, Real>(exec, elements.row, elements.count, wanted.centre);
    if (elements.heat) {
      warmth_ = sumHeat<Exec, Real>(exec, elements, centre_);
      heatScale_ = heatScale<Exec, Real>(exec, elements);
    }
    const double most = elements.heat ? std::max(spread, heat.spread) : spread;
    const int passes = std::max(1, static_cast<int>(std::ceil(most / LatticeRow::kMostSpread - 1e-9)));
    constexpr int kReached = 5;  // bricks: those that a pass gives to and their neighbours are nearer
    names_ = BrickNames::within(fit.extent, kReached * (passes + 1));
    LatticeElements<Real> from = elements;
    double foreignShare = 0;
    for (int k = 0; k < passes; ++k) {
      std::swap(nodes_, before_);  // `from` may be before_
      const bool onNodes = k > 0 || fit.onNodes();
      const LatticeRow row = onNodes ? LatticeRow() : LatticeRow::sharpened();
      const NodePass of = {k == 0,
                           h,
                           threshold,
                           onNodes,
                           k + 1 == passes,
                           row.spread(spread / passes),
                           row.spread(heat.spread / passes)};
      from.heat ? pass<4>(exec, from, of) : pass<3>(exec, from, of);
      from = nodes_.elements();
      foreignShare = std::max(foreignShare, nodes_.foreignShare);
    }
    nodes_.foreignShare = foreignShare;
    if (elements.heat) {
      wanted.impulse = wanted.impulse + heat.kick * warmth_[0] * heat.up;
      if (sides == LatticeSides::plane) addKickInPlane(warmth_, heat.kick * heat.up, inPlane);
    }
    if (sides == LatticeSides::plane)
      restoreInPlane<Exec, Real>(exec, inPlane, 2 * spread * h * h, wanted.centre, nodes_.row.all(), nodes_.count);
    else if (sides == LatticeSides::both)
      restoreMoments<Exec, Real>(exec, wanted, std::as_const(nodes_.row).vector(0), nodes_.row.vector(3), nodes_.count);
    if (elements.heat) {
      const std::size_t axes = isFlat(sides) ? 2 : 3;
      const double spreading = warmth_[0] - supplied_ / passes;  // what was given in the first pass has the others'
      for (std::size_t k = 0; k < axes; ++k) warmth_[4 + k] += 2 * heat.spread * h * h * spreading;
      restoreHeat(exec);
    }
    return nodes_;
  }

  static LatticeFit fit(Exec& exec, const LatticeElements<Real>& elements, double h) {
    const auto ranges =
        exec.template rangesLater<2>("fmm::lattice::fit", elements.count, FitToLattice<Real>{elements, 1 / h});
    exec.synchronize();
    const auto& found = ranges.value();
    return {std::max(0.0, static_cast<double>(found[0].high)), std::max(0.0, static_cast<double>(found[1].high))};
  }

  /// Of the last run(), where elements have heat: sum B and sum |B|.
  double heatSum() const { return warmth_[0]; }
  double heatSize() const { return heatSize_; }

  std::size_t bytes() const {
    return nodes_.bytes() + before_.bytes() + places_.bytes() + parcels_.bytes() + warmParcels_.bytes() +
           keys_.bytes() + moreKeys_.bytes() + order_.bytes() + sources_.bytes() + start_.bytes() + bricks_.bytes() +
           source_.bytes() + neighbours_.bytes() + alpha_.bytes() + taken_.bytes() + ring_.bytes() +
           takenRing_.bytes() + sourceRing_.bytes() + common_.bytes() + second_.bytes() + sums_.bytes() +
           handed_.bytes() + sorter_.bytes() + warm_.bytes() + takenWarm_.bytes() + given_.bytes();
  }

 private:
  template <class T>
  using Buffer = typename Exec::template Buffer<T>;

  struct NodePass {
    bool first;  ///< sources give their heat now
    double h, threshold;
    bool onNodes;  ///< elements are on nodes already
    bool last;     ///< buoyancy comes now
    LatticeRow row, rowOfHeat;
  };

  /// One redistribution by the spline, unless elements are on nodes already, and then the row along each axis.
  template <std::size_t N>
  void pass(Exec& exec, const LatticeElements<Real>& from, const NodePass& by) {
    nodes_.resize(0, N > 3);
    nodes_.foreignShare = 0;
    if (from.count == 0) return;
    const Index sources = sortParcels<N>(exec, from, by.h, by.onNodes);
    const int reach = N > 3 ? std::max(by.row.reach, by.rowOfHeat.reach) : by.row.reach;
    // Strength that a row puts farther than kBeyond nodes from the spline's is lost, 1e-3 of an isolated element;
    // restoreMoments() corrects Omega and I.
    const Index bricks = findBricks(exec, sources, BrickReach::of(by.threshold > 0 ? kBeyond : reach, sides_));
    deposit<N>(exec, sources, bricks);
    neighbours_.resize(size(entries(bricks, 27)));
    exec.forEach("fmm::lattice::neighbours", 27 * bricks,
                 FindNeighbours{names_, bricks_.data(), bricks, neighbours_.data()});
    if (hasWall(sides_))
      exec.forEach("fmm::lattice::mirror", bricks * kBrickNodes,
                   MirrorNodes<Real, N>{heat_.slips, wallAxis(sides_), names_, bricks_.data(), bricks, strengths<N>(),
                                        ring_.data()});
    const int axes = isFlat(sides_) ? 2 : 3;
    for (int axis = 0; reach > 0 && axis < axes; ++axis) takeRow<N>(exec, bricks, axis, by);
    if (N > 3 && by.first && supplies_.count > 0) supply(exec, bricks * kBrickNodes);
    if (N > 3 && by.last && heat_.kick != 0)
      exec.forEach("fmm::lattice::kick", bricks * kBrickNodes,
                   KickNodes<Real>{slopeOf(by.h), vector3Of(heat_.kick * heat_.up), alpha_.vector()});
    keep<N>(exec, bricks, by);
  }

  /// Rows of N components at the nodes of bricks: alpha_ and warm_, or what a step makes of them.
  template <std::size_t N>
  static std::array<Real*, N> join(Rows<Exec, Real, 3>& alpha, Rows<Exec, Real, 1>& warm) {
    std::array<Real*, N> all;
    for (std::size_t c = 0; c < 3; ++c) all[c] = alpha[c];
    if constexpr (N > 3) all[3] = warm[0];
    return all;
  }
  template <std::size_t N>
  std::array<Real*, N> strengths() {
    return join<N>(alpha_, warm_);
  }
  template <std::size_t N>
  std::array<const Real*, N> readStrengths() {
    std::array<const Real*, N> all;
    const std::array<Real*, N> rows = strengths<N>();
    for (std::size_t c = 0; c < N; ++c) all[c] = rows[c];
    return all;
  }
  template <std::size_t N>
  std::array<Real*, N> takenStrengths(Index nodes) {
    taken_.resize(nodes);
    if (N > 3) takenWarm_.resize(nodes);
    return join<N>(taken_, takenWarm_);
  }

  // ---- heat

  NodeSlope<Real> slopeOf(double h) const {
    return {std::as_const(warm_)[0], neighbours_.data(), 1 / (12 * h * heatScale_), isFlat(sides_)};
  }
  void supply(Exec& exec, Index nodes) {
    given_.resize(size(nodes));
    const SupplyHeat<Real> of = {supplies_,  names_,  bricks_.data(), sides_,
                                 heatScale_, centre_, warm_[0],       given_.data()};
    constexpr std::size_t kMoments = HeatSums<double>::kMoments;
    const auto given = exec.template sums<kMoments>("fmm::lattice::supply", nodes, of);
    for (std::size_t k = 0; k < kMoments; ++k) warmth_[k] += given[k];
    supplied_ = given[0];
    marked_ = true;
    exec.forEach("fmm::lattice::supply", nodes, of);
  }
  /// Over a wall the sum alone is restored: heat that diffuses against it moves away from it.
  void restoreHeat(Exec& exec) {
    if (nodes_.count == 0) return;
    const auto now = sumHeat<Exec, Real>(exec, nodes_.elements(), centre_);
    heatSize_ = now[HeatSums<double>::kMoments];
    HeatMoments missing{};
    for (std::size_t k = 0; k < missing.size(); ++k) missing[k] = warmth_[k] - now[k];
    exec.forEach("fmm::lattice::heat", nodes_.count,
                 CorrectHeat<Real>{std::as_const(nodes_.row).vector(0), nodes_.heat[0], centre_,
                                   heatCorrection(missing, now, !hasWall(sides_))});
  }

  /// Sorts parcels by source brick, and finds the first of each brick. Returns the number of source bricks.
  template <std::size_t N>
  Index sortParcels(Exec& exec, const LatticeElements<Real>& from, double h, bool onNodes) {
    const Index n = from.count;
    keys_.resize(size(n));
    order_.resize(size(n));
    places_.resize(size(n));
    Buffer<Parcel<Real, N>>& parcels = parcelsOf<N>();
    parcels.resize(size(n));
    exec.forEach("fmm::lattice::keys", n, ElementBricks<Real>{from, 1 / h, names_, keys_.data()});
    sorter_.sort(exec, keys_.data(), order_.data(), n, names_.keyBits());
    exec.forEach("fmm::lattice::parcels", n,
                 WriteParcels<Real, N>{from, static_cast<Real>(heatScale_), order_.data(), 1 / h, onNodes, sides_,
                                       places_.data(), parcels.data()});
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

  template <std::size_t N>
  void deposit(Exec& exec, Index sources, Index bricks) {
    const BrickReach reach = BrickReach::ofSpline(sides_);
    const Index pairs = entries(bricks, reach.bricks()), nodes = entries(bricks, kBrickNodes);
    source_.resize(size(pairs));
    alpha_.resize(nodes);
    if (N > 3) warm_.resize(nodes);
    ring_.resize(size(nodes));
    second_.resize(size(nodes));
    sourceRing_.resize(size(sources));
    common_.resize(size(bricks));
    exec.forEach("fmm::lattice::find", pairs,
                 FindSources{bricks_.data(), sources_.data(), sources, names_, reach, source_.data()});
    exec.forEach("fmm::lattice::rings", sources, FindSourceRing{places_.data(), start_.data(), sourceRing_.data()}, 16);
    exec.forEach("fmm::lattice::rings", bricks,
                 FindCommonRing{sourceRing_.data(), source_.data(), reach.bricks(), common_.data()}, 16);
    const Deposit<Real, N> to = {names_,
                                 bricks_.data(),
                                 {places_.data(), parcelsOf<N>().data(), start_.data(), source_.data(), reach.bricks()},
                                 common_.data(),
                                 strengths<N>(),
                                 ring_.data(),
                                 second_.data()};
    depositOnNodes(exec, to, bricks);
  }

  template <std::size_t N>
  void takeRow(Exec& exec, Index bricks, int axis, const NodePass& by) {
    const Index nodes = bricks * kBrickNodes;
    const std::array<Real*, N> taken = takenStrengths<N>(nodes);
    takenRing_.resize(size(nodes));
    const bool plane = isFlat(sides_);
    if (plane) {  // nothing lies outside z = 0
      for (Real* row : taken) exec.fill(row, nodes, Real(0));
      exec.fill(takenRing_.data(), nodes, RingShare::kNone);
    }
    exec.forEach("fmm::lattice::row", bricks * TakeRow<Real, N>::linesOf(plane),
                 TakeRow<Real, N>{plane, readStrengths<N>(), ring_.data(), neighbours_.data(), axis, by.row,
                                  by.rowOfHeat, taken, takenRing_.data()});
    std::swap(alpha_, taken_);
    if (N > 3) std::swap(warm_, takenWarm_);
    std::swap(ring_, takenRing_);
  }

  /// Sets nodes_ to the strong nodes, with the parts that weak neighbours give them.
  template <std::size_t N>
  void keep(Exec& exec, Index bricks, const NodePass& by) {
    const Index nodes = bricks * kBrickNodes;
    const std::array<const Real*, N> alpha = readStrengths<N>();
    const Later<float> strongest = exec.largestLater("fmm::lattice::largest", nodes, NodeStrength<Real, N>{alpha});
    const Later<float> share = exec.largestLater("fmm::lattice::met", nodes, SecondShare{second_.data()});
    const auto rings = exec.template rangesLater<1>("fmm::lattice::rings", nodes, RingNumber{ring_.data()});
    exec.synchronize();
    const double most = strongest.value();
    if (!(most > 0)) return;
    nodes_.foreignShare = share.value() / most;
    const std::array<Real*, N> taken = takenStrengths<N>(nodes);
    keys_.resize(size(nodes));
    order_.resize(size(nodes));
    // Never 0: nodes without any strength are dropped.
    const double least = std::max(by.threshold, kNothing) * most;
    const NodeStrengths<Real, N> strengths = {alpha, least, marked_ && by.first ? given_.data() : nullptr};
    sums_.resize(size(bricks) * sizeof(WeakSums<N>) / sizeof(double));
    handed_.resize(size(bricks) * sizeof(HandedOver<N>) / sizeof(double));
    auto* sums = reinterpret_cast<WeakSums<N>*>(sums_.data());
    auto* handed = reinterpret_cast<HandedOver<N>*>(handed_.data());
    exec.forEach("fmm::lattice::weak", bricks, SumWeakNodes<Real, N>{strengths, sums}, 16);
    exec.forEach("fmm::lattice::hand", bricks, HandOver<N>{neighbours_.data(), sums, handed}, 16);
    exec.forEach("fmm::lattice::take", bricks, TakeHandedOver<Real, N>{strengths, neighbours_.data(), handed, taken},
                 16);
    const int nodeBits = bitsOf(nodes), bits = nodeBits + ringBits(rings.value()[0]);
    exec.forEach("fmm::lattice::kept", nodes,
                 KeptKeys<Real, N>{strengths, ring_.data(), nodeBits, keys_.data(), names_, bricks_.data(), sides_});
    const Index kept = sortKept(exec, keys_, nodes, bits);
    nodes_.resize(kept, N > 3);
    exec.forEach("fmm::lattice::write", kept,
                 WriteNodes<Real>{order_.data(), names_, bricks_.data(), by.h, std::as_const(taken_).vector(),
                                  ring_.data(), nodes_.row.all(), nodes_.ring[0]});
    if constexpr (N > 3)
      exec.forEach(
          "fmm::lattice::heat", kept,
          WriteHeat<Real>{order_.data(), taken[3], slopeOf(by.h), heatScale_, nodes_.heat[0], nodes_.slope.vector()});
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
  template <std::size_t N>
  auto& parcelsOf() {
    if constexpr (N > 3) {
      return warmParcels_;
    } else {
      return parcels_;
    }
  }

  LatticeSides sides_ = LatticeSides::both;
  LatticeNodes<Exec, Real> nodes_, before_;
  Buffer<ParcelPlace> places_;
  Buffer<Parcel<Real, 3>> parcels_;
  Buffer<Parcel<Real, 4>> warmParcels_;
  Buffer<std::uint64_t> keys_, moreKeys_, sources_, bricks_;
  Buffer<Index> order_, start_, source_, neighbours_;
  Rows<Exec, Real, 3> alpha_, taken_;
  Buffer<std::int32_t> ring_, takenRing_, sourceRing_, common_;
  Rows<Exec, Real, 1> warm_, takenWarm_;  ///< B times heatScale_, the fourth component of strengths
  HeatPass heat_;
  HeatSupplies supplies_;
  double heatScale_ = 1, supplied_ = 0, heatSize_ = 0;
  bool marked_ = false;
  Buffer<std::uint8_t> given_;                             ///< nodes that a source gives heat to, where marked_
  Vec3 centre_;                                            ///< about which moments are
  std::array<double, HeatSums<double>::kCount> warmth_{};  ///< of the elements, with what they are given
  Buffer<double> sums_, handed_;                           ///< WeakSums, HandedOver
  Buffer<float> second_;
  KeySorter<Exec> sorter_;
};

}  // namespace fmm
