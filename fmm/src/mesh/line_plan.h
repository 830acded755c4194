#pragma once

#include <vector>

#include "core/math.h"

namespace fmm {

/// How a line of n values, n without prime factors but 2, 3 and 5, is transformed in place: in stages of `radix` values
/// each, which leave mode modeAt(p) at place p.
struct LinePlan {
  static constexpr int kMostStages = 16;
  Index n = 0;
  int stages = 0;
  int radix[kMostStages] = {};
  /// By which Index division is a product: (b magic) >> 32 is b/m for m = n/(radix[0] ... radix[stage]), m > 1.
  unsigned magic[kMostStages] = {};

  static LinePlan of(Index n);
  /// Of each place.
  std::vector<Index> modes() const;
};

}  // namespace fmm
