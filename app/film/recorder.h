#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>

#include "files/image.h"

namespace app {

/// A film could not be written: one line that names the path, what failed and why, and the way out if there is one.
/// What had been written before stays and plays.
class RecorderError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What a film is to be. The ending of `path` decides the kind (film_format.h); numbered pictures have exactly one %d
/// or %0Nd in the file name. Pictures of PNG and APNG are kept to the last bit; in mp4 and webm colours, unlike
/// brightness, have half the resolution along each side at any quality (4:2:0, which every player plays).
struct RecorderSettings {
  std::string path;
  int width = 1280;  ///< pixels, even for mp4, webm and mov; fixed for the whole film
  int height = 720;
  double fps = 30;               ///< frames per second of the film, up to 1000
  bool force = false;            ///< replace existing files
  std::int64_t firstNumber = 0;  ///< number of the first of numbered pictures; a resumed run goes on counting
  double quality = 75;           ///< 0 (small) to 100 (brightness nearly lossless); of PNG and EXR the haste
  bool part = false;             ///< some of numbered pictures: others are neither in the way nor removed
  int writers = 0;               ///< threads that write numbered pictures; 0: a quarter of the cores, 1 to 8
  std::string fingerprint = {};  ///< what numbered pictures have with them (filmFingerprint); may be empty
  bool transparent = false;      ///< frames come with alpha
};

/// Throws UserError if the path's ending, its pattern, the size, the frame rate or transparency cannot be recorded.
/// Touches no file, so a panel can ask while the user types.
void validate(const RecorderSettings& settings);

/// Throws UserError that names the folder where a film of that path would need one that is not there. Numbered pictures
/// make a folder of their own in one that is there.
void requireFolder(const std::string& path);

/// Writes frames to a film on a thread of its own, in the order in which they were added; numbered pictures on
/// several, so that one may appear before the one before it.
/// The film grows under its final name, readable at any moment: an mp4 or mov is fragmented while it grows, so that it
/// plays even if program and encoder are killed, and is rewritten for fast start by finish().
class Recorder {
 public:
  /// Makes the missing folders, refuses existing files (unless forced) and films that another process is writing, and
  /// starts the encoder. Throws UserError (path, size, rate, existing file, other writer) or RecorderError (no ffmpeg,
  /// folder not writable).
  explicit Recorder(const RecorderSettings& settings);
  /// Finishes the film if finish() was not called, and forgets errors. One that would take the place of an earlier film
  /// is dropped: something has failed, and the earlier one is whole.
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  /// Hands over the next frame, top row first, with what the film is made of: alpha where it is transparent, linear
  /// light where its format takes that. Blocks only while the bounded queue is full. Throws RecorderError if the
  /// frame has another size than the film, or if an earlier frame could not be written (with the reason).
  void add(Image frame);
  /// The same with its number among numbered pictures, larger than the last one. Without it frames count from
  /// firstNumber.
  void add(Image frame, std::int64_t number);
  /// Waits until every frame so far has left the queue and been written: pictures are then in their files, a video's
  /// frames with the encoder. Throws as add() does.
  void drain();
  /// Writes what is queued, closes the film and counts its frames. Throws RecorderError if anything was not written;
  /// the second call does nothing.
  void finish();

  /// Frames taken by add().
  std::size_t frames() const;
  /// Frames that wait to be written, at most a few.
  std::size_t waiting() const;
  /// The path as given.
  const std::string& path() const;
  /// After finish(): empty, or one line about something that went less than perfectly with the film being whole.
  const std::string& warning() const;
  /// Seconds that the writing threads spent in writing frames, and that add() spent waiting for the queue.
  double encodeSeconds() const;
  double waitSeconds() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace app
