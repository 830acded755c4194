#pragma once

#include <cmath>

#include "expansion/coefficients.h"
#include "tuning/cost_model.h"
#include "tuning/leaf_search.h"
#include "tuning/tuning.h"

namespace fmm {

/// What a search for parameters may ask of the particles.
class Trials {
 public:
  virtual ~Trials() = default;
  /// The work of an evaluation.
  virtual WorkCounts count(const FmmParameters& parameters) = 0;
  /// The error that counts against the tolerance, with the parameters that were counted last: relative, as far as
  /// samples tell; more where they scatter, or where gradients want it.
  virtual double error(const FmmParameters& counted) = 0;
};

/// What is looked for, and what is given.
struct SearchTask {
  FmmParameters start;  ///< from the tolerance alone
  Regularisation core;
  double tolerance;
  bool anyLeafElements, anyLeafPoints;  ///< are to be chosen
  bool maySumAll = true;                ///< in one leaf of all particles, whose targets the machine's threads share
  bool manySamples = false;             ///< the trials tell angles apart that are near each other
  Index mostLeafPoints = OpenLimits{}.mostPoints;  ///< in a leaf that is chosen
  int mostOrder = kMaximumOrder;
  /// Most that the worst pair of cells may leave of what it sums, ratio^(p+1): errors of high orders are so uneven that
  /// samples miss where they are.
  double mostLeft = INFINITY;
};

/// Parameters that keep the tolerance, by measurement, and are the cheapest of their like by counts times `costs`.
/// Where round-off is above the tolerance: the cheapest of those that come
/// to it. Depends on what the trials say alone.
struct FoundParameters {
  FmmParameters parameters;
  WorkCounts work;   ///< of an evaluation with them, if it was counted
  double error = 0;  ///< Trials::error(), if it was tried
};
FoundParameters cheapestParameters(Trials& trials, const SearchTask& task, const CostModel& costs);

/// The part of the tolerance that a measured error may be: other samples, and later steps, come out somewhat worse.
constexpr double kErrorMargin = 0.6;
/// A bound from samples counts as an error this part as large; where samples are many, and parameters nearer to the
/// tolerance, a larger one, as the bound of other samples is to keep it, too.
constexpr double kBoundMargin = kErrorMargin, kBoundMarginOfMany = 0.7;

}  // namespace fmm
