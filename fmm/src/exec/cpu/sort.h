#pragma once

#include <hwy/base.h>

#include <cstdint>

#include "exec/cpu/exec.h"

namespace fmm {

/// Room for a sort; kept between calls.
struct CpuSortScratch {
  CpuBuffer<hwy::uint128_t> pairs, merged;
  std::size_t bytes() const { return pairs.bytes() + merged.bytes(); }
};

/// Sorts keys[0, n) ascending and gives each its place before the sort in order[0, n); equal keys keep their order.
/// Highway's vectorised quicksort on one run a thread, then parallel merges.
void sortKeys(CpuExec& exec, std::uint64_t* keys, Index* order, Index n, CpuSortScratch& scratch);

}  // namespace fmm
