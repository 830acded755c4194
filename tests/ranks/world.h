#pragma once

#include <vector>

#include "fmm/ranks.h"
#include "fmm/types.h"

namespace ranks_test {

/// The ranks of this test, also for a single process.
fmm::Ranks& world();

/// Skips a test where a rank has no GPU of its own; RINGLET_REQUIRE_CUDA=1 makes that a failure. All ranks call it.
void requireGpus();

/// True if the values have the same bits on all ranks. All ranks call it.
bool alikeOnAll(const std::vector<fmm::Vec3>& values);

/// Relative L2 difference.
double difference(const std::vector<fmm::Vec3>& values, const std::vector<fmm::Vec3>& exact);

}  // namespace ranks_test
