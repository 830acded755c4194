#include "film/film_check.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <vector>

#include "files/descriptor.h"
#include "film/ffmpeg_process.h"

namespace app {
namespace {

/// Number of lines in ffmpeg's list of packets (-f framecrc), without its header.
std::int64_t packetsListed(const Descriptor& list) {
  std::array<char, 65536> bytes{};
  std::int64_t packets = 0;
  bool lineBegins = true, counts = false;
  for (off_t at = 0;;) {
    const ssize_t count = pread(list.get(), bytes.data(), bytes.size(), at);
    if (count <= 0) return packets;
    at += count;
    for (ssize_t k = 0; k < count; ++k) {
      const char c = bytes[static_cast<std::size_t>(k)];
      if (lineBegins) counts = c != '#';
      lineBegins = c == '\n';
      packets += lineBegins && counts ? 1 : 0;
    }
  }
}

/// Lists the film's packets after they went to the output, if there is any, that the words `copy` tell of; it inherits
/// the descriptor `copied`. (Some versions of ffmpeg do not count copied frames in their progress report.)
FilmReading readFilm(const std::string& film, const std::vector<std::string>& copy, int copied) {
  FilmReading reading;
  const Descriptor list(memfd_create("ffmpeg-packets", MFD_CLOEXEC));
  if (!list) return {kUncounted, fmt::format("its frames cannot be counted: {}", std::strerror(errno))};
  std::vector<std::string> words = {"-y", "-i", "file:" + film};
  words.insert(words.end(), copy.begin(), copy.end());
  words.insert(words.end(), {"-map", "0:v", "-c", "copy", "-f", "framecrc", fmt::format("pipe:{}", list.get())});
  try {
    FfmpegProcess(words, {list.get(), copied}).finish();
  } catch (const FfmpegError& error) {
    reading.trouble = error.what();
  }
  reading.frames = packetsListed(list);
  return reading;
}

}  // namespace

FilmReading countFrames(const std::string& film) {
  return readFilm(film, {}, -1);
}

FilmReading copyForFastStart(const std::string& film, const PartFile& copy, const std::string& container) {
  return readFilm(film,
                  {"-map", "0:v", "-c", "copy", "-fflags", "+bitexact", "-movflags", "+faststart", "-f", container,
                   "file:" + copy.path()},
                  copy.descriptor());
}

}  // namespace app
