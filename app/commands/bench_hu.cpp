// Tables and figures of Hu 2013, the dissertation. Numbers are those that its text prints; figures without numbers have
// none.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "commands/bench_experiments.h"
#include "fmm/vortex_system.h"

namespace app {
namespace {

using Rows = std::vector<ExperimentRow>;
constexpr std::size_t kMega = std::size_t{1} << 20;
constexpr double kHuAngle = 0.6;  // about that of neighbours in an octree, as the dissertation has them

double milliseconds(const BenchRow& row) {
  return 1e3 * row.times.median;
}
double structureTime(const BenchRow& row) {
  return 1e3 *
         (stageSeconds(row.report, "tree") + stageSeconds(row.report, "lists") + stageSeconds(row.report, "sort"));
}
const char* name(fmm::Precision precision) {
  return precision == fmm::Precision::single ? "single" : "double";
}

/// Table 2.1: 2^20 sources and receivers, uniform; leaves as large as those of a full octree of that depth.
Rows structures(const ExperimentContext& context) {
  struct Printed {
    int level;
    double cpu, gpu;  // [ms]; "Improved CPU" and "GPU"
  };
  constexpr Printed kTable[] = {{3, 223, 7.7}, {4, 272, 13.9}, {5, 431, 13.0}, {6, 1808, 34.6}, {7, 6789, 70.8}};
  const std::size_t n = largest(context, kMega);
  Rows rows;
  for (const Printed& printed : kTable) {
    const auto leaf =
        static_cast<int>(std::max(1.0, std::ceil(1.5 * static_cast<double>(n) / std::pow(8, printed.level))));
    const BenchRow row =
        measured(context, {"cube", {n, n}, "thin", fmm::Precision::single, 1e-4, {8, kHuAngle, leaf, 2 * leaf}});
    const double scale = static_cast<double>(n) / static_cast<double>(kMega);
    rows.push_back({fmt::format("N = {}, levels {} (printed for 2^20, times {:.3g})", n, printed.level, scale),
                    structureTime(row), scale * (context.gpu ? printed.gpu : printed.cpu)});
  }
  return rows;
}

/// Figure 2.6: all points on a sphere.
Rows sphereStructures(const ExperimentContext& context) {
  Rows rows;
  for (std::size_t n = 1024; n <= 8 * kMega && fits(context, n, n); n *= 4)
    rows.push_back({fmt::format("N = {} on a sphere", n), structureTime(measured(context, {"sphere", {n, n}})), {}});
  return rows;
}

/// Table 3.1: the Biot-Savart kernel, single precision.
Rows biotSavart(const ExperimentContext& context) {
  struct Printed {
    std::size_t n;
    double time;  // [ms]
  };
  constexpr Printed kTable[] = {{1024, 136.1},  {4096, 153.1},   {16384, 215.7},
                                {65536, 669.6}, {262144, 975.4}, {1048576, 2159.1}};
  Rows rows;
  for (const Printed& printed : kTable) {
    if (!fits(context, printed.n, printed.n)) break;
    const BenchRow row = measured(context, {"cube", {printed.n, printed.n}});
    rows.push_back({fmt::format("N = {}", printed.n), milliseconds(row), printed.time, "ms", row.error.relativeL2});
  }
  return rows;
}

/// Figure 3.3: shares of the stages.
Rows profile(const ExperimentContext& context) {
  const std::size_t n = largest(context, kMega);
  const BenchRow row = measured(context, {"cube", {n, n}});
  Rows rows;
  for (const fmm::StageTime& stage : row.report.stages)
    rows.push_back({fmt::format("N = {}, {}", n, stage.name), 100 * stage.seconds / row.times.median, {}, "%"});
  return rows;
}

/// Figure 3.4 and its text: 10^7 interacting particles in 7 s (single) and 16 s (double).
Rows againstDirect(const ExperimentContext& context) {
  Rows rows;
  for (std::size_t n = 1024; n <= kMega && fits(context, n, n); n *= 4) {
    const BenchRow row = measureCase(caseOf(context, {"cube", {n, n}}), {3, true});
    rows.push_back(
        {fmt::format("N = {}, direct/fmm", n), row.direct.seconds / row.times.median, {}, "", row.error.relativeL2});
  }
  constexpr std::size_t kMany = 10'000'000;
  for (const auto& [precision, printed] : {std::pair{fmm::Precision::single, 7e3}, {fmm::Precision::real64, 16e3}}) {
    if (!fits(context, kMany, kMany)) break;
    const BenchRow row = measured(context, {"cube", {kMany, kMany}, "thin", precision});
    rows.push_back(
        {fmt::format("N = 10^7, {}", name(precision)), milliseconds(row), printed, "ms", row.error.relativeL2});
  }
  return rows;
}

/// Figure 3.5: what orders reach in both precisions.
Rows errors(const ExperimentContext& context) {
  const std::size_t n = largest(context, 1 << 16);
  Rows rows;
  for (const fmm::Precision precision : {fmm::Precision::single, fmm::Precision::real64})
    for (const int order : {4, 8, 12}) {
      const BenchRow row = measured(context, {"cube", {n, n}, "thin", precision, 1e-4, {order, kHuAngle, 0, 0}});
      rows.push_back({fmt::format("N = {}, p = {}, {}", n, order, name(precision)), row.error.relativeL2, {}, ""});
    }
  return rows;
}

/// Figure 3.10 and its text: 2^15 elements and 2^20 particles, double, p = 12: 1.4 to 2.5 s a frame.
Rows ringFrame(const ExperimentContext& context) {
  const std::size_t tracers = context.gpu ? kMega : kMega / 8;
  const BenchRow row = measured(context, {"rings",
                                          {1 << 15, tracers},
                                          "overlapped",
                                          fmm::Precision::real64,
                                          1e-4,
                                          {12, kHuAngle, 0, 0},
                                          fmm::Stretching::transpose});
  const double scale = static_cast<double>(tracers) / static_cast<double>(kMega);
  const std::string what = fmt::format("2^15 + {}, p = 12, double (printed for 2^20, times {:.3g})", tracers, scale);
  return {{what, milliseconds(row), 1400 * scale, "ms at least", row.error.relativeL2},
          {what, milliseconds(row), 2500 * scale, "ms at most", row.error.relativeL2}};
}

/// Table 4.2: orders and precisions, N = 2^20; the potential there, velocities here.
Rows precisions(const ExperimentContext& context) {
  struct Printed {
    int order;
    double time[2], error[2];  // [s], single and double
  };
  constexpr Printed kTable[] = {{4, {0.37, 1.36}, {2.8e-4, 1.6e-4}},
                                {8, {0.62, 1.40}, {1.4e-6, 6.9e-7}},
                                {12, {1.48, 1.49}, {2.5e-7, 4.3e-8}},
                                {16, {2.92, 2.95}, {1.2e-7, 4.3e-9}}};
  const std::size_t n = largest(context, kMega);
  const double scale = static_cast<double>(n) / static_cast<double>(kMega);
  Rows rows;
  for (const Printed& printed : kTable)
    for (const int i : {0, 1}) {
      const auto precision = i == 0 ? fmm::Precision::single : fmm::Precision::real64;
      const BenchRow row =
          measured(context, {"cube", {n, n}, "thin", precision, 1e-4, {printed.order, kHuAngle, 0, 0}});
      const std::string what = fmt::format("N = {}, p = {}, {}", n, printed.order, name(precision));
      rows.push_back({what, milliseconds(row), 1e3 * scale * printed.time[i], "ms", row.error.relativeL2});
      rows.push_back({what + ", error", row.error.relativeL2, printed.error[i], ""});
    }
  return rows;
}

/// Table 6.1: velocity, and velocity with stretching, with and without a core function.
Rows cores(const ExperimentContext& context) {
  struct Printed {
    std::size_t n;
    double time[4];  // [s]: velocity direct, with cutoff; both with stretching
  };
  constexpr Printed kTable[] = {{262144, {0.492, 1.177, 0.814, 1.787}},  {524288, {0.356, 0.537, 0.436, 0.818}},
                                {1048576, {0.506, 1.330, 0.843, 1.989}}, {2097152, {1.700, 4.931, 2.819, 7.376}},
                                {4194304, {2.545, 3.611, 2.780, 5.569}}, {8388608, {3.291, 9.317, 5.574, 13.98}}};
  Rows rows;
  for (const Printed& printed : kTable)
    for (const int i : {0, 1, 2, 3}) {
      if (!fits(context, printed.n, 0)) return rows;
      const bool smoothed = i % 2 == 1, stretches = i >= 2;
      const BenchRow row = measured(context, {"cube",
                                              {printed.n, 0},
                                              smoothed ? "overlapped" : "thin",
                                              fmm::Precision::single,
                                              1e-4,
                                              {},
                                              stretches ? fmm::Stretching::transpose : fmm::Stretching::off});
      rows.push_back({fmt::format("N = {}, velocity{}{}", printed.n, stretches ? " + stretching" : "",
                                  smoothed ? ", Gaussian" : ""),
                      milliseconds(row), 1e3 * printed.time[i], "ms", row.error.relativeL2});
    }
  return rows;
}

/// Table 6.2: one node with one GPU, p = 12.
Rows node(const ExperimentContext& context) {
  struct Printed {
    std::size_t n;
    double stretching, velocity;  // [s]
  };
  constexpr Printed kTable[] = {
      {kMega, 2.11, 1.42}, {2 * kMega, 6.93, 4.80}, {4 * kMega, 7.82, 6.91}, {8 * kMega, 14.64, 10.04}};
  Rows rows;
  for (const Printed& printed : kTable)
    for (const bool stretches : {true, false}) {
      const std::size_t n = context.gpu ? printed.n : printed.n / 8;
      if (!fits(context, n, 0)) return rows;
      const BenchRow row = measured(context, {"cube",
                                              {n, 0},
                                              "overlapped",
                                              fmm::Precision::single,
                                              1e-4,
                                              {12, kHuAngle, 0, 0},
                                              stretches ? fmm::Stretching::transpose : fmm::Stretching::off});
      const double scale = static_cast<double>(n) / static_cast<double>(printed.n);
      rows.push_back({fmt::format("N = {}, velocity{}{}", n, stretches ? " + stretching" : "",
                                  scale < 1 ? " (printed for 8 N, over 8)" : ""),
                      milliseconds(row), 1e3 * scale * (stretches ? printed.stretching : printed.velocity), "ms",
                      row.error.relativeL2});
    }
  return rows;
}

/// Figure 6.5 and its text: about 2 (velocity) and 2.4 (with stretching) times a potential; here their quotient.
Rows stretchingRatio(const ExperimentContext& context) {
  Rows rows;
  for (const char* core : {"thin", "overlapped"}) {
    const std::size_t n = largest(context, kMega);
    const double velocity = milliseconds(measured(context, {"cube", {n, 0}, core}));
    ExperimentSetup both{"cube", {n, 0}, core};
    both.stretching = fmm::Stretching::transpose;
    const bool smoothed = std::string_view(core) == "overlapped";
    rows.push_back({fmt::format("N = {}, with stretching over velocity, {}", n, core),
                    milliseconds(measured(context, both)) / velocity, smoothed ? 2.4 / 3 : 2.4 / 2, ""});
  }
  return rows;
}

double relativeError(const std::vector<fmm::Vec3>& values, const std::vector<fmm::Vec3>& exact) {
  double difference = 0, all = 0;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const fmm::Vec3 d = values[i] - exact[i];
    difference += dot(d, d);
    all += dot(exact[i], exact[i]);
  }
  return std::sqrt(difference / all);
}

/// Figure 6.6: errors of velocity and stretching by order.
Rows stretchingErrors(const ExperimentContext& context) {
  constexpr std::size_t kCount = 1 << 14;
  const auto evaluated = [&](const ExperimentSetup& setup) {
    const BenchCase given = caseOf(context, setup);
    fmm::VortexSystem system(given.settings, given.work.elements, given.work.tracers());
    system.evaluate();
    return std::pair{system.elementVelocities(), system.strengthRates()};
  };
  ExperimentSetup setup{"cube", {kCount, 0}, "overlapped"};
  setup.stretching = fmm::Stretching::transpose;
  setup.precision = fmm::Precision::real64;
  setup.solver = fmm::SolverKind::direct;
  const auto exact = evaluated(setup);
  setup.precision = fmm::Precision::single;
  setup.solver = fmm::SolverKind::fmm;
  Rows rows;
  for (const int order : {8, 12, 16}) {
    setup.tuning = {order, kHuAngle, 0, 0};
    const auto found = evaluated(setup);
    rows.push_back(
        {fmt::format("N = {}, p = {}, velocity", kCount, order), relativeError(found.first, exact.first), {}, ""});
    rows.push_back(
        {fmt::format("N = {}, p = {}, stretching", kCount, order), relativeError(found.second, exact.second), {}, ""});
  }
  return rows;
}

}  // namespace

