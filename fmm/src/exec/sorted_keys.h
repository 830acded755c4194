#pragma once

#include <cstdint>

#include "core/math.h"

namespace fmm {

/// Sorts keys in an execution space and keeps its buffers between calls:
///   void sort(Exec&, std::uint64_t* keys, Index* order, Index n, int bits = 64);
/// Afterwards keys[0, n) are ascending, and order[0, n) is the previous position of each; the sort is stable. Keys are
/// below 2^bits: a GPU takes a pass for every eight bits.
template <class Exec>
class KeySorter;

// Queries of sorted keys.

/// Index of the first of n ascending keys that is not below `key`; n if all are.
FMM_HD inline Index firstAtLeast(const std::uint64_t* keys, Index n, std::uint64_t key) {
  Index low = 0, high = n;
  while (low < high) {
    const Index middle = low + (high - low) / 2;
    if (keys[middle] < key) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/// Finds the first item of box b, for each b up to the number of boxes; an item's box is its key without the last
/// `bits`.
struct BoxStarts {
  const std::uint64_t* keys;
  Index count;
  Index* start;
  int bits = 0;
  FMM_HD void operator()(Index b) const { start[b] = firstAtLeast(keys, count, static_cast<std::uint64_t>(b) << bits); }
};

}  // namespace fmm
