#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>

#include "files/image.h"
#include "scene/scene_settings.h"

namespace app {

/// A film could not be written: one line that names the path, what failed, why, and a remedy if there is one. Frames
/// already written stay and play.
class RecorderError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Settings of a film. The ending of `path` selects the format (film_format.h); numbered pictures need exactly one %d
/// or %0Nd in the file name. PNG and APNG are lossless; mp4 and webm store colour, unlike brightness, at half the
/// resolution in each direction at any quality (4:2:0, which every player supports).
struct RecorderSettings {
  std::string path;
  FilmSettings film;             ///< its size is even for mp4, webm and mov; `transparent`: frames have alpha
  bool force = false;            ///< replace existing files
  std::int64_t firstNumber = 0;  ///< number of the first numbered picture; a resumed run continues the count
  int writers = 0;               ///< threads that write numbered pictures; 0: a quarter of the cores, 1 to 8
};

/// Throws UserError if the path's ending, its pattern, the size, the frame rate or transparency cannot be recorded.
/// Accesses no file, so a panel can call it while the user types.
void validate(const RecorderSettings& settings);

/// Throws UserError that names the missing folder if a film of this path needs one. Numbered pictures may create one
/// folder in an existing one.
void requireFolder(const std::string& path);

/// Writes frames to a film on a thread of its own in the order of add(); numbered pictures on several threads, so that
/// files may appear out of order. The film grows under its final name and is always readable: an mp4 or mov is
/// fragmented while it grows, so that it plays even if program and encoder are killed; finish() rewrites it for fast
/// start.
class Recorder {
 public:
  /// Creates missing folders, refuses existing files (unless forced) and films that another process is writing, and
  /// starts the encoder. Throws UserError (path, size, rate, existing file, other writer) or RecorderError (no ffmpeg,
  /// folder not writable).
  explicit Recorder(const RecorderSettings& settings);
  /// Finishes the film if finish() was not called, ignoring errors. A film that would replace an earlier one is
  /// discarded: something has failed, and the earlier film is intact.
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  /// Adds the next frame, top row first, numbered pictures from firstNumber on, with the layers of this film: alpha if
  /// it is transparent, linear light if its format takes that. Blocks only while the bounded queue is full. Throws
  /// RecorderError if the frame's size is not the film's, or if an earlier frame could not be written (with the
  /// reason).
  void add(Image frame);
  /// Waits until all frames so far are written: pictures to their files, a video's frames to the encoder. Throws as
  /// add() does.
  void drain();
  /// Writes queued frames and closes the film. Throws RecorderError if any frame was not written; a second call does
  /// nothing.
  void finish();

  /// Number of frames accepted by add().
  std::size_t frames() const;
  /// Frames waiting to be written, at most a few.
  std::size_t waiting() const;
  /// The path as given.
  const std::string& path() const;
  /// After finish(): empty, or one line about a minor problem with a film that is complete.
  const std::string& warning() const;
  /// Seconds that the writing threads spent writing frames, and that add() spent waiting for the queue.
  double encodeSeconds() const;
  double waitSeconds() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace app
