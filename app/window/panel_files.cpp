#include "window/panel_files.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <functional>

#include <fmt/format.h>
#include <unistd.h>

#include "files/data_paths.h"
#include "files/file_error.h"
#include "files/file_name.h"
#include "files/free_name.h"
#include "files/user_error.h"
#include "film/film_format.h"
#include "film/numbered_path.h"
#include "scene/text/look_file.h"
#include "scene/text/scene_file.h"
#include "simulation/diagnostics_csv.h"

namespace app {
namespace {

namespace fs = std::filesystem;

/// `stem` without a number added by an earlier call.
std::string unnumbered(const std::string& stem) {
  const auto dash = stem.find_last_of('-');
  const bool numbered = dash != std::string::npos && dash > 0 && dash + 1 < stem.size() &&
                        stem.find_first_not_of("0123456789", dash + 1) == std::string::npos;
  return numbered ? stem.substr(0, dash) : stem;
}

/// `path` if it is free, else the first free one of make(2), make(3), ...; `path` again if there is none.
std::string firstFree(const std::string& path, const std::function<std::string(int)>& make) {
  try {
    return isTaken(path) ? firstFreeName(2, make, isTaken) : path;
  } catch (const UserError&) {
    return path;
  }
}

bool isPattern(const std::string& path) {
  return hasNumber(path) && (isNumbered(path) || filmFormatOf(path) == nullptr);
}

std::string freePattern(const std::string& pattern) {
  const fs::path path = pattern;
  const std::string file = path.filename().string(), folder = path.parent_path().string();
  if (!folder.empty() && folder.find_first_not_of("./") != std::string::npos) {
    const std::string stem = unnumbered(folder);
    return firstFree(pattern, [&](int i) { return (fs::path(fmt::format("{}-{}", stem, i)) / file).string(); });
  }
  const std::size_t percent = file.find('%');
  std::string stem = file.substr(0, percent);
  while (!stem.empty() && stem.back() == '-') stem.pop_back();
  stem = unnumbered(stem.empty() ? "film" : stem);
  const std::string rest = file.substr(percent);
  return firstFree(pattern,
                   [&](int i) { return (path.parent_path() / fmt::format("{}-{}-{}", stem, i, rest)).string(); });
}

}  // namespace

bool isTaken(const std::string& path) {
  if (!isPattern(path)) return nameTaken(path);
  try {
    return !NumberedPath(path).existing().empty();
  } catch (const std::exception&) {  // no pattern, or an unreadable folder: reported by whoever writes there
    return false;
  }
}

std::string freeName(const std::string& path) {
  if (isPattern(path)) return freePattern(path);
  const std::string ending = fs::path(path).extension().string();
  const std::string stem = unnumbered(path.substr(0, path.size() - ending.size()));
  return firstFree(path, [&](int i) { return fmt::format("{}-{}{}", stem, i, ending); });
}

void requireNewFile(const std::string& path) {
  std::error_code none;
  const fs::file_status there = fs::status(path, none);
  if (fs::is_directory(there)) throw UserError(path + ": is a folder, not a file");
  if (fs::is_regular_file(there)) throw UserError(path + ": exists already and is kept; give another name");
  if (fs::exists(there)) return;
  const fs::path parent = fs::path(path).parent_path();
  const std::string folder = parent.empty() ? "." : parent.string();
  if (!fs::is_directory(folder, none)) throw FileError(path, "cannot be written: there is no folder " + folder);
  if (access(folder.c_str(), W_OK | X_OK) != 0) throw FileError(path, "cannot be written", errno);
}

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

bool saveFlight(PanelState& panel, bool follow, bool overwrite) {
  Timeline& line = panel.timeline;
  line.path = withEnding(line.path, ".toml");
  line.confirmOverwrite = !overwrite && std::filesystem::exists(line.path);
  if (line.confirmOverwrite) return false;
  try {
    saveCameraFlight(flightOf(line, follow), line.path, overwrite);
    say(panel, "Saved " + withFolder(line.path), false);
    return true;
  } catch (const std::exception& e) {
    say(panel, e.what(), true);
    return false;
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
    return false;  // reported by whoever opens the file
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
