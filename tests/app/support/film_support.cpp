#include "app/support/film_support.h"

#include <dirent.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
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

double toLight(std::uint8_t byte) {
  static const std::vector<double> light = [] {
    std::vector<double> table;
    for (int i = 0; i < 256; ++i) {
      const double v = i / 255.0;
      table.push_back(v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4));
    }
    return table;
  }();
  return light[byte];
}

std::uint8_t toByte(double light) {
  const double v = light <= 0.0031308 ? 12.92 * light : 1.055 * std::pow(light, 1 / 2.4) - 0.055;
  return static_cast<std::uint8_t>(std::lround(255 * v));
}

void requireSameSize(const Image& a, const Image& b) {
  if (a.width != b.width || a.height != b.height) throw std::runtime_error("pictures of different sizes");
}

}  // namespace

void LightSum::add(const Image& image) {
  light_.resize(image.rgb.size());
  for (std::size_t i = 0; i < light_.size(); ++i) light_[i] += toLight(image.rgb[i]);
  ++count_;
}

Image LightSum::mean() const {
  Image image{width_, height_, std::vector<std::uint8_t>(light_.size())};
  for (std::size_t i = 0; i < light_.size(); ++i) image.rgb[i] = toByte(light_[i] / count_);
  return image;
}

Image averagedDown(const Image& image, int side) {
  const int width = image.width / side, height = image.height / side;
  Image result{width, height, {}};
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      for (int channel = 0; channel < 3; ++channel) {
        double light = 0;
        for (int part = 0; part < side * side; ++part)
          light += toLight(image.at(x * side + part % side, y * side + part / side)[channel]);
        result.rgb.push_back(toByte(light / (side * side)));
      }
    }
  }
  return result;
}

int largestDifference(const Image& a, const Image& b) {
  requireSameSize(a, b);
  int largest = 0;
  for (std::size_t i = 0; i < a.rgb.size(); ++i) largest = std::max(largest, std::abs(a.rgb[i] - b.rgb[i]));
  return largest;
}

double psnr(const Image& a, const Image& b) {
  requireSameSize(a, b);
  double squares = 0;
  for (std::size_t i = 0; i < a.rgb.size(); ++i) {
    const double difference = a.rgb[i] - b.rgb[i];
    squares += difference * difference;
  }
  return 10 * std::log10(255.0 * 255.0 * static_cast<double>(a.rgb.size()) / squares);
}

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

std::vector<Image> decodeWithAlpha(const std::string& path, int width, int height) {
  const bool webm = std::filesystem::path(path).extension() == ".webm";
  const std::string bytes = outputOf(fmt::format(
      "ffmpeg -nostdin -v quiet {} -i 'file:{}' -fps_mode passthrough -vf scale=in_color_matrix=bt709,format=rgba "
      "-f rawvideo -",
      webm ? "-c:v libvpx-vp9" : "", path));  // ffmpeg's own VP9 decoder drops alpha
  const std::size_t pixels = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  if (bytes.size() % (4 * pixels) != 0) throw std::runtime_error(path + ": frames have another size");
  std::vector<Image> frames;
  for (std::size_t at = 0; at < bytes.size(); at += 4 * pixels) {
    Image& frame = frames.emplace_back(Image{width, height, {}});
    for (std::size_t i = at; i < at + 4 * pixels; i += 4) {
      for (std::size_t part = 0; part < 3; ++part) frame.rgb.push_back(static_cast<std::uint8_t>(bytes[i + part]));
      frame.alpha.push_back(static_cast<std::uint8_t>(bytes[i + 3]));
    }
  }
  return frames;
}

std::vector<float> decodeLight(const std::string& path, int width, int height) {
  const std::string bytes =
      outputOf(fmt::format("ffmpeg -nostdin -v quiet -i 'file:{}' -f rawvideo -pix_fmt gbrapf32le -", path));
  const std::size_t pixels = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  if (bytes.size() != 4 * sizeof(float) * pixels) throw std::runtime_error(path + ": has another size");
  std::vector<float> planes(4 * pixels), light(4 * pixels);
  std::memcpy(planes.data(), bytes.data(), bytes.size());
  constexpr std::size_t kPlanes[] = {2, 0, 1, 3};  // of red, green, blue, alpha
  for (std::size_t i = 0; i < pixels; ++i)
    for (std::size_t part = 0; part < 4; ++part) light[4 * i + part] = planes[kPlanes[part] * pixels + i];
  return light;
}

std::string probe(const std::string& path, const std::string& entry) {
  const std::string text = outputOf(fmt::format(
      "ffprobe -v quiet -select_streams v:0 -show_entries stream={} -of default=nw=1:nk=1 'file:{}'", entry, path));
  return text.substr(0, text.find('\n'));
}

std::vector<double> frameTimes(const std::string& path) {
  std::istringstream text(outputOf(fmt::format(
      "ffprobe -v quiet -select_streams v:0 -show_entries packet=pts_time -of default=nw=1:nk=1 'file:{}'", path)));
  std::vector<double> times{std::istream_iterator<double>(text), {}};
  std::sort(times.begin(), times.end());
  return times;
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
