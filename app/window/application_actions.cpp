#include <string>
#include <utility>

#include "document/time_direction.h"
#include "fmm/cuda.h"
#include "fmm/setting_rules.h"
#include "panel/sections/colour_section.h"
#include "simulation/backend_choice.h"
#include "window/application_impl.h"
#include "window/new_files.h"

namespace app {
namespace {

void toggle(bool& value) {
  value = !value;
}

}  // namespace

WindowHandlers Application::Impl::makeHandlers() {
  WindowHandlers handlers;
  handlers.covered = [this](double x, double y) { return covered(x, y); };
  handlers.key = [this](const KeyPress& press) {
    gui.keyPressed(press);
    if (flying && steersFlight(press.key)) return;
    if (gui.wantsText()) return;
    if (const auto action = actionFor(press)) perform(*action);
  };
  handlers.drag = [this](MouseAction action, double dx, double dy) { drag(action, dx, dy); };
  handlers.pointer = [this](const PointerEvent& event) { return aim(event); };
  handlers.pick = [this](double x, double y) { pickAt(x, y); };
  handlers.scroll = [this](double steps, bool control) { scroll(steps, control); };
  handlers.drop = [this](const std::string& path) { open(path); };
  handlers.look = [this](double dx, double dy) { look(dx, dy); };
  return handlers;
}

bool Application::Impl::covered(double x, double y) const {
  return panel.area.contains(x, y) || gui.popupOpen() || gui.covers(x, y);
}

void Application::Impl::perform(Action action) {
  if (const auto preset = presetOf(action)) return show(*preset);
  switch (action) {
    case Action::playPause:
      return status.playing ? simulation.pause() : simulation.play();
    case Action::playBackwards:
      return turnTime();
    case Action::step:
      return simulation.step();
    case Action::reset:
      requested = panel.scene;
      simulation.reset(FlowStart(requested));
      if (film.clock()) applySettings();
      return;
    case Action::undo:
      return undo();
    case Action::redo:
      return redo();
    case Action::newRing:
      return toggleAim();
    case Action::fit:
      return fit();
    case Action::fly:
      return setFlying(!flying);
    case Action::timeline:
      panel.timeline.visible = !panel.timeline.visible;
      return;
    case Action::addKey:
      panel.timeline.visible = true;
      return addKey(panel.timeline, camera.pose());
    case Action::toggleSolver:
      return toggleSolver();
    case Action::toggleBackend:
      return toggleBackend();
    case Action::togglePrecision:
      return togglePrecision();
    case Action::record:
      return toggleFilm();
    case Action::screenshot:
      return saveScreenshot();
    case Action::saveState:
      return saveState();
    case Action::nextLook:
      return nextLook();
    case Action::nextView:
      panel.scene.view.mode = nextOf(panel.scene.view.mode);
      return;
    case Action::colourBy:
      panel.scene.view.colourBy = nextOf(panel.scene.view.colourBy);
      return;
    case Action::legend:
      panel.scene.view.legend = !panel.scene.view.legend;
      return;
    case Action::diagnostics:
      panel.diagnostics.open = !panel.diagnostics.open;
      return;
    case Action::arrows:
      return toggle(panel.scene.view.arrows);
    case Action::cells:
      return toggle(panel.scene.view.cells);
    case Action::nextCell:
      return pickNext();
    case Action::noCell:
      return pick(std::nullopt);
    case Action::grid:
      return toggle(panel.scene.view.grid);
    case Action::axes:
      return toggle(panel.scene.view.axes);
    case Action::panel:
      panel.visible = !panel.visible;
      return;
    case Action::help:
      panel.help = !panel.help;
      return;
    case Action::fullScreen:
      return window.setFullScreen(!window.fullScreen());
    case Action::quit:
      return leave();
    default:  // the views, shown above
      return;
  }
}

/// Ends what was begun last, or closes what lies in front; leaves where there is nothing of the kind.
void Application::Impl::leave() {
  static const std::string kFilmRuns = "A film is being recorded: Esc once more finishes it and leaves";
  if (flying) return setFlying(false);
  if (gui.popupOpen()) return;  // Esc closes the open list
  if (ringTool.armed()) return ringTool.cancel();
  for (bool* const open : {&panel.help, &panel.diagnostics.open, &panel.timeline.visible}) {
    if (std::exchange(*open, false)) return;
  }
  if (film.recording() && panel.message != kFilmRuns) return say(kFilmRuns, false);
  window.close();
}

void Application::Impl::obey(const PanelRequests& requests) {
  if (requests.dismissMessage) panel.message.clear();
  if (requests.settings) applySettings();
  if (requests.open) open(*requests.open);
  if (requests.save) save(requests.overwrite);
  if (requests.launch) launch(panel.launcher.next);
  if (requests.keep) keepLaunches();
  if (requests.saveDiagnostics) saveDiagnostics(requests.overwriteDiagnostics);
  if (requests.fieldOfView) camera.setFieldOfView(*requests.fieldOfView);
  obeyTimeline(requests.timeline);
  if (requests.keepLook) keepLook();
  if (requests.action) perform(*requests.action);
}

void Application::Impl::edit(fmm::Settings edited) {
  reconcile(panel.scene.settings, edited);
  panel.scene.settings = edited;
  applySettings();
}

/// Plays the other way in time.
void Application::Impl::turnTime() {
  if (film.clock()) return say("The film goes by its own clock: stop it before you turn time round", true);
  fmm::Settings edited = panel.scene.settings;
  const std::string refusal = whyNotBackwards(edited);
  if (!refusal.empty()) return say(refusal, true);
  edited.timeStep = -edited.timeStep;
  edit(edited);
  simulation.play();
}

void Application::Impl::toggleSolver() {
  fmm::Settings edited = panel.scene.settings;
  edited.solver = edited.solver == fmm::SolverKind::fmm ? fmm::SolverKind::direct : fmm::SolverKind::fmm;
  edit(edited);
}

void Application::Impl::toggleBackend() {
  fmm::Settings edited = panel.scene.settings;
  edited.backend = runsOnGpu(edited.backend) ? fmm::Backend::cpu : fmm::Backend::cuda;
  edit(edited);
}

void Application::Impl::togglePrecision() {
  fmm::Settings edited = panel.scene.settings;
  edited.precision = edited.precision == fmm::Precision::single ? fmm::Precision::real64 : fmm::Precision::single;
  edit(edited);
}

void Application::Impl::applySettings() {
  const fmm::Settings& before = simulation.state().settings;
  fmm::Settings& now = panel.scene.settings;
  if (now.backend == fmm::Backend::cuda && !fmm::cudaBackendAvailable()) {
    say("Backend cuda: " + fmm::cudaDevice().reason, true);
    now.backend = before.backend == fmm::Backend::cuda ? fmm::Backend::automatic : before.backend;
  }
  if (before.solver != now.solver || before.backend != now.backend) history.clear();
  fmm::Settings applied = now;
  int steps = panel.scene.stepsPerFrame;
  if (const auto clock = film.clock()) {  // a film of exact simulated time goes by its own steps
    applied.timeStep = clock->timeStep;
    applied.courant = 0;
    steps = clock->stepsPerFrame;
  }
  simulation.apply(applied, steps);
}

void Application::Impl::collectMessages() {
  if (!status.failure.empty()) {
    say(status.failure, true);
    simulation.dismissFailure();
  }
  if (const std::string saved = simulation.takeSaved(); !saved.empty())
    say("Saved " + saved + "; ringlet " + saved + " goes on from there", false);
  if (const auto outcome = film.takeOutcome()) {
    say(outcome->message, outcome->failed);
    panel.filmName = freeName(panel.filmName);  // all its files are there now
  }
}

void Application::Impl::say(const std::string& text, bool isError) {
  panel.message = text;
  panel.isError = isError;
  panel.messageSince = -1;
}

}  // namespace app
