#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include <hwy/base.h>

#include "exec/cpu/exec.h"
#include "exec/sorted_keys.h"
#include "exec/value_range.h"

namespace fmm {

/// Sums of blocks by all threads, then the sums within them.
template <>
class RunningSums<CpuExec> {
 public:
  void before(CpuExec& exec, Index* counts, Index n) {
    constexpr Index kStretch = 16384;
    const Index stretches = (n + kStretch - 1) / kStretch;
    sums_.resize(static_cast<std::size_t>(stretches));
    const auto forEachStretch = [&](const auto& f) {
      exec.forEach(
          "fmm::runningSums", stretches,
          [&](Index s) { f(s, counts + s * kStretch, counts + std::min(n, (s + 1) * kStretch)); }, 1);
    };
    forEachStretch([&](Index s, Index* first, Index* end) { at(s) = std::accumulate(first, end, Index(0)); });
    std::exclusive_scan(sums_.begin(), sums_.end(), sums_.begin(), Index(0));
    forEachStretch([&](Index s, Index* first, Index* end) { std::exclusive_scan(first, end, first, at(s)); });
  }
  std::size_t bytes() const { return sums_.capacity() * sizeof(Index); }

 private:
  Index& at(Index stretch) { return sums_[static_cast<std::size_t>(stretch)]; }

  std::vector<Index> sums_;
};

/// Buffers of a sort; kept between calls.
struct CpuSortScratch {
  CpuBuffer<hwy::uint128_t> pairs, merged;
  std::size_t bytes() const { return pairs.bytes() + merged.bytes(); }
};

/// Sorts keys[0, n) ascending and sets order[0, n) to the previous position of each; stable. Highway's vectorised
/// quicksort on one run per thread, then parallel merges.
void sortKeys(CpuExec& exec, std::uint64_t* keys, Index* order, Index n, CpuSortScratch& scratch);

template <>
class KeySorter<CpuExec> {
 public:
  void sort(CpuExec& exec, std::uint64_t* keys, Index* order, Index n, int /*bits*/ = 64) {
    sortKeys(exec, keys, order, n, scratch_);
  }
  std::size_t bytes() const { return scratch_.bytes(); }

 private:
  CpuSortScratch scratch_;
};

}  // namespace fmm
