// Frames as the window delivers them, without a window: a Simulation computes the next state on its thread while the
// newest one is drawn, with the panel over it. Time from one new state in the picture to the next, for `leapfrog` as it
// opens and with the particle numbers of RINGS(2^15, 2^20), at 1920x1080 in every view.
//   build/bin/app_bench --benchmark_filter=frame --benchmark_repetitions=5
// Pictures while the mouse turns a view of many tracers at 1280x720, which do not wait for states:
//   build/bin/app_bench --benchmark_filter=turn

#include <GL/glew.h>
#include <benchmark/benchmark.h>
#include <imgui.h>
#include <imgui_impl_opengl3.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "camera/camera.h"
#include "fmm/cuda.h"
#include "gl/gl_objects.h"
#include "gl/headless_context.h"
#include "panel/control_panel.h"
#include "panel/widgets/panel_style.h"
#include "scene/text/scene_file.h"
#include "simulation/simulation.h"
#include "window/picture_desk.h"

namespace {

using namespace app;

constexpr int kWidth = 1920, kHeight = 1080;
constexpr int kTurnedWidth = 1280, kTurnedHeight = 720;
constexpr double kRefresh = 1. / 60;  // of a usual display [s]

std::optional<int> deviceForPictures() {
  if (!fmm::cudaBackendAvailable()) return std::nullopt;
  return fmm::cudaDevice().ordinal;
}

double secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// The panel as it opens, drawn over a picture.
class Panel {
 public:
  Panel(int width, int height) {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
    io.DeltaTime = static_cast<float>(kRefresh);
    applyPanelStyle(1);
    loadPanelFont(kFontPixels);
    ImGui_ImplOpenGL3_Init("#version 450");
  }
  ~Panel() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui::DestroyContext();
  }
  Panel(const Panel&) = delete;
  Panel& operator=(const Panel&) = delete;

  void draw(const SimulationState& state) {
    readout_.flow = &state;
    readout_.status = &status_;
    history_.add(state.report);
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    drawPanel(state_, document_, readout_, history_);
    ImGui::Render();
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  }

 private:
  PanelState state_;
  SceneDocument document_;
  SimulationStatus status_;
  PanelReadout readout_;
  StageHistory history_;
};

/// Simulation, renderer and panel of delivered frames.
class Delivery {
 public:
  Delivery(const Scene& scene, int width, int height)
      : context_(deviceForPictures()),
        width_(width),
        height_(height),
        canvas_(GL_RGBA8, width, height, GL_NEAREST),
        framebuffer_(canvas_),
        scene_(scene),
        desk_(kRefresh),
        panel_(width, height),
        camera_(scene.camera),
        simulation_(FlowStart{scene}) {
    ShownParts parts = partsFor(scene.view);
    parts.elements = parts.motion = parts.tags = true;  // as the window asks for them
    simulation_.show(parts);
    simulation_.play();
  }

  /// Draws the next state as soon as it is published, while the one after it is computed. False if the flow stops.
  bool deliver() {
    const std::uint64_t before = simulation_.state().number;
    while (simulation_.state().number == before) {
      if (!simulation_.status().stopped.empty()) return false;
      takeNews();
      simulation_.tick();
      std::this_thread::yield();
    }
    draw(false);
    return true;
  }
  /// Turns the camera a little and draws the newest state, with the window's work between two pictures.
  void turn() {
    takeNews();
    simulation_.tick();
    camera_.orbit(0.01, 0);
    draw(true);
  }

  const SimulationState& state() const { return simulation_.state(); }
  double error() const { return simulation_.status().error.relativeL2; }
  /// Times of the last picture: without the panel, and of the panel [s].
  double drawing() const { return drawing_; }
  double ofPanel() const { return ofPanel_; }

 private:
  void takeNews() {
    if (!simulation_.hasNews()) return;
    desk_.giveBack();
    simulation_.update();
    desk_.adopt(simulation_.state());
    if (scene_.view.follow) camera_.follow(simulation_.state().shift);
  }
  void draw(bool turning) {
    const auto start = std::chrono::steady_clock::now();
    desk_.draw(camera_, scene_.view, {0, width_, height_, 0}, turning, false);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
    glViewport(0, 0, width_, height_);
    if (turning) glFinish();  // else the CPU prepares the panel while the GPU draws
    drawing_ = secondsSince(start);
    panel_.draw(simulation_.state());
    glFinish();
    ofPanel_ = secondsSince(start) - drawing_;
  }

  HeadlessContext context_;
  const int width_, height_;
  Texture canvas_;
  Framebuffer framebuffer_;
  Scene scene_;
  PictureDesk desk_;
  Panel panel_;
  Camera camera_;
  Simulation simulation_;
  double drawing_ = 0, ofPanel_ = 0;
};

