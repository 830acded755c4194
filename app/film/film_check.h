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

/// Counts the frames of a film that ffmpeg has written, as players find them. Takes as long as reading the file does.
FilmReading countFrames(const std::string& film);

/// Replaces the `film`, an mp4 or mov as `container` says, by a copy with its index in front ("fast start"), which has
/// at least `frames` frames; where that cannot be, the film stays as it was. The copy has no name while it grows, so
/// that nothing is left of it.
FilmReading rewriteForFastStart(const std::string& film, const std::string& container, std::int64_t frames);

}  // namespace app
