#pragma once

#include <vector>

#include "fmm/report.h"
#include "fmm/settings.h"
#include "fmm/types.h"

namespace fmm {

/// What an evaluation may leave at each target, each up to a factor that all targets share: its expansions by
/// docs/math.md, (9.2) or (9.3), the digits of floats by (9.4).
struct ErrorGuesses {
  std::vector<double> expanded;  ///< by the moments of cells, or whatever these are where they would take much memory
  std::vector<double> rounded;   ///< in sums of pairs; empty in double precision
};

/// Of a tree such as the evaluation's that `report` is of. Empty where there was none, as for direct sums.
ErrorGuesses guessErrors(const Elements& elements, const std::vector<Vec3>& targets, const FieldSettings& settings,
                         const EvaluationReport& report);

}  // namespace fmm
