#pragma once

#include <string>

#include "camera/camera_path.h"
#include "panel/control_panel.h"
#include "scene/scene.h"
#include "simulation/diagnostics_table.h"

namespace app {

/// `path` if the name is free, else the first free one with -2, -3, ... before its ending or in place of such a number.
/// For numbered pictures (frames/%05d.png) the folder gets the number (or, without a folder, the name), so that all
/// pictures are new. Returns `path` if all numbers up to 9999 are taken.
std::string freeName(const std::string& path);

/// True if the name, or any picture of the pattern, exists.
bool isTaken(const std::string& path);

/// Checks that a file can be created at `path`. Throws UserError if a file exists there or `path` is a folder,
/// FileError if its folder is missing or not writable. Devices and pipes are allowed.
void requireNewFile(const std::string& path);

// Files written and read by the panel's buttons, under the names in the panel. Unless told to overwrite, each function
// asks before it replaces a file, by a flag of the panel. It reports the result in the panel and never throws.

/// Writes a scene file of `scene`, which must have the user's present view; true if it was written.
bool saveEditedScene(PanelState& panel, const Scene& scene, bool overwrite);
/// Writes all diagnostics so far as CSV; reports in the diagnostics window.
void saveDiagnostics(PanelState& panel, const DiagnosticsTable& diagnostics, bool overwrite);
/// Writes the time line's flight; `follow`: its poses move along with the vortices.
bool saveFlight(PanelState& panel, bool follow, bool overwrite);
/// Reads the flight in the time line's file, with missing values from `start`; empty if it cannot be read.
std::optional<CameraPath> loadFlight(PanelState& panel, const CameraPose& start);
/// Reads the looks to choose from.
void readLooks(PanelState& panel);
/// Saves the look of `view` into the user's folder and adds it to the looks to choose from.
void keepLook(PanelState& panel, const ViewSettings& view);

/// True if this file holds keys of a flight, whatever else it holds. False if it cannot be read.
bool holdsFlight(const std::string& path);

}  // namespace app
