#include "film/film_progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace app {

double FilmProgress::share() const {
  return length > 0 ? std::min(1.0, static_cast<double>(frames) / static_cast<double>(length)) : 0;
}

double FilmProgress::secondsLeft() const {
  if (frames < 2 || frames > length) return -1;
  return seconds / static_cast<double>(frames - 1) * static_cast<double>(length - frames);
}

std::string frameCount(std::int64_t frames) {
  return fmt::format("{} frame{}", frames, frames == 1 ? "" : "s");
}

std::string clockText(double seconds) {
  const auto whole = static_cast<long>(std::ceil(std::clamp(seconds, 0.0, 3.6e8)));
  if (whole >= 3600) return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

std::string progressText(const FilmProgress& progress) {
  if (!progress.endsByItself) return fmt::format("{:.1f} s of film", progress.filmSeconds());
  const double length = static_cast<double>(progress.length) / progress.framesPerSecond;
  const std::string text = fmt::format("{:.1f} of {:.1f} s of film", progress.filmSeconds(), length);
  const double left = progress.secondsLeft();
  return left < 0 ? text : text + fmt::format(", {} left", clockText(left));
}

}  // namespace app
