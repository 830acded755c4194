// A frame as the window delivers it, but for the window: a Simulation computes the next state on its thread while the
// newest one is drawn, with the panel over it. `leapfrog` as it opens, and RINGS(2^15, 2^20) with its particles, at
// 1920x1080 in every view. The time is that from one new state on the picture to the next.
//   build/bin/app_bench --benchmark_filter=frame --benchmark_repetitions=5

#include <GL/glew.h>
#include <benchmark/benchmark.h>
#include <imgui.h>
#include <imgui_impl_opengl3.h>

#include <optional>
#include <string>
#include <thread>

#include "camera/camera.h"
#include "fmm/cuda.h"
#include "gl/gl_objects.h"
#include "gl/headless_context.h"
#include "panel/control_panel.h"
#include "panel/widgets/panel_style.h"
#include "scene/scene_file.h"
#include "simulation/simulation.h"
#include "window/picture_desk.h"

namespace {

using namespace app;

constexpr int kWidth = 1920, kHeight = 1080;
constexpr double kRefresh = 1. / 60;  // of a usual display [s]

std::optional<int> deviceForPictures() {
  if (!fmm::cudaBackendAvailable()) return std::nullopt;
  return fmm::cudaDevice().ordinal;
}

/// The panel as it opens, drawn over a picture.
class Panel {
 public:
  Panel() {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {static_cast<float>(kWidth), static_cast<float>(kHeight)};
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
    readout_.steps = state.steps;
    readout_.elements = state.elementCount;
    readout_.tracers = state.tracerCount;
    readout_.report = state.report;
    readout_.transfers = state.transfers;
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
  PanelReadout readout_;
  StageHistory history_;
};

/// All that makes a delivered frame.
class Delivery {
 public:
  explicit Delivery(const Scene& scene)
      : context_(deviceForPictures()),
        canvas_(GL_RGBA8, kWidth, kHeight, GL_NEAREST),
        framebuffer_(canvas_),
        scene_(scene),
        desk_(kRefresh),
        camera_(scene.camera),
        simulation_(FlowStart{scene}) {
    ShownParts parts = partsFor(scene.view);
    parts.elements = parts.motion = parts.tags = true;  // as the window asks for them
    simulation_.show(parts);
    simulation_.play();
  }

  /// Draws the next state as soon as it is there; the one behind it is computed meanwhile. False where none comes.
  bool deliver() {
    const std::uint64_t before = simulation_.state().number;
    while (simulation_.state().number == before) {
      if (!simulation_.status().stopped.empty()) return false;
      if (simulation_.hasNews()) {
        desk_.giveBack();
        simulation_.update();
        desk_.take(simulation_.state());
      }
      simulation_.tick();
      std::this_thread::yield();
    }
    if (scene_.view.follow) camera_.follow(simulation_.state().shift);
    desk_.draw(camera_, scene_.view, {0, kWidth, kHeight, 0}, false);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
    glViewport(0, 0, kWidth, kHeight);
    panel_.draw(simulation_.state());
    glFinish();
    return true;
  }

  const SimulationState& state() const { return simulation_.state(); }
  double error() const { return simulation_.status().error.relativeL2; }

 private:
  HeadlessContext context_;
  Texture canvas_;
  Framebuffer framebuffer_;
  Scene scene_;
  PictureDesk desk_;
  Panel panel_;
  Camera camera_;
  Simulation simulation_;
};

void frame(benchmark::State& state, const Scene& scene) {
  Delivery delivery(scene);
  double computed = 0, evaluation = 0, evaluations = 0, waits = 0, bytes = 0, frames = 0;
  for (int k = 0; k < 10; ++k) delivery.deliver();  // parameters are chosen, buffers and the quality settle
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
    ++frames;
  }
  if (frames == 0) return;
  state.counters["ms.computed"] = 1e3 * computed / frames;
  state.counters["ms.evaluation"] = 1e3 * evaluation / evaluations;
  state.counters["evaluations"] = evaluations / frames;
  state.counters["elements"] = static_cast<double>(delivery.state().elementCount);
  state.counters["tracers"] = static_cast<double>(delivery.state().tracerCount);
  state.counters["error"] = delivery.error();
  state.counters["KiB.read"] = bytes / frames / 1024;
  state.counters["waits"] = waits / frames;
  state.SetLabel(delivery.state().report.backend + ", " + glRendererName());
}

/// Every view of a scene, in its own look.
bool registerFrames(const std::string& name, Scene scene) {
  for (const ViewMode mode : {ViewMode::points, ViewMode::density, ViewMode::both}) {
    scene.view.mode = mode;
    benchmark::RegisterBenchmark(("frame/" + name + "/" + std::string(toString(mode))).c_str(), frame, scene)
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime();
  }
  return true;
}

/// The particles of the figures, with the settings and the look of `leapfrog`.
Scene ringsScene(fmm::Integrator integrator) {
  Scene scene = loadScene("leapfrog");
  scene.elements = std::size_t(1) << 15;
  scene.tracers = std::size_t(1) << 20;
  scene.settings.integrator = integrator;
  return scene;
}

[[maybe_unused]] const bool kRegistered = registerFrames("leapfrog", loadScene("leapfrog")) &&
                                          registerFrames("rings/euler", ringsScene(fmm::Integrator::euler)) &&
                                          registerFrames("rings/rk2", ringsScene(fmm::Integrator::rk2));

}  // namespace
