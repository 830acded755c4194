#pragma once

#include <cstdint>

#include "core/particles.h"
#include "fmm/settings.h"

namespace fmm {

/// Every pair, O(N M): the reference and the ceiling to beat. evaluate() at once, or begin(), settle() and drop() as an
/// FmmPipeline has them; there is always room.
template <class Exec, class Real>
class DirectSum;

/// Pairs of an element and a target in a task.
template <class Real>
std::uint64_t pairsOf(const FieldTask<Real>& task) {
  const auto elements = static_cast<std::uint64_t>(task.elementCount);
  return (static_cast<std::uint64_t>(task.tracerCount) + (task.elementsAreTargets() ? elements : 0)) * elements;
}

/// Where the results of a task's elements, and of its tracers, go: the caller's rows.
template <class Real>
TargetArrays<Real> callersRows(const std::array<const Real*, 3>& x, const VectorArrays<Real>& u,
                               const MatrixArrays<Real>& gradient, const VectorArrays<Real>& vorticity) {
  TargetArrays<Real> targets = {x[0], x[1], x[2], u[0], u[1], u[2], {}};
  for (std::size_t k = 0; k < 9; ++k) targets.gradient[k] = gradient[k];
  for (std::size_t k = 0; k < 3; ++k) targets.vorticity[k] = vorticity[k];
  return targets;
}
template <class Real>
TargetArrays<Real> elementResults(const FieldTask<Real>& task) {
  return callersRows<Real>({task.elements.x, task.elements.y, task.elements.z}, task.elementVelocity,
                           task.elementGradient, task.elementVorticity);
}
template <class Real>
TargetArrays<Real> tracerResults(const FieldTask<Real>& task) {
  return callersRows<Real>(task.tracers, task.tracerVelocity, task.tracerGradient, task.tracerVorticity);
}

}  // namespace fmm
