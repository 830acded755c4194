#pragma once

#include "camera/camera_path.h"
#include "panel/control_panel.h"
#include "scene/scene.h"
#include "simulation/diagnostics_table.h"

namespace app {

// What the panel's buttons write and read, under the names that stand in it. Each asks first where a file would be
// replaced, by a flag of the panel, unless it is told to overwrite; and says what became of it in the panel. None of
// them throws.

/// A scene file of `scene`, which has the view that the user has; true if it was written.
bool saveEditedScene(PanelState& panel, const Scene& scene, bool overwrite);
/// All diagnostics so far as CSV; the diagnostics' own window tells.
void saveDiagnostics(PanelState& panel, const DiagnosticsTable& diagnostics, bool overwrite);
/// The time line's flight; `follow`: its poses move along with the vortices.
void saveFlight(PanelState& panel, bool follow, bool overwrite);
/// The flight in the time line's file, what it leaves out as in `start`; empty if it cannot be read.
std::optional<CameraPath> loadFlight(PanelState& panel, const CameraPose& start);
/// The looks to choose from.
void readLooks(PanelState& panel);
/// The look of `view` into the user's folder, which is one to choose from then.
void keepLook(PanelState& panel, const ViewSettings& view);

/// Does this file hold keys of a flight, whatever else is in it? False for what cannot be read.
bool holdsFlight(const std::string& path);

}  // namespace app
