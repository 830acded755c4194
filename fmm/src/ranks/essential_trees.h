#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "exec/later.h"
#include "exec/value_range.h"
#include "fmm/ranks.h"
#include "ranks/essential_cells.h"
#include "ranks/part_exchange.h"

namespace fmm {

/// Counts of the last exchange with other ranks.
struct Halo {
  std::size_t cells = 0, elements = 0;          ///< received
  std::size_t sentCells = 0, sentElements = 0;  ///< sent
};

/// Locally essential trees (Warren and Salmon 1993; Hu 2013, chapter 5) of elements divided among ranks: each rank
/// builds the tree of its own elements and imports what its targets need of the others' trees. Every rank publishes the
/// boxes of its upper cells with targets; one exchange then transfers cells and elements, and a second one multipoles.
/// All work is done in the execution space of the tree.
template <class Exec, class Real>
class EssentialTrees final : public SourceImports<Exec, Real> {
 public:
  /// `root`: the same cube on every rank.
  EssentialTrees(Ranks& ranks, const RootCube& root) : ranks_(ranks), root_(root) {}

  RootCube root() const override { return root_; }

  const ImportedTrees& find(Exec& exec, const LocalTree<Real>& tree, const AcceptanceRule<Real>& rule) override {
    gatherRegions(exec, tree);
    prune(exec, tree, rule);
    countParts(exec, tree);
    return imported_;
  }
  void begin(Exec& exec, const LocalTree<Real>& tree) override {
    pack(exec, tree);
    received_.resize(sumOf(bytesOf(come_)));
    exchange_.begin(exec, ranks_, sent_.data(), bytesOf(go_), received_.data(), bytesOf(come_));
  }

  void finish(Exec& exec, const ImportRoom<Real>& to) override {
    exchange_.finish(exec, ranks_);
    const char* from = received_.data();
    Index cells = 0, elements = 0;
    for (const Layout& part : come_) {
      unpack(exec, from, part, cells, elements, to);
      from += part.bytes();
      cells += part.cells;
      elements += part.elements;
    }
  }

  void beginMultipoles(Exec& exec, const Real* own, int length, Real* others) override {
    const auto values = static_cast<std::size_t>(length);
    multipoles_.resize(halo_.sentCells * values);
    using Gather = GatherMultipoles<Real>;
    exec.forEach("fmm::multipolesForOthers", static_cast<Index>(halo_.sentCells) * Gather::kItems,
                 Gather{own_.data(), length, own, multipoles_.data()}, 1024);
    const auto bytes = [&](const std::vector<Layout>& parts) {
      std::vector<std::size_t> all;
      for (const Layout& part : parts) all.push_back(static_cast<std::size_t>(part.cells) * values * sizeof(Real));
      return all;
    };
    exchange_.begin(exec, ranks_, reinterpret_cast<const char*>(multipoles_.data()), bytes(go_),
                    reinterpret_cast<char*>(others), bytes(come_));
  }
  void finishMultipoles(Exec& exec) override { exchange_.finish(exec, ranks_); }

  const Halo& halo() const { return halo_; }
  std::size_t bytes() const {
    return leafRadius_.bytes() + upper_.bytes() + outside_.bytes() + regions_.bytes() + regionStart_.bytes() +
           use_.bytes() + sums_.bytes() + marks_.bytes() + own_.bytes() + running_.bytes() + sent_.bytes() +
           received_.bytes() + multipoles_.bytes();
  }

 private:
  using Layout = PartLayout<Real>;
  using Region = TargetRegion<Real>;
  template <class T>
  using Buffer = typename Exec::template Buffer<T>;
  static constexpr std::size_t kRegions = 128;  // per rank in the root cube, and as many outside it
  static constexpr Index kUpperCells = 2048;    // that regions are made from: the tree's first ones

  static std::vector<std::size_t> bytesOf(const std::vector<Layout>& parts) {
    std::vector<std::size_t> bytes;
    for (const Layout& part : parts) bytes.push_back(part.bytes());
    return bytes;
  }
  static std::size_t sumOf(const std::vector<std::size_t>& bytes) {
    std::size_t sum = 0;
    for (const std::size_t b : bytes) sum += b;
    return sum;
  }
  const Index* useFor(std::size_t rank, const LocalTree<Real>& tree) const {
    return use_.data() + rank * static_cast<std::size_t>(tree.view.cellCount);
  }

