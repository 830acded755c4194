#pragma once

#include <string>
#include <vector>

#include "files/image.h"

namespace app {

struct RecorderSettings;

constexpr int kLargestFilmSide = 16384;

/// Properties and functions of a film format: a row in film_format.cpp, made by NAMEFormat() of one file. Alpha is the
/// fraction of the background that a pixel hides. It is straight (colours are not multiplied by it) with sRGB values,
/// except in EXR, whose colours are linear light multiplied by alpha.
struct FilmFormat {
  const char* ending;
  const char* name;           ///< for messages: "H.264"
  bool alpha = false;         ///< supports a transparent background
  bool linear = false;        ///< takes linear light and depth instead of bytes
  bool evenSides = false;     ///< colours have half the resolution
  int leastSide = 1;          ///< pixels; the largest is kLargestFilmSide
  double highestRate = 1000;  ///< largest frames per second that format and players support

  /// Video: ffmpeg's arguments between those of its input and the output's path.
  std::vector<std::string> (*encoder)(const RecorderSettings& settings) = nullptr;
  /// Fragmented video: ffmpeg's name of the container, to be rewritten for fast start; else null.
  const char* fragmented = nullptr;

  /// Numbered pictures: writes one, which appears under `path` only when complete, with zlib's level 1 (fast) to 9
  /// (small). Throws FileError.
  void (*write)(const std::string& path, const Image& image, int level) = nullptr;

  /// True if each picture is a file with its number in the name.
  bool numbered() const { return write != nullptr; }
};

/// The format given by the ending of the path; null if there is none.
const FilmFormat* filmFormatOf(const std::string& path);
/// True if the path stands for numbered pictures. The name of a video is literal, even with a %.
bool isNumbered(const std::string& path);

/// ".mp4 (H.264), ... or numbered pictures like frames/%05d.png or .exr (OpenEXR)": the available formats.
std::string filmEndings();

/// ".webm, .mov, .apng, or numbered .png or .exr": the formats with alpha.
std::string alphaEndings();

/// zlib's level for pictures, 9 (small) to 1 (fast), by quality; 3 at a quality of 75.
int compressionLevel(double quality);

}  // namespace app
