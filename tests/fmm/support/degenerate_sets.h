#pragma once

#include <string>
#include <vector>

#include "fmm/support/support.h"

namespace fmm_test {

/// Sets that break careless trees: 0, 1 and 2 points, all coincident, all on a line or plane, two far clusters, one
/// tracer far away, a tenth of the elements in a speck, one huge core; with ordinary ones for comparison.
std::vector<Workload> degenerateSets();

}  // namespace fmm_test
