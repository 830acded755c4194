#pragma once

#include <cstdint>
#include <string>

#include "files/image.h"

namespace app {

/// Where a recorder's frames end: a video file or numbered pictures. Used by one thread at a time, but for write() of
/// numbered pictures.
class FrameSink {
 public:
  virtual ~FrameSink() = default;
  /// Writes the next frame; a video needs no number. Throws RecorderError.
  virtual void write(const Image& frame, std::int64_t number) = 0;
  /// Closes the film; nothing may be written afterwards. Throws RecorderError if the film is not whole. Returns empty,
  /// or a line about something lesser that went wrong.
  virtual std::string finish() = 0;
  /// Is an earlier output there until finish() puts this one in its place?
  virtual bool replacesEarlier() const { return false; }
};

}  // namespace app
