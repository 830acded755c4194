#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace app {

/// Progress of a film.
struct FilmProgress {
  std::size_t frames = 0;     ///< recorded so far
  std::size_t length = 0;     ///< of the whole film
  double seconds = 0;         ///< wall time from the first recorded frame to the last one
  bool endsByItself = false;  ///< when its length is reached
  double framesPerSecond = 30;

  /// Seconds of the film that are recorded.
  double filmSeconds() const { return static_cast<double>(frames) / framesPerSecond; }
  /// Part of the film that is recorded, 0 to 1.
  double share() const;
  /// Seconds to the end at the pace so far; negative if unknown or beyond the end.
  double secondsLeft() const;
};

/// "1 frame", "87 frames".
std::string frameCount(std::int64_t frames);

/// Seconds in readable form: "0:07", "12:31", "1:02:40".
std::string clockText(double seconds);

/// In seconds of the film: "2.9 of 10.0 s of film, 0:29 left"; without the time left if it is unknown or the film has
/// no end.
std::string progressText(const FilmProgress& progress);

}  // namespace app
