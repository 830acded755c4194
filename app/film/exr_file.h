#pragma once

#include <string>

#include "files/file_error.h"
#include "files/image.h"

namespace app {

/// Writes the linear light of `image` as an OpenEXR picture of scanlines: R, G, B (linear light with sRGB's primaries,
/// multiplied by alpha) and A as half floats, and Z, the distance from the camera [L], infinite in empty places, as
/// float. Compressed by zlib at `level`, 1 (fast) to 9 (small). The file appears under `path` only when complete
/// (AtomicFile). Throws FileError.
void writeExr(const std::string& path, const Image& image, int level);

}  // namespace app
