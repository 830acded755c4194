#include "document/scene_document.h"

#include "document/ring_launcher.h"

namespace app {

void SceneDocument::show(const Scene& opened) {
  scene = built = requested = opened;
  ranges = rangesFor(opened);
  counts = sceneCounts(opened);
}

const Scene& SceneDocument::request() {
  requested = scene;
  return requested;
}

void SceneDocument::takeRequested() {
  built = requested;
  counts = sceneCounts(requested);
}

void SceneDocument::remember(const CameraPose& pose) {
  edits.observe(scene, false);
  Scene seen = scene;
  seen.camera = pose;
  edits.amend(seen);
}

std::optional<EditHistory::Step> SceneDocument::undo(const CameraPose& pose) {
  remember(pose);
  return edits.undo();
}

std::optional<EditHistory::Step> SceneDocument::redo(const CameraPose& pose) {
  remember(pose);
  return edits.redo();
}

void SceneDocument::apply(const EditHistory::Step& step) {
  const CameraPose pose = scene.camera;
  scene = step.scene;
  scene.camera = pose;
  counts = sceneCounts(scene);
}

void SceneDocument::keepLaunches(const std::vector<RingLaunch>& launched, bool keep) {
  bool changed = false;
  for (Scene* kept : {&scene, &built, &requested})
    changed |= keep ? keepLaunched(*kept, launched) : dropLaunched(*kept, launched);
  if (changed) edits.amend(scene);
}

void SceneDocument::dropLaunch(const RingLaunch& ring) {
  for (Scene* kept : {&scene, &built, &requested}) dropLaunched(*kept, {ring});
  edits.amend(scene);
}

}  // namespace app
