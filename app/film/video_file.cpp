#include "film/frame_sink.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <sstream>
#include <system_error>
#include <vector>

#include "files/child_process.h"
#include "files/file_error.h"
#include "files/user_error.h"

namespace app {
namespace {

namespace fs = std::filesystem;

constexpr const char* kWayOut = "numbered pictures (frames/%05d.png) need no encoder";
constexpr const char* kOtherPlace = "record to another place, or numbered pictures (frames/%05d.png)";

std::vector<std::string> inputArguments(const RecorderSettings& settings) {
  std::istringstream words(fmt::format("-y -f rawvideo -pixel_format {} -video_size {}x{} -framerate {} -i pipe:0 -an",
                                       settings.transparent ? "rgba" : "rgb24", settings.width, settings.height,
                                       settings.fps));
  return {std::istream_iterator<std::string>(words), {}};
}

std::string pathOf(const Descriptor& file) {
  return fmt::format("/proc/self/fd/{}", file.get());
}

template <class... Lists>
std::vector<std::string> concatenate(std::vector<std::string> all, const Lists&... more) {
  (all.insert(all.end(), more.begin(), more.end()), ...);
  return all;
}

}  // namespace

VideoFile::VideoFile(const RecorderSettings& settings)
    : path_(settings.path), format_(*filmFormatOf(settings.path)), lock_(std::in_place, settings.path) {
  claimFile(settings.force);
  try {
    start(settings);
  } catch (...) {
    removeIfEmpty();
    throw;
  }
}

VideoFile::~VideoFile() {
  ffmpeg_.reset();  // closes the file properly
  if (frames_ == 0) removeIfEmpty();
}

/// Opens the file for writing without changing it, so that errors show before anything is computed.
void VideoFile::claimFile(bool force) {
  const int flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK;
  int file = open(path_.c_str(), flags | O_EXCL, 0666);
  createdHere_ = file >= 0;
  if (file < 0 && errno == EEXIST) {
    if (!force) throw UserError(path_ + ": exists already and is kept; --force replaces it");
    file = open(path_.c_str(), flags, 0666);
  }
  if (file < 0)
    throw RecorderError(fmt::format("{}: cannot be written: {}; {}", path_, std::strerror(errno), kOtherPlace));
  struct stat status = {};
  const bool earlier = !createdHere_ && fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0;
  close(file);
  if (earlier) replaceEarlier();
}

void VideoFile::replaceEarlier() {
  try {
    whole_.emplace(path_, Existing::replace, Rival::allowed);
    output_ = aboveStreams(whole_->descriptor());
  } catch (const FileError& error) {
    throw RecorderError(fmt::format("{}; {}", error.what(), kOtherPlace));
  }
  if (!output_) throw RecorderError(fmt::format("{}: cannot be written: {}", path_, std::strerror(errno)));
}

void VideoFile::start(const RecorderSettings& settings) {
  const std::string output = "file:" + (output_ ? pathOf(output_) : path_);
  try {
    ffmpeg_ = std::make_unique<FfmpegProcess>(
        concatenate(inputArguments(settings), format_.encoder(settings), std::vector{output}),
        FfmpegProcess::Purpose::encoder, std::vector{lock_->descriptor(), output_.get()});
  } catch (const FfmpegError& error) {
    throw RecorderError(fmt::format("{}: {}; {}", path_, error.what(), kWayOut));
  }
}

void VideoFile::write(const Image& frame, std::int64_t /*number*/) {
  assert(ffmpeg_);
  try {
    if (frame.alpha.empty()) {
      ffmpeg_->write(frame.rgb.data(), frame.rgb.size());
    } else {
      const std::vector<std::uint8_t> all = withAlpha(frame);
      ffmpeg_->write(all.data(), all.size());
    }
    ++frames_;
  } catch (const FfmpegError& error) {
    throw failure(error.what());
  }
}

std::string VideoFile::finish() {
  assert(ffmpeg_);
  std::string trouble;
  try {
    ffmpeg_->finish();
    ffmpeg_.reset();
  } catch (const FfmpegError& error) {
    trouble = error.what();
  }
  if (!trouble.empty()) throw failure(trouble);
  if (frames_ == 0) {
    removeIfEmpty();
    throw RecorderError(path_ + ": no frame was recorded, so there is no film");
  }
  std::string warning = check();
  if (whole_) publish();
  lock_.reset();
  return warning;
}

/// Throws RecorderError if frames are missing. Returns the result of finish().
std::string VideoFile::check() {
  const WrittenFilm film = written();
  if (film.path.empty()) return {};
  const bool fragmented = format_.fragmented != nullptr;
  FilmReading copy;
  if (fragmented) copy = rewriteForFastStart(film, path_, format_.fragmented, frames_);
  if (fragmented && copy.trouble.empty()) {
    whole_.reset();  // the copy has taken the film's name
    return {};
  }
  const FilmReading reading = countFrames(film);
  if (reading.frames == kUncounted) return fmt::format("{}: {}", path_, reading.trouble);
  if (reading.frames < frames_) throw failure(reading.trouble.empty() ? "ffmpeg did not say why" : reading.trouble);
  if (!fragmented) return {};
  return fmt::format("{}: the film is whole and plays, but could not be rewritten for fast start: {}", path_,
                     copy.trouble);
}

/// Gives the film its name.
void VideoFile::publish() {
  try {
    whole_->commit(true);
    whole_.reset();
  } catch (const std::exception& error) {  // FileError, UserError
    throw failure(error.what());
  }
}

/// The film's file with links resolved; an empty path for a device or a pipe, which cannot be read again.
WrittenFilm VideoFile::written() const {
  if (whole_) return {pathOf(output_), output_.get()};
  std::error_code error;
  const fs::path film = fs::canonical(path_, error);
  return {!error && fs::is_regular_file(film, error) ? film.string() : std::string()};
}

RecorderError VideoFile::failure(const std::string& trouble) const {
  const WrittenFilm film = written();
  std::string there;
  if (!film.path.empty()) there = fmt::format(", {} of {} frames are in it", countFrames(film).frames, frames_);
  if (whole_) there += ", and the earlier one is kept";
  return RecorderError(fmt::format("{}: the film could not be finished{}: {}; {}", path_, there, trouble, kOtherPlace));
}

/// Removes a file that was created here and has no picture.
void VideoFile::removeIfEmpty() {
  if (createdHere_) unlink(path_.c_str());
  createdHere_ = false;
}

}  // namespace app
