#pragma once

#include <cmath>

#include "expansion/coefficients.h"
#include "tuning/cost_model.h"
#include "tuning/leaf_search.h"
#include "tuning/tuning.h"

namespace fmm {

/// Measurements on the particles for a parameter search.
class Trials {
 public:
  virtual ~Trials() = default;
  /// The work of an evaluation.
  virtual WorkCounts count(const FmmParameters& parameters) = 0;
  /// The relative error to compare with the tolerance, estimated from samples; larger where they scatter or where
  /// gradients are wanted. `counted` are the parameters of the last count().
  virtual double error(const FmmParameters& counted) = 0;
};

/// The input of a search.
struct SearchTask {
  FmmParameters start;  ///< from the tolerance only
  Regularisation core;
  double tolerance;
  bool anyLeafElements, anyLeafPoints;  ///< the search chooses these limits
  bool maySumAll = true;                ///< one leaf may hold all particles; the machine's threads share its targets
  bool manySamples = false;             ///< the trials have enough samples for fine steps of the angle
  Index mostLeafPoints = OpenLimits{}.mostPoints;  ///< upper limit of a chosen leafPoints
  int mostOrder = kMaximumOrder;
  /// Upper limit of the worst pair of cells' relative error, ratio^(p+1): errors of high orders are so uneven that
  /// samples miss the largest.
  double mostLeft = INFINITY;
};

/// The result of a search.
struct FoundParameters {
  FmmParameters parameters;
  WorkCounts work;   ///< of an evaluation with the parameters, if it was counted
  double error = 0;  ///< Trials::error(), if it was tried
};
/// The cheapest parameters, by counts times `costs`, whose measured error keeps the tolerance; if none does, since
/// round-off is above the tolerance, the cheapest of those near the least error. Depends on the trials' answers only.
FoundParameters cheapestParameters(Trials& trials, const SearchTask& task, const CostModel& costs);

/// A measured error may be this fraction of the tolerance: other samples and later steps give somewhat larger errors.
constexpr double kErrorMargin = 0.6;
/// A bound from samples counts as an error of this fraction of it. Of many samples the fraction is larger: parameters
/// then come nearer to the tolerance, and the bound of other samples should keep it, too.
constexpr double kBoundMargin = kErrorMargin, kBoundMarginOfMany = 0.7;

}  // namespace fmm
