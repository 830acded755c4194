#pragma once

#include <cstddef>

#include "fmm/support/support.h"
#include "fmm/vortex_system.h"

namespace fmm_test {

/// Checks the tree of a system that has just been evaluated, on any backend: counts add up, cubes are nested, particles
/// lie in the boxes of leaves, near lists account for every pair that the report counts.
void expectSoundTree(const fmm::VortexSystem& system, const Workload& work);

/// Number of tracers outside the root of a tree. Needs fewer than 2^14 elements, for which EvenFill does not matter.
std::size_t outsideTheRoot(const Workload& work);

/// Expects strengths and core radii in the caller's order.
void expectStrengthsWritten(fmm::VortexSystem& system);

}  // namespace fmm_test
