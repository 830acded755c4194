#pragma once

#include "exec/cpu/sort.h"
#include "exec/key_sorter.h"

namespace fmm {

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
