#pragma once

#include <optional>
#include <vector>

#include "document/edit_history.h"
#include "document/scene_edit.h"
#include "scene/scene.h"
#include "scene/scene_particles.h"

namespace app {

/// The scene that the user has in hand, and its owner: panel and keys edit it here, the window draws and simulates what
/// stands here.
struct SceneDocument {
  Scene scene;         ///< as edited
  Scene built;         ///< the scene that the present particles were made from
  Scene requested;     ///< the scene of the last reset, whose particles may still be on their way
  SceneRanges ranges;  ///< of the controls, from the scene as it was opened
  Counts counts;       ///< of particles that `scene` would get
  EditHistory edits;   ///< the way back

  /// Takes over a scene: what is edited, built and requested, ranges and counts. The way back stays.
  void show(const Scene& opened);
  /// What reset() asks for: the scene as it is edited now.
  const Scene& request();
  /// The particles of `requested` have come.
  void takeRequested();

  /// Completes the change in hand; the scene keeps the view that the user has of it.
  void remember(const CameraPose& pose);
  /// What the last change is taken back to, or done again; empty: nothing. The scene itself stays until apply() or
  /// show().
  std::optional<EditHistory::Step> undo(const CameraPose& pose);
  std::optional<EditHistory::Step> redo(const CameraPose& pose);
  /// Takes over the edits of a step within this scene; the camera stays.
  void apply(const EditHistory::Step& step);

  /// Launched rings become a part of the scene, or are one no longer.
  void keepLaunches(const std::vector<RingLaunch>& launched, bool keep);
  /// A launched ring leaves the flow again, and the scene if it was a part of it.
  void dropLaunch(const RingLaunch& ring);
};

}  // namespace app
