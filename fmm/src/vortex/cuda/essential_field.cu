#include "vortex/essential_field.h"

#include "exec/cuda/exec.cuh"
#include "exec/cuda/sort.cuh"
#include "fmm/error.h"
#include "pairs/cuda/direct_sum.cuh"
#include "ranks/cuda/part_exchange.cuh"
#include "solver/cuda/fmm_pipeline.cuh"
#include "vortex/system_base.h"

namespace fmm {

std::unique_ptr<SharedFieldBase> makeCudaSharedField(const Settings& settings, Ranks& ranks, const Elements& elements,
                                                     const std::vector<Vec3>& targets, const SharedParts& parts) {
  const BackendInfo info = cudaBackend();
  if (!info.available) throw EnvironmentError("backend cuda: " + info.description);
  if (settings.precision == Precision::single)
    return std::make_unique<EssentialField<CudaExec, float>>(settings, ranks, elements, targets, parts);
  return std::make_unique<EssentialField<CudaExec, double>>(settings, ranks, elements, targets, parts);
}

}  // namespace fmm
