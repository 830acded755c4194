#pragma once

#include <cstddef>
#include <vector>

#include "fmm/report.h"
#include "fmm/settings.h"
#include "fmm/types.h"

namespace fmm {

/// Velocity and its gradient, or vorticity, at given points: [targets], empty where it was not asked for.
struct Field {
  std::vector<Vec3> velocity;   ///< [L/T]
  std::vector<Mat3> gradient;   ///< [1/T]
  std::vector<Vec3> vorticity;  ///< [1/T]
  EvaluationReport report;
  MeasuredError error;  ///< filled if `errorSamples` > 0
};

/// Evaluates the field of `elements` at `targets`. Throws InvalidInput, EnvironmentError.
Field evaluateField(const Settings& settings, const Elements& elements, const std::vector<Vec3>& targets, bool gradient,
                    std::size_t errorSamples = 0);

/// Vorticity sum alpha zeta_sigma of `elements` at `points`, to the settings' tolerance relative to the root mean
/// square of the vorticity as an unsmoothed field; `error` compares with direct sums. Throws as evaluateField().
Field evaluateVorticity(const Settings& settings, const Elements& elements, const std::vector<Vec3>& points,
                        std::size_t errorSamples = 0);

}  // namespace fmm
