#pragma once

#include <cmath>
#include <limits>

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
  using Sums = FlowSums<Real>;
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  const auto s = exec.template sums<Sums::kCount>("fmm::measure", rows.count, rows.flow);
  const auto vector = [&s](std::size_t first) { return Vec3{s[first], s[first + 1], s[first + 2]}; };
  FlowMeasures m;
  m.invariants = {vector(Sums::kStrength), 0.5 * vector(Sums::kImpulse), (1.0 / 3) * vector(Sums::kAngular)};
  m.helicity = s[Sums::kHelicity];
  const bool known = rows.flow.vorticity[0] != nullptr;
  m.enstrophy = !known || kind == Regularisation::cutoff || s[Sums::kSingular] > 0 ? kNone : s[Sums::kEnstrophy] / 2;
  m.divergence = known && s[Sums::kSize] > 0 ? s[Sums::kTurned] / s[Sums::kSize] : kNone;
  m.meanOverlap = rows.count > 0 ? s[Sums::kOverlap] / rows.count : kNone;
  const float sparsest =
      exec.largest("fmm::overlap", rows.count, InverseOverlap<Real>{rows.flow.sigma, rows.flow.length});
  m.leastOverlap = rows.count > 0 ? 1 / static_cast<double>(sparsest) : kNone;
  m.largestGradient =
      rows.gradient[0] ? double(exec.largest("fmm::gradient", rows.count, GradientNorm<Real>{rows.gradient})) : kNone;
  m.energy = kNone;
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
