#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "files/file_error.h"

namespace app {

/// Folder of the program's data, with `assets` and `shaders` in it: the environment variable RINGLET_DATA if it is set,
/// else ../share/ringlet as seen from the executable. Throws FileError if it is not there, or not such a folder.
std::filesystem::path dataDirectory();

/// The most bytes that a text of the user's may have, a scene for example: 4 MiB.
constexpr std::uint64_t kMostTextBytes = std::uint64_t{4} << 20;

/// The whole of a file, a pipe or a device of at most `most` bytes. Throws FileError, also where there is more, and
/// UserError as InputFile does.
std::string readTextFile(const std::filesystem::path& path, std::uint64_t most = kMostTextBytes);

/// Folder of what the program keeps for its user: $XDG_CONFIG_HOME/ringlet, else $HOME/.config/ringlet; empty where
/// neither is set. Nobody made sure that it is there.
std::filesystem::path configDirectory();

}  // namespace app
