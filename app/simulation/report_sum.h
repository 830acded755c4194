#pragma once

#include <vector>

#include "fmm/vortex_system.h"

namespace app {

/// Adds wall times by the names of their stages; `sums` keeps the order in which the names first appeared.
void addStages(const std::vector<fmm::StageTime>& stages, std::vector<fmm::StageTime>& sums);

/// Adds the report of a further evaluation or step: times, evaluations and pairs are summed, everything else is taken
/// from `next`.
void addReport(const fmm::EvaluationReport& next, fmm::EvaluationReport& sum);

}  // namespace app
