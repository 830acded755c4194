#pragma once

#include <vector>

#include "fmm/report.h"
#include "fmm/settings.h"
#include "fmm/types.h"

namespace fmm {

/// Velocities by double-precision direct sums on the CPU, whatever backend is measured: the yardstick of every error.
std::vector<Vec3> referenceVelocities(const Elements& elements, const std::vector<Vec3>& targets,
                                      Regularisation regularisation, int threads);

/// Vorticities sum alpha zeta_sigma [1/T] in the same way.
std::vector<Vec3> referenceVorticities(const Elements& elements, const std::vector<Vec3>& targets,
                                       Regularisation regularisation, int threads);

/// Indices of `samples` of `count` items, evenly spread, the same every time.
std::vector<std::size_t> sampleIndices(std::size_t count, std::size_t samples);

/// Errors of `velocity` against `exact`: docs/math.md, (9.1).
MeasuredError compareVelocities(const std::vector<Vec3>& velocity, const std::vector<Vec3>& exact);

}  // namespace fmm
