#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>

#include "core/particles.h"
#include "exec/value_range.h"
#include "mesh/mesh_grid.h"
#include "mesh/mesh_inspect.h"

namespace fmm {

constexpr float kSameRadius = 1e-5F;  ///< of sigma: core radii that differ by less count as equal

template <class Real>
std::array<const Real*, 3> elementPositions(const FieldTask<Real>& task) {
  return {task.elements.x, task.elements.y, task.elements.z};
}

/// Bounds of all points, and the core radius. Empty if a bound is not finite or the core radii differ. Waits.
template <class Exec, class Real>
std::optional<MeshBox> boundsOf(Exec& exec, const FieldTask<Real>& task, double& sigma) {
  const std::array<const Real*, 3> x = elementPositions(task);
  const auto total =
      exec.template sumsLater<1>("fmm::meshSigma", task.elementCount, MeshMean<Real>{task.elements.sigma});
  const auto elements = exec.template rangesLater<4>("fmm::meshBox", task.elementCount,
                                                     MeshValues<Real, 4>{{x[0], x[1], x[2], task.elements.sigma}});
  const auto tracers =
      exec.template rangesLater<3>("fmm::meshBox", task.tracerCount, MeshValues<Real, 3>{task.tracers});
  exec.synchronize();
  sigma = total.value()[0] / task.elementCount;
  if (!(sigma > 0) || !(sigma < INFINITY)) return std::nullopt;
  const ValueRange radii = elements.value()[3];
  if (!(std::max(sigma - radii.low, radii.high - sigma) < kSameRadius * sigma)) return std::nullopt;
  MeshBox box = {};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const ValueRange ofElements = elements.value()[axis], ofTracers = tracers.value()[axis];
    const double low = std::min(ofElements.low, ofTracers.low), high = std::max(ofElements.high, ofTracers.high);
    const double size = std::max(std::abs(low), std::abs(high)), round = 1e-6 * size;  // rounding of floats
    if (!(size < INFINITY)) return std::nullopt;
    box.high[axis] = high + round;
    box.low[axis] = low - round;
  }
  return box;
}

}  // namespace fmm
