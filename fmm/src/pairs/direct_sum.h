#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/particles.h"
#include "core/rows.h"
#include "fmm/ranks.h"
#include "fmm/report.h"
#include "fmm/settings.h"
#include "pairs/reference.h"

namespace fmm {

/// Direct sums over all pairs, O(N M). evaluate() waits; begin(), repair() and drop() are as in FmmPipeline, but
/// repair() always succeeds.
template <class Exec, class Real>
class DirectSum;

/// Number of pairs of an element and a target in a task.
template <class Real>
std::uint64_t pairsOf(const FieldTask<Real>& task) {
  const auto elements = static_cast<std::uint64_t>(task.elementCount);
  return (static_cast<std::uint64_t>(task.tracerCount) + (task.elementsAreTargets() ? elements : 0)) * elements;
}

/// Targets with the caller's result arrays: any points, a task's elements, a task's tracers.
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

/// Velocities induced by a task's elements at any points, by direct sums on its machine: the reference of trials. Ranks
/// that share elements and targets call together; each gets the sums over all elements at the points of all ranks.
template <class Exec, class Real>
class TaskSums {
 public:
  /// Finest tolerance for which direct sums in the task's precision are exact enough as a reference, provided that
  /// coordinates have enough digits, as in small leaves. Sums of few pairs are always in double.
  static constexpr double kExactTolerance = 2e-5;

  TaskSums(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings, Ranks* ranks)
      : exec_(exec), task_(task), settings_(settings), ranks_(ranks) {}

  /// Velocities at the points of all ranks.
  std::vector<Vec3> at(const std::vector<Vec3>& points) {
    const bool few = points.size() * static_cast<std::size_t>(task_.elementCount) <= kPrecisePairs;
    std::vector<Vec3> sums = settings_.tolerance >= kExactTolerance && !few ? directSums(points) : preciseSums(points);
    if (ranks_ && !sums.empty()) ranks_->sum(&sums.front().x, 3 * sums.size());
    return sums;
  }
  /// The rows of all ranks, by rank.
  std::vector<Vec3> ofAll(const std::vector<Vec3>& own) const { return ranks_ ? ranks_->gatheredRows(own) : own; }
  std::uint64_t sumOfAll(std::uint64_t own) const {
    if (ranks_) ranks_->sum(&own, 1);
    return own;
  }

 private:
  static constexpr std::size_t kPrecisePairs = std::size_t{1} << 22;

  std::vector<Vec3> directSums(const std::vector<Vec3>& at) {
    const auto count = static_cast<Index>(at.size());
    Rows<Exec, Real, 6> rows;
    rows.resize(count);
    exec_.template upload<Real>(at, rows.vector(0));
    FieldTask<Real> task;
    task.elements = task_.elements;
    task.elementCount = task_.elementCount;
    task.tracers = std::as_const(rows).vector(0);
    task.tracerCount = count;
    task.tracerVelocity = rows.vector(3);
    EvaluationReport unused;
    DirectSum<Exec, Real>().evaluate(exec_, task, settings_, unused);
    return exec_.template download<Real>(std::as_const(rows).vector(3), count);
  }
  /// Direct sums in double, whatever the task's precision.
  std::vector<Vec3> preciseSums(const std::vector<Vec3>& at) {
    Elements elements;
    const SourceArrays<Real>& from = task_.elements;
    elements.position = exec_.template download<Real>({from.x, from.y, from.z}, task_.elementCount);
    elements.strength = exec_.template download<Real>({from.ax, from.ay, from.az}, task_.elementCount);
    elements.coreRadius = exec_.template downloadRow<Real>(from.sigma, task_.elementCount);
    return referenceVelocities(elements, at, settings_);
  }

  Exec& exec_;
  const FieldTask<Real>& task_;
  const FieldSettings& settings_;
  Ranks* const ranks_;  ///< null: a single process
};

}  // namespace fmm
