#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "files/file_error.h"

namespace app {

/// Folder of the program's data, with `assets` and `shaders` in it: the environment variable RINGLET_DATA if it is set,
/// otherwise ../share/ringlet as seen from the executable. Throws FileError if there is no such folder.
std::filesystem::path dataDirectory();

/// Largest size of a text file from the user, a scene for example: 4 MiB.
constexpr std::uint64_t kMostTextBytes = std::uint64_t{4} << 20;

/// Reads a whole file, pipe or device. Throws FileError, also if there are more than `most` bytes, and UserError as
/// InputFile does.
std::string readTextFile(const std::filesystem::path& path, std::uint64_t most = kMostTextBytes);

/// Folder of the user's configuration: $XDG_CONFIG_HOME/ringlet, else $HOME/.config/ringlet; empty if neither is set.
/// The folder need not exist.
std::filesystem::path configDirectory();

}  // namespace app
