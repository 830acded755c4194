#pragma once

#include <vector>

#include "fmm/vortex_system.h"

namespace app {

/// Adds wall times by the names of their stages; `sums` stays in the order in which the names first came.
void addStages(const std::vector<fmm::StageTime>& stages, std::vector<fmm::StageTime>& sums);

/// Adds what another evaluation or step did: times, evaluations and pairs are summed, everything else is the later
/// one's.
void addReport(const fmm::EvaluationReport& next, fmm::EvaluationReport& sum);

}  // namespace app
