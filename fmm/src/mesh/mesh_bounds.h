#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>

#include "core/particles.h"
#include "exec/later.h"
#include "mesh/mesh_grid.h"
#include "mesh/mesh_inspect.h"

namespace fmm {

constexpr float kSameRadius = 1e-5F;  ///< of sigma, by which core radii that count as one may differ

template <class Real>
std::array<const Real*, 3> elementPositions(const FieldTask<Real>& task) {
  return {task.elements.x, task.elements.y, task.elements.z};
}

/// Bounds of all points, and the elements' core radius; nothing where they are not finite, or have several. Waits
/// twice.
template <class Exec, class Real>
std::optional<MeshBox> boundsOf(Exec& exec, const FieldTask<Real>& task, double& sigma) {
  struct Points {
    std::array<const Real*, 3> x;
    Index count;
  };
  const Points sets[2] = {{elementPositions(task), task.elementCount}, {task.tracers, task.tracerCount}};
  const auto extremes = [&](std::size_t axis, double factor, double offset) {
    std::array<Later<float>, 2> found;
    for (std::size_t k = 0; k < 2; ++k)
      found[k] = exec.largestLater("fmm::meshBox", sets[k].count,
                                   MeshExtreme<Real>{sets[k].x[axis], factor, offset, factor == 0});
    return found;
  };
  const auto largest = [](const std::array<Later<float>, 2>& of) {
    return std::max(double(of[0].value()), double(of[1].value()));
  };
  std::array<std::array<Later<float>, 2>, 3> sizes, highs, lows;
  const auto total =
      exec.template sumsLater<1>("fmm::meshSigma", task.elementCount, MeshMean<Real>{task.elements.sigma});
  for (std::size_t axis = 0; axis < 3; ++axis) sizes[axis] = extremes(axis, 0, 0);
  exec.synchronize();
  sigma = total.value()[0] / task.elementCount;
  if (!(sigma > 0) || !(sigma < INFINITY)) return std::nullopt;
  const Later<float> unequal =
      exec.largestLater("fmm::meshSigma", task.elementCount, MeshUnequal<Real>{sigma, task.elements.sigma});
  MeshBox box = {};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double size = largest(sizes[axis]);
    if (!(size < INFINITY)) return std::nullopt;
    highs[axis] = extremes(axis, 1, size);
    lows[axis] = extremes(axis, -1, size);
  }
  exec.synchronize();
  if (!(unequal.value() < kSameRadius)) return std::nullopt;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double size = largest(sizes[axis]), round = 1e-6 * size;  // of the floats
    box.high[axis] = largest(highs[axis]) - size + round;
    box.low[axis] = size - largest(lows[axis]) - round;
  }
  return box;
}

}  // namespace fmm
