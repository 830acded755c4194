// Speed of the library on a GPU with the error that it was reached at: the rows of the GPU table in
// docs/performance.md.
//   build/bin/fmm_bench --benchmark_filter=cuda

#include "fmm/backend.h"
#include "fmm/support/bench_support.h"

namespace {

using namespace fmm;
using namespace fmm_bench;

bool cudaIsThere(benchmark::State& state) {
  const BackendInfo info = availableBackends().back();
  if (!info.available) state.SkipWithError(("no CUDA backend: " + info.description).c_str());
  return info.available;
}

Setup onGpu(Setup s) {
  s.settings.backend = Backend::cuda;
  return s;
}

Setup rings(const benchmark::State& state, Core core) {
  const auto elements = std::size_t(1) << state.range(0), tracers = std::size_t(1) << state.range(1);
  return onGpu(setUp(fmm_test::rings(elements, tracers), core, Precision::single, 1e-4));
}

void cudaRings(benchmark::State& state, Core core, Vorticity vorticity) {
  if (cudaIsThere(state)) evaluation(state, rings(state, core), vorticity);
}

void cudaCube(benchmark::State& state, Core core) {
  if (!cudaIsThere(state)) return;
  const auto elements = std::size_t(1) << state.range(0), tracers = std::size_t(1) << state.range(1);
  evaluation(state, onGpu(setUp(fmm_test::cube(elements, tracers), core, Precision::single, 1e-4)));
}

void cudaDirect(benchmark::State& state, Core core) {
  if (!cudaIsThere(state)) return;
  Setup s = rings(state, core);
  s.settings.solver = SolverKind::direct;
  evaluation(state, s);
}

/// A whole Euler step by the wall clock, and the part of it that the GPU does not cover.
void cudaStep(benchmark::State& state, Core core) {
  if (!cudaIsThere(state)) return;
  Setup s = rings(state, core);
  s.settings.integrator = Integrator::euler;
  s.settings.timeStep = 1e-6;  // the flow stays what it is
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

void cudaVorticity(benchmark::State& state, Backend backend) {
  if (cudaIsThere(state)) vorticityAlone(state, backend);
}

RINGLET_BENCH(cudaRings, thin, Core::thin, Vorticity::none)->Args({12, 16})->Args({15, 20})->Args({17, 22});
RINGLET_BENCH(cudaRings, overlapped, Core::overlapped, Vorticity::none)->Args({15, 20})->Args({17, 22});
RINGLET_BENCH(cudaRings, overlapped_and_vorticity, Core::overlapped, Vorticity::everywhere)->Args({15, 20});
RINGLET_BENCH(cudaCube, thin, Core::thin)->Args({20, 20})->Args({20, 22})->Args({22, 22});
RINGLET_BENCH(cudaCube, overlapped, Core::overlapped)->Args({20, 22});
RINGLET_BENCH(cudaDirect, thin, Core::thin)->Args({15, 20});
RINGLET_BENCH(cudaDirect, overlapped, Core::overlapped)->Args({15, 20});
RINGLET_BENCH(cudaStep, thin, Core::thin)->Args({12, 16})->Args({15, 20});
RINGLET_BENCH(cudaVorticity, tolerance_1e4, Backend::cuda)
    ->Iterations(10)
    ->Arg(10)
    ->Arg(15)
    ->Arg(20)
    ->Arg(30)
    ->Arg(40)
    ->Arg(60)
    ->Arg(80);

}  // namespace
