#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "fmm/report.h"
#include "fmm/settings.h"
#include "fmm/types.h"
#include "solver/accuracy/cpu/error_guesses.h"

namespace fmm {

/// Targets to compare. For any f the sum of weights[k] f(indices[k]) over the draws is an unbiased estimate of the sum
/// of f over all targets.
struct ErrorSamples {
  std::vector<std::size_t> indices;
  std::vector<double> weights;
  std::size_t even = 0;  ///< the first `even` draws are a fair sample: every target is equally likely
  bool all = false;      ///< every target is included once
};

/// Indices of `samples` of `count` items: one in each of `samples` equal parts of the order, at a place chosen by a
/// hash with a fixed seed. They are evenly spread, out of step with regular grids, and the same every time.
std::vector<std::size_t> sampleIndices(std::size_t count, std::size_t samples);

/// All targets if `samples` >= `count`. Otherwise equal numbers of even draws by sampleIndices() and, for each of
/// `masses` (numbers >= 0 by target), of draws in proportion to the mass. The few targets with most of the error are
/// found if one of the masses is large there; a wrong mass wastes its share of the draws but adds no bias.
ErrorSamples drawSamples(std::size_t count, std::size_t samples, const std::vector<std::vector<double>>& masses);

/// Masses for drawSamples(), large where errors may be large: the squares of `values`, since errors of nearby elements
/// are proportional to them, and for each kind of guess 1/rank in its descending order, then its squares.
std::vector<std::vector<double>> errorMasses(const std::vector<Vec3>& values, ErrorGuesses guesses);

/// Targets of one kind and the values computed at them.
struct MeasuredTargets {
  const std::vector<Vec3>& at;
  const std::vector<Vec3>& values;
};

/// Effort of a measurement: at least `samples` targets of each kind, more if they make up to `pairs` pairs with the
/// elements over all kinds. No samples: nothing is measured.
struct ErrorEffort {
  std::size_t samples = 0;
  std::uint64_t pairs = 0;
};

enum class MeasuredQuantity { velocity, vorticity };

/// EvaluationReport::warning where trials at samples have found this error [relative].
std::string notKept(double tolerance, double atSamples);

/// The tolerance that sums are to keep; 0 for direct sums, which have none.
inline double promisedTolerance(const FieldSettings& settings) {
  return settings.solver == SolverKind::direct ? 0 : settings.tolerance;
}

/// Errors of velocities or vorticities induced by `elements`, against direct sums in double precision: docs/math.md,
/// (9.1), with equal weight of each kind's mean. If not all targets are compared, they are drawn by the error that the
/// tree may leave at them, and the bound allows for the others. `report` is that of the evaluation.
MeasuredError measureAgainstDirect(const Elements& elements, const std::vector<MeasuredTargets>& kinds,
                                   MeasuredQuantity quantity, const FieldSettings& settings,
                                   const EvaluationReport& report, const ErrorEffort& effort);

}  // namespace fmm
