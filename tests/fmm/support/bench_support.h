#pragma once

// What the benchmarks of the library share. Times are of the evaluation alone (unsorted positions in, velocities out),
// as the library reports them; beside them stands the error that they were reached at.

#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include <chrono>
#include <utility>

#include "fmm/field.h"
#include "fmm/support/support.h"
#include "fmm/vortex_system.h"

namespace fmm_bench {

using namespace fmm;
using fmm_test::Workload;

enum class Core { thin, overlapped };

struct Setup {
  Workload work;
  Settings settings;
};

inline Setup setUp(Workload work, Core core, Precision precision, double tolerance) {
  Setup s = {core == Core::thin ? fmm_test::thin(std::move(work)) : fmm_test::overlapped(std::move(work)),
             fmm_test::fmmFloat()};
  s.settings.regularisation = core == Core::thin ? Regularisation::cutoff : Regularisation::gaussian;
  s.settings.precision = precision;
  s.settings.tolerance = tolerance;
  return s;
}

inline void report(benchmark::State& state, const EvaluationReport& report, const MeasuredError& error) {
  state.counters["p"] = report.order;
  state.counters["theta"] = report.theta;
  state.counters["error"] = error.relativeL2;
  state.counters["nearPairs"] = static_cast<double>(report.nearPairs);
  state.counters["correctedPairs"] = static_cast<double>(report.correctedPairs);
  state.counters["farPairs"] = static_cast<double>(report.farPairs);
  for (const StageTime& stage : report.stages) state.counters["ms." + stage.name] = 1e3 * stage.seconds;
}

/// Where vorticities come along with the velocities.
enum class Vorticity { none, atTracers, everywhere };

/// Velocity of elements and tracers and stretching of the elements, as a step needs them.
inline void evaluation(benchmark::State& state, const Setup& s, Vorticity vorticity = Vorticity::none) {
  VortexSystem system(s.settings, s.work.elements, s.work.tracers());
  system.keepVorticity(vorticity == Vorticity::everywhere, vorticity != Vorticity::none);
  system.evaluate();
  for (auto _ : state) {
    system.evaluate();
    state.SetIterationTime(system.report().seconds);
  }
  report(state, system.report(), system.measureError(512));
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  const double points = static_cast<double>(system.elementCount() + system.tracerCount());
  state.counters["bytes/point"] = static_cast<double>(system.report().bytes) / points;
  state.counters["peakMiB"] = static_cast<double>(usage.ru_maxrss) / 1024;
}

/// Vorticity alone at the targets; core radii are as many tenths of the spacing as the argument says.
inline void vorticityAlone(benchmark::State& state, Backend backend) {
  Setup s = setUp(fmm_test::rings(1 << 15, 1 << 18), Core::overlapped, Precision::single, 1e-4);
  for (std::size_t i = 0; i < s.work.spacing.size(); ++i)
    s.work.elements.coreRadius[i] = 0.1 * static_cast<double>(state.range(0)) * s.work.spacing[0];
  s.settings.backend = backend;
  Field field;
  for (auto _ : state) {
    field = evaluateVorticity(s.settings, s.work.elements, s.work.targets, 512);
    state.SetIterationTime(field.report.seconds);
  }
  report(state, field.report, field.error);
}

}  // namespace fmm_bench

#define RINGLET_BENCH(function, name, ...) \
  BENCHMARK_CAPTURE(function, name, __VA_ARGS__)->UseManualTime()->Unit(benchmark::kMillisecond)
