#pragma once

#include <string>
#include <vector>

#include "evaluations.h"
#include "tuning/processor_costs.h"

namespace costs {

/// A time that is to be the sum of these terms, each times an unknown number that is not negative.
struct Equation {
  std::vector<double> terms;
  double seconds;
};
/// The numbers with the least relative errors, in absolute values: disturbed measurements count little.
std::vector<double> solved(const std::vector<Equation>& equations);

/// Costs of a thread fitted to these evaluations, with factors of pairs from blocks of pairs.
fmm::ProcessorCosts fitted(const std::vector<TreeEvaluation>& evaluations, Precision precision, Space space);

/// Which part of the measured times a model has: "near 0.91 to 1.13, transfer ...", the tenth and the ninetieth of a
/// hundred, and of whole evaluations.
std::string sharesText(const std::vector<TreeEvaluation>& evaluations, const fmm::CostModel& model);

}  // namespace costs
