#include "colour/colour_map.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

#include "colour/oklab.h"
#include "files/data_paths.h"

namespace app {
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

/// Takes the text up to the next `separator` off the front of `rest`.
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

/// Linear light of the colour with its lightness mapped to [low, high] and its chroma scaled, as far as sRGB can show
/// it.
Colour withLightness(const Colour& srgb, float low, float high, float chroma) {
  const Colour lab = toOklab(toLinear(srgb));
  return shownOklab({low + (high - low) * lab[0], chroma * lab[1], chroma * lab[2]});
}

/// The map without its ends, which are next to black and to white in most maps.
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
  constexpr float kDarkest = 0.41F;  // of the result; maps that begin as light keep their lightness
  float darkest = kDarkest;
  for (const Colour& colour : trimmed(map)) darkest = std::min(darkest, toOklab(toLinear(colour))[0]);
  return adapted(map, (kDarkest - darkest) / (1 - darkest), 1.0F, 1.05F);
}

std::vector<Colour> inkColours(const std::vector<Colour>& map) {
  return adapted(map, 0.24F, 0.80F, 1.15F);
}

}  // namespace app
