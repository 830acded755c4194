#include "film/film_check.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string_view>

#include "files/atomic_file.h"
#include "files/child_process.h"
#include "files/descriptor.h"
#include "film/ffmpeg_process.h"

namespace app {
namespace {

/// The number behind the last "frame=" of what ffmpeg's -progress has told, line by line; 0: none.
std::int64_t framesTold(const Descriptor& progress) {
  constexpr off_t kTail = 4096;  // several reports
  std::array<char, kTail> bytes{};
  const off_t end = lseek(progress.get(), 0, SEEK_END);
  const ssize_t count = pread(progress.get(), bytes.data(), bytes.size(), std::max<off_t>(0, end - kTail));
  const std::string_view text(bytes.data(), count > 0 ? static_cast<std::size_t>(count) : 0);
  constexpr std::string_view kKey = "frame=";
  const std::size_t last = text.rfind("\nframe=");
  const std::size_t key = last != std::string_view::npos ? last + 1 : text.find(kKey);
  if (key == std::string_view::npos) return 0;
  const std::string_view rest = text.substr(std::min(key + kKey.size(), text.size()));
  const std::string_view number = rest.substr(std::min(rest.find_first_not_of(' '), rest.size()));
  std::int64_t frames = 0;
  std::from_chars(number.data(), number.data() + number.size(), frames);
  return frames;
}

/// Copies the film's pictures as they are to the output that `arguments` end with.
FilmReading copyFilm(const std::string& film, const std::vector<std::string>& arguments, int output) {
  FilmReading reading;
  const Descriptor told(memfd_create("ffmpeg-progress", MFD_CLOEXEC));
  const Descriptor progress = aboveStreams(told.get());
  if (!progress) return {kUncounted, fmt::format("its frames cannot be counted: {}", std::strerror(errno))};
  std::vector<std::string> all = {
      "-progress", fmt::format("pipe:{}", progress.get()), "-y", "-i", "file:" + film, "-map", "0:v", "-c", "copy"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  try {
    FfmpegProcess(all, FfmpegProcess::Purpose::helper, {progress.get(), output}).finish();
  } catch (const FfmpegError& error) {
    reading.trouble = error.what();
  }
  reading.frames = framesTold(progress);
  return reading;
}

}  // namespace

FilmReading countFrames(const std::string& film) {
  return copyFilm(film, {"-f", "null", "-"}, -1);
}

FilmReading rewriteForFastStart(const std::string& film, const std::string& container, std::int64_t frames) {
  try {
    AtomicFile copy(film, Existing::replace, Rival::allowed);
    const Descriptor output = aboveStreams(copy.descriptor());
    FilmReading reading = copyFilm(film,
                                   {"-fflags", "+bitexact", "-movflags", "+faststart", "-f", container,
                                    fmt::format("file:/proc/self/fd/{}", output.get())},
                                   output.get());
    if (!reading.trouble.empty()) return reading;
    if (reading.frames < frames) return {reading.frames, fmt::format("{} of {} frames", reading.frames, frames)};
    copy.commit(true);
    return reading;
  } catch (const std::exception& error) {  // FileError, UserError
    return {0, error.what()};
  }
}

}  // namespace app
