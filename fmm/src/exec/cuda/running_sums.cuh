#pragma once

#include <cstdint>

#include "exec/cuda/exec.cuh"
#include "exec/running_sums.h"

namespace fmm {

template <>
class RunningSums<CudaExec> {
 public:
  void before(CudaExec& exec, Index* counts, Index n);
  std::size_t bytes() const { return temporary_.bytes(); }

 private:
  CudaBuffer<std::uint8_t> temporary_;
};

}  // namespace fmm