  /// Calls f(first cell, count) for each level of the tree, downwards or upwards.
  template <class F>
  static void forLevels(const LocalTree<Real>& tree, bool down, const F& f) {
    const auto levels = static_cast<Index>(tree.levelStart.size()) - 1;
    for (Index k = 0; k < levels; ++k) {
      const auto level = static_cast<std::size_t>(down ? k : levels - 1 - k);
      f(tree.levelStart[level], tree.levelStart[level + 1] - tree.levelStart[level]);
    }
  }

  std::vector<Region> ownRegions(Exec& exec, const LocalTree<Real>& tree) {
    const Index cells = tree.view.cellCount, upper = std::min(cells, kUpperCells);
    const Index outside = std::min(tree.outsideCount, static_cast<Index>(kRegions));
    leafRadius_.resize(static_cast<std::size_t>(cells));
    upper_.resize(static_cast<std::size_t>(upper));
    outside_.resize(static_cast<std::size_t>(outside));
    forLevels(tree, false, [&](Index first, Index count) {
      exec.forEach("fmm::largestLeaves", count,
                   LargestLeaves<Real>{tree.view, tree.elementsAreTargets, first, leafRadius_.data()}, 1024);
    });
    exec.forEach("fmm::upperCells", upper, DescribeUpperCells<Real>{tree.view, leafRadius_.data(), upper_.data()});
    exec.forEach("fmm::outsideRegions", outside,
                 OutsideRegions<Real>{tree.outside, tree.outsideCount, outside, outside_.data()}, 1);
    const auto ofCells = exec.template read<UpperCell<Real>>(upper_.data(), upper_.size());
    const auto ofOutside = exec.template read<Region>(outside_.data(), outside_.size());
    exec.synchronize();
    std::vector<Region> regions = regionsOfCells(ofCells.value(), kRegions);
    regions.insert(regions.end(), ofOutside.value().begin(), ofOutside.value().end());
    return regions;
  }
  /// Gathers the regions of all other ranks, by rank.
  void gatherRegions(Exec& exec, const LocalTree<Real>& tree) {
    const std::vector<Region> own = ownRegions(exec, tree);
    const std::vector<std::size_t> counts = ranks_.gathered(own.size());
    const std::vector<Region> all = ranks_.gatheredRows(own);
    hostRegions_.clear();
    hostStart_.assign(1, 0);
    auto at = all.begin();
    for (std::size_t r = 0; r < counts.size(); ++r) {
      const auto end = at + static_cast<std::ptrdiff_t>(counts[r]);
      if (r != static_cast<std::size_t>(ranks_.rank())) hostRegions_.insert(hostRegions_.end(), at, end);
      hostStart_.push_back(static_cast<Index>(hostRegions_.size()));
      at = end;
    }
    toSpace(exec, hostRegions_, regions_);
    toSpace(exec, hostStart_, regionStart_);
  }

  void prune(Exec& exec, const LocalTree<Real>& tree, const AcceptanceRule<Real>& rule) {
    const auto ranks = static_cast<Index>(ranks_.size());
    use_.resize(static_cast<std::size_t>(ranks) * static_cast<std::size_t>(tree.view.cellCount));
    forLevels(tree, true, [&](Index first, Index count) {
      exec.forEach("fmm::prune", ranks * count,
                   PruneCells<Real>{tree.view, rule, regions_.data(), regionStart_.data(), first, count, use_.data()},
                   64);
    });
  }

