#pragma once

#include <algorithm>
#include <vector>

#include "exec/cpu/exec.h"
#include "solver/cpu/near_field.h"
#include "solver/cpu/passes.h"
#include "solver/outside_targets.h"
#include "tree/target_sample.h"
#include "tuning/work_counts.h"

namespace fmm {

/// The Lists of CountWork on the CPU.
template <class Real>
struct CpuListCounts {
  ListsView<Index> far;
  ListsView<IndexRange> near, corrected;
  CorrectionReach<Real> reach;

  Index farCount(Index c) const { return static_cast<Index>(far.start[c + 1] - far.start[c]); }
  Index nearCount(Index c) const { return static_cast<Index>(near.start[c + 1] - near.start[c]); }
  Index correctedCount(Index c) const { return static_cast<Index>(corrected.start[c + 1] - corrected.start[c]); }
  std::int64_t nearElements(Index c) const { return elementsOf(near, c); }
  std::int64_t correctedElements(Index c) const { return elementsOf(corrected, c); }
  std::int64_t reachingElements(Index c) const {
    std::int64_t sum = 0;
    for (std::int64_t k = corrected.start[c]; k < corrected.start[c + 1]; ++k)
      sum += reach.countIn(corrected.items[k], c);
    return sum;
  }

 private:
  static std::int64_t elementsOf(const ListsView<IndexRange>& list, Index c) {
    std::int64_t sum = 0;
    for (std::int64_t k = list.start[c]; k < list.start[c + 1]; ++k) sum += list.items[k].count();
    return sum;
  }
};

/// Computes the velocities of a sample of targets only, from the multipoles and the lists of the cells with samples.
template <class Real>
class SampledLeaves {
 public:
  SampledLeaves(CpuExec& exec, const FmmView<Real>& view, const std::vector<Index>& levelStart,
                const TargetSample& sample)
      : exec_(exec), view_(view), sample_(sample) {
    levels_.push_back(0);
    for (std::size_t l = 0; l + 1 < levelStart.size(); ++l) {
      for (Index c = levelStart[l]; c < levelStart[l + 1]; ++c) {
        if (!sample.touches(view.tree.cells[c])) continue;
        cells_.push_back(c);
        if (view.tree.cells[c].isLeaf()) addParts(c);
      }
      levels_.push_back(cells_.size());
    }
  }

  /// Local expansions of cells without a sampled target are undefined and not read.
  void compute() {
    forCells(0, cells_.size(), [&](Index c) { m2lCell(view_, c); });
    for (std::size_t l = 0; l + 1 < levels_.size(); ++l) {
      forCells(levels_[l], levels_[l + 1], [&](Index c) {
        if (!view_.tree.cells[c].isLeaf()) l2lCell(view_, c);
      });
    }
    exec_.forEachTeam("fmm::sampledLeaves", static_cast<Index>(parts_.size()), [&](const auto&, Index k) {
      const LeafPart& part = parts_[static_cast<std::size_t>(k)];
      l2pLeaf(view_, part.leaf, part.targets);
      nearField(view_, part.leaf, part.targets);
    });
  }
  /// Computes the sampled tracers outside the root cube.
  void computeOutside(const AcceptanceRule<Real>& rule, Index insideTracers) {
    const Index first = TargetSample::lowerBound(sample_.tracers, sample_.tracerCount, insideTracers);
    exec_.forEach(
        "fmm::sampledOutside", sample_.tracerCount - first,
        [&](Index i) {
          OutsideTargets<Real>{view_, rule, sample_.tracers[first + i]}(0);
        },
        16);
  }

 private:
  template <class F>
  void forCells(std::size_t begin, std::size_t end, const F& f) {
    exec_.forEach(
        "fmm::sampledCells", static_cast<Index>(end - begin),
        [&](Index i) { f(cells_[begin + static_cast<std::size_t>(i)]); }, 2);
  }

  /// Adds a leaf's parts: sampled targets close to each other in the order form one, with the targets between them.
  void addParts(Index leaf) {
    const Cell& cell = view_.tree.cells[leaf];
    addParts(leaf, sample_.elements, sample_.elementsIn(cell), [](IndexRange r) { return LeafTargets{r, {0, 0}}; });
    addParts(leaf, sample_.tracers, sample_.tracersIn(cell), [](IndexRange r) { return LeafTargets{{0, 0}, r}; });
  }
  template <class Targets>
  void addParts(Index leaf, const Index* sampled, IndexRange samples, const Targets& targets) {
    constexpr Index kTogether = 32;
    for (Index first = samples.begin, last; first < samples.end; first = last + 1) {
      for (last = first; last + 1 < samples.end && sampled[last + 1] - sampled[last] < kTogether;) ++last;
      parts_.push_back({leaf, targets({sampled[first], sampled[last] + 1})});
    }
  }

  CpuExec& exec_;
  const FmmView<Real> view_;
  const TargetSample sample_;
  std::vector<Index> cells_;
  std::vector<std::size_t> levels_;  ///< ends of the levels in cells_
  std::vector<LeafPart> parts_;
};

}  // namespace fmm
