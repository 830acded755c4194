#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scene/scene.h"

namespace app {

/// Reads a scene and the files that it names. `nameOrPath` is the name of a file of assets/scenes without ".toml",
/// where no GPU computes rather of one in its folder cpu, or else a path; that of a file of elements (.csv, .npy) is a
/// scene of these alone. Throws UserError "file:line:column: what" for anything unexpected in the file (unknown key,
/// wrong type, value out of range, not finite, given twice) and FileError where the file cannot be read.
Scene loadScene(const std::string& nameOrPath);

/// Reads a scene from text; `file` stands in messages, gives the scene its name, and the files that it names lie beside
/// it. Those are read as `files` says, without it not at all. Throws UserError, and what `files` throws.
Scene parseScene(std::string_view text, const std::string& file, const SceneFiles& files = {});

/// The scene as the text of a scene file: every key, and numbers that read back to the same bits.
std::string formatScene(const Scene& scene);

/// Writes formatScene() to `path` under a temporary name and renames it; paths of files that lie beside or below it are
/// relative to it. Throws UserError if the file is there and
/// `overwrite` is not set, FileError if it cannot be written, UserError if the scene itself is not valid.
void saveScene(const Scene& scene, const std::string& path, bool overwrite);

/// Names of the scenes in assets/scenes, sorted; the default scene "leapfrog" comes first.
std::vector<std::string> sceneNames();

}  // namespace app
