#pragma once

#include <vector>

#include "exec/cuda/exec.cuh"
#include "exec/cuda/sort.cuh"
#include "exec/cuda/stage_timer.cuh"
#include "lattice/cuda/deposit.cuh"
#include "mesh/cuda/fourier.cuh"
#include "mesh/cuda/points.cuh"
#include "pairs/cuda/direct_sum.cuh"
#include "ranks/cuda/part_exchange.cuh"
#include "solver/cuda/energy_pass.cuh"
#include "solver/cuda/fmm_pipeline.cuh"
#include "vortex/cuda/system_of.cuh"
#include "vortex/field_impl.h"
#include "vortex/mesh_choice.h"
#include "vortex/system_impl.h"

namespace fmm {

/// Fields whose arrays may lie in GPU memory, and are then checked first.
template <class Real>
class CheckedField final : public FieldBase {
 public:
  explicit CheckedField(const FieldSettings& settings) : field_(settings) {}

  EvaluationReport evaluate(const ElementViews& elements, const InputVectors& targets, FieldParts parts,
                            const FieldResults& results) override {
    DeviceMemory memory;
    if (liesOnGpu(elements.position)) {
      memory.requireReach(elements);
      requireSound(memory, elements);
      requireStrong(memory, kPrecision, elements);
    }
    if (liesOnGpu(targets)) {
      memory.requireReach(targets);
      requireFinite(memory, targets, "target");
    }
    const EvaluationReport report = field_.evaluate(elements, targets, parts, results);
    requireResults(memory, kPrecision, results, targets.size());
    return report;
  }

 private:
  static constexpr Precision kPrecision = std::is_same_v<Real, float> ? Precision::single : Precision::real64;

  FieldImpl<CudaExec, Real> field_;
};

template <class Real>
std::unique_ptr<SystemBase> makeCudaSystemOf(const Settings& settings, const ParticleViews& particles) {
  return std::make_unique<SystemImpl<CudaExec, Real>>(settings, particles);
}
template <class Real>
std::unique_ptr<FieldBase> makeCudaFieldOf(const FieldSettings& settings) {
  return std::make_unique<CheckedField<Real>>(settings);
}
template <class Real>
bool cudaChoosesMeshOf(const FieldSettings& settings, const Elements& elements, const std::vector<Vec3>& targets,
                       const SharedParts& parts, int ranks) {
  return choosesMesh<CudaExec, Real>(settings, elements, targets, parts, ranks);
}

}  // namespace fmm
