#pragma once

#include <string>

#include "files/file_error.h"
#include "files/image.h"

namespace app {

/// Writes `image` as an 8-bit RGB PNG, or as RGBA with straight alpha if it has alpha. `level` is zlib's, 1 (fast) to 9
/// (small). Each byte is stored as its difference from the pixel to the left, which makes points of light a tenth and
/// smoke a sixth smaller at no cost. The file appears under `path` only when it is complete (AtomicFile); devices and
/// pipes are written directly. Throws FileError.
void writePng(const std::string& path, const Image& image, int level = 3);

/// Reads a PNG of any kind as 8-bit RGB; transparency is dropped. Throws FileError, also for pictures beyond 16384
/// pixels a side.
Image readPng(const std::string& path);

}  // namespace app
