#include "film_support.h"

#include <dirent.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <sstream>
#include <stdexcept>

namespace test {
namespace {

using app::Image;

/// Standard output of a shell command; the test's own paths hold no quotes.
std::string outputOf(const std::string& command) {
  FILE* pipe = popen(command.c_str(), "r");
  if (!pipe) throw std::runtime_error("popen failed: " + command);
  std::string text;
  char block[65536];
  for (std::size_t n; (n = std::fread(block, 1, sizeof block, pipe)) > 0;) text.append(block, n);
  pclose(pipe);
  return text;
}

}  // namespace

std::vector<Image> decodeFilm(const std::string& path, int width, int height) {
  const std::string bytes = outputOf(
      fmt::format("ffmpeg -nostdin -v quiet -i 'file:{}' -fps_mode passthrough -f rawvideo -pix_fmt rgb24 -", path));
  const std::size_t frame = 3 * static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  std::vector<Image> frames;
  for (std::size_t at = 0; at + frame <= bytes.size(); at += frame)
    frames.push_back(
        {width,
         height,
         {bytes.begin() + static_cast<std::ptrdiff_t>(at), bytes.begin() + static_cast<std::ptrdiff_t>(at + frame)}});
  if (frames.size() * frame != bytes.size()) throw std::runtime_error(path + ": frames have another size");
  return frames;
}

std::string probe(const std::string& path, const std::string& entry) {
  const std::string text = outputOf(fmt::format(
      "ffprobe -v quiet -select_streams v:0 -show_entries stream={} -of default=nw=1:nk=1 'file:{}'", entry, path));
  return text.substr(0, text.find('\n'));
}

Image grey(int width, int height, int level) {
  return {width, height,
          std::vector<std::uint8_t>(3 * static_cast<std::size_t>(width) * static_cast<std::size_t>(height),
                                    static_cast<std::uint8_t>(level))};
}

double meanLevel(const Image& image) {
  return std::accumulate(image.rgb.begin(), image.rgb.end(), 0.0) / static_cast<double>(image.rgb.size());
}

Spot centreOfLight(const Image& image) {
  double sum = 0, x = 0, y = 0;
  for (int row = 0; row < image.height; ++row) {
    for (int column = 0; column < image.width; ++column) {
      const std::uint8_t* pixel = image.at(column, row);
      const double light = pixel[0] + pixel[1] + pixel[2];
      sum += light;
      x += light * column;
      y += light * row;
    }
  }
  return sum > 0 ? Spot{x / sum, y / sum} : Spot{};
}

std::vector<int> childrenOf(int parent) {
  if (parent == 0) parent = getpid();
  std::vector<int> children;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream file(entry.path() / "stat");
    std::string text;
    if (!std::getline(file, text)) continue;  // "pid (name) state parent ..."
    std::istringstream rest(text.substr(std::min(text.rfind(')') + 1, text.size())));
    char state = 0;
    int owner = 0;
    if (rest >> state >> owner && owner == parent) children.push_back(std::atoi(text.c_str()));
  }
  return children;
}

}  // namespace test
