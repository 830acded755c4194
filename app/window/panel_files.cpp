#include "window/panel_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "files/data_paths.h"
#include "files/file_name.h"
#include "files/output_lock.h"
#include "scene/look_file.h"
#include "scene/scene_file.h"
#include "simulation/diagnostics_csv.h"

namespace app {

bool saveEditedScene(PanelState& panel, const Scene& scene, bool overwrite) {
  panel.saveName = withEnding(panel.saveName, ".toml");
  panel.confirmOverwrite = !overwrite && std::filesystem::exists(panel.saveName);
  if (panel.confirmOverwrite) return false;
  try {
    saveScene(scene, panel.saveName, overwrite);
    say(panel, "Saved " + withFolder(panel.saveName), false);
    return true;
  } catch (const std::exception& e) {
    say(panel, e.what(), true);
    return false;
  }
}

void saveDiagnostics(PanelState& panel, const DiagnosticsTable& diagnostics, bool overwrite) {
  DiagnosticsWindow& asked = panel.diagnostics;
  asked.csvName = withEnding(asked.csvName, ".csv");
  asked.confirmOverwrite = !overwrite && std::filesystem::exists(asked.csvName);
  if (asked.confirmOverwrite) return;
  try {
    writeDiagnosticsCsv(diagnostics, asked.csvName, overwrite ? Existing::replace : Existing::keep);
    asked.message = fmt::format("Saved {} rows to {}", diagnostics.rows(), withFolder(asked.csvName));
    asked.isError = false;
  } catch (const std::exception& e) {
    asked.message = e.what();
    asked.isError = true;
  }
}

void saveFlight(PanelState& panel, bool follow, bool overwrite) {
  Timeline& line = panel.timeline;
  line.path = withEnding(line.path, ".toml");
  line.confirmOverwrite = !overwrite && std::filesystem::exists(line.path);
  if (line.confirmOverwrite) return;
  try {
    saveCameraFlight(flightOf(line, follow), line.path, overwrite);
    say(panel, "Saved " + withFolder(line.path), false);
  } catch (const std::exception& e) {
    say(panel, e.what(), true);
  }
}

std::optional<CameraPath> loadFlight(PanelState& panel, const CameraPose& start) {
  try {
    CameraPath path = CameraPath::load(panel.timeline.path, start);
    say(panel, fmt::format("Loaded {}: {} keys", panel.timeline.path, path.keys().size()), false);
    return path;
  } catch (const std::exception& e) {
    say(panel, e.what(), true);
    return std::nullopt;
  }
}

bool holdsFlight(const std::string& path) {
  if (std::filesystem::path(path).extension() != ".toml") return false;
  try {
    return ('\n' + readTextFile(path)).find("\n[[key]]") != std::string::npos;
  } catch (const std::exception&) {
    return false;  // whoever opens it says why
  }
}

void readLooks(PanelState& panel) {
  std::vector<std::string> trouble;
  panel.looks = loadLooks(trouble);
  setSceneLook(panel.looks, panel.sceneView);
  if (!trouble.empty()) say(panel, trouble.front(), true);
}

void keepLook(PanelState& panel, const ViewSettings& view) {
  const bool known = std::any_of(panel.looks.begin(), panel.looks.end(),
                                 [&](const NamedLook& look) { return look.name == panel.lookName; });
  if (known && !panel.confirmLook) {
    panel.confirmLook = true;
    return;
  }
  try {
    const std::string path = saveLook(view, panel.lookName, known);
    panel.confirmLook = false;
    readLooks(panel);
    say(panel, "Saved " + withFolder(path), false);
  } catch (const std::exception& e) {
    say(panel, e.what(), true);
  }
}

}  // namespace app
