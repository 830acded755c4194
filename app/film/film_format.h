#pragma once

#include <optional>
#include <string>
#include <vector>

#include "files/image.h"
#include "files/png_file.h"

namespace app {

struct RecorderSettings;

constexpr int kLargestFilmSide = 16384;

/// What a kind of film can be and how it is written: NAMEFormat() of a file and a row in film_format.cpp. Alpha is how
/// much of the background a pixel hides. It is straight (colours are not multiplied by it) and of sRGB values
/// everywhere but in EXR, whose colours are linear light with alpha multiplied in.
struct FilmFormat {
  const char* ending;
  const char* name;           ///< for messages: "H.264"
  bool alpha = false;         ///< can leave the background out
  bool linear = false;        ///< takes linear light and depth in the place of bytes
  bool evenSides = false;     ///< colours have half the resolution
  int leastSide = 1;          ///< pixels; the largest is kLargestFilmSide
  double highestRate = 1000;  ///< frames per second that it can say and players keep

  /// Of a video: ffmpeg's arguments behind those of its input and before the output's path.
  std::vector<std::string> (*encoder)(const RecorderSettings& settings) = nullptr;
  /// Of one that grows in fragments: ffmpeg's name of the container, which is rewritten for fast start; else null.
  const char* fragmented = nullptr;

  /// Of numbered pictures: writes one, which appears under `path` only when it is complete, with zlib's level 1 (fast)
  /// to 9 (small) and what says which film it is of. Throws FileError.
  void (*write)(const std::string& path, const Image& image, int level, const std::string& film) = nullptr;
  /// Facts of such a picture if it is whole; empty for what is not there, of another format, cut off or damaged.
  std::optional<PictureFacts> (*whole)(const std::string& path) = nullptr;

  /// A file a picture, with its number in the name?
  bool numbered() const { return write != nullptr; }
};

/// The format that the ending of the path names; null where none does.
const FilmFormat* filmFormatOf(const std::string& path);
/// Does the path stand for numbered pictures? Films have their literal name, be there a % in it or not.
bool isNumbered(const std::string& path);

/// ".mp4 (H.264), ... or numbered pictures like frames/%05d.png or .exr (OpenEXR)": what there is to choose from.
std::string filmEndings();

/// ".webm, .mov, .apng, or numbered .png or .exr": the formats with alpha.
std::string alphaEndings();

/// zlib's level for pictures, 9 (small) to 1 (fast), by quality; 3 at a quality of 75.
int compressionLevel(double quality);

}  // namespace app
