#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "image.h"

namespace app::test {

/// A folder of its own for one test, removed at the end.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  const std::filesystem::path& path() const { return path_; }
  /// Names of all that is in it, sorted.
  std::vector<std::string> names() const;

 private:
  std::filesystem::path path_;
};

/// All frames of a film as ffmpeg decodes them, whatever is wrong behind the last good one.
std::vector<Image> decodeFilm(const std::string& path, int width, int height);

/// What ffprobe says of the first video stream, for example "r_frame_rate" or "width"; the first line of its answer.
std::string probe(const std::string& path, const std::string& entry);

/// A picture of one grey.
Image grey(int width, int height, int level);

/// Mean of all bytes.
double meanLevel(const Image& image);

/// Centre of light, in pixels.
struct Spot {
  double x = 0, y = 0;
};
Spot centreOfLight(const Image& image);

/// Bytes of a file.
std::string readBytes(const std::string& path);

/// Processes whose parent is `parent` (this process: 0).
std::vector<int> childrenOf(int parent);

}  // namespace app::test
