#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/particles.h"
#include "tree/acceptance_rule.h"
#include "tree/target_sample.h"

namespace fmm {

/// Counted work of an evaluation; fractional where it was estimated from a sample of the targets.
struct WorkCounts {
  double velocityPairs = 0;  ///< element-target pairs without gradient, idle lanes included
  double gradientPairs = 0;  ///< the same with gradient
  double correctedVelocityPairs = 0,
         correctedGradientPairs = 0;         ///< the same for sources of correction lists that reach the leaf
  double nearReads = 0, correctedReads = 0;  ///< elements read from lists, once per block of targets
  double farPairs = 0;                       ///< M2L translations, idle lanes included
  double listEntries = 0;                    ///< entries of far, near and correction lists
  double longestList = 0;                    ///< largest number of elements in one leaf's near and correction lists
  double cells = 0, levels = 0;
  double elements = 0, targets = 0, gradientTargets = 0;
};

/// The mean of `parts` counts with these sums.
inline WorkCounts meanOf(WorkCounts sums, int parts) {
  static_assert(sizeof sums % sizeof(double) == 0, "numbers and nothing else");
  double* const all = &sums.velocityPairs;
  for (std::size_t k = 0; k < sizeof sums / sizeof(double); ++k) all[k] /= parts;
  return sums;
}

/// Counts the sources of correction lists whose cores reach a cell's targets.
template <class Real>
struct CorrectionReach {
  SourceArrays<Real> sources;
  const CellBounds<Real>* bounds;
  Real cutoff;  ///< AcceptanceRule::cutoff

  FMM_HD std::int64_t countIn(IndexRange range, Index cell) const {
    std::int64_t sum = 0;
    for (Index i = range.begin; i < range.end; ++i) {
      const Vector3<Real> x = {sources.x[i], sources.y[i], sources.z[i]};
      const Real reach = cutoff * sources.sigma[i];
      if (AcceptanceRule<Real>::gapSquared(bounds[cell].targets, {x, x}) < reach * reach) ++sum;
    }
    return sum;
  }
};

/// Sizes of the groups in which a machine computes; unused places in a group count as work, too.
struct WorkGrain {
  Index velocity = 1, gradient = 1;         ///< targets
  Index far = 1;                            ///< cells of a far list
  Index nearBlock = 1, correctedBlock = 1;  ///< targets per reading of a list

  static FMM_HD double filled(Index count, Index grain) { return blocks(count, grain) * grain; }
  static FMM_HD double blocks(Index count, Index grain) {
    const Index whole = (count + grain - 1) / grain;
    return whole;
  }
};

/// Adds a cell's share of the counts that depend on lists, in the order velocityPairs, gradientPairs,
/// correctedVelocityPairs, correctedGradientPairs, farPairs, listEntries, nearReads, correctedReads. `Lists` has the
/// numbers of entries farCount(c), nearCount(c), correctedCount(c); for a leaf the numbers of elements nearElements(c)
/// and correctedElements(c); and reachingElements(c), the number of the latter whose cores reach its targets.
template <class Lists>
struct CountWork {
  static constexpr std::size_t kSums = 8;
  const Cell* cells;
  Lists lists;
  TargetSample sample;
  WorkGrain grain;
  bool elementsAreTargets, elementGradient, tracerGradient;

  template <class Task>
  static CountWork of(const Task& task, const Cell* cells, Lists lists, const TargetSample& sample,
                      const WorkGrain& grain) {
    return {cells,
            lists,
            sample,
            grain,
            task.elementsAreTargets(),
            task.elementGradient[0] != nullptr,
            task.tracerGradient[0] != nullptr};
  }

  FMM_HD void operator()(Index c, double* sums) const {
    const Cell& cell = cells[c];
    const Index elements = elementsAreTargets ? cell.elements.count() : 0, tracers = cell.tracers.count();
    if (elements + tracers == 0) return;
    const double weight = sample.all ? 1 : sample.shareOf(cell) / (elements + tracers);
    if (!(weight > 0)) return;
    sums[4] += weight * WorkGrain::filled(lists.farCount(c), grain.far);
    sums[5] += weight * (lists.farCount(c) + lists.nearCount(c) + lists.correctedCount(c));
    if (!cell.isLeaf()) return;
    const double near = weight * static_cast<double>(lists.nearElements(c));
    const double corrected = weight * static_cast<double>(lists.correctedElements(c));
    const double reaching = weight * static_cast<double>(lists.reachingElements(c));
    const Targets kinds[] = {{elements, elementGradient}, {tracers, tracerGradient}};
    for (const auto& [targets, gradient] : kinds) {
      const double filled = WorkGrain::filled(targets, gradient ? grain.gradient : grain.velocity);
      sums[gradient ? 1 : 0] += near * filled;
      sums[gradient ? 3 : 2] += reaching * filled;
      sums[6] += near * WorkGrain::blocks(targets, grain.nearBlock);
      sums[7] += corrected * WorkGrain::blocks(targets, grain.correctedBlock);
    }
  }

 private:
  struct Targets {
    Index count;
    bool gradient;
  };
};

/// The number of elements in a leaf's near and correction lists; 0 for other cells and leaves without sampled targets.
template <class Lists>
struct ListLength {
  const Cell* cells;
  Lists lists;
  TargetSample sample;

  FMM_HD float operator()(Index c) const {
    if (!cells[c].isLeaf() || !sample.touches(cells[c])) return 0;
    return static_cast<float>(lists.nearElements(c)) + static_cast<float>(lists.correctedElements(c));
  }
};

/// The counts of a task in a tree, from the sums of CountWork.
template <class Task>
WorkCounts workCounts(const Task& task, const std::array<double, 8>& sums, Index cells, int levels) {
  WorkCounts w;
  w.velocityPairs = sums[0];
  w.gradientPairs = sums[1];
  w.correctedVelocityPairs = sums[2];
  w.correctedGradientPairs = sums[3];
  w.farPairs = sums[4];
  w.listEntries = sums[5];
  w.nearReads = sums[6];
  w.correctedReads = sums[7];
  w.cells = cells;
  w.levels = levels;
  w.elements = task.elementCount;
  const double elementTargets = task.elementsAreTargets() ? task.elementCount : 0, tracers = task.tracerCount;
  w.targets = elementTargets + tracers;
  w.gradientTargets = (task.elementGradient[0] ? elementTargets : 0) + (task.tracerGradient[0] ? tracers : 0);
  return w;
}

}  // namespace fmm
