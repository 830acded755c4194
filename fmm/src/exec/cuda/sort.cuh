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

/// Stable radix sort of (key, index) pairs by some bits of the keys; in and out do not overlap.
void sortPairs(CudaExec& exec, const std::uint64_t* keysIn, std::uint64_t* keysOut, const Index* orderIn,
               Index* orderOut, Index n, KeyBits bits, CudaSortScratch& scratch);

}  // namespace fmm
