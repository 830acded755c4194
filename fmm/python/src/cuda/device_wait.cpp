#include "python_array.h"

#include <cuda_runtime_api.h>

#include <string>

#include "fmm/error.h"

namespace ringlet {

void waitForDefaultStream() {
  const cudaError_t status = cudaStreamSynchronize(cudaStreamLegacy);
  if (status != cudaSuccess)
    throw fmm::EnvironmentError(std::string("cudaStreamSynchronize: ") + cudaGetErrorString(status));
}

}  // namespace ringlet
