#include "film/video_file.h"

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

/// The words of fixed options and numbers. A path never comes through here.
std::vector<std::string> words(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

std::vector<std::string> inputArguments(const RecorderSettings& settings) {
  return words(fmt::format("-y -f rawvideo -pixel_format {} -video_size {}x{} -framerate {} -i pipe:0 -an",
                           settings.transparent ? "rgba" : "rgb24", settings.width, settings.height, settings.fps));
}

/// Pictures are sRGB; players expect the BT.709 matrix and limited range. "bitexact" leaves dates, versions and random
/// identifiers out of the file, so that equal frames give equal films. Alpha goes through as it is.
std::vector<std::string> colourArguments(const std::string& pixels) {
  return words(
      fmt::format("-vf scale=out_color_matrix=bt709:out_range=tv,format={} "
                  "-colorspace bt709 -color_primaries bt709 -color_trc iec61966-2-1 -color_range tv "
                  "-fflags +bitexact -flags:v +bitexact",
                  pixels));
}

/// Numbers of an encoder (smaller is better and larger) at qualities 0, 75 and 100, straight lines between. At 75 H.264
/// and VP9 give the same error in files of the same size.
struct RateFactors {
  double small, usual, best;

  double at(double quality) const {
    constexpr double kUsual = 75;
    return quality <= kUsual ? small + (usual - small) * quality / kUsual
                             : usual + (best - usual) * (quality - kUsual) / (100 - kUsual);
  }
};
constexpr RateFactors kH264 = {44, 20, 6};
constexpr RateFactors kVp9 = {60, 28, 4};
constexpr RateFactors kProRes = {24, 5, 1};

/// Files that grow in fragments of half a second, each handed over at once: after kill -9 what is there plays.
constexpr const char* kFragments = "+empty_moov+default_base_moof -frag_duration 500000 -flush_packets 1";

/// Key frames every two seconds for seeking. Its aq-mode spends bits on dark gradients, of which glowing rings consist.
/// Slower presets of either encoder gain 0.2 to 0.9 dB for two to five times the work, which the solver needs.
std::vector<std::string> h264Arguments(const RecorderSettings& settings, long keyInterval) {
  return words(
      fmt::format("-c:v libx264 -preset veryfast -crf {:.2f} -aq-mode 3 -g {} -movflags +frag_keyframe{} -f mp4",
                  kH264.at(settings.quality), keyInterval, kFragments));
}

/// Alpha is a picture of its own beside the film's, which only goes without frames that are kept for later.
std::vector<std::string> vp9Arguments(const RecorderSettings& settings, long keyInterval) {
  return words(
      fmt::format("-c:v libvpx-vp9 {}-deadline realtime -cpu-used 6 -row-mt 1 -crf {} -b:v 0 -g {} "
                  "-flush_packets 1 -f webm",
                  settings.transparent ? "-auto-alt-ref 0 " : "", std::lround(kVp9.at(settings.quality)), keyInterval));
}

/// ProRes says its colours in each frame, as the frame has them; it knows no curve of sRGB's own.
constexpr const char* kProResColours = ",setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709:range=tv";

/// Every frame of ProRes stands alone. Its alpha is kept to the last bit.
std::vector<std::string> proResArguments(const RecorderSettings& settings) {
  return words(fmt::format("-c:v prores_ks -profile:v 4444 -vendor apl0 {}-q:v {} -movflags {} -f mov",
                           settings.transparent ? "-alpha_bits 16 " : "", std::lround(kProRes.at(settings.quality)),
                           kFragments));
}

/// A palette a picture, so that the film need not be kept in memory until the last one is known, and an ordered dither,
/// which stands still where the picture does. It plays for ever.
std::vector<std::string> gifArguments() {
  return words(
      "-filter_complex split[a][b];[a]palettegen=stats_mode=single:reserve_transparent=0[p];"
      "[b][p]paletteuse=new=1:dither=bayer:bayer_scale=4 "
      "-fflags +bitexact -c:v gif -loop 0 -flush_packets 1 -f gif");
}

/// Lossless, as numbered pictures are, and with the same filter.
std::vector<std::string> apngArguments(const RecorderSettings& settings) {
  return words(
      fmt::format("-pix_fmt {} -fflags +bitexact -flags:v +bitexact -c:v apng -pred sub "
                  "-compression_level {} -plays 0 -flush_packets 1 -f apng",
                  settings.transparent ? "rgba" : "rgb24", std::lround(9 - settings.quality / 12.5)));
}

std::string pathOf(const Descriptor& file) {
  return fmt::format("/proc/self/fd/{}", file.get());
}

template <class... Lists>
std::vector<std::string> concatenate(std::vector<std::string> all, const Lists&... more) {
  (all.insert(all.end(), more.begin(), more.end()), ...);
  return all;
}

std::vector<std::string> codecArguments(const RecorderSettings& settings, FilmKind kind) {
  const long keyInterval = std::max(1L, std::lround(2 * settings.fps));
  const std::string alpha = settings.transparent ? "a" : "";
  switch (kind) {
    case FilmKind::mp4:
      return concatenate(colourArguments("yuv420p"), h264Arguments(settings, keyInterval));
    case FilmKind::webm:
      return concatenate(colourArguments("yuv" + alpha + "420p"), vp9Arguments(settings, keyInterval));
    case FilmKind::mov:
      return concatenate(colourArguments("yuv" + alpha + "444p10le" + kProResColours), proResArguments(settings));
    case FilmKind::gif:
      return gifArguments();
    case FilmKind::apng:
      return apngArguments(settings);
    case FilmKind::png:
    case FilmKind::exr:
      break;  // are no videos
  }
  return {};
}

}  // namespace

