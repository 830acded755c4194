// Sections 5.1 to 5.4 of Goude and Engblom 2012. The
// paper's method is in the plane, for a harmonic potential in double precision on a Tesla C2075.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "commands/bench_experiments.h"

namespace app {
namespace {

using Rows = std::vector<ExperimentRow>;
constexpr double kTolerance = 1e-6;  // as the paper's p = 17

std::size_t usual(const ExperimentContext& context) {
  return largest(context, context.gpu ? std::size_t{1} << 20 : std::size_t{1} << 14);
}

double timeWithLeaves(const ExperimentContext& context, std::size_t n, int leaf, int order) {
  ExperimentSetup setup{"cube", {n, n}, "thin", fmm::Precision::real64, kTolerance};
  setup.tuning = {order, order > 0 ? 0.5 : 0, leaf, 2 * leaf};
  return measured(context, setup).times.median;
}

constexpr int kLeaves[] = {16, 32, 64, 128, 256, 512};

/// The leaf of kLeaves with the least time.
int bestLeaf(const ExperimentContext& context, std::size_t n, int order) {
  double least = INFINITY;
  int best = 0;
  for (const int leaf : kLeaves) {
    const double seconds = timeWithLeaves(context, n, leaf, order);
    if (seconds < least) best = leaf;
    least = std::min(least, seconds);
  }
  return best;
}

/// Figure 5.2 and its text: time against the population of leaves; the best is 45 on the GPU, 35 on the CPU.
Rows population(const ExperimentContext& context) {
  const std::size_t n = usual(context);
  Rows rows;
  std::vector<double> seconds;
  for (const int leaf : kLeaves) seconds.push_back(timeWithLeaves(context, n, leaf, 0));
  const auto least = std::min_element(seconds.begin(), seconds.end());
  for (std::size_t i = 0; i < seconds.size(); ++i)
    rows.push_back({fmt::format("N = {}, leaves of {}, over the least", n, kLeaves[i]), seconds[i] / *least, {}, ""});
  rows.push_back({fmt::format("N = {}, best leaf", n), static_cast<double>(kLeaves[least - seconds.begin()]),
                  context.gpu ? 45. : 35., "elements"});
  return rows;
}

/// Table 5.1: shares of the stages on the GPU.
Rows shares(const ExperimentContext& context) {
  struct Printed {
    const char *stage, *ours;
    double share;  // [%]
  };
  constexpr Printed kTable[] = {{"P2P", "near", 43},
                                {"sort and connect", "tree", 31},
                                {"M2L", "transfer", 11},
                                {"P2M and M2M", "upward", 6},
                                {"L2L and L2P", "downward", 3}};
  const std::size_t n = usual(context);
  const BenchRow row = measured(context, {"cube", {n, n}, "thin", fmm::Precision::real64, kTolerance});
  Rows rows;
  for (const Printed& printed : kTable) {
    double seconds = stageSeconds(row.report, printed.ours);
    if (std::string_view(printed.ours) == "tree")
      seconds += stageSeconds(row.report, "lists") + stageSeconds(row.report, "sort");
    rows.push_back({fmt::format("N = {}, {}", n, printed.stage), 100 * seconds / row.times.median, printed.share, "%"});
  }
  return rows;
}

/// Figure 5.4: the best population of leaves grows with the number of coefficients.
Rows populationByOrder(const ExperimentContext& context) {
  const std::size_t n = usual(context) / 2;
  Rows rows;
  for (const int order : {4, 8, 12, 16})
    rows.push_back({fmt::format("N = {}, p = {}, best leaf", n, order),
                    static_cast<double>(bestLeaf(context, n, order)),
                    {},
                    "elements"});
  return rows;
}

/// Section 5.3: the number of sources above which expansions are faster than direct sums; 3500 on the GPU.
Rows breakEven(const ExperimentContext& context) {
  Rows rows;
  double before = 0;
  std::size_t last = 0;
  for (std::size_t n = 256; n <= (std::size_t{1} << 17) && fits(context, n, 0); n *= 2) {
    const BenchRow row =
        measureCase(caseOf(context, {"cube", {n, 0}, "thin", fmm::Precision::real64, kTolerance}), {5, true});
    const double ratio = row.direct.seconds / row.times.median;
    rows.push_back({fmt::format("N = {}, direct/fmm", n), ratio, {}, "", row.error.relativeL2});
    if (ratio >= 1) {
      // between the last two by the logarithm of both
      const double part = before > 0 ? std::log(1 / before) / std::log(ratio / before) : 1;
      const double at = last > 0 ? static_cast<double>(last) * std::pow(2, part) : static_cast<double>(n);
      rows.push_back({"break-even", at, context.gpu ? std::optional(3500.) : std::nullopt, "elements"});
      break;
    }
    before = ratio;
    last = n;
  }
  return rows;
}

/// Figures 5.8 and 5.9: three distributions up to 10^7 points; the paper shows less than twice the uniform time.
Rows adaptivity(const ExperimentContext& context) {
  constexpr std::size_t kCounts[] = {10'000, 100'000, 1'000'000, 10'000'000};
  Rows rows;
  for (const std::size_t n : kCounts) {
    if (!fits(context, n, 0)) break;
    const auto run = [&](const char* set) {
      return measured(context, {set, {n, 0}, "thin", fmm::Precision::real64, kTolerance});
    };
    const BenchRow uniform = run("cube");
    rows.push_back({fmt::format("N = {}, uniform", n), 1e3 * uniform.times.median, {}, "ms", uniform.error.relativeL2});
    for (const char* set : {"normal", "layer"}) {
      const BenchRow row = run(set);
      rows.push_back({fmt::format("N = {}, {} over uniform", n, set),
                      row.times.median / uniform.times.median,
                      {},
                      "",
                      row.error.relativeL2});
    }
  }
  return rows;
}

}  // namespace

std::vector<Experiment> goudeExperiments() {
  constexpr const char* kMachine = "Tesla C2075; Xeon, one core";
  return {{"goude-5.1", "Goude and Engblom 2012, figure 5.2", kMachine,
           "Time against the population of leaves, in space here.", population},
          {"goude-t5.1", "Goude and Engblom 2012, table 5.1", kMachine, "Shares of the stages.", shares},
          {"goude-5.2", "Goude and Engblom 2012, figure 5.4", kMachine,
           "The best population of leaves by the number of coefficients.", populationByOrder},
          {"goude-5.3", "Goude and Engblom 2012, section 5.3", kMachine, "Break-even with direct sums.", breakEven},
          {"goude-5.4", "Goude and Engblom 2012, figures 5.8 and 5.9", kMachine,
           "Distributions that are not uniform; wanted: at most twice the uniform time.", adaptivity}};
}

}  // namespace app