  /// Exchanges how many cells and elements each rank sends to each other rank.
  void countParts(Exec& exec, const LocalTree<Real>& tree) {
    const auto size = static_cast<std::size_t>(ranks_.size()), rank = static_cast<std::size_t>(ranks_.rank());
    std::vector<double> own(2 * size);
    if (tree.view.cellCount > 0) {
      sums_.resize(own.size());
      exec.template sumParts<2>("fmm::countParts", static_cast<Index>(size), tree.view.cellCount,
                                CountParts{tree.view.cells, tree.view.cellCount, use_.data()}, sums_.data());
      const auto found = exec.template read<double>(sums_.data(), own.size());
      exec.synchronize();
      own = found.value();
    }
    const std::vector<double> all = ranks_.gatheredRows(own);
    const auto part = [&](std::size_t from, std::size_t to) {
      const double* const counts = all.data() + 2 * (from * size + to);
      return Layout{static_cast<Index>(counts[0]), static_cast<Index>(counts[1])};
    };
    halo_ = {};
    imported_ = {};
    go_.clear();
    come_.clear();
    for (std::size_t r = 0; r < size; ++r) {
      go_.push_back(part(rank, r));
      come_.push_back(part(r, rank));
      halo_.sentCells += static_cast<std::size_t>(go_.back().cells);
      halo_.sentElements += static_cast<std::size_t>(go_.back().elements);
      if (come_.back().cells > 0) imported_.roots.push_back(imported_.cells);
      imported_.cells += come_.back().cells;
      imported_.elements += come_.back().elements;
    }
    halo_.cells = static_cast<std::size_t>(imported_.cells);
    halo_.elements = static_cast<std::size_t>(imported_.elements);
  }

  void pack(Exec& exec, const LocalTree<Real>& tree) {
    sent_.resize(sumOf(bytesOf(go_)));
    own_.resize(halo_.sentCells);
    marks_.resize(static_cast<std::size_t>(tree.view.cellCount) + static_cast<std::size_t>(tree.elementCount) + 1);
    char* to = sent_.data();
    Index* own = own_.data();
    for (std::size_t r = 0; r < go_.size(); ++r) {
      if (go_[r].cells == 0) continue;
      packPart(exec, tree, useFor(r, tree), go_[r], to, own);
      to += go_[r].bytes();
      own += go_[r].cells;
    }
  }
  void packPart(Exec& exec, const LocalTree<Real>& tree, const Index* use, const Layout& part, char* to, Index* own) {
    const Index cells = tree.view.cellCount, elements = tree.elementCount;
    exec.fill(marks_.data() + cells, elements + 1, Index(0));
    exec.forEach("fmm::markPart", cells, MarkPart{tree.view.cells, cells, use, marks_.data()});
    running_.before(exec, marks_.data(), cells + elements + 1);
    exec.forEach("fmm::packCells", cells,
                 PackCells<Real>{tree.view, use, marks_.data(), reinterpret_cast<Cell*>(to),
                                 reinterpret_cast<CellBounds<Real>*>(to + part.boundsAt()), own});
    const SourceArrays<Real>& e = tree.elements;
    exec.forEach("fmm::packElements", elements,
                 PackElements<Real>{{e.x, e.y, e.z, e.ax, e.ay, e.az, e.sigma},
                                    marks_.data() + cells,
                                    reinterpret_cast<Real*>(to + part.elementsAt()),
                                    part.elements},
                 4096);
  }

  static void unpack(Exec& exec, const char* from, const Layout& part, Index cells, Index elements,
                     const ImportRoom<Real>& to) {
    exec.forEach("fmm::unpackCells", part.cells,
                 UnpackCells{reinterpret_cast<const Cell*>(from), to.ownCells + cells, to.ownElements + elements,
                             to.cells + cells},
                 1024);
    exec.copy(reinterpret_cast<const CellBounds<Real>*>(from + part.boundsAt()), part.cells, to.bounds + cells);
    const auto* rows = reinterpret_cast<const Real*>(from + part.elementsAt());
    for (std::size_t k = 0; k < to.element.size(); ++k, rows += part.elements)
      exec.copy(rows, part.elements, to.element[k] + elements);
  }

  Ranks& ranks_;
  const RootCube root_;
  std::vector<Layout> go_, come_;  ///< [ranks]
  ImportedTrees imported_;
  Halo halo_;
  std::vector<Region> hostRegions_;  ///< of other ranks
  std::vector<Index> hostStart_;
  Buffer<Real> leafRadius_;  ///< [cells]
  Buffer<UpperCell<Real>> upper_;
  Buffer<Region> outside_, regions_;
  Buffer<Index> regionStart_;
  Buffer<Index> use_;    ///< [ranks][cells] CellUse
  Buffer<double> sums_;  ///< [ranks][2]
  Buffer<Index> marks_;  ///< MarkPart's, for one rank at a time
  Buffer<Index> own_;    ///< cells that were sent, by rank
  RunningSums<Exec> running_;
  Buffer<char> sent_, received_;
  Buffer<Real> multipoles_;
  PartExchange<Exec> exchange_;
};

}  // namespace fmm
