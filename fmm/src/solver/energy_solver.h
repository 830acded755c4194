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

/// Radius, in sigma' = sqrt(sigma_p^2 + sigma_q^2) of a pair, beyond which 4 pi G* is 1/r to the relative tolerance, so
/// that expansions of the vector potential hold.
double energyReach(Regularisation kind, double tolerance);

/// Sums of the members of FlowEnergy, in their order.
using FlowSum = std::array<double, 2>;

/// Energy E [L^5/T^2] and enstrophy Z* [L^3/T^2] of the flow itself, both factors smoothed: docs/math.md, (15.5).
struct FlowEnergy {
  double energy = 0, enstrophy = 0;
};

/// Contribution of an element: 1/2 alpha . sum G* alpha_q and 1/2 alpha . sum zeta* alpha_q, with sums[0..2] = 4 pi
/// times the first sum and sums[3..5] the second. A singular element has infinite energy and NaN as its enstrophy.
FMM_HD inline FlowEnergy energyOfElement(Vector3<double> alpha, double sigma, const double* sums) {
  if (!(sigma > 0)) return {INFINITY, NAN};
  return {0.5 * kInverse4Pi * dotProduct(alpha, {sums[0], sums[1], sums[2]}),
          0.5 * dotProduct(alpha, {sums[3], sums[4], sums[5]})};
}

/// E and Z* by direct sums, or by a tree: the pairs of the near lists, and the rest from the local expansions of the
/// vector potential. Specialised for each execution space: both share the bodies, the schedules differ.
///   Later<FlowSum> ofAllPairs(Exec&, const SourceArrays<Real>&, Index count, const FieldSettings&)
///   Later<FlowSum> ofTree(Exec&, const view&)              view: FmmView, CudaFmmView
template <class Exec, class Real>
class EnergyPass;

/// E and Z* of elements in O(N): near pairs with G* and zeta*, all others by expansions of the vector potential; direct
/// sums where the settings ask for them or the set is small. Has its own buffers, so that the tree of the last
/// evaluation stays.
template <class Exec, class Real>
class EnergySolver {
 public:
  /// Begins the sums over all elements of the task, as sources and targets. The relative error of E, in float too, is
  /// about 1e-8 for rings and below 1e-6 in all sets of the tests, whatever the tolerance; results repeat bit for bit.
  /// Cores that are not Gaussian have the E of kernels with one factor smoothed (EnergyKernel), and NaN for Z*. After
  /// exec.synchronize(), energyOf() gives the result if complete() is true; otherwise call begin() again.
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
  bool complete() {
    EvaluationReport unused;
    return pipeline_.complete(unused);
  }
  static FlowEnergy energyOf(const FlowSum& sum, Regularisation kind) {
    return {sum[0], coreFacts(kind).filterOrder == 0 ? NAN : sum[1]};
  }

  std::size_t bytes() const { return pipeline_.bytes(); }

 private:
  static constexpr Index kFew = 1024;  // elements: direct sums over up to so many take no longer than a tree

  /// The tolerance is at most 1e-5, which leaves a relative error of E below 1e-6, since errors of single pairs average
  /// out. A wider tolerance of the velocities would not do: the diagnostics take differences of E.
  static FmmParameters parametersFor(FieldSettings settings, Index count) {
    settings.tolerance = std::min(settings.tolerance, 1e-5);
    settings.order = 0;
    settings.theta = 0;
    FmmParameters p = chooseParameters(settings, count, 0, false);
    p.cutoff = energyReach(settings.regularisation, settings.tolerance);
    p.bothCores = true;
    p.expandFrom = p.cutoff;  // no corrections: near pairs give whole energies
    return p;
  }

  EnergyPass<Exec, Real> pass_;
  FmmPipeline<Exec, Real> pipeline_;
};

}  // namespace fmm
