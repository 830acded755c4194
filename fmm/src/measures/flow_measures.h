#pragma once

#include "core/rows.h"
#include "fmm/core_facts.h"
#include "measures/flow_sums.h"

namespace fmm {

/// Elements and what belongs to them, in an execution space.
template <class Real>
struct MeasuredRows {
  FlowSums<Real> flow;
  Index count;
  std::array<const Real*, 9> gradient;  ///< [0] null: there is none
};

/// All of FlowMeasures but the energy and the enstrophy of Gaussian cores.
template <class Exec, class Real>
FlowMeasures measureFlow(Exec& exec, const MeasuredRows<Real>& rows, Regularisation kind) {
  constexpr double kNone = FlowMeasures::kNone;
  FlowMeasures m = rows.flow.measures(exec.template sums<FlowSums<Real>::kCount>("fmm::measure", rows.count, rows.flow),
                                      rows.count, kind);
  const float sparsest =
      exec.largest("fmm::overlap", rows.count, InverseOverlap<Real>{rows.flow.sigma, rows.flow.length});
  m.leastOverlap = rows.count > 0 ? 1 / static_cast<double>(sparsest) : kNone;
  if (rows.flow.vorticity[0] && coreFacts(kind).finiteCentre)
    m.largestVorticity = exec.largest("fmm::vorticity", rows.count, VectorNorm<Real>{rows.flow.vorticity});
  m.largestGradient =
      rows.gradient[0] ? double(exec.largest("fmm::gradient", rows.count, GradientNorm<Real>{rows.gradient})) : kNone;
  return m;
}

}  // namespace fmm
