#include "window/application.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

#include "colour/colour_map.h"
#include "files/message.h"
#include "files/png_file.h"
#include "film/interrupt.h"
#include "fmm/error.h"
#include "gl/headless_context.h"
#include "panel/widgets/panel_style.h"
#include "scene/text/scene_file.h"
#include "simulation/backend_choice.h"
#include "simulation/diagnostics_csv.h"
#include "window/application_impl.h"
#include "window/panel_files.h"
#include "window/sketch.h"

namespace app {
namespace {

constexpr double kQuietAfter = 0.5;           // seconds since the last input
constexpr double kQuietInterval = 0.08;       // seconds between pictures that show nothing new
constexpr double kGlance = 0.004;             // seconds between checks of a computing simulation
constexpr double kInterfaceInterval = 0.025;  // seconds between pictures of the interface in use while one is made
constexpr double kSettled = 2;                // seconds after an input by which all its changes have taken effect

double seconds(std::chrono::steady_clock::duration d) {
  return std::chrono::duration<double>(d).count();
}

/// Size of the interface for visitors, who stand back from a large screen: text is a 36th of its height.
double exhibitionSize(int rows, double contentScale) {
  constexpr double kLines = 36;
  return std::max(1., rows / (kLines * kFontPixels * contentScale));
}

}  // namespace

Application::Impl::Impl(const FlowStart& start, const ApplicationOptions& given)
    : options(given),
      layoutKeeper(given.rememberLayout, given.resetLayout, !given.kiosk),
      window({"Ringlet", given.size, given.vsync, layoutKeeper.start().window}, makeHandlers()),
      gui(window),
      picture(window.refreshInterval(), drawsOnCpu() ? window.sharedContext() : nullptr),
      camera(start.scene, panel.timeline),
      simulation(start),
      resumed(start.from) {
  openScene(panel, document, start.scene);
  document.edits.begin(start.scene, start.from != nullptr);
  panel.sceneNames = sceneNames();
  panel.colourMaps = colourMapNames();
  panel.colourMaps.emplace_back(kDyeMap);
  panel.colourStrips = loadColourStrips();
  readLooks(panel);
  thumbnails.fill(panel.lookPictures, panel.looks);
  if (const std::string remark = start.remark(); !remark.empty()) say(remark, false);
  panel.loop = options.show;
  applyLayout(layoutKeeper.start(), panel);
  if (options.kiosk) {
    panel.visible = panel.timeline.visible = panel.diagnostics.open = false;
    panel.kiosk = true;
  }
  if (options.fullScreen || options.kiosk) window.setFullScreen(true);
  if (!options.paused) simulation.play();
}

bool Application::Impl::frame() {
  awaitNextFrame();
  if (window.shouldClose()) return false;
  const bool fresh = takeState();
  if (bodies.follow(simulation.state(), document.scene.settings.bodies)) applySettings();
  askForParts();
  live();
  drawFilm();
  const auto [width, height] = window.framebufferSize();
  if (width > 0 && height > 0) {
    drawing = true;
    drawScene();
    drawing = false;
    for (const Act act : std::exchange(postponed, {})) (this->*act)();
    show();
  }
  if (layoutKeeper.due()) keepLayout();
  displayRate.add(1);
  simulationRate.add(fresh ? 1 : 0);
  if (generation > 0 || !status.stopped.empty()) ++framesShown;
  leaveInTime();
  return true;
}

/// Lets simulation and camera go on, and shows what they have to say.
void Application::Impl::live() {
  simulation.tick();
  status = simulation.status();
  diagnostics.addError({status.errorTime, status.error});
  if (!drawing) {  // what they tell is of a state that is taken with the next picture
    collectMessages();
    advanceLoop();
  }
  camera.setFollowing(document.scene.view.follow, simulation.state());
  camera.advance([this](int key) { return window.keyDown(key); });
  if (loops()) camera.orbit(panel.loop.orbitSeconds);
  bool& framing = document.scene.view.framing;
  if (!camera.keepInSight(framing, simulation.state(), pictureArea().aspect())) framing = false;
  if (camera.moving()) lastInput = Clock::now();  // pictures keep coming
}

/// Shows the last picture with the interface over it.
void Application::Impl::show() {
  lastShown = Clock::now();
  picture.present(pictureArea());
  drawGui();
  window.swapBuffers();
  ++timesShown;
}

/// The interface goes on while a picture is being made, over the one before. The state shown does not change. Showing
/// it takes both of two cores some 20 ms, so it is shown often only while it is used: a view that turns needs pictures.
void Application::Impl::meanwhile() {
  window.pollEvents();
  const Clock::time_point now = Clock::now();
  if (window.takeActivity()) lastInput = lastTouch = now;
  if (const auto [width, height] = window.framebufferSize(); width == 0 || height == 0) return;
  const bool used = seconds(now - lastTouch) < kQuietAfter && !camera.turning();
  if (seconds(now - lastShown) < (used ? kInterfaceInterval : kQuietInterval)) return;
  frameStart = now;
  live();
  show();
}

/// Closes the window after the number of frames or the time given on the command line.
void Application::Impl::leaveInTime() {
  if (framesShown == 0) return;
  if (!firstShown) firstShown = Clock::now();
  const bool framesAreOver = options.exitAfterFrames && framesShown >= *options.exitAfterFrames;
  const bool timeIsOver = options.exitAfterSeconds && seconds(Clock::now() - *firstShown) >= *options.exitAfterSeconds;
  if (framesAreOver || timeIsOver) window.close();
}

/// Waits for the monitor's next picture; longer if neither user nor simulation has anything new to show, since drawing
/// the same picture again would waste the solver's cores.
void Application::Impl::awaitNextFrame() {
  const bool paced = options.vsync;  // some drivers do not wait for the monitor by themselves
  const bool computing = generation == 0 || status.playing || !simulation.idle();
  const double interval = paced ? window.refreshInterval() : 0;
  window.pollEvents();
  for (;;) {
    if (window.takeActivity()) lastInput = lastTouch = Clock::now();
    const bool quiet = paced && seconds(Clock::now() - lastInput) > kQuietAfter && !simulation.hasNews();
    const double wait = quiet ? std::max(interval, kQuietInterval) : interval;
    const double left = wait - seconds(Clock::now() - frameStart);
    if (left <= 0) break;
    window.pollEvents(computing ? std::min(left, kGlance) : left);
  }
  frameStart = Clock::now();
}

/// Takes over the newest state; true if it is a new simulation frame.
bool Application::Impl::takeState() {
  if (!simulation.hasNews()) return false;
  picture.giveBack();
  simulation.update();
  const SimulationState& state = simulation.state();
  try {
    if (const std::string note = picture.adopt(state); !note.empty()) say(note, false);
  } catch (const fmm::EnvironmentError& e) {  // an error of the GPU: the last picture stays
    say(e.what(), true);
  }
  if (state.generation != generation) {
    generation = state.generation;
    begunAt = std::abs(state.time);
    shownSince = Clock::now();
    document.takeRequested();
    shareCounts(panel.launcher, document.built);
    history.clear();
    diagnostics.beginWith(state.diagnostics);
    if (const auto from = std::exchange(resumed, nullptr); from && diagnostics.rows() == 0) {
      readDiagnosticsText(from->diagnostics, from->settings.space, diagnostics);
      diagnostics.cutAfter(state.steps);
    }
    cells.clear();
    launchesSeen = 0;
    takingBack = false;
  }
  if (warning.empty() && !state.warning.empty())
    sayWhile([this] { return !warning.empty(); }, state.warning, false, true);
  warning = state.warning;
  takeLaunches();
  history.add(state.report);
  const bool fresh = state.number != number;
  if (fresh) diagnostics.add(state.diagnostics);
  number = state.number;
  return fresh;
}

/// Records rings launched by hand since the last call as changes to undo, except in a flow that is about to be left.
void Application::Impl::takeLaunches() {
  const std::vector<RingLaunch>& launched = simulation.state().launched;
  if (takingBack) return;
  for (; launchesSeen < launched.size(); ++launchesSeen) document.edits.launch(document.scene, launched[launchesSeen]);
  document.keepLaunches(launched, panel.launcher.keep);
}

/// Asks the simulation to publish the solver data that this view shows, and data that any view may need at once.
void Application::Impl::askForParts() {
  const ViewSettings& view = document.scene.view;
  ShownParts parts = partsFor(view);
  parts.elements = parts.motion = parts.tags = true;
  if (view.cells) parts.picked = cells.picked();
  simulation.show(parts);
}

void Application::Impl::drawGui() {
  gui.setSize(panel.size *
              (options.kiosk ? exhibitionSize(window.framebufferSize().second, window.contentScale()) : 1));
  gui.beginFrame();
  const ScreenArea shown = screenArea();
  const ImVec2 low = {static_cast<float>(shown.x), static_cast<float>(shown.y)};
  gui.cover(picture.held(), {low, {low.x + static_cast<float>(shown.width), low.y + static_cast<float>(shown.height)}},
            loop.remains());
  panel.scale = gui.scale();
  const PictureMap map = pictureMap();
  rings.carry(camera.shiftIn(simulation.state()), map);
  panel.launcher.aiming = rings.armed();
  const Background ground = document.scene.view.background;
  const float aiming = rings.draw(panel.launcher.next, document.built, map, ground, gui.scale());
  const float dragging = lines.draw(document.scene, shownLine(), beginningMap(), ground, gui.scale());
  panel.hintHeight = std::max({aiming, dragging, static_cast<float>(legendRoom())});
  if (framesFilm()) drawFilmFrame(filmed(), filmAspect(), map, gui.scale());
  const PanelRequests requests = drawPanel(panel, document, readout(), history);
  gui.endFrame();
  obey(requests);
  dropLine();
  observeEdits();
}

/// Only the user changes the scene, and changes take effect at most some frames after an input. Comparing scenes takes
/// a moment, so other frames skip it.
void Application::Impl::observeEdits() {
  const bool held = gui.held() || panel.widgets.stepping() || lines.dragging() || bodies.holds();
  document.edits.observeFlight(panel.timeline.keys, held);
  if (held || seconds(frameStart - lastInput) < kSettled) document.edits.observe(document.scene, held);
}

PanelReadout Application::Impl::readout() const {
  PanelReadout r;
  r.flow = &simulation.state();
  r.status = &status;
  r.recording = film.recording();
  r.finishingFilm = film.finishing();
  r.film = film.progress();
  r.displayRate = displayRate.rate();
  r.simulationRate = simulationRate.rate();
  r.undoable = document.edits.undoable();
  r.redoable = document.edits.redoable();
  r.camera = camera.readout();
  r.diagnostics = &diagnostics;
  r.cells = cellReadout(*r.flow, document.scene.view.cells);
  return r;
}

Application::Application(const FlowStart& start, const ApplicationOptions& options)
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
  return impl_->film.finish();
}

