// Speed of the library with the error that it was reached at: the rows of the CPU table in docs/performance.md.
//   build/bin/fmm_bench --benchmark_repetitions=5 --benchmark_report_aggregates_only=true
// Times are of the evaluation alone (unsorted positions in, velocities out), as the library reports them.

#include "fmm/support/bench_support.h"

namespace {

using namespace fmm;
using namespace fmm_bench;
using fmm_test::Workload;

/// Velocity at the targets only.
void targetsOnly(benchmark::State& state, const Setup& s) {
  Field field;
  for (auto _ : state) {
    field = evaluateField(s.settings, s.work.elements, s.work.targets, false, 512);
    state.SetIterationTime(field.report.seconds);
  }
  report(state, field.report, field.error);
}

void direct(benchmark::State& state, Regularisation kind, Precision precision) {
  Setup s = setUp(fmm_test::rings(1 << 15, 1 << 17), Core::thin, precision, 1e-4);
  s.settings.regularisation = kind;
  s.settings.solver = SolverKind::direct;
  Field field;
  for (auto _ : state) {
    field = evaluateField(s.settings, s.work.elements, s.work.targets, false, 256);
    state.SetIterationTime(field.report.seconds);
  }
  state.counters["Gpairs/s"] =
      benchmark::Counter(static_cast<double>(field.report.nearPairs) * 1e-9 * static_cast<double>(state.iterations()),
                         benchmark::Counter::kIsRate);
  state.counters["error"] = field.error.relativeL2;
}

void ringsTargets(benchmark::State& state, Core core, Precision precision, double tolerance) {
  targetsOnly(state, setUp(fmm_test::rings(1 << 15, std::size_t(1) << state.range(0)), core, precision, tolerance));
}

void cubeEvaluation(benchmark::State& state, Core core) {
  const auto n = static_cast<std::size_t>(state.range(0));
  evaluation(state, setUp(fmm_test::cube(n, n), core, Precision::single, 1e-4));
}

/// A tenth of the elements in a speck of 1e-6, and one tracer a million away: each may at most double the time of CUBE.
void awkward(benchmark::State& state, bool speck, bool strayTracer) {
  const auto n = static_cast<std::size_t>(1) << 17;
  Workload work = speck ? fmm_test::clustered(n, n) : fmm_test::cube(n, n);
  if (strayTracer) work.targets[0] = {1e6, 0, 0};
  evaluation(state, setUp(std::move(work), Core::thin, Precision::single, 1e-4));
}

/// What vorticity at the tracers, by which they are coloured, or everywhere costs beside the velocities of an
/// evaluation.
void ringsEvaluation(benchmark::State& state, Vorticity vorticity) {
  const Setup s =
      setUp(fmm_test::rings(1 << 15, std::size_t(1) << state.range(0)), Core::overlapped, Precision::single, 1e-4);
  evaluation(state, s, vorticity);
}

RINGLET_BENCH(direct, cutoff, Regularisation::cutoff, Precision::single);
RINGLET_BENCH(direct, gaussian, Regularisation::gaussian, Precision::single);
RINGLET_BENCH(direct, gaussian4, Regularisation::gaussian4, Precision::single);
RINGLET_BENCH(direct, gaussian6, Regularisation::gaussian6, Precision::single);
RINGLET_BENCH(direct, winckelmans, Regularisation::winckelmans, Precision::single);
RINGLET_BENCH(direct, cutoff_double, Regularisation::cutoff, Precision::real64);
RINGLET_BENCH(ringsTargets, thin_1e3, Core::thin, Precision::single, 1e-3)->Arg(18)->Arg(20);
RINGLET_BENCH(ringsTargets, thin_1e4, Core::thin, Precision::single, 1e-4)->Arg(18)->Arg(20);
RINGLET_BENCH(ringsTargets, thin_1e5, Core::thin, Precision::single, 1e-5)->Arg(18)->Arg(20);
RINGLET_BENCH(ringsTargets, overlapped_1e4, Core::overlapped, Precision::single, 1e-4)->Arg(18)->Arg(20);
RINGLET_BENCH(ringsTargets, double_1e7, Core::thin, Precision::real64, 1e-7)->Arg(18)->Arg(20);
RINGLET_BENCH(cubeEvaluation, thin, Core::thin)->Arg(1 << 17)->Arg(1 << 18)->Arg(1 << 19)->Arg(1000000)->Iterations(3);
RINGLET_BENCH(cubeEvaluation, overlapped, Core::overlapped)->Arg(1000000)->Iterations(2);
RINGLET_BENCH(ringsEvaluation, velocity, Vorticity::none)->Arg(18)->Arg(20);
RINGLET_BENCH(ringsEvaluation, velocity_and_tracers_vorticity, Vorticity::atTracers)->Arg(18)->Arg(20);
RINGLET_BENCH(ringsEvaluation, velocity_and_vorticity, Vorticity::everywhere)->Arg(18)->Arg(20);
RINGLET_BENCH(vorticityAlone, tolerance_1e4, Backend::cpu)
    ->Arg(10)
    ->Arg(15)
    ->Arg(20)
    ->Arg(30)
    ->Arg(40)
    ->Arg(60)
    ->Arg(80);
RINGLET_BENCH(awkward, plain, false, false);
RINGLET_BENCH(awkward, speck, true, false);
RINGLET_BENCH(awkward, stray_tracer, false, true);

}  // namespace

BENCHMARK_MAIN();
