#include <sstream>

#include "exec/cuda_exec.cuh"
#include "solver/direct_sum.cuh"
#include "solver/fmm_pipeline.cuh"
#include "vortex/field_impl.h"
#include "vortex/system_impl.h"

namespace fmm {
namespace {

/// A kernel that does nothing, to see whether this program has code for the device.
__global__ void probeKernel() {}

}  // namespace

BackendInfo cudaBackend() {
  int count = 0;
  cudaError_t status = cudaGetDeviceCount(&count);
  cudaFuncAttributes attributes;
  if (status == cudaSuccess && count > 0) status = cudaFuncGetAttributes(&attributes, probeKernel);
  if (status != cudaSuccess || count == 0) {
    cudaGetLastError();
    return {Backend::cuda, false, status == cudaSuccess ? "no NVIDIA GPU found" : cudaGetErrorString(status)};
  }
  int device = 0;
  cudaDeviceProp properties;
  FMM_CUDA(cudaGetDevice(&device));
  FMM_CUDA(cudaGetDeviceProperties(&properties, device));
  std::ostringstream text;
  text << properties.name << ", compute capability " << properties.major << "." << properties.minor << ", "
       << (properties.totalGlobalMem >> 30) << " GiB";
  return {Backend::cuda, true, text.str()};
}

namespace {

void requireDevice() {
  const BackendInfo info = cudaBackend();
  if (!info.available) throw EnvironmentError("backend cuda: " + info.description);
}

}  // namespace

std::unique_ptr<SystemBase> makeCudaSystem(const Settings& settings, const Elements& elements, const Tracers& tracers) {
  requireDevice();
  if (settings.precision == Precision::single) {
    return std::make_unique<SystemImpl<CudaExec, float>>(settings, elements, tracers);
  }
  return std::make_unique<SystemImpl<CudaExec, double>>(settings, elements, tracers);
}

Field evaluateFieldOnCuda(const Settings& settings, const Elements& elements, const std::vector<Vec3>& targets,
                          bool gradient) {
  requireDevice();
  if (settings.precision == Precision::single) {
    return evaluateFieldIn<CudaExec, float>(settings, elements, targets, gradient);
  }
  return evaluateFieldIn<CudaExec, double>(settings, elements, targets, gradient);
}

}  // namespace fmm
