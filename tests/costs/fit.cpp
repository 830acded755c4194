#include "fit.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "tuning/cost_model.h"

namespace costs {

using namespace fmm;

namespace {

constexpr double kNano = 1e-9;

/// n^3, n^2 and 1 of an OrderCost, times `count`, behind the terms that are there.
void addTerms(double count, int order, std::vector<double>& terms) {
  const double n = order + 1;
  for (const double term : {n * n * n, n * n, 1.}) terms.push_back(count * term * kNano);
}
OrderCost orderCost(const std::vector<double>& numbers, std::size_t first) {
  return {numbers[first], numbers[first + 1], numbers[first + 2]};
}

/// Factors of pairs from blocks of pairs.
void fitFactors(Precision precision, Space space, ProcessorCosts& costs) {
  const auto pair = [&](Regularisation core, bool gradient, bool exact) {
    return pairTimes({core, gradient, exact, false}, precision, space).pair;
  };
  const double cutoff = pair(Regularisation::cutoff, false, false);
  costs.exactFactor = pair(Regularisation::cutoff, false, true) / cutoff;
  costs.gradientFactor = pair(Regularisation::cutoff, true, false) / cutoff;
  for (const auto& [core, name] : namesOf(Regularisation{}))
    costs.coreFactor[static_cast<std::size_t>(core)] = pair(core, false, false) / cutoff;
  const double corrected = pairTimes({Regularisation::gaussian, false, false, true}, precision, space).pair;
  costs.correctedFactor = corrected / pair(Regularisation::gaussian, false, false);
}

void fitNear(const std::vector<TreeEvaluation>& evaluations, ProcessorCosts& costs) {
  std::vector<Equation> equations;
  for (const TreeEvaluation& e : evaluations) {
    const WorkCounts& w = e.work;
    const double core = costs.coreFactor[static_cast<std::size_t>(e.core)];
    const double velocity = w.velocityPairs + costs.correctedFactor * w.correctedVelocityPairs;
    const double gradient = w.gradientPairs + costs.correctedFactor * w.correctedGradientPairs;
    equations.push_back(
        {{core * (velocity + costs.gradientFactor * gradient) * kNano, w.nearReads * kNano, w.correctedReads * kNano},
         e.near});
  }
  const std::vector<double> found = solved(equations);
  costs.pair = found[0];
  costs.nearRead = found[1];
  costs.correctedRead = found[2];
}

void fitFar(const std::vector<TreeEvaluation>& evaluations, ProcessorCosts& costs) {
  std::vector<Equation> transfer, upward, downward;
  for (const TreeEvaluation& e : evaluations) {
    std::vector<double> terms;
    addTerms(e.work.farPairs, e.order, terms);
    transfer.push_back({terms, e.transfer});
    terms.clear();
    addTerms(e.work.cells, e.order, terms);
    std::vector<double> down = terms;
    addTerms(e.work.elements, e.order, terms);
    upward.push_back({terms, e.upward});
    if (e.work.gradientTargets > 0) continue;
    addTerms(e.work.targets, e.order, down);
    downward.push_back({down, e.downward});
  }
  costs.translation = orderCost(solved(transfer), 0);
  const std::vector<double> up = solved(upward), down = solved(downward);
  const OrderCost inner[] = {orderCost(up, 0), orderCost(down, 0)};
  costs.cell = {inner[0].cubic + inner[1].cubic, inner[0].square + inner[1].square, inner[0].fixed + inner[1].fixed};
  costs.element = orderCost(up, 3);
  costs.target = orderCost(down, 3);
  std::vector<Equation> gradients;
  for (const TreeEvaluation& e : evaluations) {
    const double at = costs.target.at(e.order) * kNano;
    const double rest = e.work.cells * inner[1].at(e.order) * kNano + (e.work.targets - e.work.gradientTargets) * at;
    if (e.work.gradientTargets > 0 && e.downward > rest)
      gradients.push_back({{e.work.gradientTargets * at}, e.downward - rest});
  }
  costs.gradientTargetFactor = solved(gradients)[0];
}

void fitPoints(const std::vector<TreeEvaluation>& evaluations, ProcessorCosts& costs) {
  const CostModel usual = modelOf(costs, instructionSet(), Precision::single);
  std::vector<Equation> equations;
  for (const TreeEvaluation& e : evaluations)
    equations.push_back({{(e.work.elements + e.work.targets) * kNano, e.work.listEntries * kNano},
                         e.points - e.work.levels * usual.level.at(e.order) - usual.evaluation});
  const std::vector<double> found = solved(equations);
  costs.point = found[0];
  costs.listEntry = found[1];
}

/// The numbers, none of them negative, with the least weighted squares of relative errors.
std::vector<double> leastSquares(const std::vector<Equation>& equations, const std::vector<double>& weights) {
  constexpr int kSweeps = 20000;  // cheap, and enough for terms that are nearly alike
  const std::size_t n = equations.front().terms.size();
  std::vector<double> scale(n, 0), products(n * n, 0), right(n, 0), x(n, 0);
  for (const Equation& e : equations)
    for (std::size_t i = 0; i < n; ++i) scale[i] += std::pow(e.terms[i] / e.seconds, 2);
  for (double& s : scale) s = s > 0 ? 1 / std::sqrt(s) : 0;
  for (std::size_t k = 0; k < equations.size(); ++k) {
    const Equation& e = equations[k];
    for (std::size_t i = 0; i < n; ++i) {
      const double a = weights[k] * scale[i] * e.terms[i] / e.seconds;
      right[i] += a;
      for (std::size_t j = 0; j < n; ++j) products[i * n + j] += a * scale[j] * e.terms[j] / e.seconds;
    }
  }
  for (int sweep = 0; sweep < kSweeps; ++sweep) {  // by coordinates in turn, each its best within its range
    for (std::size_t i = 0; i < n; ++i) {
      if (!(products[i * n + i] > 0)) continue;
      double rest = right[i];
      for (std::size_t j = 0; j < n; ++j) rest -= j == i ? 0 : products[i * n + j] * x[j];
      x[i] = std::max(0.0, rest / products[i * n + i]);
    }
  }
  for (std::size_t i = 0; i < n; ++i) x[i] *= scale[i];
  return x;
}

}  // namespace

std::vector<double> solved(const std::vector<Equation>& equations) {
  constexpr int kRounds = 30;
  constexpr double kClose = 0.03;  // relative errors below count alike
  std::vector<double> weights(equations.size(), 1), x;
  for (int round = 0; round < kRounds; ++round) {
    x = leastSquares(equations, weights);
    for (std::size_t k = 0; k < equations.size(); ++k) {
      double sum = 0;
      for (std::size_t i = 0; i < x.size(); ++i) sum += equations[k].terms[i] * x[i];
      weights[k] = 1 / std::max(std::abs(sum / equations[k].seconds - 1), kClose);
    }
  }
  return x;
}

ProcessorCosts fitted(const std::vector<TreeEvaluation>& evaluations, Precision precision, Space space) {
  ProcessorCosts costs = {};
  fitFactors(precision, space, costs);
  fitNear(evaluations, costs);
  fitFar(evaluations, costs);
  fitPoints(evaluations, costs);
  return costs;
}

std::string sharesText(const std::vector<TreeEvaluation>& evaluations, const CostModel& model) {
  struct Stage {
    const char* name;
    std::vector<double> shares;
  };
  Stage stages[] = {{"near", {}}, {"transfer", {}}, {"expansions", {}}, {"points", {}}, {"all", {}}};
  for (const TreeEvaluation& e : evaluations) {
    const CostParts parts = model.parts(e.work, e.core, false, e.order);
    const double expansions = e.upward + e.downward;
    stages[0].shares.push_back(parts.pairs / e.near);
    stages[1].shares.push_back(parts.translations / e.transfer);
    stages[2].shares.push_back(parts.expansions / expansions);
    stages[3].shares.push_back(parts.points / e.points);
    stages[4].shares.push_back(parts.total() / (e.near + e.transfer + expansions + e.points));
  }
  std::string text;
  for (Stage& stage : stages) {
    std::sort(stage.shares.begin(), stage.shares.end());
    const std::size_t n = stage.shares.size();
    char line[80];
    std::snprintf(line, sizeof line, "%s%s %.2f to %.2f", text.empty() ? "" : ", ", stage.name, stage.shares[n / 10],
                  stage.shares[n - 1 - n / 10]);
    text += line;
  }
  return text;
}

}  // namespace costs
