#pragma once

#include <string>

namespace app {

constexpr int kLargestFilmSide = 16384;

enum class FilmKind { mp4, webm, mov, gif, apng, png, exr };

/// What a kind of film can be. Alpha is how much of the background a pixel hides. It is straight (colours are not
/// multiplied by it) and of sRGB values everywhere but in EXR, whose colours are linear light with alpha multiplied in.
struct FilmFormat {
  FilmKind kind;
  const char* ending;
  const char* name;    ///< for messages: "H.264"
  bool numbered;       ///< a file a picture, with its number in the name
  bool alpha;          ///< can leave the background out
  bool linear;         ///< takes linear light and depth in the place of bytes
  bool evenSides;      ///< colours have half the resolution
  int leastSide;       ///< pixels; the largest is kLargestFilmSide
  double highestRate;  ///< frames per second that it can say and players keep
};

/// The format that the ending of the path names; null where none does.
const FilmFormat* filmFormatOf(const std::string& path);
/// Does the path stand for numbered pictures? Films have their literal name, be there a % in it or not.
bool isNumbered(const std::string& path);

/// "a film's path ends in .mp4, ...": what there is to choose from.
std::string filmEndings();

/// "give .mov, .webm, .apng, or numbered .png or .exr": the formats with alpha.
std::string alphaEndings();

}  // namespace app
