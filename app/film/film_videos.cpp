// Film formats that are videos, with the arguments of ffmpeg's encoders.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <sstream>

#include "film/film_format.h"
#include "film/recorder.h"

namespace app {
namespace {

/// Splits fixed options and numbers into words. Never used for a path.
std::vector<std::string> words(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

/// Frames between key frames: two seconds, for seeking.
long keyInterval(const RecorderSettings& settings) {
  return std::max(1L, std::lround(2 * settings.film.framesPerSecond));
}

std::string alpha(const RecorderSettings& settings) {
  return settings.film.transparent ? "a" : "";
}

/// Pictures are sRGB; players expect the BT.709 matrix and limited range. "bitexact" leaves dates, versions and random
/// identifiers out of the file, so that equal frames give equal films. Alpha is unchanged.
std::string colours(const std::string& pixels) {
  return fmt::format(
      "-vf scale=out_color_matrix=bt709:out_range=tv,format={} "
      "-colorspace bt709 -color_primaries bt709 -color_trc iec61966-2-1 -color_range tv "
      "-fflags +bitexact -flags:v +bitexact ",
      pixels);
}

/// Rate factors of an encoder (smaller is better and larger) at qualities 0, 75 and 100, linear in between. At 75 H.264
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

/// Fragments of half a second, each flushed at once: after kill -9 the file plays.
constexpr const char* kFragments = "+empty_moov+default_base_moof -frag_duration 500000 -flush_packets 1";

/// aq-mode 3 spends bits on dark gradients, typical of glowing rings. Slower presets of either encoder gain 0.2 to 0.9
/// dB for two to five times the work, which competes with the solver.
std::vector<std::string> h264(const RecorderSettings& settings) {
  return words(
      colours("yuv420p") +
      fmt::format("-c:v libx264 -preset veryfast -crf {:.2f} -aq-mode 3 -g {} -movflags +frag_keyframe{} -f mp4",
                  kH264.at(settings.film.quality), keyInterval(settings), kFragments));
}

/// Alpha is a second picture beside the film's; the encoder supports it only without alternate reference frames.
std::vector<std::string> vp9(const RecorderSettings& settings) {
  return words(colours("yuv" + alpha(settings) + "420p") +
               fmt::format("-c:v libvpx-vp9 {}-deadline realtime -cpu-used 6 -row-mt 1 -crf {} -b:v 0 -g {} "
                           "-flush_packets 1 -f webm",
                           settings.film.transparent ? "-auto-alt-ref 0 " : "",
                           std::lround(kVp9.at(settings.film.quality)), keyInterval(settings)));
}

/// ProRes stores the colour properties in each frame, taken from the frame; it has no code for the sRGB curve.
constexpr const char* kProResColours = ",setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709:range=tv";

/// Every frame of ProRes is independent. Its alpha is lossless.
std::vector<std::string> proRes(const RecorderSettings& settings) {
  return words(colours("yuv" + alpha(settings) + "444p10le" + kProResColours) +
               fmt::format("-c:v prores_ks -profile:v 4444 -vendor apl0 {}-q:v {} -movflags {} -f mov",
                           settings.film.transparent ? "-alpha_bits 16 " : "",
                           std::lround(kProRes.at(settings.film.quality)), kFragments));
}

/// One palette per picture, so that the film need not be kept in memory, and an ordered dither, which is static where
/// the picture is. Loops for ever.
std::vector<std::string> gif(const RecorderSettings& /*settings*/) {
  return words(
      "-filter_complex split[a][b];[a]palettegen=stats_mode=single:reserve_transparent=0[p];"
      "[b][p]paletteuse=new=1:dither=bayer:bayer_scale=4 "
      "-fflags +bitexact -c:v gif -loop 0 -flush_packets 1 -f gif");
}

/// Lossless like numbered pictures, with the same filter.
std::vector<std::string> apng(const RecorderSettings& settings) {
  return words(
      fmt::format("-pix_fmt {} -fflags +bitexact -flags:v +bitexact -c:v apng -pred sub "
                  "-compression_level {} -plays 0 -flush_packets 1 -f apng",
                  settings.film.transparent ? "rgba" : "rgb24", compressionLevel(settings.film.quality)));
}

}  // namespace

FilmFormat mp4Format() {
  return {".mp4", "H.264", false, false, true, 16, 1000, h264, "mp4"};
}

FilmFormat webmFormat() {
  return {".webm", "VP9", true, false, true, 16, 1000, vp9};
}

FilmFormat movFormat() {
  return {".mov", "ProRes 4444", true, false, false, 16, 1000, proRes, "mov"};
}

/// GIF counts hundredths of a second, and browsers slow down pictures shorter than two of them.
FilmFormat gifFormat() {
  return {".gif", "GIF", false, false, false, 1, 50, gif};
}

FilmFormat apngFormat() {
  return {".apng", "APNG", true, false, false, 1, 1000, apng};
}

}  // namespace app
