#pragma once

#include <vector>

#include "fmm/report.h"
#include "fmm/settings.h"
#include "fmm/types.h"

namespace fmm {

/// Targets of one kind and what was computed for them.
struct MeasuredTargets {
  const std::vector<Vec3>& at;
  const std::vector<Vec3>& values;
};

/// What may be spent: at least `samples` targets of each kind, and as many as make `pairs` pairs with the elements.
struct ErrorEffort {
  std::size_t samples = 0;
  std::uint64_t pairs = 0;
};

enum class MeasuredQuantity { velocity, vorticity };

/// Errors of velocities or vorticities that `elements` induce, against direct sums in double precision: docs/math.md,
/// (9.1), the mean over each kind of target counting alike. Where not all targets are compared, they are drawn by what
/// error the tree may leave at them, and the bound allows for what was not seen. `report` is that of the evaluation.
MeasuredError measureAgainstDirect(const Elements& elements, const std::vector<MeasuredTargets>& kinds,
                                   MeasuredQuantity quantity, const FieldSettings& settings,
                                   const EvaluationReport& report, const ErrorEffort& effort);

}  // namespace fmm
