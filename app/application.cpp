#include "application.h"

#include <GL/glew.h>
#include <fmt/format.h>

#include <cstdio>

#include "application_impl.h"
#include "colour_map.h"
#include "file_error.h"
#include "interrupt.h"
#include "png_file.h"
#include "scene_file.h"

namespace app {
namespace {

constexpr double kIdleWait = 0.1;   // seconds between pictures where nothing happens
constexpr double kIdleAfter = 0.5;  // seconds since the last input
constexpr int kStartSize = 64;      // of the picture before the window's size is known

double seconds(std::chrono::steady_clock::duration d) {
  return std::chrono::duration<double>(d).count();
}

}  // namespace

Application::Impl::Impl(const Scene& scene, const ApplicationOptions& given)
    : options(given),
      window({"Ringlet", given.size, given.vsync}, makeHandlers()),
      gui(window),
      renderer(kStartSize, kStartSize),
      tracers(makeHostParticleStream()),
      elements(makeHostParticleStream()),
      camera(scene.camera),
      simulation(scene),
      requested(scene),
      speedScale(speedRange(scene)),
      following(scene.view.follow) {
  openScene(panel, scene);
  panel.sceneNames = sceneNames();
  panel.colourMaps = colourMapNames();
  if (!options.paused) simulation.play();
}

bool Application::Impl::frame() {
  awaitNextFrame();
  if (window.shouldClose()) return false;
  const bool fresh = takeState();
  simulation.tick();
  status = simulation.status();
  collectMessages();
  keepViewOverFollowChange();
  drawFilm();
  const auto [width, height] = window.framebufferSize();
  if (width > 0 && height > 0) {
    drawScene();
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, width, height);
    renderer.presentTo(0, width, height);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    drawGui();
    window.swapBuffers();
  }
  displayRate.add(1);
  simulationRate.add(fresh ? 1 : 0);
  if (generation > 0) ++framesShown;
  if (options.exitAfterFrames && framesShown >= *options.exitAfterFrames) window.close();
  return true;
}

void Application::Impl::awaitNextFrame() {
  const bool resting = generation > 0 && !status.playing && simulation.idle() && !film.recording() &&
                       seconds(Clock::now() - lastInput) > kIdleAfter;
  if (resting && !options.exitAfterFrames) {
    const Clock::time_point start = Clock::now();
    window.pollEvents(kIdleWait);
    if (seconds(Clock::now() - start) < kIdleWait) lastInput = Clock::now();
  } else {
    window.pollEvents();
    // Some drivers do not wait for the monitor; drawing more often would take the solver's cores for nothing.
    const double interval = options.vsync ? window.refreshInterval() : 0;
    while (seconds(Clock::now() - frameStart) < interval)
      window.pollEvents(interval - seconds(Clock::now() - frameStart));
  }
  frameStart = Clock::now();
}

/// Takes over the newest state; true if it is another simulation frame than before.
bool Application::Impl::takeState() {
  if (!simulation.update()) return false;
  const SimulationState& state = simulation.state();
  state.tracers->copyTo(tracers->map(state.tracers->count()));
  tracers->unmap();
  state.elements.copyTo(elements->map(state.elements.count()));
  elements->unmap();
  ++updates;
  if (state.generation != generation) {
    generation = state.generation;
    panel.built = requested;
    speedScale = speedRange(requested);
    panel.counts = {state.elementCount, state.tracerCount};
    history.clear();
  }
  history.add(state.report);
  const bool fresh = state.number != number;
  number = state.number;
  return fresh;
}

Camera Application::Impl::followingCamera() const {
  Camera moved = camera;
  if (following) moved.follow(simulation.state().shift);
  return moved;
}

void Application::Impl::drawScene() {
  ViewSettings& view = panel.scene.view;
  const Camera moved = followingCamera();
  const Drawn wanted{updates, moved.pose(), view, window.framebufferSize()};
  if (drawn == wanted) return;
  const auto [width, height] = wanted.size;
  if (renderer.width() != width || renderer.height() != height) renderer.resize(width, height);
  try {
    renderer.draw(*tracers, elements.get(), moved, view, speedScale);
  } catch (const FileError& e) {  // the colour map; those of the panel's list are there
    if (panel.colourMaps.empty() || view.colourMap == panel.colourMaps.front()) throw;
    say(e.what(), true);
    view.colourMap = panel.colourMaps.front();
    return drawScene();
  }
  drawn = wanted;
}

void Application::Impl::drawFilm() {
  if (!film.recording() || generation == 0) return;
  const Camera moved = followingCamera();
  try {
    film.capture({number, *tracers, elements.get(), moved, panel.scene.view, speedScale});
  } catch (const std::exception& e) {
    say(e.what(), true);
  }
}

void Application::Impl::drawGui() {
  gui.beginFrame();
  panel.scale = gui.scale();
  const PanelRequests requests = drawPanel(panel, readout(), history);
  gui.endFrame();
  obey(requests);
}

PanelReadout Application::Impl::readout() const {
  const SimulationState& state = simulation.state();
  PanelReadout r;
  r.playing = status.playing;
  r.busy = status.busy;
  r.recording = film.recording();
  r.finishingFilm = film.finishing();
  r.filmFrames = film.frames();
  r.displayRate = displayRate.rate();
  r.simulationRate = simulationRate.rate();
  r.backend = status.backend;
  r.elements = state.elementCount;
  r.tracers = state.tracerCount;
  r.time = state.time;
  r.steps = state.steps;
  r.report = state.report;
  r.error = status.error;
  return r;
}

/// What is left to do when the window closes.
void Application::Impl::finishRun() {
  if (options.screenshotPath.empty() || !drawn) return;
  writePng(options.screenshotPath, renderer.read());
  options.screenshotPath.clear();
}

Application::Application(const Scene& scene, const ApplicationOptions& options)
    : impl_(std::make_unique<Impl>(scene, options)) {}

Application::~Application() = default;

bool Application::frame() {
  if (impl_->frame()) return true;
  impl_->finishRun();
  return false;
}

void Application::close() {
  impl_->window.close();
}

std::string Application::finishFilm() {
  impl_->film.stop();
  impl_->film.wait();
  const auto outcome = impl_->film.takeOutcome();
  return outcome && outcome->failed ? outcome->message : "";
}

const PanelState& Application::panel() const {
  return impl_->panel;
}
const Simulation& Application::simulation() const {
  return impl_->simulation;
}
CameraPose Application::cameraPose() const {
  return impl_->followingCamera().pose();
}

int runApplication(const Scene& scene, const ApplicationOptions& options) {
  InterruptGuard interrupts;
  Application application(scene, options);
  std::string told;
  while (application.frame()) {
    if (InterruptGuard::caught() != 0) application.close();
    const PanelState& panel = application.panel();
    if (panel.isError && panel.message != told) fmt::print(stderr, "ringlet: {}\n", panel.message);
    told = panel.isError ? panel.message : "";
  }
  const std::string failure = application.finishFilm();
  if (!failure.empty()) throw RecorderError(failure);
  return InterruptGuard::caught() != 0 ? 128 + InterruptGuard::caught() : 0;
}

}  // namespace app
