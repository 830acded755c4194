#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace app {

constexpr std::int64_t kUncounted = -1;

/// Result of reading a film to its end without decoding it.
struct FilmReading {
  std::int64_t frames = 0;  ///< pictures in the film; kUncounted: unknown
  std::string trouble;      ///< why the count is incomplete, or what else failed; may be empty
};

/// A film written by ffmpeg.
struct WrittenFilm {
  std::string path;     ///< where it is read
  int descriptor = -1;  ///< above 2, if the path refers to it ("/proc/self/fd/7")
};

/// Counts a film's frames as players find them. Takes as long as reading the file.
FilmReading countFrames(const WrittenFilm& film);

/// Replaces the file `target`, which may be the film itself, by a copy of `film` (an mp4 or mov, see `container`) with
/// its index in front ("fast start") and at least `frames` frames. On failure both files stay unchanged. The copy grows
/// under a hidden name (AtomicFile), which a failure removes.
FilmReading rewriteForFastStart(const WrittenFilm& film, const std::string& target, const std::string& container,
                                std::int64_t frames);

}  // namespace app
