#pragma once

#include "fmm/support/support.h"
#include "fmm/vortex_system.h"

namespace fmm_test {

/// What holds for the tree of every evaluation on every backend, checked for that of a system that has just been
/// evaluated: counts add up, cubes are nested, particles lie in the boxes of leaves, near lists account for every pair
/// that the report counts.
void expectSoundTree(const fmm::VortexSystem& system, const Workload& work);

/// Strengths and core radii come out in the caller's order.
void expectStrengthsWritten(fmm::VortexSystem& system);

}  // namespace fmm_test
