// Benchmarks that `ringlet bench` does not have: vorticity along with velocities, vorticity by the width of cores,
// awkward sets, and the part of a step that a GPU does not cover. Times are of the evaluation alone (unsorted positions
// in, velocities out), as the library reports them, together with the error reached.
//   build/bin/fmm_bench --benchmark_repetitions=5 --benchmark_report_aggregates_only=true

#include <benchmark/benchmark.h>

#include <chrono>
#include <utility>

#include "fmm/field.h"
#include "fmm/settings.h"
#include "fmm/support/support.h"
#include "fmm/vortex_system.h"

namespace {

using namespace fmm;
using fmm_test::Workload;

struct Setup {
  Workload work;
  Settings settings;
};

/// In float with a tolerance of 1e-4. Cores have 1.5 spacings if `overlapped`, otherwise a half.
Setup setUp(Workload work, Backend backend, bool overlapped) {
  Setup s = {overlapped ? fmm_test::overlapped(std::move(work)) : fmm_test::thin(std::move(work)),
             fmm_test::fmmFloat()};
  s.settings.regularisation = overlapped ? Regularisation::gaussian : Regularisation::cutoff;
  s.settings.backend = backend;
  return s;
}

bool isThere(benchmark::State& state, Backend backend) {
  const BackendInfo info = availableBackends().back();
  if (backend != Backend::cuda || info.available) return true;
  state.SkipWithError(("no CUDA backend: " + info.description).c_str());
  return false;
}

void report(benchmark::State& state, const EvaluationReport& report, const MeasuredError& error) {
  state.counters["p"] = report.order;
  state.counters["theta"] = report.theta;
  state.counters["error"] = error.relativeL2;
  state.counters["correctedPairs"] = static_cast<double>(report.correctedPairs);
  for (const StageTime& stage : report.stages) state.counters["ms." + stage.name] = 1e3 * stage.seconds;
}

/// Where vorticities are evaluated along with the velocities.
enum class Vorticity { none, atTracers, everywhere };

/// Velocity of elements and tracers and stretching of the elements, as a step needs them.
void evaluation(benchmark::State& state, const Setup& s, Vorticity vorticity) {
  VortexSystem system(s.settings, s.work.elements, s.work.tracers());
  system.keepVorticity(vorticity == Vorticity::everywhere, vorticity != Vorticity::none);
  system.evaluate();
  for (auto _ : state) {
    system.evaluate();
    state.SetIterationTime(system.report().seconds);
  }
  report(state, system.report(), system.measureError(512));
}

/// Cost of vorticity along with the velocities: at the tracers, for their colours, or everywhere.
void rings(benchmark::State& state, Backend backend, Vorticity vorticity) {
  if (!isThere(state, backend)) return;
  evaluation(state, setUp(fmm_test::rings(1 << 15, std::size_t(1) << state.range(0)), backend, true), vorticity);
}

/// Vorticity alone at the targets; the argument is the core radius in tenths of the spacing.
void vorticityAlone(benchmark::State& state, Backend backend) {
  if (!isThere(state, backend)) return;
  Setup s = setUp(fmm_test::rings(1 << 15, 1 << 18), backend, true);
  for (double& radius : s.work.elements.coreRadius)
    radius = 0.1 * static_cast<double>(state.range(0)) * s.work.spacing[0];
  Field field;
  for (auto _ : state) {
    field = evaluateVorticity(s.settings, s.work.elements, s.work.targets, 512);
    state.SetIterationTime(field.report.seconds);
  }
  report(state, field.report, field.error);
}

/// A tenth of the elements in a speck of 1e-6, and one tracer a million away: each may at most double the time of CUBE.
void awkward(benchmark::State& state, bool speck, bool strayTracer) {
  const auto n = static_cast<std::size_t>(1) << 17;
  Workload work = speck ? fmm_test::clustered(n, n) : fmm_test::cube(n, n);
  if (strayTracer) work.targets[0] = {1e6, 0, 0};
  evaluation(state, setUp(std::move(work), Backend::cpu, false), Vorticity::none);
}

/// A whole Euler step by the wall clock, and the part of it that the GPU does not cover.
void cudaStep(benchmark::State& state) {
  if (!isThere(state, Backend::cuda)) return;
  Setup s =
      setUp(fmm_test::rings(std::size_t(1) << state.range(0), std::size_t(1) << state.range(1)), Backend::cuda, false);
  s.settings.integrator = Integrator::euler;
  s.settings.timeStep = 1e-6;  // particles hardly move
  VortexSystem system(s.settings, s.work.elements, s.work.tracers());
  system.step();
  double uncovered = 0;
  for (auto _ : state) {
    const auto start = std::chrono::steady_clock::now();
    system.step();
    const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    state.SetIterationTime(wall);
    uncovered += wall - system.report().seconds;
  }
  state.counters["ms.uncovered"] = 1e3 * uncovered / static_cast<double>(state.iterations());
  report(state, system.report(), system.measureError(256));
}

void widths(benchmark::internal::Benchmark* bench) {
  for (const int tenths : {10, 15, 20, 30, 40, 60, 80}) bench->Arg(tenths);
  bench->Iterations(10);
}

#define RINGLET_BENCH(function, name, ...) \
  BENCHMARK_CAPTURE(function, name, __VA_ARGS__)->UseManualTime()->Unit(benchmark::kMillisecond)

RINGLET_BENCH(rings, velocity, Backend::cpu, Vorticity::none)->Arg(18)->Arg(20);
RINGLET_BENCH(rings, and_at_tracers, Backend::cpu, Vorticity::atTracers)->Arg(18)->Arg(20);
RINGLET_BENCH(rings, and_everywhere, Backend::cpu, Vorticity::everywhere)->Arg(18)->Arg(20);
RINGLET_BENCH(rings, cuda, Backend::cuda, Vorticity::none)->Arg(20);
RINGLET_BENCH(rings, cuda_and_everywhere, Backend::cuda, Vorticity::everywhere)->Arg(20);
RINGLET_BENCH(vorticityAlone, cpu, Backend::cpu)->Apply(widths);
RINGLET_BENCH(vorticityAlone, cuda, Backend::cuda)->Apply(widths);
RINGLET_BENCH(awkward, plain, false, false);
RINGLET_BENCH(awkward, speck, true, false);
RINGLET_BENCH(awkward, stray_tracer, false, true);
BENCHMARK(cudaStep)->UseManualTime()->Unit(benchmark::kMillisecond)->Args({12, 16})->Args({15, 20});

}  // namespace

BENCHMARK_MAIN();
