#pragma once

#include <cstdint>

#include "exec/cuda/exec.cuh"

namespace fmm {

/// Room for sorts; kept between calls.
struct CudaSortScratch {
  CudaBuffer<std::uint8_t> temporary;
  std::size_t bytes() const { return temporary.bytes(); }
};

/// Stable radix sort of (key, index) pairs by the bits [firstBit, 64) of the keys; in and out do not overlap.
void sortPairs(CudaExec& exec, const std::uint64_t* keysIn, std::uint64_t* keysOut, const Index* orderIn,
               Index* orderOut, Index n, int firstBit, CudaSortScratch& scratch);

}  // namespace fmm
