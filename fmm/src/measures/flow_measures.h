#pragma once

#include "core/rows.h"
#include "exec/later.h"
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

/// All of FlowMeasures but the energy and the enstrophy of Gaussian cores, on its way.
template <class Real>
struct FlowFigures {
  MeasuredRows<Real> rows;
  Regularisation kind;
  Later<std::array<double, FlowSums<Real>::kCount>> sums;
  Later<float> sparsest, vorticity, gradient;  ///< largest inverse overlap, |omega| and |grad u|

  /// After a synchronisation of the space that sums.
  FlowMeasures measures() const {
    FlowMeasures m = rows.flow.measures(sums.value(), rows.count, kind);
    if (rows.count > 0) m.leastOverlap = 1 / static_cast<double>(sparsest.value());
    if (vorticity.isThere()) m.largestVorticity = vorticity.value();
    m.largestGradient = gradient.isThere() ? double(gradient.value()) : FlowMeasures::kNone;
    return m;
  }
};

template <class Exec, class Real>
FlowFigures<Real> beginMeasures(Exec& exec, const MeasuredRows<Real>& rows, Regularisation kind) {
  FlowFigures<Real> figures = {rows, kind, {}, {}, {}, {}};
  figures.sums = exec.template sumsLater<FlowSums<Real>::kCount>("fmm::measure", rows.count, rows.flow);
  figures.sparsest =
      exec.largestLater("fmm::overlap", rows.count, InverseOverlap<Real>{rows.flow.sigma, rows.flow.length});
  if (rows.flow.vorticity[0] && coreFacts(kind).finiteCentre)
    figures.vorticity = exec.largestLater("fmm::vorticity", rows.count, VectorNorm<Real>{rows.flow.vorticity});
  if (rows.gradient[0])
    figures.gradient = exec.largestLater("fmm::gradient", rows.count, GradientNorm<Real>{rows.gradient});
  return figures;
}

}  // namespace fmm
