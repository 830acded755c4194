// Time of drawing alone, by OpenGL's clock: every view of `leapfrog` with 2^16 tracers, as two cores draw it, and of
// RINGS(2^15, 2^20) at 1920x1080; points with streaks; their density volumes alone; `both` with 2^20 to 2^26 tracers,
// whose volumes have up to 512 x 512 x 512 cells, at a processor's and at full quality. Whole frames:
// window/bench_delivered.cpp.
//   build/bin/app_bench --benchmark_filter=drawing --benchmark_repetitions=5

#include <GL/glew.h>
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <string>

#include "camera/camera.h"
#include "camera/camera_rays.h"
#include "fmm/cuda.h"
#include "gl/draw_timer.h"
#include "gl/headless_context.h"
#include "render/picture/colour_scale.h"
#include "render/picture/density_volume.h"
#include "render/scene_renderer.h"
#include "scene/colour_quantity.h"
#include "scene/start/scene_particles.h"
#include "scene/text/scene_file.h"
#include "state/particle_stream.h"
#include "state/tracer_trails.h"

namespace {

using namespace app;

Scene defaultScene() {
  return loadScene("leapfrog");
}

/// RINGS(2^15, 2^20) of the figures, with thicker cores.
Scene ringsScene() {
  Scene scene = defaultScene();
  for (fmm::Ring& ring : scene.rings()) ring.coreRadius = 0.05;
  scene.tracerTube = 0.1;
  scene.elements = std::size_t(1) << 15;
  scene.tracers = std::size_t(1) << 20;
  scene.film.size.width = 1920;
  scene.film.size.height = 1080;
  return scene;
}

/// A context, and a scene's initial tracers in OpenGL's memory.
struct Studio {
  explicit Studio(const Scene& scene)
      : context(fmm::cudaBackendAvailable() ? std::optional<int>(fmm::cudaDevice().ordinal) : std::nullopt),
        stream(makeHostParticleStream()) {
    const fmm::Tracers tracers = makeTracers(scene);
    const fmm::ParticleTarget target = stream->map(tracers.size());
    const auto range = static_cast<float>(colourTops(scene)[ColourBy::speed]);
    for (std::size_t i = 0; i < tracers.size(); ++i) {
      const fmm::Vec3 at = tracers.position[i];
      const float values[] = {static_cast<float>(at.x), static_cast<float>(at.y), static_cast<float>(at.z),
                              range * static_cast<float>(i % 1000) / 1000};
      std::copy(std::begin(values), std::end(values), target.positions + 4 * i);
    }
    stream->unmap();
  }

