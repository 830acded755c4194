// Tables of Cruz, Layton and Barba 2011. M2L is that of complex series in the plane there.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "commands/bench_experiments.h"
#include "fmm/field.h"

namespace app {
namespace {

using Rows = std::vector<ExperimentRow>;

struct PrintedRate {
  int order;
  double rate;  // 10^6 translations/s, of 2 359 152 of them
};

/// Millions of M2L a second, as counted and timed in an evaluation.
Rows translations(const ExperimentContext& context, std::initializer_list<PrintedRate> table) {
  const std::size_t n = largest(context, context.gpu ? std::size_t{1} << 20 : std::size_t{1} << 16);
  Rows rows;
  for (const PrintedRate& printed : table) {
    const BenchRow row =
        measured(context, {"cube", {n, 0}, "thin", fmm::Precision::single, 1e-4, {printed.order, 0.5, 32, 32}});
    const double seconds = stageSeconds(row.report, "transfer");
    if (seconds > 0)
      rows.push_back({fmt::format("{} M2L, p = {}", row.report.farPairs, printed.order),
                      1e-6 * static_cast<double>(row.report.farPairs) / seconds, printed.rate, "10^6/s"});
  }
  return rows;
}

/// Table 2.
Rows tesla(const ExperimentContext& context) {
  return translations(context, {{8, 163.31}, {12, 80.05}, {16, 51.14}});
}

/// Table 3.
Rows fermi(const ExperimentContext& context) {
  return translations(context, {{8, 160.35}, {12, 79.77}, {16, 54.49}});
}

/// Table 5: points at which Hermite series are evaluated a second, on four cores and on the GPU, p = 9; here points at
/// which the whole vorticity of overlapping blobs is found a second.
Rows gaussTransform(const ExperimentContext& context) {
  struct Printed {
    std::size_t points;
    double cpu, gpu;  // [1/s]
  };
  constexpr Printed kTable[] = {{25600, 2.64e5, 5.62e6},
                                {102400, 2.65e5, 6.13e6},
                                {409600, 2.78e5, 6.38e6},
                                {1638400, 2.78e5, 6.47e6},
                                {6553600, 2.80e5, 6.48e6}};
  constexpr int kRuns = 3;
  Rows rows;
  for (const Printed& printed : kTable) {
    if (!fits(context, printed.points, printed.points)) break;
    const BenchCase given = caseOf(context, {"cube", {printed.points, printed.points}, "overlapped"});
    double least = INFINITY;
    fmm::Field field;
    for (int run = 0; run < kRuns; ++run) {
      field = fmm::evaluateVorticity(given.settings, given.work.elements, given.work.targets, run == 0 ? 256 : 0);
      if (run == 0)
        rows.push_back({fmt::format("{} blobs and points", printed.points), 0, context.gpu ? printed.gpu : printed.cpu,
                        "points/s", field.error.relativeL2});
      least = std::min(least, field.report.seconds);
    }
    rows.back().ours = static_cast<double>(printed.points) / least;
  }
  return rows;
}

}  // namespace

std::vector<Experiment> cruzExperiments() {
  return {
      {"cruz-t2", "Cruz, Layton and Barba 2011, table 2", "Tesla C1060",
       "M2L of vectors in space here, of complex numbers in the plane there.", tesla},
      {"cruz-t3", "Cruz, Layton and Barba 2011, table 3", "Fermi C2050",
       "M2L of vectors in space here, of complex numbers in the plane there.", fermi},
      {"cruz-fgt", "Cruz, Layton and Barba 2011, table 5", "Fermi C2050; Nehalem, four cores",
       "The Gauss transform: series evaluated alone there, the whole sum of overlapping blobs here.", gaussTransform}};
}

}  // namespace app
