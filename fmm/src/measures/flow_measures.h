#pragma once

#include "core/rows.h"
#include "fmm/ground_plane.h"
#include "measures/flow_sums.h"

namespace fmm {

/// Elements and what belongs to them, in an execution space.
template <class Real>
struct MeasuredRows {
  FlowSums<Real> flow;
  Index count;
  std::array<const Real*, 9> gradient;  ///< [0] null: there is none
};

/// All of FlowMeasures but the energy.
template <class Exec, class Real>
FlowMeasures measureFlow(Exec& exec, const MeasuredRows<Real>& rows, Regularisation kind) {
  constexpr double kNone = FlowMeasures::kNone;
  FlowMeasures m = rows.flow.measures(exec.template sums<FlowSums<Real>::kCount>("fmm::measure", rows.count, rows.flow),
                                      rows.count, kind);
  const float sparsest =
      exec.largest("fmm::overlap", rows.count, InverseOverlap<Real>{rows.flow.sigma, rows.flow.length});
  m.leastOverlap = rows.count > 0 ? 1 / static_cast<double>(sparsest) : kNone;
  m.largestGradient =
      rows.gradient[0] ? double(exec.largest("fmm::gradient", rows.count, GradientNorm<Real>{rows.gradient})) : kNone;
  return m;
}

/// Energy by all pairs, where the elements are.
template <class Exec, class Real>
double measureEnergy(Exec& exec, const SourceArrays<Real>& sources, Index targets, Index sourceCount,
                     Regularisation kind) {
  // No more items than an index counts.
  Index partSize = EnergyParts<Real>::kPartSize;
  while (static_cast<std::int64_t>(targets) * ((sourceCount + partSize - 1) / partSize) > (std::int64_t(1) << 30))
    partSize *= 2;
  const EnergyParts<Real> parts = {sources, targets, sourceCount, partSize, kind};
  return exec.template sums<1>("fmm::energy", parts.items(), parts)[0];
}

/// The same on the host, whose tables are faster than erf.
inline double measureEnergy(const Elements& elements, const FieldSettings& settings) {
  if (!settings.ground) return energy(elements, settings.regularisation, settings.threads);
  return energy(mirrored(elements, *settings.ground), settings.regularisation, settings.threads) / 2;
}

}  // namespace fmm
