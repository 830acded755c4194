#include "vortex/essential_field.h"

#include "exec/cpu/exec.h"
#include "exec/cpu/running_sums.h"
#include "ranks/cpu/part_exchange.h"
#include "solver/cpu/direct_sum.h"
#include "solver/cpu/fmm_pipeline.h"

namespace fmm {

std::unique_ptr<SharedFieldBase> makeCpuSharedField(const Settings& settings, Ranks& ranks, const Elements& elements,
                                                    const std::vector<Vec3>& targets, const SharedParts& parts) {
  if (settings.precision == Precision::single)
    return std::make_unique<EssentialField<CpuExec, float>>(settings, ranks, elements, targets, parts);
  return std::make_unique<EssentialField<CpuExec, double>>(settings, ranks, elements, targets, parts);
}

}  // namespace fmm
