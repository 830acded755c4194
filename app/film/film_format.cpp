#include "film/film_format.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace app {
namespace {

constexpr double kHighestRate = 1000;
/// A GIF counts in hundredths of a second, and browsers slow one down that is shorter than two of them a picture.
constexpr double kGifRate = 50;

constexpr std::array<FilmFormat, 7> kFormats = {{
    {FilmKind::mp4, ".mp4", "H.264", false, false, false, true, 16, kHighestRate},
    {FilmKind::webm, ".webm", "VP9", false, true, false, true, 16, kHighestRate},
    {FilmKind::mov, ".mov", "ProRes 4444", false, true, false, false, 16, kHighestRate},
    {FilmKind::gif, ".gif", "GIF", false, false, false, false, 1, kGifRate},
    {FilmKind::apng, ".apng", "APNG", false, true, false, false, 1, kHighestRate},
    {FilmKind::png, ".png", "PNG", true, true, false, false, 1, kHighestRate},
    {FilmKind::exr, ".exr", "OpenEXR", true, true, true, false, 1, kHighestRate},
}};

/// In capital letters, too.
bool endsWith(const std::string& text, const std::string& ending) {
  const auto alike = [](unsigned char small, unsigned char any) { return small == std::tolower(any); };
  return text.size() > ending.size() &&
         std::equal(ending.begin(), ending.end(), text.end() - static_cast<std::ptrdiff_t>(ending.size()), alike);
}

}  // namespace

const FilmFormat* filmFormatOf(const std::string& path) {
  const std::string file = path.substr(path.rfind('/') + 1);
  for (const FilmFormat& format : kFormats)
    if (endsWith(file, format.ending)) return &format;
  return nullptr;
}

bool isNumbered(const std::string& path) {
  const FilmFormat* format = filmFormatOf(path);
  return format != nullptr && format->numbered;
}

std::string filmEndings() {
  return "a film's path ends in .mp4, .webm or .png (with a number: frames/%05d.png), or in .mov, .gif, .apng or .exr "
         "(with a number)";
}

std::string alphaEndings() {
  return "give .mov, .webm, .apng, or numbered .png or .exr";
}

}  // namespace app
