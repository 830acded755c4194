#pragma once

#include "scene/scene.h"

namespace app {

// Changes of a plane flow's vortices and sheets, for the functions of line_edit.h.

/// Moves a patch, so that circleAbout() has this centre [L]; z is ignored.
void movePatch(ScenePatch& patch, fmm::Vec3 centre);
/// Scales a patch about its centre until circleAbout() has this radius [L]; a sheet keeps its thickness and waves.
void sizePatch(ScenePatch& patch, double radius);

/// A patch for a scene to add: like its last vortex or sheet, without its name and beside it, or the standard one.
ScenePatch nextVortex(const Scene& scene);
ScenePatch nextSheet(const Scene& scene);

/// The patch moved aside until it is clear of where it was.
ScenePatch movedAside(ScenePatch patch);

}  // namespace app
