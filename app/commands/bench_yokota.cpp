// Tables and figures of Yokota 2012. The paper has
// Cartesian expansions of the Laplace kernel; here are solid harmonics of the Biot-Savart kernel.

#include <fmt/format.h>

#include <optional>
#include <string>

#include "commands/bench_experiments.h"

namespace app {
namespace {

using Rows = std::vector<ExperimentRow>;
constexpr std::size_t kPrinted = 100'000;  // particles

/// What was printed for kPrinted particles, where it is so many.
std::optional<double> printedFor(std::size_t count, double value) {
  return count == kPrinted ? std::optional(value) : std::nullopt;
}

constexpr int kLeaf = 30;

/// With one order and the widest of the angles 0.2, 0.25 ... 0.9 that keeps the error; by halves, for the error grows
/// with the angle. Empty where none does.
std::optional<BenchRow> widestThatKeeps(const ExperimentContext& context, std::size_t count, double error, int order) {
  constexpr int kSteps = 14;
  std::optional<BenchRow> widest;
  for (int low = -1, high = kSteps + 1; high - low > 1;) {
    const int middle = (low + high) / 2;
    const double theta = (4 + middle) / 20.0;
    const ExperimentSetup setup = {
        "cube", {count, 0}, "thin", fmm::Precision::single, error, {order, theta, kLeaf, kLeaf}};
    const BenchRow row = measureCase(caseOf(context, setup), {1, false});
    const bool keeps = row.error.relativeL2 <= error;
    (keeps ? low : high) = middle;
    if (keeps) widest = row;
  }
  return widest;
}

/// Table 4: for each error and order the widest angle that keeps it, and the time of lists, M2L and P2P.
Rows orderAndAngle(const ExperimentContext& context) {
  struct Printed {
    double error;
    int order;
    double theta, seconds;
  };
  constexpr Printed kTable[] = {{1e-2, 4, 1.18, 0.012}, {1e-2, 5, 1.23, 0.015}, {1e-2, 6, 1.24, 0.026},
                                {1e-3, 4, 0.78, 0.027}, {1e-3, 5, 0.91, 0.024}, {1e-3, 6, 0.94, 0.038},
                                {1e-4, 4, 0.49, 0.085}, {1e-4, 5, 0.62, 0.071}, {1e-4, 6, 0.70, 0.073},
                                {1e-5, 4, 0.20, 0.59},  {1e-5, 5, 0.36, 0.21},  {1e-5, 6, 0.45, 0.21}};
  const std::size_t n = largest(context, kPrinted);
  Rows rows;
  for (const Printed& printed : kTable) {
    const std::optional<BenchRow> row = widestThatKeeps(context, n, printed.error, printed.order);
    if (!row) continue;
    double seconds = 0;
    for (const char* stage : {"lists", "transfer", "near"}) seconds += stageSeconds(row->report, stage);
    const std::string what = fmt::format("N = {}, error {:.0e}, p = {}", n, printed.error, printed.order);
    rows.push_back({what + ", theta", row->report.theta, printed.theta, ""});
    rows.push_back({what + ", time", 1e3 * seconds, printedFor(n, 1e3 * printed.seconds), "ms", row->error.relativeL2});
  }
  return rows;
}

/// Table 6: direct sums of N = 10^5, with AVX 0.274 s and 321 Gflop/s of 20 a pair.
Rows direct(const ExperimentContext& context) {
  const std::size_t n = largest(context, kPrinted);
  ExperimentSetup setup{"cube", {n, 0}};
  setup.solver = fmm::SolverKind::direct;
  const BenchRow row = measured(context, setup);
  const double pairs = static_cast<double>(n) * static_cast<double>(n);
  return {
      {fmt::format("N = {}, direct sum", n), 1e3 * row.times.median, printedFor(n, 274), "ms", row.error.relativeL2},
      {fmt::format("N = {}, direct sum", n), 1e-9 * pairs / row.times.median, 321. / 20, "Gpairs/s"}};
}

/// Figure 1: one M2L by order, as counted and timed in an evaluation.
Rows translation(const ExperimentContext& context) {
  Rows rows;
  for (const int order : {4, 5, 6, 8, 10, 12, 14, 16}) {
    const BenchRow row = measured(
        context, {"cube", {largest(context, kPrinted), 0}, "thin", fmm::Precision::single, 1e-4, {order, 0.5, 32, 32}});
    const double seconds = stageSeconds(row.report, "transfer");
    if (row.report.farPairs > 0)
      rows.push_back(
          {fmt::format("M2L, p = {}", order), 1e6 * seconds / static_cast<double>(row.report.farPairs), {}, "us"});
  }
  return rows;
}

}  // namespace

std::vector<Experiment> yokotaExperiments() {
  return {{"yokota-t4", "Yokota 2012, table 4", "Xeon X5650, six cores",
           "Order and angle at equal error; angles wider than 0.9 are not offered here.", orderAndAngle},
          {"yokota-t6", "Yokota 2012, table 6", "Xeon E5-2643, four cores",
           "Direct sums: Laplace potential and force there, Biot-Savart velocities here.", direct},
          {"yokota-f1", "Yokota 2012, figure 1", "Xeon X5650, six cores", "Time of one M2L by order.", translation}};
}

}  // namespace app