const PanelState& Application::panel() const {
  return impl_->panel;
}
const SceneDocument& Application::document() const {
  return impl_->document;
}
const Simulation& Application::simulation() const {
  return impl_->simulation;
}
std::uint64_t Application::timesShown() const {
  return impl_->timesShown;
}
CameraPose Application::cameraPose() const {
  return impl_->viewpoint().pose();
}

int runApplication(const FlowStart& start, const ApplicationOptions& options) {
  InterruptGuard interrupts;
  if (!options.screenshotPath.empty()) requireNewFile(options.screenshotPath);
  const fmm::Backend backend = start.scene.settings.backend;
  Application application(start, options);
  checkBackend(backend);  // after the window: without a display, GPU errors do not matter
  std::string failure;
  std::array<std::string, 2> told;  // of the message and of the toast
  while (application.frame()) {
    if (InterruptGuard::caught() != 0) application.close();
    const PanelState& panel = application.panel();
    const std::array<const PanelNote*, 2> notes = {&panel, &panel.toast};
    for (std::size_t i = 0; i < notes.size(); ++i) {
      const std::string error = notes[i]->isError ? notes[i]->message : "";
      if (!error.empty() && error != told[i]) tellError(error);
      told[i] = error;
      if (!error.empty()) failure = error;
    }
  }
  const std::string stopped = application.simulation().status().stopped;
  if (!stopped.empty() && failure.rfind(sentence(stopped), 0) != 0)
    tellError(stopped);  // unless the failure already begins with it
  if (const std::string unfinished = application.finishFilm(); !unfinished.empty()) throw RecorderError(unfinished);
  if (InterruptGuard::caught() != 0) return 128 + InterruptGuard::caught();
  return stopped.empty() ? 0 : 1;
}

}  // namespace app
