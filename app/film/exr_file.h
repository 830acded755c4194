#pragma once

#include <optional>
#include <string>

#include "files/file_error.h"
#include "files/image.h"
#include "files/png_file.h"

namespace app {

/// Writes the linear light of `image` as an OpenEXR picture of scanlines: R, G, B (linear light with sRGB's primaries,
/// multiplied by alpha) and A as half floats, and Z, the distance from the camera [L], infinite in empty places, as
/// float. Compressed by zlib at `level`, 1 (fast) to 9 (small). The file appears under `path` only when complete
/// (AtomicFile). `film` is stored in the attribute kExrFilm unless empty. Throws FileError.
void writeExr(const std::string& path, const Image& image, int level, const std::string& film = {});
inline constexpr const char* kExrFilm = "ringletFilm";

/// Facts of the OpenEXR picture at `path` if complete, with all rows readable. Empty if it is missing, of another
/// format, cut off or damaged.
std::optional<PictureFacts> wholeExr(const std::string& path);

}  // namespace app
