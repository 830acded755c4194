#pragma once

#include <vector>

#include "fmm/report.h"
#include "fmm/settings.h"
#include "fmm/types.h"

namespace fmm {

/// Velocities by double-precision direct sums on the CPU, whatever backend is measured: the yardstick of every error.
std::vector<Vec3> referenceVelocities(const Elements& elements, const std::vector<Vec3>& targets,
                                      const FieldSettings& settings);

/// Vorticities sum alpha zeta_sigma [1/T] in the same way.
std::vector<Vec3> referenceVorticities(const Elements& elements, const std::vector<Vec3>& targets,
                                       const FieldSettings& settings);

/// A power of two near the largest component that is finite; 1 where all are 0. Squares of values over it neither
/// overflow nor vanish.
double unitOf(const std::vector<Vec3>& values);

/// A sum over all targets, estimated from some.
struct Estimate {
  double value = 0;
  double bound = 0;  ///< is not below the sum in 99 of 100 cases
};

/// From what each draw gives for the sum: value, and the upper end of a one-sided interval of 99 %, with the correction
/// for skewed draws of Johnson 1978. The quantile would be 2.33 were a sum of these draws normal; their tails are
/// heavier, and with the one in use the bound held in 99.3 % of 1200 drawings of 1024 targets, and 98.4 % of 256, of
/// sets that were made to fool it.
Estimate estimateFrom(const std::vector<double>& draws);

/// Errors of `velocity` against `exact` at a fair sample of targets: docs/math.md, (9.1).
MeasuredError compareVelocities(const std::vector<Vec3>& velocity, const std::vector<Vec3>& exact);

}  // namespace fmm
