#include "exec/cuda/exec.cuh"
#include "exec/cuda/key_sorter.cuh"
#include "exec/cuda/running_sums.cuh"
#include "fmm/cuda.h"
#include "lattice/cuda/deposit.cuh"
#include "mesh/cuda/fourier.cuh"
#include "mesh/cuda/give.cuh"
#include "mesh/cuda/octant.cuh"
#include "mesh/cuda/take.cuh"
#include "mesh/cuda/vorticities.cuh"
#include "ranks/cuda/share_gather.cuh"
#include "solver/cuda/direct_sum.cuh"
#include "solver/cuda/energy_pass.cuh"
#include "solver/cuda/fmm_pipeline.cuh"
#include "solver/cuda/stage_clock.cuh"
#include "vortex/array_checks.h"
#include "vortex/crew_member.h"
#include "vortex/field_impl.h"
#include "vortex/mesh_choice.h"
#include "vortex/system_impl.h"

namespace fmm {
namespace {

void requireDevice() {
  const BackendInfo info = cudaBackend();
  if (!info.available) throw EnvironmentError("backend cuda: " + info.description);
}

bool liesOnGpu(const InputVectors& vectors) {
  return vectors.size() > 0 && vectors.x.space == MemorySpace::device;
}

/// The GPU's memory, as a place whose arrays are checked.
class DeviceMemory {
 public:
  static constexpr MemorySpace kSpace = MemorySpace::device;
  /// Throws InvalidInput unless kernels can read them.
  void requireReach(const InputVectors& vectors) { exec_.reach(arraysOf(vectors)); }
  void requireReach(const ElementViews& e) {
    requireReach(e.position);
    requireReach(e.strength);
    exec_.reach<4>({e.coreRadius, e.length, e.volume, e.referenceRadius});
  }
  template <class Test>
  Index firstFailure(Index n, const Test& test) {
    return exec_.firstFailure(n, test);
  }
  double numberAt(const InputArray& array, Index i) {
    const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(i) * array.stride;
    return array.isDouble ? fetch(static_cast<const double*>(array.data) + at)
                          : fetch(static_cast<const float*>(array.data) + at);
  }

 private:
  template <class T>
  double fetch(const T* from) {
    const Later<std::vector<T>> value = exec_.read(from, 1);
    exec_.synchronize();
    return static_cast<double>(value.value().front());
  }

  CudaExec exec_{0};
};

/// Fields whose arrays may be in the GPU's memory, where they are checked first.
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
    }
    if (liesOnGpu(targets)) {
      memory.requireReach(targets);
      requireFinite(memory, targets, "target");
    }
    return field_.evaluate(elements, targets, parts, results);
  }

 private:
  FieldImpl<CudaExec, Real> field_;
};

}  // namespace

BackendInfo cudaBackend() {
  const CudaDevice& device = cudaDevice();
  return {Backend::cuda, device.usable, describe(device)};
}

std::unique_ptr<SystemBase> makeCudaSystem(const Settings& settings, const ParticleViews& particles) {
  requireDevice();
  const bool elementsOnGpu = liesOnGpu(particles.elements.position);
  const bool tracersOnGpu = liesOnGpu(particles.tracers.position);
  if (elementsOnGpu || tracersOnGpu) {
    DeviceMemory memory;
    if (elementsOnGpu) memory.requireReach(particles.elements);
    if (tracersOnGpu) memory.requireReach(particles.tracers.position);
    requireParticles(memory, settings, particles);
  }
  if (settings.precision == Precision::single) {
    return std::make_unique<SystemImpl<CudaExec, float>>(settings, particles);
  }
  return std::make_unique<SystemImpl<CudaExec, double>>(settings, particles);
}

std::unique_ptr<FieldBase> makeCudaField(const FieldSettings& settings) {
  requireDevice();
  if (settings.precision == Precision::single) return std::make_unique<CheckedField<float>>(settings);
  return std::make_unique<CheckedField<double>>(settings);
}

bool cudaChoosesMesh(const FieldSettings& settings, const Elements& elements, const std::vector<Vec3>& targets,
                     const SharedParts& parts, int ranks) {
  requireDevice();
  return choosesMesh<CudaExec>(settings, elements, targets, parts, ranks);
}

std::unique_ptr<CrewBase> makeCudaCrew(Ranks& ranks, const CrewCall& begin) {
  requireDevice();
  if (begin.settings.precision == Precision::single) return std::make_unique<CrewMember<CudaExec, float>>(ranks, begin);
  return std::make_unique<CrewMember<CudaExec, double>>(ranks, begin);
}

}  // namespace fmm
