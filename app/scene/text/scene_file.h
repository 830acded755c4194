#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scene/scene.h"

namespace app {

/// Reads a scene and its files. `nameOrPath` is the name of a file in assets/scenes without ".toml" (without a GPU a
/// file of that name in its folder cpu is preferred), a path, or "-" for standard input; a file of elements (.csv,
/// .npy), also of a plane flow, is a scene of these alone. Adds the paths of all files that were read to `inputs`.
/// Throws UserError "file:line:column: what" for anything unexpected in the file (unknown key, wrong type, value out of
/// range, not finite, given twice) and FileError if it cannot be read.
Scene loadScene(const std::string& nameOrPath, std::vector<std::string>* inputs = nullptr);

/// Reads a scene from text. `file` is for messages, gives the scene its name, and its folder is that of relative paths.
/// Named files are read by `files`, by default not at all. Throws UserError and the exceptions of `files`.
Scene parseScene(std::string_view text, const std::string& file, const SceneFiles& files = {});

/// The text of a scene file with every key; numbers read back to the same bits.
std::string formatScene(const Scene& scene);

/// Writes formatScene() to `path` under a temporary name and renames it; paths of files in or below its folder become
/// relative. Throws UserError if the file exists and `overwrite` is not set or if the scene is invalid; FileError if it
/// cannot be written.
void saveScene(const Scene& scene, const std::string& path, bool overwrite);

/// Names of the scenes in assets/scenes, sorted; the default scene "leapfrog" comes first.
std::vector<std::string> sceneNames();

}  // namespace app
