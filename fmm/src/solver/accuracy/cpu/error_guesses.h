#pragma once

#include <vector>

#include "fmm/report.h"
#include "fmm/settings.h"
#include "fmm/types.h"

namespace fmm {

/// Guesses of an evaluation's error at each target, each kind up to a common factor: docs/math.md, section 9.
struct ErrorGuesses {
  std::vector<double> expanded;  ///< of expansions: (9.2), or (9.3) where moments would take too much memory
  std::vector<double> rounded;   ///< of float round-off in pair sums, (9.4); empty in double precision
};

/// Guesses from a tree with the parameters in `report`. Empty for direct sums and plane flows.
ErrorGuesses guessErrors(const Elements& elements, const std::vector<Vec3>& targets, const FieldSettings& settings,
                         const EvaluationReport& report);

}  // namespace fmm
