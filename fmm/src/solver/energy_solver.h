#pragma once

#include <algorithm>
#include <cmath>

#include "fmm/core_facts.h"
#include "solver/energy_reach.h"
#include "solver/flow_energy.h"
#include "solver/fmm_pipeline.h"
#include "solver/tuning.h"

namespace fmm {

/// E and Z* of elements in O(N): near pairs with G* and zeta*, all others by expansions of the vector potential. Every
/// pair where sums are direct or the set is small. Has its own buffers, which leave the tree of the last evaluation
/// alone.
template <class Exec, class Real>
class EnergySolver {
 public:
  /// Of all elements of the task as sources and targets. Relative error of E, in float too, some 1e-8 with rings and
  /// below 1e-6 in all sets of the tests, whatever the tolerance; the same bits every time. Cores that are not Gaussian
  /// have the E of kernels with one factor smoothed (EnergyKernel), and no Z*: it is not a number.
  /// To be had by energyOf() after exec.synchronize() if settle() says then that it is complete; else anew.
  Later<FlowSum> begin(Exec& exec, FieldTask<Real> task, const FieldSettings& settings) {
    if (task.elementCount == 0) return Later<FlowSum>(FlowSum{});
    if (settings.solver == SolverKind::direct || task.elementCount <= kFew)
      return pass_.ofAllPairs(exec, task.elements, task.elementCount, settings.regularisation);
    task.tracerCount = 0;
    task.elementPotential = true;
    Later<FlowSum> sum;
    pipeline_.withPotential(exec, task, settings, parametersFor(settings, task.elementCount),
                            [&](const auto& view) { sum = pass_.ofTree(exec, view); });
    return sum;
  }
  bool settle() {
    EvaluationReport unused;
    return pipeline_.settle(unused);
  }
  static FlowEnergy energyOf(const FlowSum& sum, Regularisation kind) {
    return {sum[0], coreFacts(kind).filterOrder == 0 ? NAN : sum[1]};
  }

  std::size_t bytes() const { return pipeline_.bytes(); }

 private:
  static constexpr Index kFew = 1024;  // elements whose pairs take no longer than a tree

  /// Errors of single pairs average out in E: a tolerance of 1e-5 leaves less than 1e-6 of it. The meter takes
  /// differences of E, so that a wider tolerance of the velocities is not enough.
  static FmmParameters parametersFor(FieldSettings settings, Index count) {
    settings.tolerance = std::min(settings.tolerance, 1e-5);
    settings.order = 0;
    settings.theta = 0;
    FmmParameters p = chooseParameters(settings, count, 0, false);
    p.cutoff = energyReach(settings.regularisation, settings.tolerance);
    p.bothCores = true;
    p.expandFrom = p.cutoff;  // the near list's pairs are energies, whole
    return p;
  }

  EnergyPass<Exec, Real> pass_;
  FmmPipeline<Exec, Real> pipeline_;
};

}  // namespace fmm
