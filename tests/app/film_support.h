#pragma once

#include <string>
#include <vector>

#include "files/image.h"

namespace test {

/// All frames of a film as ffmpeg decodes them, whatever is wrong behind the last good one.
std::vector<app::Image> decodeFilm(const std::string& path, int width, int height);

/// What ffprobe says of the first video stream, for example "r_frame_rate" or "width"; the first line of its answer.
std::string probe(const std::string& path, const std::string& entry);

/// A picture of one grey.
app::Image grey(int width, int height, int level);

/// Mean of all bytes.
double meanLevel(const app::Image& image);

/// Centre of light, in pixels.
struct Spot {
  double x = 0, y = 0;
};
Spot centreOfLight(const app::Image& image);

/// Processes whose parent is `parent` (this process: 0).
std::vector<int> childrenOf(int parent);

}  // namespace test
