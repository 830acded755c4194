#include "film/frame_sink.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cassert>
#include <cerrno>
#include <iterator>
#include <sstream>
#include <utility>
#include <vector>

#include "files/file_error.h"
#include "files/user_error.h"
#include "film/film_check.h"

namespace app {
namespace {

constexpr const char* kWayOut = "numbered pictures (frames/%05d.png) need no encoder";
constexpr const char* kOtherPlace = "record to another place, or numbered pictures (frames/%05d.png)";

std::vector<std::string> inputArguments(const RecorderSettings& settings) {
  std::istringstream words(fmt::format("-y -f rawvideo -pixel_format {} -video_size {}x{} -framerate {} -i pipe:0 -an",
                                       settings.film.transparent ? "rgba" : "rgb24", settings.film.size.width,
                                       settings.film.size.height, settings.film.framesPerSecond));
  return {std::istream_iterator<std::string>(words), {}};
}

template <class... Lists>
std::vector<std::string> concatenate(std::vector<std::string> all, const Lists&... more) {
  (all.insert(all.end(), more.begin(), more.end()), ...);
  return all;
}

}  // namespace

VideoFile::VideoFile(const RecorderSettings& settings) : path_(settings.path), format_(*filmFormatOf(settings.path)) {
  try {
    claimFile(settings.force);
  } catch (const FileError& error) {
    throw RecorderError(fmt::format("{}; {}", error.what(), kOtherPlace));
  }
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

/// Chooses where ffmpeg writes, and opens that for writing, so that errors show before anything is computed.
void VideoFile::claimFile(bool force) {
  const OutputPlace place(path_);
  const bool device = place.kind == OutputPlace::Kind::device;
  const bool replaces = force && place.kind == OutputPlace::Kind::file;
  if (replaces && access(place.path.c_str(), W_OK) != 0) throw FileError(path_, "cannot be written", errno);
  if (!device) part_.emplace(place);
  film_ = replaces ? part_->path() : place.path;
  const int flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | (force ? 0 : O_EXCL);
  Descriptor file(open(film_.c_str(), flags, 0666));
  if (!file && errno == EEXIST) throw UserError(path_ + ": exists already and is kept; --force replaces it");
  if (!file) throw FileError(path_, "cannot be written", errno);
  createdHere_ = place.kind == OutputPlace::Kind::absent;
  if (device) device_ = std::move(file);
}

void VideoFile::start(const RecorderSettings& settings) {
  try {
    ffmpeg_ = std::make_unique<FfmpegProcess>(
        concatenate(inputArguments(settings), format_.encoder(settings), std::vector{"file:" + film_}),
        std::vector{part_ ? part_->descriptor() : -1});
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
  try {
    ffmpeg_->finish();
  } catch (const FfmpegError& error) {
    throw failure(error.what());
  }
  ffmpeg_.reset();
  if (frames_ == 0) {
    removeIfEmpty();
    throw RecorderError(path_ + ": no frame was recorded, so there is no film");
  }
  if (replacesEarlier()) publish();
  std::string warning = format_.fragmented && !device_ ? rewrite() : std::string();
  part_.reset();
  device_ = {};
  return warning;
}

/// Gives the film its name.
void VideoFile::publish() {
  try {
    part_->publish(true);
    part_.reset();
    film_ = OutputPlace(path_).path;
  } catch (const FileError& error) {
    throw failure(error.what());
  }
}

/// Replaces the film by a copy for fast start. Throws RecorderError if frames are missing. Returns the result of
/// finish().
std::string VideoFile::rewrite() {
  std::string trouble;
  try {
    if (!part_) part_.emplace(OutputPlace(path_));
    const FilmReading copy = copyForFastStart(film_, *part_, format_.fragmented);
    trouble = copy.trouble;
    if (trouble.empty() && copy.frames < frames_) throw failure("ffmpeg did not say why");
    if (trouble.empty()) part_->publish(true);
  } catch (const FileError& error) {
    trouble = error.what();
  } catch (const UserError& error) {  // another process has begun to write the film
    trouble = error.what();
  }
  if (trouble.empty()) return {};
  return fmt::format("{}: the film is whole and plays, but could not be rewritten for fast start: {}", path_, trouble);
}

RecorderError VideoFile::failure(const std::string& trouble) const {
  std::string there;
  if (!device_) there = fmt::format(", {} of {} frames are in it", countFrames(film_).frames, frames_);
  if (replacesEarlier()) there += ", and the earlier one is kept";
  return RecorderError(fmt::format("{}: the film could not be finished{}: {}; {}", path_, there, trouble, kOtherPlace));
}

/// Removes a file that was created here and has no picture.
void VideoFile::removeIfEmpty() {
  if (createdHere_) unlink(film_.c_str());
  createdHere_ = false;
}

}  // namespace app
