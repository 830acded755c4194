#pragma once

#include <cuda_runtime_api.h>

#include <string>

#include "fmm/error.h"
#include "fmm/faults.h"

namespace fmm {

/// Throws EnvironmentError with the call, its location and CUDA's reason.
inline void checkCuda(cudaError_t status, const char* call, const char* file, int line) {
  if (machineIsLost()) status = cudaErrorLaunchFailure;
  if (status == cudaSuccess) return;
  cudaGetLastError();  // clears errors that are not sticky
  throw EnvironmentError(std::string(call) + " at " + file + ":" + std::to_string(line) + ": " +
                         cudaGetErrorName(status) + ", " + cudaGetErrorString(status));
}

}  // namespace fmm

#define FMM_CUDA(call) ::fmm::checkCuda((call), #call, __FILE__, __LINE__)
