#pragma once

#include <string>
#include <vector>

#include "files/image.h"
#include "film/recorder.h"

namespace test {

/// Settings of a film of this size.
inline app::FilmSettings filmOf(int width, int height, double framesPerSecond = 30, int supersampling = 1) {
  app::FilmSettings film;
  film.size = {width, height};
  film.framesPerSecond = framesPerSecond;
  film.supersampling = supersampling;
  return film;
}
inline app::RecorderSettings recorderFor(const std::string& path, int width, int height, double framesPerSecond = 30) {
  return {path, filmOf(width, height, framesPerSecond)};
}

/// All frames of a film that ffmpeg decodes; errors after the last good frame are ignored.
std::vector<app::Image> decodeFilm(const std::string& path, int width, int height);

/// The same of a film with alpha.
std::vector<app::Image> decodeWithAlpha(const std::string& path, int width, int height);

/// Linear light and alpha of an OpenEXR picture as ffmpeg reads it: [height * width * 4], rows from top to bottom.
std::vector<float> decodeLight(const std::string& path, int width, int height);

/// The first line of ffprobe's answer about an entry of the first video stream, for example "r_frame_rate" or "width".
std::string probe(const std::string& path, const std::string& entry);

/// Presentation times of a film's frames in its container [s], ascending.
std::vector<double> frameTimes(const std::string& path);

/// A picture of one grey.
app::Image grey(int width, int height, int level);

/// Mean of all bytes.
double meanLevel(const app::Image& image);

/// Centre of light, in pixels.
struct Spot {
  double x = 0, y = 0;
};
Spot centreOfLight(const app::Image& image);

/// Adds pictures up in linear light (IEC 61966-2-1).
class LightSum {
 public:
  LightSum(int width, int height) : width_(width), height_(height) {}
  void add(const app::Image& image);
  /// Mean of all added pictures, in sRGB.
  app::Image mean() const;

 private:
  int width_, height_, count_ = 0;
  std::vector<double> light_;
};

/// The picture with each block of `side` * `side` pixels averaged to one in linear light.
app::Image averagedDown(const app::Image& image, int side);

/// Largest difference of two bytes of pictures of one size.
int largestDifference(const app::Image& a, const app::Image& b);

/// Peak signal-to-noise ratio of two pictures of one size [dB]; infinite for equal ones.
double psnr(const app::Image& a, const app::Image& b);

/// Processes whose parent is `parent` (this process: 0).
std::vector<int> childrenOf(int parent);

}  // namespace test
