#include "scene/scene_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "files/atomic_file.h"
#include "files/data_paths.h"
#include "files/suggest.h"
#include "files/user_error.h"

namespace app {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDefaultScene = "leapfrog";

fs::path sceneFolder() {
  return dataDirectory() / "assets" / "scenes";
}

// A name is what could be a file of the scene folder: no folder in it, no ending.
bool looksLikeName(const std::string& text) {
  return text.find('/') == std::string::npos && fs::path(text).extension().empty();
}

[[noreturn]] void refuseUnknown(const std::string& name) {
  const std::vector<std::string> names = sceneNames();
  std::string list;
  for (const std::string& known : names) list += (list.empty() ? "" : ", ") + known;
  throw UserError(fmt::format("{}: no such scene or file{}; scenes: {}", name, didYouMean(name, names), list));
}

}  // namespace

std::vector<std::string> sceneNames() {
  std::vector<std::string> names;
  std::error_code missing;
  for (const auto& entry : fs::directory_iterator(sceneFolder(), missing))
    if (entry.path().extension() == ".toml") names.push_back(entry.path().stem().string());
  if (missing) throw FileError(sceneFolder().string(), "the program's scenes cannot be listed", missing.value());
  std::sort(names.begin(), names.end(), [](const std::string& a, const std::string& b) {
    return std::make_pair(a != kDefaultScene, a) < std::make_pair(b != kDefaultScene, b);
  });
  return names;
}

Scene loadScene(const std::string& nameOrPath) {
  std::error_code error;
  fs::path path = nameOrPath;
  if (nameOrPath.empty()) refuseUnknown(nameOrPath);
  if (looksLikeName(nameOrPath)) {
    const fs::path named = sceneFolder() / (nameOrPath + ".toml");
    if (fs::exists(named, error)) path = named;
  }
  if (!fs::exists(path, error)) refuseUnknown(nameOrPath);
  if (fs::is_directory(path, error)) throw UserError(nameOrPath + ": is a folder, not a scene file");
  return parseScene(readTextFile(path), path.string());
}

void saveScene(const Scene& scene, const std::string& path, bool overwrite) {
  const std::string text = formatScene(scene);
  parseScene(text, path);  // what is written must load again
  AtomicFile file(path, overwrite ? Existing::replace : Existing::keep);
  file.write(text);
  file.commit();
}

}  // namespace app
