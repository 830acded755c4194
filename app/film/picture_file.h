#pragma once

#include <optional>
#include <string>

#include "files/image.h"
#include "files/png_file.h"

namespace app {

/// Writes one picture of a film as its path's ending says, PNG or OpenEXR; it appears under `path` only when it is
/// complete. `quality` from 0 (small) to 100 decides how long is spent on making its file small; every picture is kept
/// as exactly as its format can. `film` says which film the picture is of. Throws FileError.
void writePicture(const std::string& path, const Image& image, double quality, const std::string& film);

/// Facts of such a picture if it is whole; empty for what is not there, of another format, cut off or damaged.
std::optional<PictureFacts> wholePicture(const std::string& path);

}  // namespace app
