#include "film/film_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "files/png_file.h"

// The film formats; each NAMEFormat() is in the file that writes the format.
#define RINGLET_FILM_FORMATS(ROW) \
  ROW(mp4)                        \
  ROW(webm)                       \
  ROW(mov)                        \
  ROW(gif)                        \
  ROW(apng)                       \
  ROW(png)                        \
  ROW(exr)

namespace app {

#define RINGLET_DECLARE(name) FilmFormat name##Format();
RINGLET_FILM_FORMATS(RINGLET_DECLARE)
#undef RINGLET_DECLARE

FilmFormat pngFormat() {
  FilmFormat format = {".png", "PNG", true};
  format.write = writePng;
  return format;
}

namespace {

const std::vector<FilmFormat>& filmFormats() {
#define RINGLET_ROW(name) name##Format(),
  static const std::vector<FilmFormat> formats = {RINGLET_FILM_FORMATS(RINGLET_ROW)};
#undef RINGLET_ROW
  return formats;
}

/// Case-insensitive.
bool endsWith(const std::string& text, const std::string& ending) {
  const auto alike = [](unsigned char small, unsigned char any) { return small == std::tolower(any); };
  return text.size() > ending.size() &&
         std::equal(ending.begin(), ending.end(), text.end() - static_cast<std::ptrdiff_t>(ending.size()), alike);
}

}  // namespace

const FilmFormat* filmFormatOf(const std::string& path) {
  const std::string file = path.substr(path.rfind('/') + 1);
  for (const FilmFormat& format : filmFormats())
    if (endsWith(file, format.ending)) return &format;
  return nullptr;
}

bool isNumbered(const std::string& path) {
  const FilmFormat* format = filmFormatOf(path);
  return format != nullptr && format->numbered();
}

std::string filmEndings() {
  std::string videos, pictures;
  for (const FilmFormat& format : filmFormats()) {
    const bool plain = endsWith(std::string("of .") + format.name, format.ending);
    const std::string text = fmt::format("{}{}{}", format.numbered() && pictures.empty() ? "frames/%05d" : "",
                                         format.ending, plain ? "" : fmt::format(" ({})", format.name));
    if (format.numbered())
      pictures += (pictures.empty() ? "" : " or ") + text;
    else
      videos += text + ", ";
  }
  return videos + "or numbered pictures like " + pictures;
}

std::string alphaEndings() {
  std::string videos, pictures;
  for (const FilmFormat& format : filmFormats()) {
    if (!format.alpha) continue;
    if (format.numbered())
      pictures += (pictures.empty() ? "" : " or ") + std::string(format.ending);
    else
      videos += std::string(format.ending) + ", ";
  }
  return videos + "or numbered " + pictures;
}

int compressionLevel(double quality) {
  return static_cast<int>(std::lround(9 - quality / 12.5));
}

}  // namespace app