void frame(benchmark::State& state, const Scene& scene) {
  Delivery delivery(scene, kWidth, kHeight);
  double computed = 0, evaluation = 0, evaluations = 0, waits = 0, bytes = 0, frames = 0;
  double redistributed = 0, ofRedistributed = 0;
  std::map<std::string, double> stages;
  std::uint64_t passes = delivery.state().lattice.passes;
  for (int k = 0; k < 10; ++k) delivery.deliver();  // until parameters, buffers and quality have settled
  for (auto _ : state) {
    if (!delivery.deliver()) {
      state.SkipWithError("the flow has stopped");
      break;
    }
    const SimulationState& shown = delivery.state();
    computed += shown.seconds;
    evaluation += shown.report.seconds;
    evaluations += shown.report.evaluations;
    waits += static_cast<double>(shown.transfers.waits);
    bytes += static_cast<double>(shown.transfers.bytes);
    for (const fmm::StageTime& stage : shown.report.stages) stages[stage.name] += stage.seconds;
    if (passes != std::exchange(passes, shown.lattice.passes)) {
      ++redistributed;
      ofRedistributed += shown.seconds;
    }
    ++frames;
  }
  if (frames == 0) return;
  state.counters["ms.computed"] = 1e3 * computed / frames;
  state.counters["ms.evaluation"] = 1e3 * evaluation / evaluations;
  state.counters["evaluations"] = evaluations / frames;
  state.counters["redistributed"] = redistributed / frames;
  if (redistributed > 0) state.counters["ms.of.redistributed"] = 1e3 * ofRedistributed / redistributed;
  if (redistributed < frames)
    state.counters["ms.of.others"] = 1e3 * (computed - ofRedistributed) / (frames - redistributed);
  for (const auto& [name, seconds] : stages) state.counters["stage." + name] = 1e3 * seconds / frames;
  state.counters["elements"] = static_cast<double>(delivery.state().elementCount);
  state.counters["tracers"] = static_cast<double>(delivery.state().tracerCount);
  state.counters["error"] = delivery.error();
  state.counters["KiB.read"] = bytes / frames / 1024;
  state.counters["waits"] = waits / frames;
  state.SetLabel(delivery.state().report.backend + ", " + glRendererName());
}

void turn(benchmark::State& state, const Scene& scene) {
  constexpr double kSettling = 3;  // time for the drawn share of tracers to settle [s]
  Delivery delivery(scene, kTurnedWidth, kTurnedHeight);
  if (!delivery.deliver()) return state.SkipWithError("the flow has stopped");
  for (const auto start = std::chrono::steady_clock::now(); secondsSince(start) < kSettling;) delivery.turn();
  double drawing = 0, panel = 0, pictures = 0;
  const std::uint64_t first = delivery.state().number;
  const auto start = std::chrono::steady_clock::now();
  for (auto _ : state) {
    delivery.turn();
    drawing += delivery.drawing();
    panel += delivery.ofPanel();
    ++pictures;
  }
  const double seconds = secondsSince(start);
  if (pictures == 0) return;
  state.counters["pictures/s"] = pictures / seconds;
  state.counters["states/s"] = static_cast<double>(delivery.state().number - first) / seconds;
  state.counters["ms.drawing"] = 1e3 * drawing / pictures;
  state.counters["ms.panel"] = 1e3 * panel / pictures;
  state.SetLabel(delivery.state().report.backend + ", " + glRendererName());
}

// Scenes are made when a benchmark runs: before main() begins no GPU is found.
using SceneMaker = Scene (*)();

using Run = void (*)(benchmark::State&, const Scene&);

/// A view of a scene, in its own look.
benchmark::internal::Benchmark* registerView(const std::string& name, ViewMode mode, SceneMaker make, Run run) {
  const auto inView = [mode, make, run](benchmark::State& state) {
    Scene scene = make();
    scene.view.mode = mode;
    run(state, scene);
  };
  return benchmark::RegisterBenchmark((name + "/" + std::string(toString(mode))).c_str(), inView)
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime();
}

/// RINGS(2^15, 2^20) of the figures, with the settings and the look of `leapfrog`.
template <fmm::Integrator integrator>
Scene rings() {
  Scene scene = loadScene("leapfrog");
  scene.elements = std::size_t(1) << 15;
  scene.tracers = std::size_t(1) << 20;
  scene.settings.integrator = integrator;
  return scene;
}

/// Turns with so many tracers that drawing and flow compete where a processor does both.
Scene turned() {
  Scene scene = loadScene("leapfrog");
  scene.tracers = 1000000;
  return scene;
}

bool registerAll() {
  for (const ViewMode mode : {ViewMode::points, ViewMode::density, ViewMode::both}) {
    registerView("turn", mode, turned, turn)->MinTime(5);
    registerView(
        "frame/leapfrog", mode, [] { return loadScene("leapfrog"); }, frame);
    registerView("frame/rings/euler", mode, rings<fmm::Integrator::euler>, frame);
    registerView("frame/rings/rk2", mode, rings<fmm::Integrator::rk2>, frame);
  }
  return true;
}

[[maybe_unused]] const bool kRegistered = registerAll();

}  // namespace
