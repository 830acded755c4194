// Time of the overlay: leapfrog with 4096 elements and 65536 tracers at 1280x720, the picture alone and with each of
// its parts; `more_cells` with a tree of some 2000. The evaluation is not timed.
//   build/bin/app_bench --benchmark_filter=overlay --benchmark_repetitions=5

#include <GL/glew.h>
#include <benchmark/benchmark.h>

#include "camera/camera.h"
#include "fmm/cuda.h"
#include "gl/headless_context.h"
#include "render/scene_renderer.h"
#include "scene/colour_quantity.h"
#include "scene/start/scene_particles.h"
#include "scene/text/scene_file.h"
#include "state/particle_stream.h"

namespace {

using namespace app;

void overlay(benchmark::State& state, const ViewSettings& view, int leafPoints = 0) {
  Scene scene = loadScene("leapfrog");
  scene.elements = 4096;
  scene.tracers = 65536;
  scene.settings.leafElements = scene.settings.leafPoints = leafPoints;
  const bool gpu = fmm::cudaBackendAvailable();
  const HeadlessContext context(gpu ? std::optional<int>(fmm::cudaDevice().ordinal) : std::nullopt);
  SceneRenderer renderer(1280, 720);
  const auto tracers = makeParticleStream(), elements = makeParticleStream(), strengths = makeParticleStream();
  const fmm::Elements start = makeElements(scene);
  fmm::VortexSystem system(scene.settings, start, makeTracers(scene));
  system.evaluate();
  const auto open = [&](ParticleStream& stream, std::size_t n) { return gpu ? stream.mapForDevice(n) : stream.map(n); };
  system.writeTracers(open(*tracers, system.tracerCount()));
  tracers->unmap();
  system.writeElements(open(*elements, system.elementCount()));
  elements->unmap();
  system.writeElementStrengths(open(*strengths, system.elementCount()));
  strengths->unmap();
  FlowState flow;
  flow.tree.cells = system.treeCells();
  flow.floor = floorOf(scene, start);
  flow.tops = colourTops(scene);
  const Camera camera(scene.camera);
  const PictureContents contents{*tracers, flow, elements.get(), strengths.get()};
  const auto draw = [&] {
    renderer.draw(contents, camera, view);
    glFinish();
  };
  for (int k = 0; k < 3; ++k) draw();
  for (auto _ : state) draw();
  state.counters["cells"] = static_cast<double>(flow.tree.cells.size());
  state.SetLabel(glRendererName());
}

ViewSettings with(bool ViewSettings::*part) {
  ViewSettings view;
  if (part != nullptr) view.*part = true;
  return view;
}

BENCHMARK_CAPTURE(overlay, none, ViewSettings())->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();
BENCHMARK_CAPTURE(overlay, arrows, with(&ViewSettings::arrows))
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();
BENCHMARK_CAPTURE(overlay, cells, with(&ViewSettings::cells))
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();
BENCHMARK_CAPTURE(overlay, more_cells, with(&ViewSettings::cells), 60)
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();
BENCHMARK_CAPTURE(overlay, grid, with(&ViewSettings::grid))
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();
BENCHMARK_CAPTURE(overlay, axes, with(&ViewSettings::axes))
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();

}  // namespace
