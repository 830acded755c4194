#pragma once

#include <optional>
#include <string>

#include "files/file_error.h"
#include "files/image.h"

namespace app {

/// Writes `image` as an 8-bit RGB PNG, or as RGBA with straight alpha if it has alpha. `level` is zlib's, 1 (fast) to 9
/// (small). Each byte is stored as its difference from the pixel to the left, which makes points of light a tenth and
/// smoke a sixth smaller at no cost. The file appears under `path` only when it is complete (AtomicFile); devices and
/// pipes are written directly. `film`, Latin-1, names the film of the picture in a chunk tEXt under the key kPngFilm,
/// which is left out if empty. Throws FileError.
void writePng(const std::string& path, const Image& image, int level = 3, const std::string& film = {});
inline constexpr const char* kPngFilm = "Ringlet film";

/// Reads a PNG of any kind as 8-bit RGB; transparency is dropped. Throws FileError, also for pictures beyond 16384
/// pixels a side.
Image readPng(const std::string& path);

/// Facts that a picture's file states.
struct PictureFacts {
  int width = 0, height = 0;
  std::string film;  ///< as given to writePng(); empty if there is none
};

/// Facts of the PNG at `path` if every chunk is there with its checksum. Empty if the file is missing, not a PNG, cut
/// off or damaged. Quick, as pictures are not decoded.
std::optional<PictureFacts> wholePng(const std::string& path);

}  // namespace app
