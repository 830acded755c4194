#pragma once

#include "exec/cuda/sort.cuh"
#include "exec/key_sorter.h"

namespace fmm {

struct CountUp {
  Index* to;
  __device__ void operator()(Index i) const { to[i] = i; }
};

template <>
class KeySorter<CudaExec> {
 public:
  void sort(CudaExec& exec, std::uint64_t* keys, Index* order, Index n, int bits = 64) {
    keys_.resize(static_cast<std::size_t>(n));
    order_.resize(static_cast<std::size_t>(n));
    exec.copy(keys, n, keys_.data());
    exec.forEach("fmm::countUp", n, CountUp{order_.data()});
    sortPairs(exec, keys_.data(), keys, order_.data(), order, n, {0, bits}, scratch_);
  }
  std::size_t bytes() const { return keys_.bytes() + order_.bytes() + scratch_.bytes(); }

 private:
  CudaBuffer<std::uint64_t> keys_;
  CudaBuffer<Index> order_;
  CudaSortScratch scratch_;
};

}  // namespace fmm
