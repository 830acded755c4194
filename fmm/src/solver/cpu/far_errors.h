#pragma once

#include <vector>

#include "fmm/report.h"
#include "fmm/settings.h"
#include "fmm/types.h"

namespace fmm {

/// What the expansions of an evaluation may leave at each target, up to a factor that all targets share: docs/math.md,
/// (9.2) and (9.3).
struct FarErrors {
  std::vector<double> most;    ///< whatever the elements of a cell are
  std::vector<double> likely;  ///< for the moments that they have; all 0 where these would take too much memory
};

/// Of a tree such as the evaluation's that `report` is of. Empty where there was none, as for direct sums.
FarErrors farErrors(const Elements& elements, const std::vector<Vec3>& targets, const FieldSettings& settings,
                    const EvaluationReport& report);

}  // namespace fmm
