#include "exec/cuda/running_sums.cuh"

#include <cub/device/device_scan.cuh>

namespace fmm {

void RunningSums<CudaExec>::before(CudaExec& exec, Index* counts, Index n) {
  if (n <= 0) return;
  std::size_t bytes = 0;
  FMM_CUDA(cub::DeviceScan::ExclusiveSum(nullptr, bytes, counts, counts, n, exec.stream()));
  temporary_.resize(bytes);
  exec.launch("fmm::runningSums", [&] {
    FMM_CUDA(cub::DeviceScan::ExclusiveSum(temporary_.data(), bytes, counts, counts, n, exec.stream()));
  });
}

}  // namespace fmm
