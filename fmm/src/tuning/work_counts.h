#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/particles.h"
#include "tree/acceptance_rule.h"
#include "tree/target_sample.h"

namespace fmm {

/// Work of an evaluation, counted; fractions where it was estimated from a sample of the targets.
struct WorkCounts {
  double velocityPairs = 0;  ///< of an element and a target that wants no gradient, lanes without a target among them
  double gradientPairs = 0;  ///< the same for targets that want one
  double correctedVelocityPairs = 0,
         correctedGradientPairs = 0;         ///< the same of sources of correction lists that reach a leaf
  double nearReads = 0, correctedReads = 0;  ///< elements of lists, once a block of targets
  double farPairs = 0;                       ///< M2L, lanes without one among them
  double listEntries = 0;                    ///< of far, near and correction lists
  double longestList = 0;                    ///< elements of a leaf's near and correction lists, at most
  double cells = 0, levels = 0;
  double elements = 0, targets = 0, gradientTargets = 0;
};

/// A part of sums of counts: what each of so many did, of the same.
inline WorkCounts meanOf(WorkCounts sums, int parts) {
  static_assert(sizeof sums % sizeof(double) == 0, "numbers and nothing else");
  double* const all = &sums.velocityPairs;
  for (std::size_t k = 0; k < sizeof sums / sizeof(double); ++k) all[k] /= parts;
  return sums;
}

/// Which sources of correction lists reach a cell's targets.
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

/// How many pairs and translations a machine computes at a time: what it cannot fill counts as work, too.
struct WorkGrain {
  Index velocity = 1, gradient = 1;         ///< targets
  Index far = 1;                            ///< cells of a far list
  Index nearBlock = 1, correctedBlock = 1;  ///< targets for which a list is read once

  static FMM_HD double filled(Index count, Index grain) { return blocks(count, grain) * grain; }
  static FMM_HD double blocks(Index count, Index grain) {
    const Index whole = (count + grain - 1) / grain;
    return whole;
  }
};

/// What depends on the lists, cell by cell, in the order velocityPairs, gradientPairs, correctedVelocityPairs,
/// correctedGradientPairs, farPairs, listEntries, nearReads, correctedReads. `Lists` has farCount(c), nearCount(c),
/// correctedCount(c), and nearElements(c) and correctedElements(c), the elements of a leaf's near and correction lists,
/// and reachingElements(c), those of the latter that reach its targets.
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

/// The elements of a leaf's near and correction lists; 0 for other cells.
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

/// The counts of a task in a tree: `sums` are those of CountWork.
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
