#pragma once

#include <optional>
#include <string>

#include "files/file_error.h"
#include "files/image.h"

namespace app {

/// Writes `image` as an 8-bit RGB PNG, or as RGBA with straight alpha where it has that. `level` is zlib's, 1 (fast) to
/// 9 (small). Each byte is stored as its difference from the pixel to the left, which makes points of light a tenth and
/// smoke a sixth smaller at no cost. The file appears under `path` only when it is complete (AtomicFile); what is not a
/// regular file, such as a device, is written to directly. `film`, Latin-1, says which film the picture is of; it
/// stands under the key kPngFilm in a chunk tEXt, which is left out where it is empty. Throws FileError.
void writePng(const std::string& path, const Image& image, int level = 3, const std::string& film = {});
inline constexpr const char* kPngFilm = "Ringlet film";

/// Reads a PNG of any kind as 8-bit RGB; transparency is dropped. Throws FileError, also for pictures beyond 16384
/// pixels a side.
Image readPng(const std::string& path);

/// What a picture's file says of itself.
struct PictureFacts {
  int width = 0, height = 0;
  std::string film;  ///< that it is of, as it was written; empty where there is none
};

/// Facts of the PNG at `path` if it is whole: every chunk is there with its checksum. Empty for what is not there, not
/// a PNG, cut off or damaged. Pictures are not decoded, so that this is quick.
std::optional<PictureFacts> wholePng(const std::string& path);

}  // namespace app
