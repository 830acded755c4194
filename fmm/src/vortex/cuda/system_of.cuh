#pragma once

#include <memory>
#include <vector>

#include "exec/cuda/exec.cuh"
#include "vortex/array_checks.h"
#include "vortex/system_base.h"

namespace fmm {

// The factories of system.cu in one precision. float and double are compiled in separate units, system_float.cu and
// system_double.cu, since a single unit would take a minute longer. Their code is in system_units.cuh, which system.cu
// must not include: it would compile both once more.

template <class Real>
std::unique_ptr<SystemBase> makeCudaSystemOf(const Settings& settings, const ParticleViews& particles);
template <class Real>
std::unique_ptr<FieldBase> makeCudaFieldOf(const FieldSettings& settings);
template <class Real>
bool cudaChoosesMeshOf(const FieldSettings& settings, const Elements& elements, const std::vector<Vec3>& targets,
                       const SharedParts& parts, int ranks);

inline bool liesOnGpu(const InputVectors& vectors) {
  return vectors.size() > 0 && vectors.x.space == MemorySpace::device;
}

/// GPU memory as a `Place` of array_checks.h.
class DeviceMemory {
 public:
  static constexpr MemorySpace kSpace = MemorySpace::device;
  /// Throws InvalidInput unless kernels can read them.
  void requireReach(const InputVectors& vectors) { exec_.reach(arraysOf(vectors)); }
  void requireReach(const ElementViews& e) {
    requireReach(e.position);
    requireReach(e.strength);
    exec_.reach<3>({e.coreRadius, e.length, e.volume});
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

}  // namespace fmm
