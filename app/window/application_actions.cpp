#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "files/file_name.h"
#include "panel/sections/panel_parts.h"
#include "scene/colour_quantity.h"
#include "window/application_impl.h"
#include "window/panel_files.h"

namespace app {
namespace {

constexpr double kSizeStep = 1.1;  // factor on the size of the interface per key press

void toggle(bool& value) {
  value = !value;
}

/// What the solver does instead of opening a tree's boxes; empty if there are boxes.
std::string whyNoTree(const SimulationState& state) {
  if (state.settings.solver == fmm::SolverKind::direct) return "direct sums have no tree";
  return state.report.mesh[0] > 0 ? "a mesh sums this flow, without a tree" : "";
}

}  // namespace

WindowHandlers Application::Impl::makeHandlers() {
  WindowHandlers handlers;
  handlers.covered = [this](double x, double y) { return covered(x, y); };
  handlers.key = [this](const KeyPress& press) {
    gui.keyPressed(press);
    unanswered = false;
    if (camera.flying() && steersFlight(press.key)) return;
    if (gui.wantsText()) return;
    const auto action = actionFor(press);
    if (action && allowed(*action)) perform(*action);
    unanswered = !action && press.shift && !press.control && !press.other;
  };
  handlers.sign = [this](char32_t sign) {
    const auto action = std::exchange(unanswered, false) ? actionForSign(sign) : std::nullopt;
    if (action && allowed(*action)) perform(*action);
  };
  handlers.drag = [this](MouseAction action, double dx, double dy) {
    const double share = std::min(1., pictureArea().aspect());  // seen() takes the field of view across this part
    camera.drag(action, dx / share, dy / share);
  };
  handlers.pointer = [this](const PointerEvent& event) {
    gui.pointed(event);
    return onPointer(event);
  };
  handlers.pick = [this](double x, double y) {
    if (document.scene.view.cells) cells.pickAt({x, y}, pictureMap(), viewpoint(), simulation.state().tree);
  };
  handlers.scroll = [this](double steps, bool control) { camera.scroll(steps, control); };
  handlers.close = [this] { quit(); };
  handlers.drop = [this](const std::vector<std::string>& paths) {
    if (!options.kiosk) drop(paths);
  };
  handlers.lookAround = [this](double dx, double dy) { camera.lookAround(dx, dy); };
  return handlers;
}

/// True if a key may trigger this action; in a kiosk, only actions in its list.
bool Application::Impl::allowed(Action action) const {
  if (!options.kiosk) return true;
  return std::find(options.kiosk->begin(), options.kiosk->end(), action) != options.kiosk->end();
}

bool Application::Impl::covered(double x, double y) const {
  return panel.area.contains(x, y) || gui.popupOpen() || gui.covers(x, y);
}

void Application::Impl::perform(Action action) {
  const SimulationState& state = simulation.state();
  ViewSettings& view = document.scene.view;
  if (const auto preset = presetOf(action)) return camera.show(*preset, state, document.built, fittedAspect());
  switch (action) {
    case Action::playPause:
      return status.playing ? simulation.pause() : simulation.play();
    case Action::playBackwards:
      return turnTime();
    case Action::step:
      return simulation.step();
    case Action::reset:
      return reset();
    case Action::goOn:
      return simulation.goOn();
    case Action::stepBack:
      return stepBack();
    case Action::undo:
      return undo();
    case Action::redo:
      return redo();
    case Action::newRing:
      return toggleAim();
    case Action::dropBody:
      return dropBody();
    case Action::fit:
      return camera.fit(state, document.built, fittedAspect(), pendingLines(document.scene, document.built));
    case Action::fly:
      if (camera.above()) return say("A plane flow is seen from above: drag the picture to move it", false);
      return setFlying(!camera.flying());
    case Action::timeline:
      return toggle(panel.timeline.visible);
    case Action::addKey:
      panel.timeline.visible = true;
      return addKey(panel.timeline, camera.camera().pose());
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
      if (const std::string name = chooseNextLook(view, panel.looks); !name.empty()) say("Look: " + name, false);
      return;
    case Action::nextView:
      view.mode = nextOf(view.mode);
      return say(fmt::format("View: {}", toString(view.mode)), false);
    case Action::colourBy:
      view.colourBy = nextOf(view.colourBy);
      return say(fmt::format("A tracer's colour is {}", describe(view.colourBy).meaning), false);
    case Action::legend:
      return toggleShown("Legend", view.legend);
    case Action::diagnostics:
      return toggle(panel.diagnostics.open);
    case Action::arrows:
      return toggleShown("Vortex elements as arrows", view.arrows, state.elementCount == 0 ? "no elements yet" : "");
    case Action::cells:
      return toggleShown("Boxes of the solver's tree", view.cells, whyNoTree(state));
    case Action::nextCell:
      if (!view.cells) return say(keysOf(Action::cells) + " shows the boxes first", false);
      cells.pickNext(state.tree);
      if (const std::string why = whyNoTree(state); !cells.picked())
        say("No box to choose" + (why.empty() ? "" : ": " + why), false);
      return;
    case Action::noCell:
      return cells.clear();
    case Action::grid:
      return toggleShown(state.settings.ground ? "Grid on the ground" : "Ground grid", view.grid);
    case Action::axes:
      return toggleShown("Axes x, y, z", view.axes);
    case Action::gallery:
      return toggleGallery();
    case Action::nextScene:
      return openNeighbour(1);
    case Action::previousScene:
      return openNeighbour(-1);
    case Action::still:
      return saveStill();
    case Action::larger:
      return resizeInterface(kSizeStep);
    case Action::smaller:
      return resizeInterface(1 / kSizeStep);
    case Action::usualSize:
      return resizeInterface(0);
    case Action::panel:
      return togglePanel();
    case Action::help:
      return toggle(panel.help);
    case Action::fullScreen:
      return window.setFullScreen(!window.fullScreen());
    case Action::escape:
      return escape();
    case Action::quit:
      return quit();
    case Action::frontView:  // the views are handled above
    case Action::sideView:
    case Action::topView:
    case Action::threeQuarterView:
    case Action::axisView:
    case Action::closeUpView:
      return;
  }
}

/// Shows or hides something in the picture, and tells it, or why there is nothing to see.
void Application::Impl::toggleShown(const char* what, bool& on, const std::string& whyNothing) {
  toggle(on);
  const std::string nothing = on && !whyNothing.empty() ? ", but nothing to show: " + whyNothing : "";
  say(fmt::format("{}: {}{}", what, on ? "on" : "off", nothing), false);
}

/// Ends what the mouse is doing, closes what is in front, or leaves full screen. It never ends the program.
void Application::Impl::escape() {
  if (camera.flying()) return setFlying(false);
  if (gui.popupOpen()) return;  // Esc closes the list or the colour picker
  if (rings.armed()) return rings.cancel();
  if (lines.dragging()) return lines.cancel(document.scene);
  if (panel.isWarning) return clearMessage();
  if (panel.toast.isWarning) return clearToast();
  if (std::exchange(panel.line, std::nullopt)) return;
  if (document.scene.view.cells && cells.picked()) return cells.clear();
  for (bool* const open : {&panel.help, &panel.gallery.open, &panel.diagnostics.open, &panel.timeline.visible}) {
    if (std::exchange(*open, false)) return;
  }
  if (window.fullScreen()) window.setFullScreen(false);
}

/// For Ctrl+Q and the window's own cross. Asks first if something would be lost.
void Application::Impl::quit() {
  const std::string unsaved = document.edits.unsaved(document.scene);
  if (unsaved.empty() && !film.recording()) return window.close();
  std::string question = "Ctrl+Q or the window's cross once more closes the window";
  if (!unsaved.empty()) question += " without saving " + unsaved;
  if (film.recording()) question += unsaved.empty() ? " and ends the film" : "; the film ends";
  if (confirmed(question, false)) window.close();
}

void Application::Impl::obey(const PanelRequests& requests) {
  if (requests.dismissMessage) clearMessage();
  if (requests.dismissToast) clearToast();
  if (requests.settings) applySettings();
  if (requests.open) open(*requests.open);
  if (requests.save) {
    Scene seen = document.scene;
    seen.camera = camera.camera().pose();
    if (saveEditedScene(panel, seen, requests.overwrite)) document.edits.keep(document.scene, panel.launcher.keep);
  }
  if (requests.launch) launch(panel.launcher.next);
  if (requests.keep) document.keepLaunches(simulation.state().launched, panel.launcher.keep);
  if (requests.saveDiagnostics) app::saveDiagnostics(panel, diagnostics, requests.overwriteDiagnostics);
  if (requests.savePlots) savePlots();
  if (requests.fieldOfView) camera.setFieldOfView(*requests.fieldOfView);
  camera.obey(requests.timeline);
  if (requests.timeline.save && saveFlight(panel, document.scene.view.follow, requests.timeline.overwrite))
    document.edits.keepFlight(panel.timeline.keys);
  if (requests.timeline.load) takeFlight();
  if (requests.keepLook) {
    keepLook(panel, document.scene.view);
    thumbnails.fill(panel.lookPictures, panel.looks);
  }
  if (requests.action) perform(*requests.action);
}

/// Removes the message and the choices that it offers.
void Application::Impl::clearMessage() {
  static_cast<PanelNote&>(panel) = {};
  panel.offersWayOn = false;
}

void Application::Impl::clearToast() {
  panel.toast = {};
}

/// Shows a message that disappears once `lasts` is false; `lasts` is called once a frame.
void Application::Impl::sayWhile(const std::function<bool()>& lasts, const std::string& text, bool isError,
                                 bool isWarning) {
  PanelNote& note = app::say(panel, text, isError);
  note.isWarning = isWarning;
  passing = note.message;
  passingLasts = lasts;
}

/// True if the question is already shown, so that asking again confirms it. Otherwise shows it, as a warning.
bool Application::Impl::confirmed(const std::string& question, bool isError) {
  if (panel.message == question || panel.toast.message == question) {
    panel.message == question ? clearMessage() : clearToast();
    return true;
  }
  app::say(panel, question, isError).isWarning = !isError;
  return false;
}

void Application::Impl::collectMessages() {
  const bool stopped = !status.stopped.empty();
  if (passingLasts && !passingLasts()) {
    if (panel.message == passing) clearMessage();
    if (panel.toast.message == passing) clearToast();
    passingLasts = nullptr;
  }
  if (panel.offersWayOn && !stopped) clearMessage();
  if (stopped && loops()) {
    // the scene is over, and the next one follows
  } else if (stopped && status.failure == status.stopped) {
    panel.offersWayOn = false;
    say(status.failure, true);
    panel.offersWayOn = true;
  } else if (!status.failure.empty()) {
    say(status.failure, true);
  } else if (!status.halt.empty()) {
    sayWhile([this] { return document.scene.settings.timeStep < 0; }, status.halt, false);
  }
  if (!status.failure.empty()) takingBack = false;
  if (!status.failure.empty() || !status.halt.empty()) simulation.dismissFailure(status);
  if (const std::string saved = simulation.takeSaved(); !saved.empty()) {
    document.edits.keep(document.scene, true);
    say("Saved " + withFolder(saved) + "; ringlet " + saved + " continues from there", false);
  }
  if (const auto outcome = film.takeOutcome(panel.filmName)) say(outcome->message, outcome->failed);
}

/// Tells why no ring can join a flow that has ended.
void Application::Impl::sayLost() {
  sayWhile([this] { return !status.lost.empty(); }, status.lost, true);
}

void Application::Impl::setFlying(bool on) {
  camera.setFlying(on);
  window.captureMouse(on);
  gui.ignoreMouse(on);
}

/// Begins or ends aiming a ring.
void Application::Impl::toggleAim() {
  if (rings.armed()) return rings.cancel();
  const SimulationState& state = simulation.state();
  if (state.generation == 0) return;
  if (!status.lost.empty()) return sayLost();
  if (camera.above()) return placeVortex();
  panel.openSections["New ring"] = true;
  rings.arm(panel.launcher.next, document.built, state.elementCount > 0 ? state.centroid : viewpoint().pose().target);
  if (const auto at = rings.pointer()) aim({PointerEvent::Kind::move, at->x, at->y});
}

/// Adds a vortex to a plane scene where the mouse points, else in the middle of the picture, and chooses it.
void Application::Impl::placeVortex() {
  const PictureMap map = beginningMap();
  const std::optional<ScreenPoint>& at = rings.pointer();
  const fmm::Vec3 middle = camera.camera().pose().target;
  const bool onPicture = at && map.area().contains(*at) && !covered(at->x, at->y);
  panel.line = addVortex(document.scene);
  moveLine(document.scene, *panel.line, onPicture ? map.onPlane(*at, {middle.x, middle.y, 0}) : middle);
  panel.visible = panel.openSections["Lines"] = true;
  lines.drop();
}

void Application::Impl::toggleGallery() {
  try {
    thumbnails.fill(panel.gallery);
    toggle(panel.gallery.open);
  } catch (const std::exception& e) {
    say(e.what(), true);
  }
}

/// Hands a mouse event to the aiming of a ring; true if the event must not move the view.
bool Application::Impl::aim(const PointerEvent& event) {
  return rings.onPointer(event, pictureMap(), covered(event.x, event.y),
                         [this](const RingLaunch& ring) { launch(ring); });
}

/// Handles a mouse event before the camera: it aims a ring, or drags the chosen line.
bool Application::Impl::onPointer(const PointerEvent& event) {
  if (aim(event)) return true;
  if (rings.armed()) return false;
  if (bodies.onPointer(event, pictureMap(), covered(event.x, event.y), simulation.state())) return true;
  return lines.onPointer(event, beginningMap(), covered(event.x, event.y), document.scene, shownLine(), gui.scale());
}

/// Shows a dragged line at once, by a reset, if the flow is still at its beginning; later the user must reset.
void Application::Impl::dropLine() {
  if (!lines.takeDropped()) return;
  const SimulationState& state = simulation.state();
  const bool begins = generation > 0 && state.steps == 0 && state.launched.empty() && !status.playing;
  if (begins && needsReset(document.scene, document.built)) reset();
}

void Application::Impl::launch(const RingLaunch& ring) {
  if (!status.lost.empty()) return sayLost();
  simulation.launch(ring);
}

/// Hides the panel with everything beside the picture, or shows them as they were.
void Application::Impl::togglePanel() {
  bool* const beside[] = {&panel.help, &panel.diagnostics.open, &panel.timeline.visible};
  for (std::size_t i = 0; i < besidePanel.size(); ++i) {
    if (panel.visible) {
      besidePanel[i] = std::exchange(*beside[i], false);
    } else {
      *beside[i] |= std::exchange(besidePanel[i], false);
    }
  }
  toggle(panel.visible);
}

void Application::Impl::resizeInterface(double factor) {
  panel.size = factor == 0 ? 1 : std::clamp(panel.size * factor, kLeastSize, kMostSize);
}

}  // namespace app
