#pragma once

#include <cstdint>

#include "fmm/diagnostics.h"
#include "fmm/refinement_report.h"
#include "vortex/particle_state.h"

namespace fmm {

/// Splits and merges elements on the host where the rules are broken by more than 1, `worst` of them all. Where they
/// cannot be kept, only every so many steps: it would be in vain. True if there are other elements now.
template <class Exec, class Real>
bool keepResolved(ParticleState<Exec, Real>& state, const RefinementRules& rules, double worst, std::int64_t steps,
                  RefinementReport& report) {
  constexpr std::int64_t kRetry = 16;
  if (!(worst > 1)) {
    report.full = false;
    return false;
  }
  if (report.full && steps % kRetry != 0) return false;
  const Elements before = state.elements();
  const Refinement refined = refine(before, rules);
  report.split += refined.split;
  report.merged += refined.merged;
  report.removed += refined.removed;
  report.impulseDrift += refined.impulse;
  report.centroidShift = report.centroidShift + (centroid(refined.elements) - centroid(before));
  report.full = refined.full;
  if (refined.changed()) state.replaceElements(refined);  // last: there is no way back behind it
  return refined.changed();
}

}  // namespace fmm