VideoFile::VideoFile(const RecorderSettings& settings)
    : path_(settings.path), kind_(filmFormatOf(settings.path)->kind), lock_(std::in_place, settings.path) {
  claimFile(settings.force);
  try {
    start(settings);
  } catch (...) {
    removeIfEmpty();
    throw;
  }
}

VideoFile::~VideoFile() {
  ffmpeg_.reset();  // closes the file in good order
  if (frames_ == 0) removeIfEmpty();
}

/// Opens the file for writing without changing it, so that whatever forbids that is known before anything is computed.
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
        concatenate(inputArguments(settings), codecArguments(settings, kind_), std::vector{output}),
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

/// Throws RecorderError where frames are missing. Returns what finish() does.
std::string VideoFile::check() {
  const WrittenFilm film = written();
  if (film.path.empty()) return {};
  const bool fragmented = kind_ == FilmKind::mp4 || kind_ == FilmKind::mov;
  FilmReading copy;
  if (fragmented) copy = rewriteForFastStart(film, path_, kind_ == FilmKind::mp4 ? "mp4" : "mov", frames_);
  if (fragmented && copy.trouble.empty()) {
    whole_.reset();  // the copy has the film's name
    return {};
  }
  const FilmReading reading = countFrames(film);
  if (reading.frames == kUncounted) return fmt::format("{}: {}", path_, reading.trouble);
  if (reading.frames < frames_) throw failure(reading.trouble.empty() ? "ffmpeg did not say why" : reading.trouble);
  if (!fragmented) return {};
  return fmt::format("{}: the film is whole and plays, but could not be rewritten for fast start: {}", path_,
                     copy.trouble);
}

/// Names the film that had none yet.
void VideoFile::publish() {
  try {
    whole_->commit(true);
    whole_.reset();
  } catch (const std::exception& error) {  // FileError, UserError
    throw failure(error.what());
  }
}

/// The film's file behind links; without a path for a device or a pipe, which cannot be read again.
WrittenFilm VideoFile::written() const {
  if (whole_) return {pathOf(output_), output_.get()};
  std::error_code error;
  const fs::path film = fs::canonical(path_, error);  // a link stays a link
  return {!error && fs::is_regular_file(film, error) ? film.string() : std::string()};
}

RecorderError VideoFile::failure(const std::string& trouble) const {
  const WrittenFilm film = written();
  std::string there;
  if (!film.path.empty()) there = fmt::format(", {} of {} frames are in it", countFrames(film).frames, frames_);
  if (whole_) there += ", and the earlier one is kept";
  return RecorderError(fmt::format("{}: the film could not be finished{}: {}; {}", path_, there, trouble, kOtherPlace));
}

/// Takes back a file that was made here and never got a picture.
void VideoFile::removeIfEmpty() {
  if (createdHere_) unlink(path_.c_str());
  createdHere_ = false;
}

}  // namespace app
