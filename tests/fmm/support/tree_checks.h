#pragma once

#include <cstddef>

#include "fmm/support/support.h"
#include "fmm/vortex_system.h"

namespace fmm_test {

/// What holds for the tree of every evaluation on every backend, checked for that of a system that has just been
/// evaluated: counts add up, cubes are nested, particles lie in the boxes of leaves, near lists account for every pair
/// that the report counts.
void expectSoundTree(const fmm::VortexSystem& system, const Workload& work);

/// How many tracers the root of a tree leaves outside. Elements are to be fewer than 2^14: EvenFill has no say then.
std::size_t outsideTheRoot(const Workload& work);

/// Strengths and core radii come out in the caller's order.
void expectStrengthsWritten(fmm::VortexSystem& system);

}  // namespace fmm_test
