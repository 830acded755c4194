#pragma once

#include <cstddef>
#include <tuple>

#include "core/particles.h"
#include "exec/cuda/buffer.h"
#include "fmm/settings.h"
#include "tree/cuda/tree_keys.h"
#include "tuning/tuning.h"

namespace fmm {

inline auto membersOf(const FmmParameters& all) {
  const auto& [order, theta, cutoff, limits, directPairs, accuracy, bothCores, expandFrom] = all;
  const auto& [leafElements, leafPoints] = limits;
  return std::make_tuple(order, theta, cutoff, leafElements, leafPoints, directPairs, accuracy, bothCores, expandFrom);
}

template <class Real>
auto membersOf(const FieldTask<Real>& all) {
  const auto& [elements, elementCount, elementVelocity, elementGradient, elementVorticity, tracers, tracerCount,
               tracerVelocity, tracerGradient, tracerVorticity, elementPotential] = all;
  const auto& [x, y, z, ax, ay, az, sigma] = elements;
  return std::make_tuple(x, y, z, ax, ay, az, sigma, elementCount, elementVelocity, elementGradient, elementVorticity,
                         tracers, tracerCount, tracerVelocity, tracerGradient, tracerVorticity, elementPotential);
}

/// Everything that determines the launches of an evaluation, except the contents of device memory.
template <class Real>
struct EvaluationKey {
  FieldTask<Real> task;
  FieldSettings settings;
  FmmParameters parameters;
  CudaTreeRoom room;
  std::size_t allocations = cudaAllocationCount();  ///< changes when a CudaBuffer allocates memory

  friend bool operator==(const EvaluationKey& a, const EvaluationKey& b) {
    return a.allocations == b.allocations && a.settings == b.settings && membersOf(a.task) == membersOf(b.task) &&
           membersOf(a.parameters) == membersOf(b.parameters) && membersOf(a.room) == membersOf(b.room);
  }
};

}  // namespace fmm
