#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "document/scene_document.h"
#include "files/file_name.h"
#include "files/free_name.h"
#include "files/png_file.h"
#include "fmm/cuda.h"
#include "fmm/error.h"
#include "fmm/settings.h"
#include "panel/panel_sections.h"
#include "panel/windows/diagnostics_window.h"
#include "scene/body_places.h"
#include "simulation/backend_choice.h"
#include "simulation/diagnostics_csv.h"
#include "window/application_impl.h"
#include "window/panel_files.h"

namespace app {

// Actions that change the edited scene: settings, opening, undo and redo.

namespace {

/// Particles are not kept for undo: there may be gigabytes of them.
std::string whereItStarts(const EditHistory::Step& step) {
  if (!step.otherScene) return "";
  return step.fromState ? "; at the scene's beginning (load the saved state again to continue from it)"
                        : "; at the scene's beginning";
}

/// True if two bodies overlap at a time, as far as corners and centres tell.
bool overlap(const fmm::Body& a, const fmm::Body& b, double time) {
  const BodyPlaces inA({a}), inB({b});
  const auto reaches = [time](const fmm::Body& one, const BodyPlaces& other) {
    const fmm::BodyPose pose = one.poseAt(time);
    const std::array<fmm::Vec3, 3> axes = one.axesAt(pose);
    const std::vector<fmm::Vec3> corners = fmm::isInPlane(one) ? fmm::outlineOf(one) : fmm::surfaceOf(one).corner;
    return other.containing(pose.centre, time) || std::any_of(corners.begin(), corners.end(), [&](fmm::Vec3 x) {
             return other.containing(pose.centre + x.x * axes[0] + x.y * axes[1] + x.z * axes[2], time).has_value();
           });
  };
  return reaches(a, inB) || reaches(b, inA);
}

}  // namespace

void Application::Impl::edit(fmm::Settings edited) {
  document.adopt(std::move(edited));
  applySettings();
}

/// Puts a circle or, into a flow in space, a sphere where the mouse points, else in the middle of the picture; in space
/// into the plane through the camera's target that faces it. The flow goes on.
void Application::Impl::dropBody() {
  constexpr double kRadius = 0.06;  // of the picture's height
  constexpr double kLeast = 4;      // spacings of the lattice
  fmm::Settings edited = document.scene.settings;
  if (!(edited.viscosity > 0)) return say("A body needs a viscous flow, for the fluid to stick to it", false);
  const PictureMap map = pictureMap();
  const std::optional<ScreenPoint>& at = rings.pointer();
  const fmm::Vec3 target = viewpoint().pose().target;
  const bool onPicture = at && map.area().contains(*at) && !covered(at->x, at->y);
  const bool plane = edited.space == fmm::Space::plane;
  const SimulationState& state = simulation.state();
  fmm::Body body;
  body.shape = plane ? fmm::BodyShape::circle : fmm::BodyShape::sphere;
  const fmm::Vec3 middle = plane ? fmm::Vec3{target.x, target.y, 0} : target;
  body.centre = onPicture ? map.onPlane(*at, middle) : middle;
  if (plane) body.centre.z = 0;
  body.radius = std::max(kRadius * map.area().height / map.scaleAt(body.centre), kLeast * state.lattice.spacing);
  for (const fmm::Body& other : edited.bodies)
    if (overlap(body, other, state.time)) return say("There is a body already", false);
  edited.bodies.push_back(body);
  try {
    fmm::requireBodies(edited.bodies);
    if (edited.bodies.size() > fmm::kMostBodies) return say("A flow has 16 bodies at most", false);
  } catch (const fmm::InvalidInput& error) {
    return say(error.what(), false);
  }
  edit(edited);
}

/// Reverses time. If settings prevent that, a second key press switches them off.
void Application::Impl::turnTime() {
  if (film.hasClock())
    return sayWhile([this] { return film.hasClock(); },
                    "A film of exact pace is being recorded: stop it before you turn time round", true);
  fmm::Settings edited = document.scene.settings;
  const std::string obstacles = obstaclesToGoingBack(edited);
  if (!obstacles.empty()) {
    const bool several = obstacles.find(' ') != std::string::npos;
    const std::string question =
        fmt::format("{}. {} once more switches {} off and turns time round", whyNotBackwards(edited),
                    keysOf(Action::playBackwards), several ? "them" : "it");
    if (!confirmed(question, true)) return;
    fmm::makeReversible(edited);
  }
  if (edited.timeStep > 0 && simulation.state().time == 0)
    return say("This is the beginning, t = 0: there is nothing to play backwards", false);
  if (!obstacles.empty()) say("Switched off to go back: " + obstacles, false);
  edited.timeStep = -edited.timeStep;
  edit(edited);
  simulation.play();
}

void Application::Impl::toggleSolver() {
  fmm::Settings edited = document.scene.settings;
  edited.solver = edited.solver == fmm::SolverKind::fmm ? fmm::SolverKind::direct : fmm::SolverKind::fmm;
  edit(edited);
  say(edited.solver == fmm::SolverKind::direct
          ? "Direct sums over all pairs"
          : "Fast multipole method: sums over a mesh or with trees, whichever takes less",
      false);
}

void Application::Impl::toggleBackend() {
  fmm::Settings edited = document.scene.settings;
  edited.backend = runsOnGpu(edited.backend) ? fmm::Backend::cpu : fmm::Backend::cuda;
  say(edited.backend == fmm::Backend::cuda ? "Computes on the GPU" : "Computes on the CPU", false);
  edit(edited);  // replaces the message where there is no GPU
}

void Application::Impl::togglePrecision() {
  fmm::Settings edited = document.scene.settings;
  edited.precision = edited.precision == fmm::Precision::single ? fmm::Precision::real64 : fmm::Precision::single;
  say(edited.precision == fmm::Precision::single ? "Single precision" : "Double precision", false);
  edit(edited);
}

void Application::Impl::applySettings() {
  const fmm::Settings& before = simulation.state().settings;
  fmm::Settings& now = document.scene.settings;
  if (now.backend == fmm::Backend::cuda && !fmm::cudaBackendAvailable()) {
    say("Backend cuda: " + fmm::cudaDevice().reason, false);
    now.backend = before.backend == fmm::Backend::cuda ? fmm::Backend::automatic : before.backend;
  }
  if (before.solver != now.solver || before.backend != now.backend) history.clear();
  fmm::Settings applied = now;
  int steps = document.scene.stepsPerFrame;
  film.setClock(applied, steps);  // a film with exact simulated time sets its own steps
  simulation.apply(applied, steps);
}

void Application::Impl::open(const std::string& nameOrPath, const std::function<void(Scene&)>& change) {
  try {
    FlowStart start = loadFlow(nameOrPath);
    if (change) change(start.scene);
    const Scene scene = start.scene;
    const bool state = start.from != nullptr;
    const std::string note = start.remark();
    document.remember(camera.camera().pose());
    adopt(std::move(start));
    document.edits.open(scene, state);
    say(note, false);
  } catch (const std::exception& e) {
    say(e.what(), true);
  }
}

/// Opens the scene after or before this one in the list; the first one if this scene is not in the list.
void Application::Impl::openNeighbour(int step) {
  const std::vector<std::string>& names = panel.sceneNames;
  if (names.empty()) return;
  const auto at = std::find(names.begin(), names.end(), document.scene.name);
  const auto count = static_cast<std::ptrdiff_t>(names.size());
  const std::ptrdiff_t next = at == names.end() ? 0 : (at - names.begin() + step + count) % count;
  open(names[static_cast<std::size_t>(next)]);
}

/// Opens the first scene among the paths, and puts the first camera flight onto the time line. Names what is left out.
void Application::Impl::drop(const std::vector<std::string>& paths) {
  const auto isFlight = [](const std::string& path) { return holdsFlight(path); };
  const auto scene = std::find_if_not(paths.begin(), paths.end(), isFlight);
  const auto flight = std::find_if(paths.begin(), paths.end(), isFlight);
  if (scene != paths.end()) open(*scene);
  if (flight != paths.end()) {
    panel.timeline.path = *flight;
    panel.timeline.visible = true;
    takeFlight();
  }
  for (auto path = paths.begin(); path != paths.end(); ++path)
    if (path != scene && path != flight) return say("One scene and one flight at a time: left out " + *path, false);
}

/// Loads the flight of the time line's file, and moves the camera to its beginning.
void Application::Impl::takeFlight() {
  const auto path = loadFlight(panel, camera.camera().pose());
  if (!path) return;
  camera.adopt(*path, document.scene.view, simulation.state());
  document.edits.keepFlight(panel.timeline.keys);
}

/// Shows this scene from its beginning or from its checkpoint.
void Application::Impl::adopt(FlowStart start) {
  const Scene scene = start.scene;
  rings.cancel();
  openScene(panel, document, scene);
  camera.open(scene);
  document.edits.forgetLaunches();
  resumed = start.from;
  simulation.reset(std::move(start));
  if (film.hasClock()) applySettings();
}

/// Restarts from the beginning, forwards in time, with the scene as edited now. Removes messages about the former flow.
void Application::Impl::reset() {
  double& step = document.scene.settings.timeStep;
  step = std::abs(step);
  clearMessage();
  clearToast();
  document.edits.forgetLaunches();
  resumed.reset();
  simulation.reset(FlowStart(document.request()));
  if (film.hasClock()) applySettings();
}

/// After a stop, returns to the last good state, with the present settings.
void Application::Impl::stepBack() {
  if (!simulation.stepBack()) return say("No good state is kept", false);
  document.edits.forgetLaunches();
  applySettings();
  clearMessage();
  say("Back at the last good state", false);
}

void Application::Impl::undo() {
  const auto step = document.undo(camera.camera().pose());
  if (!step) return say("Nothing to undo", false);
  if (step->ring && !takeBack(*step->ring)) {
    document.redo(camera.camera().pose());
    return say("The flow before that launch is no longer stored", false);
  }
  restore(*step);
  say("Undone: " + step->change + whereItStarts(*step), false);
}

/// Returns to the flow before the launch; false if it is not kept.
bool Application::Impl::takeBack(const RingLaunch& ring) {
  if (takingBack || !simulation.takeBackLaunch()) return false;
  takingBack = true;
  document.dropLaunch(ring);
  return true;
}

void Application::Impl::redo() {
  const auto step = document.redo(camera.camera().pose());
  if (!step) return say("Nothing to redo", false);
  restore(*step);
  if (step->ring) launch(*step->ring);
  say("Redone: " + step->change + whereItStarts(*step), false);
}

void Application::Impl::restore(const EditHistory::Step& step) {
  setKeys(panel.timeline, step.keys);
  if (step.otherScene) return adopt(FlowStart(step.scene));
  document.apply(step);
  applySettings();
  document.edits.amend(document.scene);  // the backend may have become unavailable
}

// Files written at a key or a button: films, pictures, plots and states.

void Application::Impl::toggleFilm() {
  try {
    FilmSettings& settings = document.scene.film;
    const Timeline& line = panel.timeline;
    if (!film.recording() && line.filmAlong &&
        !line.keys.empty())  // at least as long as the flight, which keys may have lengthened
      settings.seconds = std::max(settings.seconds, line.duration);
    const bool starts = !film.recording();
    const std::string wanted = panel.filmName;
    const bool newSteps = film.toggle(panel.filmName, document.scene);
    if (starts && panel.isError && !panel.offersWayOn)
      clearMessage();  // an error before it says nothing about this film
    if (starts && panel.filmName != wanted)
      say(fmt::format("{} exists already: this film is {}", wanted, panel.filmName), false);
    if (newSteps) applySettings();
  } catch (const std::exception& e) {
    say(e.what(), true);
  }
}

void Application::Impl::saveScreenshot() {
  if (drawing) return postpone(&Impl::saveScreenshot);
  try {
    if (generation == 0) return;
    const std::string name = freeNumberedName("ringlet", ".png");
    writePng(name, windowPicture());
    say("Saved " + withFolder(name), false);
  } catch (const std::exception& e) {
    say(e.what(), true);
  }
}

/// Saves the state shown, as a picture of the film would show it.
void Application::Impl::saveStill() {
  if (drawing) return postpone(&Impl::saveStill);
  try {
    if (generation == 0) return;
    const std::string name = freeNumberedName("ringlet", ".png");
    const ViewSettings& view = document.scene.view;
    writePng(name, FilmDesk::still(picture.contents(view), filmed(), view, document.scene.film));
    say("Saved " + withFolder(name), false);
  } catch (const std::exception& e) {
    say(e.what(), true);
  }
}

/// Saves the plots as wide as they appear on the screen, and as high as all of them need.
void Application::Impl::savePlots() {
  const auto& rects = panel.widgets.rects();
  const auto place = rects.find("Plots");
  if (place == rects.end()) return;
  try {
    const std::string name = freeNumberedName("plots", ".png");
    const WidgetRect& rect = place->second;
    PanelState printed = panel;
    PanelRequests requests;
    const PanelReadout values = readout();
    PanelContext context{printed, document, values, history, requests};
    writePng(name, gui.print({rect.high.x - rect.low.x, rect.high.y - rect.low.y},
                             [&] { return drawDiagnosticsPage(context); }));
    panel.diagnostics.message = "Saved " + withFolder(name);
    panel.diagnostics.isError = false;
  } catch (const std::exception& e) {
    panel.diagnostics.message = e.what();
    panel.diagnostics.isError = true;
  }
}

/// The simulation's thread writes the file and reports later.
void Application::Impl::saveState() {
  if (generation == 0) return;
  Scene seen = document.scene;
  seen.camera = camera.camera().pose();
  constexpr std::size_t kMostHistory = std::size_t{8} << 20;  // bytes of the history that is kept with it
  simulation.save(document.built.name, seen, diagnosticsText(diagnostics, kMostHistory));
  say("Saving the state ...", false);
}

/// A window size given on the command line holds for this run only.
void Application::Impl::keepLayout() {
  PanelLayout layout = layoutOf(panel);
  layout.window = options.size ? layoutKeeper.start().window : window.place();
  layoutKeeper.keep(layout);
}

/// The last tasks when the window closes.
void Application::Impl::finishRun() {
  keepLayout();
  if (options.screenshotPath.empty() || generation == 0) return;
  requireNewFile(options.screenshotPath);  // the file may have been created meanwhile
  writePng(options.screenshotPath, windowPicture());
  options.screenshotPath.clear();
}

}  // namespace app
