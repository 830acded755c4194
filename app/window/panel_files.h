#pragma once

#include <string>

#include "camera/camera_path.h"
#include "panel/control_panel.h"
#include "scene/scene.h"
#include "simulation/diagnostics_table.h"

namespace app {

/// `path` itself where nothing is there yet, else with the first of -2, -3, ... before its ending, or in place of such
/// a number, that is not there. Of numbered pictures (frames/%05d.png) the folder is numbered, where they have none of
/// their own the name: all of them are new then. `path` as well where the numbers up to 9999 are taken.
std::string freeName(const std::string& path);

/// Is there something of that name, or any picture of that pattern?
bool isTaken(const std::string& path);

/// Throws what a file that is to be made would meet later: UserError where one is there already or `path` is a folder,
/// FileError where its folder is not there or nothing can be made in it. Devices and pipes may be written to.
void requireNewFile(const std::string& path);

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
