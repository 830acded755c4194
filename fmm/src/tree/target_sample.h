#pragma once

#include "tree/octree.h"

namespace fmm {

/// A sample of a tree's targets, as ascending sorted positions; all targets by default.
struct TargetSample {
  const Index *elements = nullptr, *tracers = nullptr;  ///< in memory that kernels read
  Index elementCount = 0, tracerCount = 0;
  double targetsPerElement = 0, targetsPerTracer = 0;  ///< targets that a sampled one represents
  bool all = true;

  /// Index of the first of `count` ascending numbers that is not below `at`.
  static FMM_HD Index lowerBound(const Index* rising, Index count, Index at) {
    Index low = 0, high = count;
    while (low < high) {
      const Index middle = low + (high - low) / 2;
      (rising[middle] < at ? low : high) = rising[middle] < at ? middle + 1 : middle;
    }
    return low;
  }
  static FMM_HD IndexRange within(const Index* rising, Index count, IndexRange range) {
    return {lowerBound(rising, count, range.begin), lowerBound(rising, count, range.end)};
  }
  FMM_HD IndexRange elementsIn(const Cell& c) const { return within(elements, elementCount, c.elements); }
  FMM_HD IndexRange tracersIn(const Cell& c) const { return within(tracers, tracerCount, c.tracers); }

  /// True if the cell has a target of the sample.
  FMM_HD bool touches(const Cell& c) const {
    return all || elementsIn(c).count() > 0 || (tracerCount > 0 && tracersIn(c).count() > 0);
  }
  /// Number of targets that the cell's sampled ones represent. The sum over cells of f(cell) shareOf(cell) / (targets
  /// of the cell) is an unbiased estimate of the sum of f over all cells with targets.
  FMM_HD double shareOf(const Cell& c) const {
    return elementsIn(c).count() * targetsPerElement + tracersIn(c).count() * targetsPerTracer;
  }
};

}  // namespace fmm
