#include "scene/text/scene_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "files/atomic_file.h"
#include "files/data_paths.h"
#include "files/row_file.h"
#include "files/suggest.h"
#include "files/user_error.h"
#include "scene/element_file.h"
#include "scene/start/scene_particles.h"
#include "scene/text/toml_text.h"

namespace app {
namespace {

namespace fs = std::filesystem;

constexpr const char* kCpuFolder = "cpu";
constexpr const char* kDefaultScene = "leapfrog";

fs::path sceneFolder() {
  return dataDirectory() / "assets" / "scenes";
}

/// The file of a scene that comes with the program; without a GPU preferably its variant for the CPU, a flow that fewer
/// elements resolve.
fs::path fileOf(const std::string& name) {
  const fs::path file = name + ".toml", forCpu = sceneFolder() / kCpuFolder / file;
  std::error_code error;
  return fs::exists(forCpu, error) && !cudaWouldRun(fmm::Backend::automatic) ? forCpu : sceneFolder() / file;
}

// True if the text can be the name of a scene: no folder, no ending.
bool looksLikeName(const std::string& text) {
  return text.find('/') == std::string::npos && fs::path(text).extension().empty();
}

[[noreturn]] void refuseUnknown(const std::string& name) {
  const std::vector<std::string> names = sceneNames();
  std::string list;
  for (const std::string& known : names) list += (list.empty() ? "" : ", ") + known;
  throw UserError(fmt::format("{}: no such scene or file{}; scenes: {}", name, didYouMean(name, names), list));
}

/// The text of a scene of the elements of a file alone, in the plane if they are of a plane flow, with heat, which
/// needs a lattice, if they have some.
std::string sceneOfElements(const std::string& path) {
  const bool plane = isOfPlane(path);
  std::string text = "[physics]\n";
  if (plane) text += "space = \"plane\"\n";
  if (hasHeat(path, plane ? fmm::Space::plane : fmm::Space::space)) text += "heat = true\nredistribution = \"auto\"\n";
  return text + "[[elements]]\nfile = " + quoted(path);
}

/// filesOnDisk() that adds the paths of files that it reads to `inputs`.
SceneFiles recordedFiles(std::vector<std::string>& inputs) {
  SceneFiles files = filesOnDisk();
  files.points = [&inputs, read = files.points](const std::string& path, bool inPlane) {
    inputs.push_back(path);
    return read(path, inPlane);
  };
  files.surface = [&inputs, read = files.surface](const std::string& path) {
    inputs.push_back(path);
    return read(path);
  };
  files.elements = [&inputs, read = files.elements](const GivenElements& given, fmm::Space space, std::size_t number) {
    inputs.push_back(given.file);
    return read(given, space, number);
  };
  return files;
}

/// Makes paths of the scene's files in or below the folder of `path` relative, so that they can be moved together.
Scene besides(Scene scene, const std::string& path) {
  const fs::path folder = fs::absolute(path).lexically_normal().parent_path();
  const auto shorten = [&folder](std::string& file) {
    const fs::path relative = fs::path(file).lexically_relative(folder);
    if (!relative.empty() && *relative.begin() != "..") file = relative.string();
  };
  for (GivenElements& given : scene.given) shorten(given.file);
  for (fmm::Body& body : scene.settings.bodies) shorten(body.meshFile);
  return scene;
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

Scene loadScene(const std::string& nameOrPath, std::vector<std::string>* inputs) {
  std::vector<std::string> unused;
  std::vector<std::string>& read = inputs ? *inputs : unused;
  std::error_code error;
  fs::path path = nameOrPath;
  if (nameOrPath.empty()) refuseUnknown(nameOrPath);
  if (nameOrPath == kStandardStream) return parseScene(readTextFile(nameOrPath), "standard input", recordedFiles(read));
  if (looksLikeName(nameOrPath)) {
    const fs::path named = fileOf(nameOrPath);
    if (fs::exists(named, error)) path = named;
  }
  if (!fs::exists(path, error)) refuseUnknown(nameOrPath);
  if (fs::is_directory(path, error)) throw UserError(nameOrPath + ": is a folder, not a scene file");
  const std::string text =
      hasRowEnding(path.string()) ? sceneOfElements(fs::absolute(path).string()) : readTextFile(path);
  read.push_back(path.string());
  return parseScene(text, path.string(), recordedFiles(read));
}

void saveScene(const Scene& scene, const std::string& path, bool overwrite) {
  const std::string text = formatScene(besides(scene, path));
  SceneFiles files;
  files.surface = filesOnDisk().surface;
  parseScene(text, path, files);  // throws if the text would not load
  AtomicFile file(path, overwrite ? Existing::replace : Existing::keep);
  file.write(text);
  file.commit();
}

}  // namespace app
