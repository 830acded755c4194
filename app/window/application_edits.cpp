// What of the interactive program changes the scene as edited: opening, undo and redo, looks.
#include <algorithm>

#include "scene/look_file.h"
#include "scene/scene_particles.h"
#include "window/application_impl.h"

namespace app {
namespace {

/// Particles are not kept for undo: there may be gigabytes of them.
std::string whereItStarts(const EditHistory::Step& step) {
  if (!step.otherScene) return "";
  return step.fromState ? "; at the scene's beginning (load the saved state again to go on from it)"
                        : "; at the scene's beginning";
}

}  // namespace

void Application::Impl::open(const std::string& nameOrPath) {
  try {
    FlowStart start = loadFlow(nameOrPath);
    const Scene scene = start.scene;
    const bool state = start.from != nullptr;
    const std::string note = start.note;
    rememberEdits();
    adopt(std::move(start));
    edits.open(scene, state);
    say(note, false);
  } catch (const std::exception& e) {
    say(e.what(), true);
  }
}

/// Shows this scene from its beginning, or as its checkpoint has it.
void Application::Impl::adopt(FlowStart start) {
  const Scene scene = start.scene;
  ringTool.cancel();
  openScene(panel, scene);
  placeCamera(scene.camera);
  following = scene.view.follow;
  requested = scene;
  simulation.reset(std::move(start));
  if (film.clock()) applySettings();
}

/// Completes the change in hand; the scene that is left keeps the view that the user had of it.
void Application::Impl::rememberEdits() {
  edits.observe(panel.scene, false);
  Scene seen = panel.scene;
  seen.camera = camera.pose();
  edits.amend(seen);
}

void Application::Impl::undo() {
  rememberEdits();
  const auto step = edits.undo();
  if (!step) return say("Nothing to undo", false);
  restore(*step);
  say("Undone: " + step->change + whereItStarts(*step), false);
}

void Application::Impl::redo() {
  rememberEdits();
  const auto step = edits.redo();
  if (!step) return say("Nothing to redo", false);
  restore(*step);
  say("Done again: " + step->change + whereItStarts(*step), false);
}

void Application::Impl::restore(const EditHistory::Step& step) {
  if (step.otherScene) return adopt(FlowStart(step.scene));
  const CameraPose pose = panel.scene.camera;
  panel.scene = step.scene;
  panel.scene.camera = pose;
  panel.counts = sceneCounts(panel.scene);
  applySettings();
  edits.amend(panel.scene);  // a backend may have gone
}

void Application::Impl::readLooks() {
  std::vector<std::string> trouble;
  panel.looks = loadLooks(trouble);
  if (!trouble.empty()) say(trouble.front(), true);
}

void Application::Impl::nextLook() {
  const std::string name = chooseNextLook(panel.scene.view, panel.looks);
  if (!name.empty()) say("Look: " + name, false);
}

/// Writes the present look into the user's folder; asks first where there is one of that name.
void Application::Impl::keepLook() {
  const bool known = std::any_of(panel.looks.begin(), panel.looks.end(),
                                 [&](const NamedLook& look) { return look.name == panel.lookName; });
  if (known && !panel.confirmLook) {
    panel.confirmLook = true;
    return;
  }
  try {
    const std::string path = saveLook(panel.scene.view, panel.lookName, known);
    panel.confirmLook = false;
    readLooks();
    say("Saved " + path, false);
  } catch (const std::exception& e) {
    say(e.what(), true);
  }
}

}  // namespace app
