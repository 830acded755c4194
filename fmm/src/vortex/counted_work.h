#pragma once

#include <algorithm>

#include "expansion/coefficients.h"
#include "fmm/report.h"

namespace fmm {

/// Approximate work of an evaluation at `targets` targets, in pairs of an element and a target: the counts of `after`
/// less those of `before`. Not timed, as the shares of ranks must not depend on the load of their machines.
inline double countedWork(Space space, const EvaluationReport& before, const EvaluationReport& after, double targets) {
  constexpr double kTaken = 600;  // pairs that cost about as much as a target over a mesh
  if (after.mesh[0] > 0) return kTaken * targets;
  const double pairs = static_cast<double>(after.nearPairs - before.nearPairs) +
                       static_cast<double>(after.correctedPairs - before.correctedPairs);
  const int order = std::max(after.order, 1);
  const auto coefficients = static_cast<double>(space == Space::plane ? order + 1 : coefficientCount(order));
  constexpr double kTranslation = 4, kEvaluation = 2;  // pairs per coefficient that cost about as much
  return pairs +
         coefficients * (kTranslation * static_cast<double>(after.farPairs - before.farPairs) + kEvaluation * targets);
}

}  // namespace fmm