  HeadlessContext context;
  std::unique_ptr<ParticleStream> stream;
};

/// Calls `draw` and waits for it; its time on OpenGL's clock [s].
template <class Draw>
double timed(DrawTimer& timer, Draw draw) {
  timer.start();
  draw();
  timer.stop();
  glFinish();
  return timer.take().value_or(0);
}

void drawing(benchmark::State& state, const Scene& scene, ViewMode mode, Background background, bool plain) {
  const Studio studio(scene);
  SceneRenderer renderer(scene.film.size.width, scene.film.size.height);
  if (plain) renderer.setQuality({});
  ViewSettings view = scene.view;
  view.mode = mode;
  view.background = background;
  DrawTimer timer;
  const Camera camera(scene.camera);
  FlowState flow;
  flow.tops = colourTops(scene);
  const auto draw = [&] { renderer.draw({*studio.stream, flow}, camera, view); };
  for (int k = 0; k < 3; ++k) timed(timer, draw);
  for (auto _ : state) state.SetIterationTime(timed(timer, draw));
  state.SetLabel(glRendererName());
}

void volume(benchmark::State& state, const Scene& scene) {
  const Studio studio(scene);
  DensityVolume density;
  DrawTimer timer;
  const Camera camera(scene.camera);
  FlowState flow;
  flow.tops = colourTops(scene);
  const ColourScale colours = colourScale({*studio.stream, flow}, camera, scene.view);
  const double aspect = static_cast<double>(scene.film.size.width) / scene.film.size.height;
  const CameraRays rays = cameraRays(camera, aspect);
  const RenderQuality quality = fullQuality();
  const auto build = [&] {
    density.build({*studio.stream, colours, scene.view, rays, camera.distance(), quality, true});
  };
  for (int k = 0; k < 3; ++k) timed(timer, build);
  for (auto _ : state) state.SetIterationTime(timed(timer, build));
  state.SetLabel(glRendererName());
}

/// Points whose tracers have turned about the z axis by a twentieth of a radian a state: their streaks with the points,
/// of `span` with a state every 0.1 T, or with span = 0 the points alone. The label tells what a state costs to keep.
void streaks(benchmark::State& state, const Scene& scene, double span) {
  const Studio studio(scene);
  SceneRenderer renderer(scene.film.size.width, scene.film.size.height);
  ViewSettings view = scene.view;
  view.mode = ViewMode::points;
  view.vorticity = view.isosurface = 0;
  view.streaks = span;
  const fmm::Tracers tracers = makeTracers(scene);
  const auto turned = makeHostParticleStream();
  const TagBuffer tags;
  TracerTrails trails;
  trails.keep(span > 0 ? span : 1);
  DrawTimer timer;
  double keeping = 0;
  for (int k = 0; k < 14; ++k) {
    const double angle = 0.05 * k;
    const fmm::ParticleTarget target = turned->map(tracers.size());
    for (std::size_t i = 0; i < tracers.size(); ++i) {
      const fmm::Vec3 x = tracers.position[i];
      const double values[] = {std::cos(angle) * x.x - std::sin(angle) * x.y,
                               std::sin(angle) * x.x + std::cos(angle) * x.y, x.z, 0};
      std::copy(std::begin(values), std::end(values), target.positions + 4 * i);
    }
    turned->unmap();
    keeping = timed(timer, [&] { trails.add(*turned, tags, 0.1 * k, 1); });
  }
  const Camera camera(scene.camera);
  FlowState flow;
  flow.tops = colourTops(scene);
  PictureContents contents{*turned, flow};
  if (span > 0) contents.streaks.emplace(Streaks{trails, *turned, tags});
  const auto draw = [&] { renderer.draw(contents, camera, view); };
  for (int k = 0; k < 3; ++k) timed(timer, draw);
  for (auto _ : state) state.SetIterationTime(timed(timer, draw));
  state.SetLabel(std::string(glRendererName()) + ", a state " + std::to_string(1e3 * keeping) + " ms");
}

/// Every view of a scene, then its streaks and its volume.
void registerDrawing(const std::string& name, const Scene& scene) {
  for (const ViewMode mode : {ViewMode::points, ViewMode::density, ViewMode::both}) {
    for (const Background background : {Background::dark, Background::light, Background::gradient}) {
      const std::string full =
          "drawing/" + name + "/" + std::string(toString(mode)) + "/" + std::string(toString(background));
      benchmark::RegisterBenchmark(full.c_str(), drawing, scene, mode, background, false)
          ->Unit(benchmark::kMillisecond)
          ->UseManualTime();
    }
  }
  for (const double span : {0.0, 0.1, 0.3, 1.0})  // lines of 0, 3, 9 and 29 degrees
    benchmark::RegisterBenchmark(("drawing/" + name + "/streaks " + std::to_string(span).substr(0, 3)).c_str(), streaks,
                                 scene, span)
        ->Unit(benchmark::kMillisecond)
        ->UseManualTime();
  benchmark::RegisterBenchmark(("drawing/" + name + "/volume").c_str(), volume, scene)
      ->Unit(benchmark::kMillisecond)
      ->UseManualTime();
}

/// `leapfrog` as two cores draw it.
Scene smallScene() {
  Scene scene = defaultScene();
  scene.tracers = std::size_t(1) << 16;
  return scene;
}

/// RINGS with more tracers, at a processor's quality and at the full one.
void registerCrowds() {
  for (const int power : {20, 24, 26}) {
    Scene scene = ringsScene();
    scene.tracers = std::size_t(1) << power;
    for (const bool plain : {true, false}) {
      const std::string name = "crowd/2^" + std::to_string(power) + (plain ? "/plain" : "/full");
      benchmark::RegisterBenchmark(name.c_str(), drawing, scene, ViewMode::both, Background::dark, plain)
          ->Unit(benchmark::kMillisecond)
          ->UseManualTime();
    }
    benchmark::RegisterBenchmark(("crowd/2^" + std::to_string(power) + "/volume").c_str(), volume, scene)
        ->Unit(benchmark::kMillisecond)
        ->UseManualTime();
  }
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  registerDrawing("leapfrog", smallScene());
  registerDrawing("rings", ringsScene());
  if (fmm::cudaBackendAvailable() || std::getenv("RINGLET_CROWDS") != nullptr) registerCrowds();
  benchmark::RunSpecifiedBenchmarks();
}
