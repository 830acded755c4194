// Replaces cuda/device.cu in a build without nvcc.

#include "exec/device_choice.h"
#include "fmm/cuda.h"

namespace fmm {

bool builtWithCuda() {
  return false;
}

const CudaDevice& cudaDevice() {
  static const CudaDevice none = [] {
    CudaDevice device;
    device.reason = "this program was built without CUDA";
    return device;
  }();
  return none;
}

std::vector<std::string> gpuNames() {
  return {};
}

std::string describe(const CudaDevice& device) {
  return device.reason;
}

CudaMemory cudaMemory() {
  return {};
}

std::size_t cudaAllocations() {
  return 0;
}

CudaTransfers cudaTransfers() {
  return {};
}

void countCudaTransfers(const CudaTransfers& /*more*/) {}

}  // namespace fmm
