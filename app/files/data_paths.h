#pragma once

#include <filesystem>
#include <string>

#include "files/file_error.h"

namespace app {

/// Folder of the program's data, with `assets` and `shaders` in it: the environment variable RINGLET_DATA if it is set,
/// else ../share/ringlet as seen from the executable. Throws FileError if it is not there.
std::filesystem::path dataDirectory();

/// The whole of a text file. Throws FileError.
std::string readTextFile(const std::filesystem::path& path);

}  // namespace app
