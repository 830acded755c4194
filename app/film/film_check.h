#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace app {

constexpr std::int64_t kUncounted = -1;

/// What came of reading a film from its beginning to its end, without decoding it.
struct FilmReading {
  std::int64_t frames = 0;  ///< pictures that are in it; kUncounted: nobody knows
  std::string trouble;      ///< why that is not all, or what else failed; empty: all went well
};

/// A film that ffmpeg has written.
struct WrittenFilm {
  std::string path;     ///< where it is read
  int descriptor = -1;  ///< above 2, if the path leads through it ("/proc/self/fd/7")
};

/// Counts a film's frames, as players find them. Takes as long as reading the file does.
FilmReading countFrames(const WrittenFilm& film);

/// Puts a copy of the `film`, an mp4 or mov as `container` says, in the place of the file `target`, which may be the
/// film itself: with its index in front ("fast start") and at least `frames` frames. Where that cannot be, both stay as
/// they were. The copy has no name while it grows, so that nothing is left of it.
FilmReading rewriteForFastStart(const WrittenFilm& film, const std::string& target, const std::string& container,
                                std::int64_t frames);

}  // namespace app
