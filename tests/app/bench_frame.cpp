// One whole frame as the window makes it, but for the window: evaluation, step, particles into OpenGL's buffer, splats
// and tone map. `leapfrog` as this machine draws it, and RINGS(2^15, 2^20) at 1920x1080.
//   build/bin/app_bench --benchmark_repetitions=5

#include <GL/glew.h>
#include <benchmark/benchmark.h>

#include <cmath>

#include "fmm/cuda.h"
#include "render/camera.h"
#include "render/headless_context.h"
#include "render/particle_stream.h"
#include "render/scene_renderer.h"
#include "scene/scene_file.h"
#include "scene/scene_particles.h"

namespace {

using namespace app;

Scene defaultScene() {
  return loadScene("leapfrog");
}

/// RINGS of the figures: thicker cores, all of it on one screen.
Scene ringsScene() {
  Scene scene = defaultScene();
  for (fmm::Ring& ring : scene.rings) ring.coreRadius = 0.05;
  scene.tracerTube = 0.1;
  scene.elements = std::size_t(1) << 15;
  scene.tracers = std::size_t(1) << 20;
  scene.film.width = 1920;
  scene.film.height = 1080;
  return scene;
}

void frame(benchmark::State& state, Scene scene) {
  scene.settings.integrator = fmm::Integrator::euler;  // one evaluation a frame
  const bool gpu = fmm::cudaBackendAvailable();
  const HeadlessContext context(gpu ? std::optional<int>(fmm::cudaDevice().ordinal) : std::nullopt);
  SceneRenderer renderer(scene.film.width, scene.film.height);
  const auto stream = makeParticleStream();
  fmm::VortexSystem system(scene.settings, makeElements(scene), makeTracers(scene));
  const Camera camera(scene.camera);
  const double range = speedRange(scene);
  const auto makeFrame = [&] {
    system.step();
    system.writeTracers(gpu ? stream->mapForDevice(system.tracerCount()) : stream->map(system.tracerCount()));
    stream->unmap();
    renderer.draw({*stream, nullptr, range, system.time()}, camera, scene.view);
    glFinish();
  };
  for (int k = 0; k < 3; ++k) makeFrame();
  for (auto _ : state) makeFrame();
  const fmm::EvaluationReport report = system.report();
  state.counters["ms.evaluation"] = 1e3 * report.seconds;
  state.counters["elements"] = static_cast<double>(system.elementCount());
  state.counters["tracers"] = static_cast<double>(system.tracerCount());
  state.counters["error"] = system.measureError().relativeL2;
  state.SetLabel(report.backend + ", " + glRendererName() + (stream->note().empty() ? "" : ", staged"));
}

BENCHMARK_CAPTURE(frame, leapfrog, defaultScene())->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(frame, rings, ringsScene())->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace

BENCHMARK_MAIN();
