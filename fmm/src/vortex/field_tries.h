#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "fmm/field.h"
#include "solver/error_measure.h"

namespace fmm {

/// What `evaluate` finds, which fills the error: with these settings, and again, twice at most, with a smaller
/// tolerance where theirs may not be kept. Once where nothing was measured.
Field withinTolerance(const Settings& settings, const std::function<Field(const Settings&)>& evaluate);

/// `values` against direct sums at as many targets as cost little, at least `samples`.
MeasuredError sampledError(const Settings& settings, const Elements& elements, const std::vector<Vec3>& targets,
                           const std::vector<Vec3>& values, MeasuredQuantity quantity, const EvaluationReport& report,
                           std::size_t samples);

}  // namespace fmm
