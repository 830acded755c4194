#include "film/film_check.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <exception>

#include "files/atomic_file.h"
#include "files/child_process.h"
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

/// Lists the film's packets and, if there are `arguments`, copies them unchanged to the output that these end with.
/// (Some versions of ffmpeg do not count copied frames in their progress report.)
FilmReading copyFilm(const WrittenFilm& film, const std::vector<std::string>& arguments, int output) {
  FilmReading reading;
  const Descriptor made(memfd_create("ffmpeg-packets", MFD_CLOEXEC));
  const Descriptor list = aboveStreams(made.get());
  if (!list) return {kUncounted, fmt::format("its frames cannot be counted: {}", std::strerror(errno))};
  const std::vector<std::string> copied = {"-map", "0:v", "-c", "copy"};
  std::vector<std::string> all = {"-y", "-i", "file:" + film.path};
  const auto add = [&all](const std::vector<std::string>& words) { all.insert(all.end(), words.begin(), words.end()); };
  if (!arguments.empty()) {
    add(copied);
    add(arguments);
  }
  add(copied);
  add({"-f", "framecrc", fmt::format("pipe:{}", list.get())});
  try {
    FfmpegProcess(all, FfmpegProcess::Purpose::helper, {film.descriptor, list.get(), output}).finish();
  } catch (const FfmpegError& error) {
    reading.trouble = error.what();
  }
  reading.frames = packetsListed(list);
  return reading;
}

}  // namespace

FilmReading countFrames(const WrittenFilm& film) {
  return copyFilm(film, {}, -1);
}

FilmReading rewriteForFastStart(const WrittenFilm& film, const std::string& target, const std::string& container,
                                std::int64_t frames) {
  try {
    AtomicFile copy(target, Existing::replace, Rival::allowed);
    const Descriptor output = aboveStreams(copy.descriptor());
    FilmReading reading = copyFilm(film,
                                   {"-fflags", "+bitexact", "-movflags", "+faststart", "-f", container,
                                    fmt::format("file:/proc/self/fd/{}", output.get())},
                                   output.get());
    if (!reading.trouble.empty()) return reading;
    reading = countFrames({fmt::format("/proc/self/fd/{}", output.get()), output.get()});
    if (reading.frames < frames) return {reading.frames, fmt::format("{} of {} frames", reading.frames, frames)};
    copy.commit(true);
    return reading;
  } catch (const std::exception& error) {  // FileError, UserError
    return {0, error.what()};
  }
}

}  // namespace app
