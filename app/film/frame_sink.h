#pragma once

// The destinations of a recorder's frames.

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "files/descriptor.h"
#include "files/image.h"
#include "files/part_file.h"
#include "film/ffmpeg_process.h"
#include "film/film_format.h"
#include "film/numbered_path.h"
#include "film/recorder.h"

namespace app {

/// Destination of a recorder's frames: a video file or numbered pictures. For one thread at a time, except write() of
/// numbered pictures.
class FrameSink {
 public:
  virtual ~FrameSink() = default;
  /// Writes the next frame; a video needs no number. Throws RecorderError.
  virtual void write(const Image& frame, std::int64_t number) = 0;
  /// Closes the film; nothing may be written afterwards. Throws RecorderError if the film is incomplete. Returns empty,
  /// or a line about a minor problem.
  virtual std::string finish() = 0;
  /// True if an earlier file stays until finish() replaces it.
  virtual bool replacesEarlier() const { return false; }
};

/// An mp4, webm, mov, GIF or APNG that ffmpeg writes under its final name while it grows, so that it can be found and
/// played after a crash of any kind. A film that replaces an earlier one grows under a hidden name until
/// finish(), so that the earlier one stays until the new one is complete.
class VideoFile final : public FrameSink {
 public:
  /// `settings` have passed validate(). Throws UserError (the file exists, not forced, or another process
  /// is writing it) or RecorderError.
  explicit VideoFile(const RecorderSettings& settings);
  ~VideoFile() override;

  void write(const Image& frame, std::int64_t number) override;
  /// Closes the file. An mp4 or mov is also rewritten with its index in front ("fast start").
  std::string finish() override;
  bool replacesEarlier() const override { return part_ && part_->path() == film_; }

 private:
  void claimFile(bool force);
  void start(const RecorderSettings& settings);
  void publish();
  std::string rewrite();
  RecorderError failure(const std::string& trouble) const;
  void removeIfEmpty();

  std::string path_;
  const FilmFormat& format_;
  std::optional<PartFile> part_;  // the lock, inherited by ffmpeg, the film that replaces an earlier one, and its copy
  std::string film_;              // where ffmpeg writes
  Descriptor device_;             // film_, if it is a device or a pipe
  bool createdHere_ = false;      // film_ did not exist before
  std::int64_t frames_ = 0;
  std::unique_ptr<FfmpegProcess> ffmpeg_;
};

/// Frames as numbered files, PNG or OpenEXR. Each file appears only when complete.
class PictureSequence final : public FrameSink {
 public:
  /// `settings` have passed validate(). Throws UserError if a picture of that pattern from firstNumber on exists (not
  /// forced), or if another process is writing them; RecorderError if the folder cannot be written.
  explicit PictureSequence(const RecorderSettings& settings);

  void write(const Image& frame, std::int64_t number) override;
  /// With force removes pictures of an older and longer film after the last one, so that
  /// the sequence is a single film.
  std::string finish() override;

 private:
  std::optional<std::int64_t> firstExisting(std::int64_t from) const;
  std::string removeStale() const;

  const FilmFormat& format_;
  NumberedPath path_;
  std::optional<OutputLock> lock_;  // on the pattern, until the film is finished
  bool force_;
  double quality_;
  std::int64_t first_;

  std::mutex mutex_;   // guards the rest: several threads write
  std::int64_t next_;  // after the last picture
  std::int64_t written_ = 0;
};

}  // namespace app
