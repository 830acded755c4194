#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "files/file_name.h"
#include "files/png_file.h"
#include "fmm/cuda.h"
#include "panel/colour_controls.h"
#include "panel/time_direction.h"
#include "scene/scene_file.h"
#include "simulation/backend_choice.h"
#include "simulation/diagnostics_csv.h"
#include "window/application_impl.h"

namespace app {
namespace {

constexpr int kMostScreenshots = 9999;

/// The first of ringlet-0001.png, ringlet-0002.png, ... that is not there; empty if all are.
std::string freeScreenshotName() {
  for (int i = 1; i <= kMostScreenshots; ++i) {
    std::string name = fmt::format("ringlet-{:04}.png", i);
    if (!std::filesystem::exists(std::filesystem::symlink_status(name))) return name;
  }
  return {};
}

/// `path` itself, or with the first of -2, -3, ... before its ending that is not there. Patterns of numbered pictures
/// stay as they are.
std::string freeFilmName(const std::string& path) {
  namespace fs = std::filesystem;
  const std::string ending = fs::path(path).extension().string();
  std::string stem = path.substr(0, path.size() - ending.size());
  const auto dash = stem.find_last_of('-');
  const bool numbered = dash != std::string::npos && dash + 1 < stem.size() &&
                        stem.find_first_not_of("0123456789", dash + 1) == std::string::npos;
  if (numbered) stem.resize(dash);
  std::string name = path;
  for (int i = 2; path.find('%') == std::string::npos && fs::exists(name); ++i)
    name = fmt::format("{}-{}{}", stem, i, ending);
  return name;
}

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
      simulation.reset(requested);
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
      if (flying) return setFlying(false);
      if (gui.popupOpen()) return;  // Esc closes the open list
      if (ringTool.armed()) return ringTool.cancel();
      if (!panel.help) window.close();
      panel.help = false;
      return;
    default:  // the views, shown above
      return;
  }
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

void Application::Impl::save(bool overwrite) {
  panel.saveName = withEnding(panel.saveName, ".toml");
  panel.confirmOverwrite = !overwrite && std::filesystem::exists(panel.saveName);
  if (panel.confirmOverwrite) return;
  Scene scene = panel.scene;
  scene.camera = camera.pose();
  try {
    saveScene(scene, panel.saveName, overwrite);
    say("Saved " + panel.saveName, false);
  } catch (const std::exception& e) {
    say(e.what(), true);
  }
}

void Application::Impl::saveScreenshot() {
  try {
    const std::string name = freeScreenshotName();
    if (name.empty()) return say(fmt::format("{} screenshots are here already: remove some", kMostScreenshots), true);
    if (generation == 0) return;
    writePng(name, windowPicture());
    say("Saved " + name, false);
  } catch (const std::exception& e) {
    say(e.what(), true);
  }
}

void Application::Impl::saveDiagnostics(bool overwrite) {
  DiagnosticsWindow& asked = panel.diagnostics;
  asked.csvName = withEnding(asked.csvName, ".csv");
  asked.confirmOverwrite = !overwrite && std::filesystem::exists(asked.csvName);
  if (asked.confirmOverwrite) return;
  try {
    writeDiagnosticsCsv(diagnostics, asked.csvName, overwrite ? Existing::replace : Existing::keep);
    asked.message = fmt::format("Saved {} rows to {}", diagnostics.rows(), asked.csvName);
    asked.isError = false;
  } catch (const std::exception& e) {
    asked.message = e.what();
    asked.isError = true;
  }
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

void Application::Impl::toggleFilm() {
  if (film.recording()) {
    const bool held = film.clock().has_value();
    film.stop();
    if (held) applySettings();
    panel.filmName = freeFilmName(panel.filmName);
    return;
  }
  if (film.finishing()) return say("The last film is still being finished", true);
  if (std::filesystem::exists(panel.filmName))
    return say(fmt::format("{} is there already: choose another film file", panel.filmName), true);
  try {
    const Scene& scene = panel.scene;
    film.start(panel.filmName, scene.film, scene.settings.timeStep, scene.stepsPerFrame);
    if (film.clock()) applySettings();
  } catch (const std::exception& e) {
    say(e.what(), true);
  }
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
  if (const auto outcome = film.takeOutcome()) say(outcome->message, outcome->failed);
}

void Application::Impl::say(const std::string& text, bool isError) {
  panel.message = text;
  panel.isError = isError;
  panel.messageSince = -1;
}

}  // namespace app
