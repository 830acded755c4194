#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "core/math.h"
#include "exec/later.h"
#include "fmm/ring_theory.h"
#include "fmm/settings.h"
#include "solver/fmm_pipeline.h"
#include "tuning/tuning.h"

namespace fmm {

/// Radius, in sigma' = sqrt(sigma_p^2 + sigma_q^2) of a pair, beyond which 4 pi G* is 1/r to the relative tolerance:
/// for expansions of the vector potential.
double energyReach(Regularisation kind, double tolerance);

/// The members of FlowEnergy, as they are added up.
using FlowSum = std::array<double, 2>;

/// Energy E [L^5/T^2] and enstrophy Z* [L^3/T^2] of the flow itself, both factors smoothed: docs/math.md, (15.5).
struct FlowEnergy {
  double energy = 0, enstrophy = 0;
};

/// Share of an element: 1/2 alpha . sum G* alpha_q and 1/2 alpha . sum zeta* alpha_q, from sums[0..2] = 4 pi times the
/// first sum and sums[3..5] the second. A singular element's energy is infinite, and it has no enstrophy.
FMM_HD inline FlowEnergy energyOfElement(Vector3<double> alpha, double sigma, const double* sums) {
  if (!(sigma > 0)) return {INFINITY, NAN};
  return {0.5 * kInverse4Pi * dotProduct(alpha, {sums[0], sums[1], sums[2]}),
          0.5 * dotProduct(alpha, {sums[3], sums[4], sums[5]})};
}

/// E and Z* by every pair, or by a tree: the near pairs of the elements' lists, and the rest from the local expansions
/// of the vector potential. Specialised for each execution space: pairs and expansions have one body, the schedules
/// differ.
///   Later<FlowSum> ofAllPairs(Exec&, const SourceArrays<Real>&, Index count, const FieldSettings&)
///   Later<FlowSum> ofTree(Exec&, const view&)              view: FmmView, CudaFmmView
template <class Exec, class Real>
class EnergyPass;

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
      return pass_.ofAllPairs(exec, task.elements, task.elementCount, settings);
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
