#include "colour/colour_map.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

#include "files/data_paths.h"

namespace app {
namespace {

bool isDisplayable(const Colour& c) {
  return std::all_of(c.begin(), c.end(), [](float v) { return v >= -1e-4F && v <= 1.0001F; });
}

}  // namespace

float toLinear(float srgb) {
  return srgb <= 0.04045F ? srgb / 12.92F : std::pow((srgb + 0.055F) / 1.055F, 2.4F);
}
float toSrgb(float linear) {
  return linear <= 0.0031308F ? 12.92F * linear : 1.055F * std::pow(linear, 1 / 2.4F) - 0.055F;
}
Colour toLinear(const Colour& srgb) {
  return {toLinear(srgb[0]), toLinear(srgb[1]), toLinear(srgb[2])};
}
Colour toSrgb(const Colour& linear) {
  return {toSrgb(linear[0]), toSrgb(linear[1]), toSrgb(linear[2])};
}

Colour toOklab(const Colour& c) {
  const float l = std::cbrt(0.4122214708F * c[0] + 0.5363325363F * c[1] + 0.0514459929F * c[2]);
  const float m = std::cbrt(0.2119034982F * c[0] + 0.6806995451F * c[1] + 0.1073969566F * c[2]);
  const float s = std::cbrt(0.0883024619F * c[0] + 0.2817188376F * c[1] + 0.6299787005F * c[2]);
  return {0.2104542553F * l + 0.7936177850F * m - 0.0040720468F * s,
          1.9779984951F * l - 2.4285922050F * m + 0.4505937099F * s,
          0.0259040371F * l + 0.7827717662F * m - 0.8086757660F * s};
}

Colour fromOklab(const Colour& lab) {
  const float lRoot = lab[0] + 0.3963377774F * lab[1] + 0.2158037573F * lab[2];
  const float mRoot = lab[0] - 0.1055613458F * lab[1] - 0.0638541728F * lab[2];
  const float sRoot = lab[0] - 0.0894841775F * lab[1] - 1.2914855480F * lab[2];
  const float l = lRoot * lRoot * lRoot, m = mRoot * mRoot * mRoot, s = sRoot * sRoot * sRoot;
  return {4.0767416621F * l - 3.3077115913F * m + 0.2309699292F * s,
          -1.2684380046F * l + 2.6097574011F * m - 0.3413193965F * s,
          -0.0041960863F * l - 0.7034186147F * m + 1.7076147010F * s};
}

Colour shownOklab(const Colour& lab) {
  Colour colour{};
  for (float scale = 1; scale > 0.01F; scale *= 0.95F) {
    colour = fromOklab({lab[0], scale * lab[1], scale * lab[2]});
    if (isDisplayable(colour)) break;
  }
  for (float& part : colour) part = std::clamp(part, 0.0F, 1.0F);
  return colour;
}

namespace {

constexpr std::size_t kColours = 256;

std::filesystem::path mapFolder() {
  return dataDirectory() / "assets" / "colormaps";
}

std::string joined(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  return list;
}

/// Removes the text up to the next `separator` from the front of `rest` and returns it.
std::string_view takeUpTo(std::string_view& rest, char separator) {
  const std::size_t end = rest.find(separator);
  const std::string_view part = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return part;
}

[[noreturn]] void reject(const std::string& path, std::size_t line, const std::string& what) {
  throw FileError(path + ":" + std::to_string(line), what);
}

Colour parseColour(std::string_view text, const std::string& path, std::size_t line) {
  Colour colour{};
  std::string_view rest = text;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string_view part = takeUpTo(rest, i < 2 ? ',' : '\n');
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), colour[i]);
    const bool whole = error == std::errc() && end == part.data() + part.size();
    if (!whole || !(colour[i] >= 0 && colour[i] <= 1)) {
      reject(path, line, "'" + std::string(text.substr(0, 60)) + "' is not r,g,b with numbers from 0 to 1");
    }
  }
  return colour;
}

/// The colour in linear light, with lightness mapped to [low, high] and chroma scaled as far as sRGB can show it.
Colour withLightness(const Colour& srgb, float low, float high, float chroma) {
  const Colour lab = toOklab(toLinear(srgb));
  return shownOklab({low + (high - low) * lab[0], chroma * lab[1], chroma * lab[2]});
}

/// The map without its ends, which are nearly black and nearly white in most maps.
std::vector<Colour> trimmed(const std::vector<Colour>& map) {
  constexpr float kFirst = 0.12F, kLast = 0.91F;
  const float last = static_cast<float>(map.size()) - 1;
  std::vector<Colour> result;
  for (std::size_t i = 0; i < map.size(); ++i) {
    const float part = last > 0 ? static_cast<float>(i) / last : 0.0F;
    result.push_back(map[static_cast<std::size_t>(std::lround((kFirst + (kLast - kFirst) * part) * last))]);
  }
  return result;
}

/// The trimmed map with lightness from 0 to 1 mapped to [low, high].
std::vector<Colour> adapted(const std::vector<Colour>& map, float low, float high, float chroma) {
  std::vector<Colour> result;
  for (const Colour& colour : trimmed(map)) result.push_back(withLightness(colour, low, high, chroma));
  return result;
}

}  // namespace

std::vector<std::string> colourMapNames() {
  std::vector<std::string> names;
  std::error_code error;
  for (auto entry = std::filesystem::directory_iterator(mapFolder(), error);
       !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    if (entry->path().extension() == ".csv") names.push_back(entry->path().stem().string());
  }
  if (error) throw FileError(mapFolder().string(), "cannot list colour maps", error.value());
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<Colour> loadColourMap(const std::string& name) {
  const std::vector<std::string> known = colourMapNames();
  if (std::find(known.begin(), known.end(), name) == known.end()) {
    throw FileError(mapFolder().string(), "no colour map '" + name + "'; there are " + joined(known) + " and dye");
  }
  const std::string path = (mapFolder() / (name + ".csv")).string();
  const std::string text = readTextFile(path);
  std::string_view rest = text;
  std::vector<Colour> colours;
  for (std::size_t line = 1; !rest.empty(); ++line) {
    std::string_view row = takeUpTo(rest, '\n');
    if (!row.empty() && row.back() == '\r') row.remove_suffix(1);
    if (line == 1) {
      if (row != "r,g,b") reject(path, line, "the first line is not 'r,g,b'");
    } else if (colours.size() == kColours) {
      reject(path, line, "more than 256 colours");
    } else {
      colours.push_back(parseColour(row, path, line));
    }
  }
  if (colours.size() != kColours) {
    throw FileError(path, "has " + std::to_string(colours.size()) + " colours, not 256");
  }
  return colours;
}

std::vector<Colour> lightColours(const std::vector<Colour>& map) {
  constexpr float kDarkest = 0.41F;  // lightness of the darkest result; maps that begin lighter keep their lightness
  float darkest = kDarkest;
  for (const Colour& colour : trimmed(map)) darkest = std::min(darkest, toOklab(toLinear(colour))[0]);
  return adapted(map, (kDarkest - darkest) / (1 - darkest), 1.0F, 1.05F);
}

std::vector<Colour> inkColours(const std::vector<Colour>& map) {
  return adapted(map, 0.24F, 0.80F, 1.15F);
}

}  // namespace app
