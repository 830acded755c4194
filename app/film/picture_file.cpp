#include "film/picture_file.h"

#include <cmath>

#include "film/exr_file.h"
#include "film/film_format.h"

namespace app {
namespace {

bool isExr(const std::string& path) {
  const FilmFormat* format = filmFormatOf(path);
  return format != nullptr && format->kind == FilmKind::exr;
}

/// zlib's, from 9 (small) to 1 (fast); 3 at a quality of 75.
int compressionLevel(double quality) {
  return static_cast<int>(std::lround(9 - quality / 12.5));
}

}  // namespace

void writePicture(const std::string& path, const Image& image, double quality, const std::string& film) {
  const int level = compressionLevel(quality);
  isExr(path) ? writeExr(path, image, level, film) : writePng(path, image, level, film);
}

std::optional<PictureFacts> wholePicture(const std::string& path) {
  return isExr(path) ? wholeExr(path) : wholePng(path);
}

}  // namespace app
