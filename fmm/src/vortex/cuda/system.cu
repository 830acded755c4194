#include "exec/cuda/exec.cuh"
#include "exec/cuda/key_sorter.cuh"
#include "fmm/cuda.h"
#include "solver/cuda/direct_sum.cuh"
#include "solver/cuda/fmm_pipeline.cuh"
#include "vortex/field_impl.h"
#include "vortex/system_impl.h"

namespace fmm {
namespace {

void requireDevice() {
  const BackendInfo info = cudaBackend();
  if (!info.available) throw EnvironmentError("backend cuda: " + info.description);
}

}  // namespace

BackendInfo cudaBackend() {
  const CudaDevice& device = cudaDevice();
  return {Backend::cuda, device.usable, describe(device)};
}

std::unique_ptr<SystemBase> makeCudaSystem(const Settings& settings, const Elements& elements, const Tracers& tracers) {
  requireDevice();
  if (settings.precision == Precision::single) {
    return std::make_unique<SystemImpl<CudaExec, float>>(settings, elements, tracers);
  }
  return std::make_unique<SystemImpl<CudaExec, double>>(settings, elements, tracers);
}

Field evaluateFieldOnCuda(const Settings& settings, const Elements& elements, const std::vector<Vec3>& targets,
                          FieldParts parts) {
  requireDevice();
  if (settings.precision == Precision::single) {
    return evaluateFieldIn<CudaExec, float>(settings, elements, targets, parts);
  }
  return evaluateFieldIn<CudaExec, double>(settings, elements, targets, parts);
}

}  // namespace fmm
