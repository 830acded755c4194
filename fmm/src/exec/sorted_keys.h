#pragma once

#include <cstdint>

#include "core/math.h"

namespace fmm {

/// Sorts keys in an execution space, keeping its room between calls:
///   void sort(Exec&, std::uint64_t* keys, Index* order, Index n, int bits = 64);
/// keys[0, n) ascending afterwards, order[0, n) the place of each before; equal keys keep their order. Keys are below
/// 2^bits: a GPU takes a pass for every eight.
template <class Exec>
class KeySorter;

// What sorted keys (KeySorter) are asked.

/// First of n ascending keys that is not below `key`; n where all are.
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

/// Where the items of each box begin, whose numbers are the keys but for their last `bits`; item b, up to the number of
/// boxes.
struct BoxStarts {
  const std::uint64_t* keys;
  Index count;
  Index* start;
  int bits = 0;
  FMM_HD void operator()(Index b) const { start[b] = firstAtLeast(keys, count, static_cast<std::uint64_t>(b) << bits); }
};

}  // namespace fmm
