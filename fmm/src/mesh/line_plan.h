#pragma once

#include <vector>

#include "core/math.h"

namespace fmm {

/// Plan of an in-place transform of a line of n values, n without prime factors but 2, 3 and 5: stages of `radix`
/// values each, which leave mode modes()[p] at place p.
struct LinePlan {
  static constexpr int kMostStages = 16;
  Index n = 0;
  int stages = 0;
  int radix[kMostStages] = {};
  /// Multipliers that replace integer division: (b magic) >> 32 is b/m for m = n/(radix[0] ... radix[stage]), m > 1.
  unsigned magic[kMostStages] = {};

  static LinePlan of(Index n);
  /// The mode at each place.
  std::vector<Index> modes() const;
};

}  // namespace fmm