std::vector<Experiment> huExperiments() {
  return {
      {"hu-t2.1", "Hu 2013, table 2.1", "GTX 480; Xeon X5560 (one core)",
       "Data structures by depth: tree and lists here.", structures},
      {"hu-f2.6", "Hu 2013, figure 2.6", "GTX 480", "Data structures on a sphere grow linearly.", sphereStructures},
      {"hu-t3.1", "Hu 2013, table 3.1", "a GPU of 2011", "One evaluation of the Biot-Savart kernel, single precision.",
       biotSavart},
      {"hu-f3.3", "Hu 2013, figure 3.3", "a GPU of 2011", "Shares of the stages.", profile},
      {"hu-f3.4", "Hu 2013, figure 3.4 and its text", "a GPU of 2011", "Against direct sums, and 10^7 particles.",
       againstDirect},
      {"hu-f3.5", "Hu 2013, figure 3.5", "a GPU of 2011", "Errors by order and precision, of velocities here.", errors},
      {"hu-f3.10", "Hu 2013, figure 3.10 and its text", "a GPU of 2011",
       "A frame of two rings with the drawing there, an evaluation here.", ringFrame},
      {"hu-t4.2", "Hu 2013, table 4.2", "Tesla C2050; Xeon E5504",
       "Orders and precisions: the potential there, velocities here.", precisions},
      {"hu-t6.1", "Hu 2013, table 6.1", "Tesla C1060; two Xeon X5560",
       "What a Gaussian core costs; the core without one is `cutoff` here.", cores},
      {"hu-t6.2", "Hu 2013, table 6.2", "Tesla C1060; two Xeon X5560", "One node, p = 12.", node},
      {"hu-f6.5", "Hu 2013, figure 6.5 and its text", "two Tesla C1060",
       "What stretching costs beside velocities; printed are 2.4 over 2 and over 3 times a potential.",
       stretchingRatio},
      {"hu-f6.6", "Hu 2013, figure 6.6", "Tesla C1060", "Errors of velocity and stretching by order.",
       stretchingErrors}};
}

}  // namespace app
