#pragma once

#include <cstdint>
#include <string>

#include "files/part_file.h"

namespace app {

constexpr std::int64_t kUncounted = -1;

/// Result of reading a film to its end without decoding it.
struct FilmReading {
  std::int64_t frames = 0;  ///< pictures in the film; kUncounted: unknown
  std::string trouble;      ///< why the count is incomplete, or what else failed; may be empty
};

/// Counts a film's frames as players find them. Takes as long as reading the file.
FilmReading countFrames(const std::string& film);

/// Copies a film (an mp4 or mov, see `container`) with its index in front ("fast start"), and counts the frames on the
/// way. The copy is whole if there is no trouble.
FilmReading copyForFastStart(const std::string& film, const PartFile& copy, const std::string& container);

}  // namespace app
