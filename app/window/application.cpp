#include "window/application.h"

#include <GL/glew.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "colour/colour_map.h"
#include "files/file_error.h"
#include "files/png_file.h"
#include "film/interrupt.h"
#include "gl/software_gl.h"
#include "scene/scene_file.h"
#include "simulation/backend_choice.h"
#include "window/application_impl.h"
#include "window/new_files.h"

namespace app {
namespace {

constexpr double kQuietAfter = 0.5;      // seconds since the last input
constexpr double kQuietInterval = 0.08;  // seconds between pictures that show nothing new
constexpr double kGlance = 0.004;        // seconds between looks at a computing simulation
constexpr double kRefineAfter = 0.3;     // seconds a picture of less than full quality stands still
constexpr double kSettled = 2;           // seconds after an input by which all that it changes has changed
constexpr int kSmallestPicture = 160;    // pixels beside the panel; where there are fewer they lie over the picture
constexpr int kStartSize = 64;           // of the picture before the window's size is known

double seconds(std::chrono::steady_clock::duration d) {
  return std::chrono::duration<double>(d).count();
}

}  // namespace

Application::Impl::Impl(const FlowStart& start, const ApplicationOptions& given)
    : options(given),
      layoutKeeper(given.rememberLayout, given.resetLayout),
      window({"Ringlet", given.size, given.vsync, layoutKeeper.start().window}, makeHandlers()),
      gui(window),
      renderer(kStartSize, kStartSize),
      camera(start.scene.camera),
      simulation(start),
      requested(start.scene),
      following(start.scene.view.follow),
      quality(drawingTime(window.refreshInterval(), drawsOnCpu())) {
  openScene(panel, start.scene);
  edits.begin(start.scene, start.from != nullptr);
  panel.sceneNames = sceneNames();
  panel.colourMaps = colourMapNames();
  panel.colourMaps.emplace_back(kDyeMap);
  panel.colourStrips = loadColourStrips();
  readLooks();
  if (!start.note.empty()) say(start.note, false);
  applyLayout(layoutKeeper.start(), panel);
  if (!options.paused) simulation.play();
}

bool Application::Impl::frame() {
  awaitNextFrame();
  if (window.shouldClose()) return false;
  const bool fresh = takeState();
  askForParts();
  simulation.tick();
  status = simulation.status();
  diagnostics.addError({status.errorTime, status.error});
  collectMessages();
  keepViewOverFollowChange();
  advanceCamera();
  drawFilm();
  const auto [width, height] = window.framebufferSize();
  if (width > 0 && height > 0) {
    drawScene();
    present();
    drawGui();
    window.swapBuffers();
  }
  if (layoutKeeper.due()) keepLayout();
  displayRate.add(1);
  simulationRate.add(fresh ? 1 : 0);
  if (generation > 0 || !status.stopped.empty()) ++framesShown;
  if (options.exitAfterFrames && framesShown >= *options.exitAfterFrames) window.close();
  return true;
}

/// Waits for the monitor's next picture; longer where neither the user nor the simulation has anything new to show, as
/// drawing the same again would take the solver's cores for nothing.
void Application::Impl::awaitNextFrame() {
  const bool paced = options.vsync;  // some drivers do not wait for the monitor by themselves
  const bool computing = generation == 0 || status.playing || !simulation.idle();
  const double interval = paced ? window.refreshInterval() : 0;
  window.pollEvents();
  for (;;) {
    if (window.takeActivity()) lastInput = Clock::now();
    const bool quiet = paced && seconds(Clock::now() - lastInput) > kQuietAfter && !simulation.hasNews();
    const double wait = quiet ? std::max(interval, kQuietInterval) : interval;
    const double left = wait - seconds(Clock::now() - frameStart);
    if (left <= 0) break;
    window.pollEvents(computing ? std::min(left, kGlance) : left);
  }
  frameStart = Clock::now();
}

/// Takes over the newest state; true if it is another simulation frame than before.
bool Application::Impl::takeState() {
  if (!simulation.update()) return false;
  const SimulationState& state = simulation.state();
  const bool shared = picture.note().empty();
  picture.take(state);
  if (shared && !picture.note().empty()) say(picture.note(), false);
  ++updates;
  if (state.generation != generation) {
    generation = state.generation;
    panel.built = requested;
    panel.counts = sceneCounts(requested);
    shareCounts(panel.launcher, requested);
    history.clear();
    diagnostics.clear();
    picked.reset();
  }
  keepLaunches();
  history.add(state.report);
  const bool fresh = state.number != number;
  if (fresh) diagnostics.add(state.diagnostics);
  number = state.number;
  return fresh;
}

Camera Application::Impl::followingCamera() const {
  Camera moved = camera;
  if (following) moved.follow(simulation.state().shift);
  return moved;
}

PictureArea Application::Impl::pictureArea() const {
  const auto [width, height] = window.framebufferSize();
  const int panelWidth = std::lround(panel.area.high.x * window.pixelRatio());
  const int x = width - panelWidth >= kSmallestPicture ? panelWidth : 0;
  const auto lineHeight = static_cast<int>(std::lround(panel.timeline.height * window.pixelRatio()));
  const int bottom = height - lineHeight >= kSmallestPicture ? lineHeight : 0;
  return {x, width - x, height - bottom, bottom};
}

void Application::Impl::drawScene() {
  ViewSettings& view = panel.scene.view;
  const PictureArea area = pictureArea();
  const Drawn wanted{updates, followingCamera().pose(), view, {area.width, area.height}};
  // What stands still is drawn once more, as well as can be.
  const bool refine = drawn == wanted && reduced && seconds(Clock::now() - lastDrawn) > kRefineAfter;
  if (drawn == wanted && !refine) return;
  try {
    drawPicture(view, area.width, area.height, refine ? RenderQuality{} : quality.quality());
  } catch (const FileError& e) {  // the colour map; those of the panel's list are there
    if (panel.colourMaps.empty() || view.colourMap == panel.colourMaps.front()) throw;
    say(e.what(), true);
    view.colourMap = panel.colourMaps.front();
    return drawScene();
  }
  drawn = wanted;
  lastDrawn = Clock::now();
  reduced = !refine && quality.reduced();
}

void Application::Impl::drawPicture(const ViewSettings& view, int width, int height, const RenderQuality& wanted) {
  picture.load(view);
  if (renderer.width() != width || renderer.height() != height) renderer.resize(width, height);
  renderer.setQuality(wanted);
  const bool judged = view.mode != ViewMode::points && wanted == quality.quality();
  if (judged) drawTimer.start();
  renderer.draw(picture.contents(), followingCamera(), view);
  drawTimer.stop();
  while (const auto time = drawTimer.take()) quality.add(*time);
}

/// Puts the picture into the window, beside the panel.
void Application::Impl::present() {
  const PictureArea area = pictureArea();
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glViewport(0, 0, area.x + area.width, area.bottom + area.height);
  glClearColor(0, 0, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  glBlitNamedFramebuffer(renderer.framebuffer(), 0, 0, 0, renderer.width(), renderer.height(), area.x, area.bottom,
                         area.x + area.width, area.bottom + area.height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

/// The picture that fills the whole window when the panel is hidden.
Image Application::Impl::windowPicture() {
  const auto [width, height] = window.framebufferSize();
  drawn.reset();
  drawPicture(panel.scene.view, std::max(width, 1), std::max(height, 1), {});
  return renderer.read();
}

void Application::Impl::drawFilm() {
  if (!film.recording() || generation == 0) return;
  followFlight();
  const Camera moved = followingCamera();
  const SimulationState& state = simulation.state();
  picture.load(panel.scene.view);
  try {
    const double fixedStep = state.settings.courant == 0 ? state.settings.timeStep : 0;
    film.capture({number, fixedStep, state.stepsPerFrame, picture.contents(), moved, panel.scene.view});
    if (film.complete()) toggleFilm();
  } catch (const std::exception& e) {
    say(e.what(), true);
    applySettings();  // which the film's clock may have held
  }
}

void Application::Impl::drawGui() {
  gui.beginFrame();
  panel.scale = gui.scale();
  carryAim();
  drawAim();
  const PanelRequests requests = drawPanel(panel, readout(), history);
  gui.endFrame();
  obey(requests);
  observeEdits();
}

/// The scene is changed by the user's hand alone, some frames after it at the latest; comparing it takes a moment that
/// pictures between need not wait for.
void Application::Impl::observeEdits() {
  const bool held = gui.held() || panel.widgets.stepping();
  if (held || seconds(frameStart - lastInput) < kSettled) edits.observe(panel.scene, held);
}

PanelReadout Application::Impl::readout() const {
  const SimulationState& state = simulation.state();
  PanelReadout r;
  r.playing = status.playing;
  r.busy = status.busy;
  r.recording = film.recording();
  r.finishingFilm = film.finishing();
  r.film = film.progress();
  r.displayRate = displayRate.rate();
  r.simulationRate = simulationRate.rate();
  r.backend = status.backend;
  r.elements = state.elementCount;
  r.tracers = state.tracerCount;
  r.time = state.time;
  r.tops = state.tops;
  r.steps = state.steps;
  r.report = state.report;
  r.error = status.error;
  r.undoable = edits.undoable();
  r.redoable = edits.redoable();
  r.impulseDrift = state.impulseDrift;
  r.refinement = state.refinement;
  r.camera = cameraReadout();
  r.gpuMemory = state.gpuMemory;
  r.launched = state.launched.size();
  r.diagnostics = &diagnostics;
  r.ringTheory = state.diagnostics.theory;
  r.cells = cellReadout();
  return r;
}

/// A size that was asked for on the command line holds for this session only.
void Application::Impl::keepLayout() {
  PanelLayout layout = layoutOf(panel);
  layout.window = options.size ? layoutKeeper.start().window : window.place();
  layoutKeeper.keep(layout);
}

/// What is left to do when the window closes.
void Application::Impl::finishRun() {
  keepLayout();
  if (options.screenshotPath.empty() || generation == 0) return;
  requireNewFile(options.screenshotPath);  // it may have come meanwhile
  writePng(options.screenshotPath, windowPicture());
  options.screenshotPath.clear();
}

Application::Application(FlowStart start, const ApplicationOptions& options)
    : impl_(std::make_unique<Impl>(start, options)) {}

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

int runApplication(FlowStart start, const ApplicationOptions& options) {
  InterruptGuard interrupts;
  if (!options.screenshotPath.empty()) requireNewFile(options.screenshotPath);
  const fmm::Backend backend = start.scene.settings.backend;
  Application application(std::move(start), options);
  checkBackend(backend);  // after the window: who has no display need not hear of the GPU
  std::string told, failure;
  while (application.frame()) {
    if (InterruptGuard::caught() != 0) application.close();
    const PanelState& panel = application.panel();
    if (panel.isError && panel.message != told) fmt::print(stderr, "ringlet: {}\n", panel.message);
    told = panel.isError ? panel.message : "";
    if (!told.empty()) failure = told;
  }
  const std::string stopped = application.simulation().status().stopped;
  if (!stopped.empty() && stopped != failure) fmt::print(stderr, "ringlet: {}\n", stopped);
  if (const std::string unfinished = application.finishFilm(); !unfinished.empty()) throw RecorderError(unfinished);
  if (InterruptGuard::caught() != 0) return 128 + InterruptGuard::caught();
  return stopped.empty() ? 0 : 1;
}

}  // namespace app
