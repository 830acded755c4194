#include "exec/cpu/exec.h"
#include "exec/cpu/sort.h"
#include "lattice/cpu/deposit.h"
#include "mesh/cpu/fourier.h"
#include "mesh/cpu/octant_pass.h"
#include "mesh/cpu/points.h"
#include "mesh/cpu/vorticities.h"
#include "pairs/cpu/direct_sum.h"
#include "pairs/pair_sums.h"
#include "ranks/cpu/part_exchange.h"
#include "solver/cpu/energy_pass.h"
#include "solver/cpu/fmm_pipeline.h"
#include "vortex/essential_field.h"
#include "vortex/field_impl.h"
#include "vortex/mesh_choice.h"
#include "vortex/system_impl.h"

namespace fmm {

std::unique_ptr<SystemBase> makeCpuSystem(const Settings& settings, const ParticleViews& particles) {
  if (settings.precision == Precision::single) {
    return std::make_unique<SystemImpl<CpuExec, float>>(settings, particles);
  }
  return std::make_unique<SystemImpl<CpuExec, double>>(settings, particles);
}

std::unique_ptr<FieldBase> makeCpuField(const FieldSettings& settings) {
  if (settings.precision == Precision::single) return std::make_unique<FieldImpl<CpuExec, float>>(settings);
  return std::make_unique<FieldImpl<CpuExec, double>>(settings);
}

bool cpuChoosesMesh(const FieldSettings& settings, const Elements& elements, const std::vector<Vec3>& targets,
                    const SharedParts& parts, int ranks) {
  return choosesMesh<CpuExec>(settings, elements, targets, parts, ranks);
}

BackendInfo cpuBackend() {
  const int threads = CpuExec(0).threads();
  return {Backend::cpu, true, std::to_string(threads) + (threads == 1 ? " thread, " : " threads, ") + simdName()};
}

std::unique_ptr<SharedFieldBase> makeCpuSharedField(const Settings& settings, Ranks& ranks, const Elements& elements,
                                                    const std::vector<Vec3>& targets, const SharedParts& parts) {
  if (settings.precision == Precision::single)
    return std::make_unique<EssentialField<CpuExec, float>>(settings, ranks, elements, targets, parts);
  return std::make_unique<EssentialField<CpuExec, double>>(settings, ranks, elements, targets, parts);
}

}  // namespace fmm
