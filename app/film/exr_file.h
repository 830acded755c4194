#pragma once

#include <optional>
#include <string>

#include "files/file_error.h"
#include "files/image.h"
#include "files/png_file.h"

namespace app {

/// Writes the linear light of `image` as an OpenEXR picture of scanlines: R, G, B in linear light of sRGB's primaries
/// and A, which they are multiplied by, as half floats, and Z, the distance from the camera [L], infinite where nothing
/// is, as float. Compressed by zlib at `level`, 1 (fast) to 9 (small). The file appears under `path` only when it is
/// complete (AtomicFile). `film` stands in the attribute kExrFilm; left out where it is empty. Throws FileError.
void writeExr(const std::string& path, const Image& image, int level, const std::string& film = {});
inline constexpr const char* kExrFilm = "ringletFilm";

/// Facts of the OpenEXR picture at `path` if it is whole: each row is there and unpacks. Empty for what is not there,
/// of another format, cut off or damaged.
std::optional<PictureFacts> wholeExr(const std::string& path);

}  // namespace app
