#pragma once

#include <cstdint>

#include "exec/cuda/exec.cuh"
#include "exec/sorted_keys.h"
#include "exec/value_range.h"

namespace fmm {

template <>
class RunningSums<CudaExec> {
 public:
  void before(CudaExec& exec, Index* counts, Index n);
  std::size_t bytes() const { return temporary_.bytes(); }

 private:
  CudaBuffer<std::uint8_t> temporary_;
};

/// Buffers of sorts; kept between calls.
struct CudaSortScratch {
  CudaBuffer<std::uint8_t> temporary;
  std::size_t bytes() const { return temporary.bytes(); }
};

/// Bits [first, end) of a key.
struct KeyBits {
  int first, end;
};

/// Stable radix sort of (key, index) pairs by some bits of 32-bit or 64-bit keys; in and out do not overlap.
template <class Key>
void sortPairs(CudaExec& exec, const Key* keysIn, Key* keysOut, const Index* orderIn, Index* orderOut, Index n,
               KeyBits bits, CudaSortScratch& scratch);
extern template void sortPairs(CudaExec&, const std::uint32_t*, std::uint32_t*, const Index*, Index*, Index, KeyBits,
                               CudaSortScratch&);
extern template void sortPairs(CudaExec&, const std::uint64_t*, std::uint64_t*, const Index*, Index*, Index, KeyBits,
                               CudaSortScratch&);

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
