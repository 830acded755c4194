// Time of a film's pictures: read back from OpenGL at once (SceneRenderer::read()) or while the next picture is drawn
// (FilmRenderer), and with several samples a pixel.
//   build/bin/app_bench --benchmark_filter=film

#include <benchmark/benchmark.h>

#include <cstring>

#include "film/film_renderer.h"
#include "fmm/cuda.h"
#include "gl/headless_context.h"
#include "scene/start/scene_particles.h"
#include "scene/text/scene_file.h"
#include "state/particle_store.h"

namespace {

using namespace app;

/// leapfrog at time 0 in this view, with its tracers in OpenGL's memory.
struct Picture {
  explicit Picture(ViewMode mode) : scene(loadScene("leapfrog")), tracers(makeHostParticleStream()) {
    scene.view.mode = mode;
    const std::vector<fmm::Vec3> positions = makeTracers(scene).position;
    float* next = tracers->map(positions.size()).positions;
    for (const fmm::Vec3& x : positions) {
      const float values[] = {static_cast<float>(x.x), static_cast<float>(x.y), static_cast<float>(x.z), 1};
      std::memcpy(next, values, sizeof values);
      next += 4;
    }
    tracers->unmap();
  }

  Scene scene;
  std::unique_ptr<ParticleStream> tracers;
  Camera camera{scene.camera};
};

std::optional<int> gpu() {
  return fmm::cudaBackendAvailable() ? std::optional(fmm::cudaDevice().ordinal) : std::nullopt;
}

void filmAtOnce(benchmark::State& state, ViewMode mode, int width, int height) {
  const HeadlessContext context(gpu());
  const Picture picture(mode);
  SceneRenderer renderer(width, height);
  const auto draw = [&] {
    renderer.draw({*picture.tracers}, picture.camera, picture.scene.view);
    benchmark::DoNotOptimize(renderer.read());
  };
  draw();  // compiles shaders
  for (auto _ : state) draw();
  state.SetLabel(glRendererName());
}

void filmAhead(benchmark::State& state, ViewMode mode, int width, int height, int samples) {
  const HeadlessContext context(gpu());
  const Picture picture(mode);
  FilmSettings film;
  film.size = {width, height};
  film.supersampling = samples;
  FilmRenderer renderer(film);
  const auto draw = [&] {
    renderer.draw({*picture.tracers}, picture.camera, picture.scene.view);
    if (renderer.pending() == FilmRenderer::kMostPending) benchmark::DoNotOptimize(renderer.take());
  };
  draw();  // compiles shaders
  for (auto _ : state) draw();
  while (renderer.pending() > 0) renderer.take();
  state.SetLabel(glRendererName());
}

#define FILM_BENCHMARK(...) BENCHMARK_CAPTURE(__VA_ARGS__)->Unit(benchmark::kMillisecond)->UseRealTime()

FILM_BENCHMARK(filmAtOnce, points720, ViewMode::points, 1280, 720);
FILM_BENCHMARK(filmAhead, points720, ViewMode::points, 1280, 720, 1);
FILM_BENCHMARK(filmAtOnce, points4k, ViewMode::points, 3840, 2160);
FILM_BENCHMARK(filmAhead, points4k, ViewMode::points, 3840, 2160, 1);
FILM_BENCHMARK(filmAtOnce, both720, ViewMode::both, 1280, 720);
FILM_BENCHMARK(filmAhead, both720, ViewMode::both, 1280, 720, 1);
FILM_BENCHMARK(filmAhead, points720samples4, ViewMode::points, 1280, 720, 2);
FILM_BENCHMARK(filmAhead, both720samples4, ViewMode::both, 1280, 720, 2);

}  // namespace
