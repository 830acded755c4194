#pragma once

#include <cstdint>

#include "exec/cuda/exec.cuh"

namespace fmm {

/// Room for sorts; kept between calls.
struct CudaSortScratch {
  CudaBuffer<std::uint8_t> temporary;
  std::size_t bytes() const { return temporary.bytes(); }
};

/// Bits [first, end) of a key.
struct KeyBits {
  int first, end;
};

/// Stable radix sort of (key, index) pairs by some bits of the keys, of 32 or 64; in and out do not overlap.
template <class Key>
void sortPairs(CudaExec& exec, const Key* keysIn, Key* keysOut, const Index* orderIn, Index* orderOut, Index n,
               KeyBits bits, CudaSortScratch& scratch);
extern template void sortPairs(CudaExec&, const std::uint32_t*, std::uint32_t*, const Index*, Index*, Index, KeyBits,
                               CudaSortScratch&);
extern template void sortPairs(CudaExec&, const std::uint64_t*, std::uint64_t*, const Index*, Index*, Index, KeyBits,
                               CudaSortScratch&);

}  // namespace fmm
