#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fmm/report.h"
#include "fmm/settings.h"
#include "fmm/types.h"
#include "solver/accuracy/cpu/error_guesses.h"

namespace fmm {

/// Targets to compare. The sum over draws of weights[k] f(indices[k]) estimates the sum of f over all targets without
/// bias, whatever f is.
struct ErrorSamples {
  std::vector<std::size_t> indices;
  std::vector<double> weights;
  std::size_t even = 0;  ///< the first so many are a fair sample: any target is as likely in it as any other
  bool all = false;      ///< every target, once
};

/// Indices of `samples` of `count` items, one in each of as many equal parts of the order, at a place that a hash with
/// a fixed seed chooses: evenly spread, in step with no regular grid, and the same every time.
std::vector<std::size_t> sampleIndices(std::size_t count, std::size_t samples);

/// All targets where `samples` are as many. Else draws in equal parts: even ones as sampleIndices() gives, and for each
/// of `masses`, numbers >= 0 by target, draws in proportion to them. Where few targets make up most of the error these
/// are found if one of the masses has an idea of it; a mass that is wrong costs a part of the draws, and no bias.
ErrorSamples drawSamples(std::size_t count, std::size_t samples, const std::vector<std::vector<double>>& masses);

/// Masses for drawSamples() that are larger where errors may lie: squares of the velocities, since errors of elements
/// close by are in proportion to them, and of the guesses, 1/rank in the order of each before its squares.
std::vector<std::vector<double>> errorMasses(const std::vector<Vec3>& values, ErrorGuesses guesses);

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
