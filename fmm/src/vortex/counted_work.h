#pragma once

#include <algorithm>

#include "expansion/coefficients.h"
#include "fmm/report.h"

namespace fmm {

/// Work of an evaluation at so many targets, in pairs of an element and a target, about: what `after` has counted more
/// than `before`. It is counted and never timed, so that all ranks share out alike whatever else their machines do.
inline double countedWork(Space space, const EvaluationReport& before, const EvaluationReport& after, double targets) {
  constexpr double kTaken = 600;  // pairs that take as long as a target of a mesh, about
  if (after.mesh[0] > 0) return kTaken * targets;
  const double pairs = static_cast<double>(after.nearPairs - before.nearPairs) +
                       static_cast<double>(after.correctedPairs - before.correctedPairs);
  const int order = std::max(after.order, 1);
  const auto coefficients = static_cast<double>(space == Space::plane ? order + 1 : coefficientCount(order));
  constexpr double kTranslation = 4, kEvaluation = 2;  // pairs a coefficient that cost as much, about
  return pairs +
         coefficients * (kTranslation * static_cast<double>(after.farPairs - before.farPairs) + kEvaluation * targets);
}

}  // namespace fmm
